/**
 * Parsed files by path and content, shared by the programs whose options parse and bind them alike.
 * @module
 */

/**
 * @typedef {{ hash: string, text: string, isBundled?: boolean }} File
 * @typedef {{ languageVersion: number, impliedNodeFormat?: number }} How
 * @typedef {{ hash: string, how: How, options: string, source: any }} Parsed A file, and what it depends on.
 */

export class Sources {
  #ts;
  /** The last versions of each file. @type {Map<string, Parsed[]>} */
  #known = new Map();
  /** @type {WeakMap<object, string>} */
  #keys = new WeakMap();

  constructor(ts) {
    this.#ts = ts;
  }

  /** The source file of a text. A bundled one is not checked, as if it had `// @ts-nocheck`: nobody can correct what is wrong in it. */
  get(/** @type {string} */ path, /** @type {File} */ file, /** @type {How} */ how, options) {
    const known = this.#known.get(path) ?? [];
    const key = this.#key(options);
    for (const one of known) if (isOf(one, file, how, key)) return one.source;
    const source = this.#ts.createSourceFile(path, file.text, how);
    source.version = file.hash;
    if (file.isBundled) source.checkJsDirective = { enabled: false, pos: 0, end: 0 };
    // One more version stays: a change that is taken back, or another project with other options.
    this.#known.set(path, [{ hash: file.hash, how, options: key, source }, ...known].slice(0, 2));
    return source;
  }

  clear() {
    this.#known.clear();
  }

  /** The options that a parsed and bound file depends on. */
  #key(options) {
    let key = this.#keys.get(options);
    if (key === undefined) {
      const values = this.#ts.sourceFileAffectingCompilerOptions.map(({ name }) => options[name] ?? null);
      // Where `alwaysStrict` is not given, `strict` decides.
      key = JSON.stringify([...values, options.strict ?? null]);
      this.#keys.set(options, key);
    }
    return key;
  }
}

/** Whether a file would be parsed and bound into the same. It is asked of every file after an edit. */
function isOf(/** @type {Parsed} */ parsed, /** @type {File} */ file, /** @type {How} */ how, /** @type {string} */ options) {
  return (
    parsed.hash === file.hash &&
    parsed.options === options &&
    parsed.how.languageVersion === how.languageVersion &&
    parsed.how.impliedNodeFormat === how.impliedNodeFormat
  );
}
