const one = (code, back = 'import "./a.js"', more = {}) => ({ code: `//- /a.js\n${code}\n//- /b.js\n${back}\n`, ...more });
const chain = (code, options = [], more = {}) => ({
  code: `//- /a.js
${code}
//- /b.js
import "./c.js"; export const b = 1;
//- /c.js

import { d } from "./d.js";
export const c = 1;
//- /d.js
export * from "./a.js"; export const d = 1;
//- /side.js
import "./side2.js";
//- /side2.js
import "./side.js"; import "./b.js";
//- /leaf.js
export const leaf = 1;
`,
  options,
  ...more,
});
const dynamic = (code, options) => ({ code: `//- /a.js\n${code}\n//- /b.js\nimport("./a.js"); export const b = 1;\n//- /c.js\nimport("./a.js"); import "./a.js"; export const c = 1;\n//- /d.js\nimport { b } from "./b.js"; import "./c.js"; export const d = b;\n`, options });
const typed = (code, back) => ({ code: `//- /a.ts\n${code}\nexport const a = 1; export type A = 1;\n//- /b.ts\n${back}\nexport const b = 1; export type B = 1;\n` });
const packaged = (code, options, settings = {}) => ({ code: `//- /a.js\n${code}\n//- /node_modules/p/index.js\nimport "../../a.js"; export const p = 1;\n//- /b.js\nimport { p } from "p"; export const b = p;\n//- /ext/c.js\nimport "../a.js";\n`, options, settings });
const unsafe = [{ allowUnsafeDynamicCyclicDependency: true }];

export default {
  valid: [one('import { b } from "./b.js"', 'export const b = 1'), one('import "./b.js"', 'import "./b.js"; export const b = 1'), one('import "./a.js"'), one('require("./b.js")'), one('define(["./b.js"], f)'), one('import "./nowhere.js"; import fs from "fs"; import "pkg"'), one('import "./b.js"', 'require("./a.js"); exports.b = 1'), chain('import "./leaf.js"'), chain('import "./b.js"', [{ maxDepth: 2 }]), chain('import "./c.js"', [{ maxDepth: 1 }]), chain('import "./b.js"', [{ ignore: ['b'] }]), chain('import "./b.js"', [{ esmodule: false }]), dynamic('import("./d.js"); import("./b.js")', unsafe), dynamic('import "./b.js"', unsafe), typed('import type { B } from "./b"', 'import { a } from "./a"'), typed('import { type B } from "./b"', 'import { a } from "./a"'), typed('import { b } from "./b"', 'import type { A } from "./a"'), typed('import { b } from "./b"', 'import { type A } from "./a"; export type { A } from "./a"; export { type A as A2 } from "./a"; export type * from "./a"'), typed('import type b = require("./b")', 'import { a } from "./a"'), packaged('import "p"', [{ ignoreExternal: true }]), packaged('import "./b.js"', [{ ignoreExternal: true }]), packaged('import "p"', [], { 'import-x/ignore': ['node_modules'] })],
  invalid: [typed('export type { B } from "./b"', 'import { a } from "./a"'), one('import { b } from "./b.js"'), one('export * from "./b.js"; export { b } from "./b.js"'), one('import("./b.js")'), one('import {} from "./b.js"', 'export {} from "./a.js"'), one('async function f() { await import("./b") }', 'export * as a from "./a"'), one('require("./b.js"); const { x } = require("./b")', undefined, { options: [{ commonjs: true }] }), one('define(["./b.js"], f); require(["./b"], f)', undefined, { options: [{ amd: true }] }), chain('import { b } from "./b.js"'), chain('import { c } from "./c.js"'), chain('import { d } from "./d.js"'), chain('import "./d.js"; import "./c.js"; import "./b.js"; import "./d"'), chain('import "./b.js"; import "./c.js"; import "./d.js"; import "./leaf.js"'), chain('import "./side.js"'), chain('import "./b.js"', [{ maxDepth: 3 }]), chain('import "./b.js"', [{ maxDepth: '∞' }]), chain('import "./b.js"; import "./d.js"', [{ maxDepth: 1 }]), chain('import "./b.js"; import "./d.js"', [{ ignore: ['b'] }]), dynamic('import "./b.js"; import "./c.js"; import "./d.js"; import("./c.js")', []), dynamic('import "./c.js"; import "./d.js"; import("./c.js")', unsafe), typed('import { b, type B } from "./b"', 'import { a, type A } from "./a"'), typed('import b = require("./b")', 'import { a } from "./a"'), typed('import b from "./b"', 'import {} from "./a"'), typed('export * as b from "./b"; export { type B } from "./b"', 'import "./a"'), packaged('import "p"; import "./b.js"', []), packaged('import "./ext/c.js"; import "p"', [{ ignoreExternal: true }]), packaged('import "p"', [{ ignoreExternal: true }], { 'import-x/external-module-folders': ['ext'] }), one('import "./b.js"', undefined, { rule: 'import-x/no-cycle' }), { code: '//- /a.js\nimport "./b.js";\n//- /b.js\nimport "./c.js"; import "./d.js";\n//- /c.js\nimport "./e.js";\n//- /d.js\n\n\nimport "./a.js";\n//- /e.js\nimport "./d.js";\n' }, { code: '//- /x/a.js\nimport "../b.js";\n//- /b.js\nimport "./x/c.js";\n//- /x/c.js\nimport {\n  a\n} from "./a.js";\n' }],
};
