/**
 * Defining elements, once.
 * @module
 */

/** Names that were warned of. @type {Set<string>} */
const warned = new Set();

/**
 * Defines an element unless the page has it already. Another release under the same name stays, with
 * a warning: an element cannot be redefined.
 *
 * @param {string} name
 * @param {CustomElementConstructor & { version: string }} elementClass
 */
export function register(name, elementClass) {
  const existing = /** @type {{ version?: string } | undefined} */ (customElements.get(name));
  if (!existing) customElements.define(name, elementClass);
  else if (existing.version !== elementClass.version && !warned.has(name)) {
    warned.add(name);
    console.warn(
      `<${name}> is already defined by version ${existing.version ?? 'unknown'}; ` +
        `version ${elementClass.version} is not used. Load one release only.`,
    );
  }
}
