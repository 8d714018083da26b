/**
 * The pages of the lint rules, which are in the package.
 * @module
 */

const INDEX = new URL('/verdict/docs/rules/README.md', import.meta.url);

/** @type {Promise<ReadonlyMap<string, string>> | undefined} */
let pages;

/**
 * The address of each rule's page, by the id of the rule. The package lists its pages; without the list, no rule has a page.
 *
 * @returns {Promise<ReadonlyMap<string, string>>}
 */
export function rulePages() {
  pages ??= load().catch(() => new Map());
  return pages;
}

async function load() {
  const response = await fetch(INDEX);
  if (!response.ok) throw new Error(`${INDEX.pathname}: HTTP ${response.status}`);
  return pagesIn(await response.text(), INDEX);
}

/**
 * The pages that a list of rules links: a table with a rule in each row.
 *
 * @param {string} text Markdown.
 * @param {URL} base Its address.
 * @returns {Map<string, string>}
 */
export function pagesIn(text, base) {
  const rows = text.matchAll(/^\| \[(?<id>[\w@/-]+)\]\((?<path>[\w@/-]+\.md)\) \|/gm);
  return new Map([...rows].map(({ groups }) => [groups?.id ?? '', new URL(groups?.path ?? '', base).href]));
}
