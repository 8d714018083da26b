/**
 * Runs measurements that Node asks for, on a page with the strict policy.
 */

/** Calls a function of a module beside this one. */
window.measure = async (module, name, ...args) => (await import(`./${module}.js`))[name](...args);
