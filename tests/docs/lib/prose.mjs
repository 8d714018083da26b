/**
 * The rules of our prose: short sentences, the active voice, and the field's words.
 *
 * Code spans, code blocks, tables, headings and links' addresses are left out. In a list, each item stands for itself.
 * @module
 */

import { readFileSync } from 'node:fs';

import passiveVoice from 'passive-voice';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRetext from 'remark-retext';
import retextEnglish from 'retext-english';
import retextIndefiniteArticle from 'retext-indefinite-article';
import retextRepeatedWords from 'retext-repeated-words';
import { unified } from 'unified';
import { VFile } from 'vfile';

/** The longest sentence, in words. A code span counts as one. */
export const LONGEST = 25;

/** How many passive verbs a sentence may have. */
export const PASSIVES = 1;

/** Words of a dialect and what to write. @type {{ find: RegExp, write: string }[]} */
const WORDS = JSON.parse(readFileSync(new URL('words.json', import.meta.url), 'utf8')).map(([find, write]) => ({
  find: new RegExp(`\\b(?:${find})\\b`, 'iu'),
  write,
}));

/** @typedef {{ type: string, value?: string, children?: Node[], position?: { start: { line: number, column: number, offset: number }, end: { offset: number } } }} Node */

/** All nodes of a type. @returns {Node[]} */
function all(/** @type {Node} */ node, /** @type {string} */ type) {
  return [...(node.type === type ? [node] : []), ...(node.children ?? []).flatMap((child) => all(child, type))];
}

/** The text of a node, with `…` for code. @returns {string} */
function textOf(/** @type {Node} */ node) {
  return node.type === 'SourceNode' ? '…' : (node.value ?? (node.children ?? []).map(textOf).join(''));
}

/** @typedef {{ words: number, text: string, start: { line: number, column: number, offset: number } }} Sentence */

/**
 * The sentences of a text. The parser takes a sentence that begins with a code span for a part of the one before it; here it is one of
 * its own.
 * @returns {Sentence[]}
 */
function sentencesOf(/** @type {Node} */ tree) {
  return all(tree, 'SentenceNode').flatMap(({ children = [] }) => {
    /** @type {Node[][]} */
    const parts = [[]];
    children.forEach((child, index) => {
      const isEnd = /[.!?]$/.test(textOf(child)) && children[index + 1]?.type === 'WhiteSpaceNode';
      parts.at(-1)?.push(child);
      if (isEnd && children[index + 2]?.type === 'SourceNode') parts.push([]);
    });
    return parts.map((part) => {
      const sentence = { type: 'SentenceNode', children: part };
      return {
        words: all(sentence, 'WordNode').length + all(sentence, 'SourceNode').length,
        text: textOf(sentence).replace(/\s+/g, ' '),
        start: part[0].position.start,
      };
    });
  });
}

/** Looks at every sentence: its length, its passive verbs and its words. */
function sentences() {
  return (/** @type {Node} */ tree, /** @type {VFile} */ file) => {
    for (const { words, text, start } of sentencesOf(tree)) {
      const say = (/** @type {string} */ reason) => file.message(reason, { place: start, source: 'prose' });
      if (words > LONGEST) say(`${words} words`);
      const passives = passiveVoice(text).map((/** @type {any} */ { index, offset }) => text.slice(index, index + offset));
      if (passives.length > PASSIVES) say(`a chain of passive verbs: ${passives.join(', ')}`);
      for (const { find, write } of WORDS) {
        const found = find.exec(text);
        if (found) say(`“${found[0]}”: ${write}`);
      }
    }
  };
}

/** What has no sentences. */
const IGNORED = ['table', 'tableRow', 'tableCell', 'heading', 'html', 'code'];

const english = unified().use(retextEnglish).use(sentences).use(retextRepeatedWords).use(retextIndefiniteArticle);

/** What is wrong with a page: `line: what`. @returns {Promise<string[]>} */
export async function proseProblems(/** @type {string} */ text) {
  const file = new VFile(text);
  const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRetext, english, { ignore: IGNORED });
  await processor.run(processor.parse(file), file);
  return file.messages.map(({ line, reason }) => `${line}: ${reason}`);
}
