/**
 * Parsed files by path and content, shared by the programs whose options parse and bind them alike.
 * @module
 */

export class Sources {
  #ts;
  /** The last versions of each file. @type {Map<string, { key: string, source: any }[]>} */
  #known = new Map();
  /** @type {WeakMap<object, string>} */
  #keys = new WeakMap();

  constructor(ts) {
    this.#ts = ts;
  }

  /** The source file of a text. A bundled one is not checked, as if it had `// @ts-nocheck`: nobody can correct what is wrong in it. */
  get(/** @type {string} */ path, /** @type {{ hash: string, text: string, isBundled?: boolean }} */ file, how, options) {
    const key = `${file.hash} ${how.languageVersion} ${how.impliedNodeFormat} ${this.#key(options)}`;
    const known = this.#known.get(path) ?? [];
    const same = known.find((one) => one.key === key);
    if (same !== undefined) return same.source;
    const source = this.#ts.createSourceFile(path, file.text, how);
    source.version = file.hash;
    if (file.isBundled) source.checkJsDirective = { enabled: false, pos: 0, end: 0 };
    // One more version stays: a change that is taken back, or another project with other options.
    this.#known.set(path, [{ key, source }, ...known].slice(0, 2));
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
