const files = `//- /b.js
export const b = 1;
//- /dir/index.js
export default 1;
//- /only/package.json
{ "main": "lib.js" }
//- /only/lib.js
export default 1;
//- /c.ts
export const c = 1;
//- /d.json
{}
//- /node_modules/pkg/package.json
{ "name": "pkg", "exports": { ".": "./index.js", "./sub": "./sub.js" } }
//- /node_modules/pkg/index.js
export default 1;
//- /node_modules/pkg/sub.js
export default 1;
//- /node_modules/pkg/other.js
export default 1;
//- /node_modules/@s/p/index.js
module.exports = 1;
`;
const file = (code, options = [], more = {}) => ({ code: `//- /a.js\n${code}\n${files}`, options, ...more });
const typed = (code, options = []) => ({ code: `//- /a.ts\n${code}\n${files}`, options });

export default {
  valid: [file('import { b } from "./b"; import "./b.js"; export * from "./b"; export { c } from "./c"; import "./dir"; import "./dir/"; import "./only"; import "./c.js"; import "./d"; import "./d.json"'), file('import "pkg"; import "pkg/sub"; import "@s/p"'), file('import fs from "fs"; import "node:fs"; import "fs/promises"; import "node:test"; import "path/posix"'), file('require("./missing"); define(["./missing"], f)'), file('import(x); import(`./missing`); export const a = 1; export { a as b }'), file('import "./missing"', [{ ignore: ['missing$'] }]), file('import "./missing.svg"; import "x-y"', [{ ignore: ['\\.svg$', '^x-'] }]), file('import "./missing"; export * from "./missing"; import("./missing")', [{ esmodule: false }]), file('require(a); require("./missing", 1); x.require("./missing"); new require("./missing"); require()', [{ commonjs: true }]), file('define(["require", "exports", x, , "./b"], f); define("./missing", [], f); define(["./missing"]); other(["./missing"], f)', [{ amd: true }]), file('import "./b"', [{ caseSensitive: false }]), file('import "./b"', [{ caseSensitiveStrict: true }]), typed('import type { a } from "./missing"; export type { b } from "./missing"; export type * from "./missing"; import type x = require("./missing"); type T = import("./missing").T'), typed('import c = require("./c"); import d = c.e'), file('import "electron"; import "electron"', [], { settings: { 'import-x/core-modules': ['electron'] } }), typed('declare module "missing" { export const a: 1 }')],
  invalid: [file('import { b } from "./missing"; import x from "./bb"'), file('export * from "./missing"; export { a } from "./missing"; export * as c from "./missing"'), file('import("./missing")'), file('async function f() { await import("./missing") }'), file('import "missing-pkg"; import "@s/missing"; import "pkg/missing"; import "pkg/other.js"; import "./dirr/"'), file('import "./B"; import "./b.JS"', [{ caseSensitive: true }]), file('require("./missing"); const { a } = require("missing")', [{ commonjs: true }]), file('define(["./missing", "./b"], f); require(["./missing"], f)', [{ amd: true }]), file('import "./missing"; require("./missing"); define(["./missing"], f)', [{ commonjs: true, amd: true, esmodule: false }]), file('import "./missing"; import "./other"', [{ ignore: ['other'] }]), typed('import { type a } from "./missing"; export { type b } from "./missing"; import x = require("./missing"); import {} from "./missing"'), typed('import x = require("./missing")', [{ commonjs: true, esmodule: false }]), typed('declare module "m" { import "./missing"; export * from "./missing" }'), file('import ""; import "."'), file('import "https://example.org/x.js"; import "data:text/javascript,1"; import "node:missing"; import "sqlite"'), file('import "electron/main"', [], { settings: { 'import-x/core-modules': ['electron'] } }), file('import "./missing"; import "../a/b"', [], { rule: 'import-x/no-unresolved' }), file('import "../b"')],
};
