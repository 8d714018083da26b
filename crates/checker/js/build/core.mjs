/**
 * Cuts TypeScript's compiler down to what checking needs. `lib/_tsc.js` is one script of concatenated modules, each after a comment
 * with its path. The command line goes, emitters of JavaScript go, and the functions that the checker calls are exported; esbuild's
 * tree shaking removes what nothing reaches.
 * @module
 */

import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';

/** What `checker.js` imports of the compiler. */
const EXPORTS = [
  'createProgram',
  'createSourceFile',
  'flattenDiagnosticMessageText',
  'forEachChild',
  'getConfigFileParsingDiagnostics',
  'getDefaultLibFileName',
  'getDirectoryPath',
  'getLineAndCharacterOfPosition',
  'getLineStarts',
  'getTokenPosOfNode',
  'isCheckJsEnabledForFile',
  'matchFiles',
  'parseJsonSourceFileConfigFileContent',
  'parseJsonText',
  'resolveProjectReferencePath',
  'sortAndDeduplicateDiagnostics',
  'sourceFileAffectingCompilerOptions',
  'version',
];

/** Replacements in the source: [what it is for, what is found exactly once, its replacement]. */
const CUTS = /** @type {const} */ ([
  // Nothing is emitted: no transformer of scripts is needed, only the one of declarations, which has diagnostics of its own.
  [
    'transformers',
    /(function getScriptTransformers\(compilerOptions, customTransformers, emitOnly\) \{\n)[\s\S]*?\n\}\n(?=function getDeclarationTransformers)/g,
    '$1  return emptyArray;\n}\n',
  ],
  // The host is handed in: there is no system to fall back to.
  ['system', /^var sys = \(\(\) => \{[\s\S]*?^\}\)\(\);$/gm, 'var sys;'],
  ['system set-up', /^if \(sys && sys\.getEnvironmentVariable\) \{\n[\s\S]*?^\}$/gm, ''],
  ['debug mode', /^if \(sys && sys\.debugMode\) \{\n[\s\S]*?^\}$/gm, ''],
]);

/** What `typescript.js` has and `_tsc.js` leaves out: a builder that remembers diagnostics and emits nothing. */
const BUILDER = `
export function createSemanticDiagnosticsBuilderProgram(...given) {
  return createBuilderProgram(0 /* SemanticDiagnosticsBuilderProgram */, getBuilderCreationParameters(...given));
}
`;

/** The comment before the command line, which is the last section. */
const LAST = '// src/tsc/tsc.ts\n';

/** The cut source. */
export function cut(/** @type {string} */ source) {
  const end = source.indexOf(LAST);
  if (end < 0) throw new Error('_tsc.js has no tsc.ts: is it another version?');
  let text = source.slice(0, end);
  for (const [name, find, replace] of CUTS) {
    const found = text.match(find)?.length ?? 0;
    if (found !== 1) throw new Error(`${name}: found ${found} times in _tsc.js, not once`);
    text = text.replace(find, replace);
  }
  return `${text}${BUILDER}export { ${EXPORTS.filter((name) => declares(text, name)).join(', ')} };\n`;
}

function declares(text, name) {
  const found = new RegExp(`^(?:var|function|let|const) ${name}\\b`, 'm').test(text);
  if (!found) throw new Error(`_tsc.js does not declare ${name}`);
  return found;
}

/**
 * Leaves out messages that no code names: those of the language service and of the command line. Each is then named by its number,
 * and its key, which only translations need, is left out.
 */
function withoutMessages(/** @type {string} */ text) {
  const start = text.indexOf('var Diagnostics = {\n');
  const end = text.indexOf('\n};\n', start);
  const outside = [text.slice(0, start), text.slice(end)];
  const named = new Set(outside.join('').match(/\bDiagnostics\.\w+/g));
  /** @type {Map<string, string>} */
  const numbers = new Map();
  const entries = [
    ...text
      .slice(start, end)
      .matchAll(/^ {2}(\w+): diag\(\s*([\de]+),\s*(\d+)[^,]*,\s*"[^"]*",\s*([\s\S]*?)\),?$(?=\n {2}\w|(?![\s\S]))/gm),
  ].flatMap(([, name, code, category, rest]) => {
    if (name === undefined || !named.has(`Diagnostics.${name}`)) return [];
    numbers.set(name, `_${numbers.size}`);
    return [`  ${numbers.get(name)}: diag(${code}, ${category}, "", ${rest})`];
  });
  if (numbers.size < 1000) throw new Error(`only ${numbers.size} messages: their form has changed`);
  const renamed = outside.map((part) =>
    part.replace(/\bDiagnostics\.(\w+)/g, (_, name) => `Diagnostics.${numbers.get(name) ?? missing(name)}`),
  );
  return `${renamed[0]}var Diagnostics = {\n${entries.join(',\n')}${renamed[1]}`;
}

/** @returns {never} */
function missing(name) {
  throw new Error(`there is no message ${name}`);
}

/** `ts.core.mjs`, minified. */
export async function core(/** @type {string} */ root) {
  const source = await readFile(`${root}/node_modules/typescript/lib/_tsc.js`, 'utf8');
  const licence = /^\/\*![\s\S]*?\*\//.exec(source)?.[0];
  if (licence === undefined) throw new Error('_tsc.js has no licence');
  // The first pass shakes the tree, so that the second sees which messages are left.
  const shaken = await bundle(cut(source), false);
  const minified = await bundle(withoutMessages(shaken), true);
  return `${licence}\n${minified}`;
}

async function bundle(/** @type {string} */ contents, /** @type {boolean} */ minify) {
  const built = await build({
    stdin: { contents, loader: 'js' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    treeShaking: true,
    minify,
    legalComments: 'none',
    charset: 'utf8',
    external: ['*'],
    logLevel: 'error',
  });
  const [output] = built.outputFiles;
  return output?.text ?? '';
}
