/**
 * Seeded mutations of a project: mistakes as people and agents make them.
 * @module
 */

/** @typedef {{ path: string, text: string | undefined, kind: string }} Mutation A file with another text, or a removed one. */

/** What is found in a text, and its replacement. @type {Record<string, [find: RegExp, replace: (...found: string[]) => string]>} */
const KINDS = {
  'a misspelt member': [/\.([a-z]\w{3,})\b(?!['"])/g, (_, name) => `.${name}Q`],
  'a misspelt name': [/\breturn ([a-z]\w{2,})\b/g, (_, name) => `return ${name}Q`],
  'a dropped await': [/\bawait /g, () => ''],
  'a wrong import': [/(from ['"][^'"]+?)(\.[jt]s)?(['"])/g, (_, path, ending = '', quote) => `${path}Q${ending}${quote}`],
  'a wrong imported name': [/\bimport (?:type )?\{ ?(?:type )?(\w+)/g, (found) => `${found}Q`],
  'a dropped argument': [/\((\w+), (\w+)\)/g, (_, first) => `(${first})`],
  'a wrong argument': [/\((\w+)\)(?=[;,)])/g, () => '({ wrong: 1 })'],
  'a removed property': [/^ {2,}(?:readonly )?\w+\??: [^\n]+[;,]$/gm, () => ''],
  'another type': [/: (?:number|boolean)\b/g, () => ": 'other' | 'text'"],
  'a type in JSDoc': [/\{(?:string|number|boolean)\}/g, () => '{Missing}'],
  'a wrong literal': [/= (?:\d+|true|false);/g, () => '= { wrong: 1 };'],
  'a syntax error': [/\) \{$/gm, () => ') {{'],
};

/** Numbers of a seed. */
export function randomOf(/** @type {number} */ seed) {
  let state = seed;
  // The low bits of such a generator repeat: the high ones count.
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

function mutated(/** @type {string} */ text, /** @type {string} */ kind, /** @type {(below: number) => number} */ random) {
  const [find, replace] = KINDS[kind];
  const places = [...text.matchAll(find)];
  if (places.length === 0) return undefined;
  const place = places[random(places.length)];
  return text.slice(0, place.index) + replace(...place) + text.slice(place.index + place[0].length);
}

/**
 * Mutations of a project's own files. One in twenty removes a file.
 * @param {Map<string, string>} given All files by path.
 * @param {string[]} own The paths of those that are mutated.
 * @param {number} count
 * @param {number} seed
 * @returns {Mutation[]}
 */
export function mutations(given, own, count, seed) {
  const random = randomOf(seed);
  const kinds = Object.keys(KINDS);
  /** @type {Mutation[]} */
  const made = [];
  for (let tries = 0; made.length < count && tries < count * 50 && own.length > 0; tries += 1) {
    const path = own[random(own.length)];
    if (made.length % 20 === 19) {
      made.push({ path, text: undefined, kind: 'a removed file' });
      continue;
    }
    const text = given.get(path);
    const kind = kinds[random(kinds.length)];
    const next = mutated(text, kind, random);
    if (next !== undefined && next !== text) made.push({ path, text: next, kind });
  }
  return made;
}
