// Loads a configuration and gives it as JSON.
import { given, plain } from '/node_modules/.verdict/foreign.js';

/** `member` is the key of a JSON file that has the configuration. */
export async function read(path, folder, member) {
  process.cwd = () => folder;
  const module = await import(path);
  if (!('default' in module)) throw new TypeError('it has no default export');
  const own = member === null ? module.default : module.default[member];
  const value = await given(own, { mode: 'test', command: 'serve', isSsrBuild: false, isPreview: false });
  return JSON.stringify({ value: plain(value) });
}
