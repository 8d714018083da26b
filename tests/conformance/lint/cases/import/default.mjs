const files = `//- /named.js
export const a = 1;
//- /has.js
export default 1;
//- /as.js
const a = 1; export { a as default };
//- /string.js
const a = 1; export { a as "default" };
//- /from.js
export { default } from "./has.js";
//- /from-named.js
export { a as default } from "./named.js";
//- /from-missing.js
export { default } from "./named.js";
//- /from-unknown.js
export { default } from "./nowhere.js";
//- /from-package.js
export { default } from "pkg";
//- /star.js
export * from "./has.js";
//- /cjs.js
module.exports = 1;
//- /cjs.cjs
exports.a = 1;
//- /script.js
var a = 1;
//- /data.json
{}
//- /broken.js
export const = 1;
//- /self.js
export { default } from "./self.js";
//- /loop1.js
export { default } from "./loop2.js";
//- /loop2.js
export { default } from "./loop1.js";
//- /types.ts
export type A = 1; export interface B {}
//- /deftype.ts
export default interface B {}
//- /assign.ts
const a = 1; export = a;
//- /assign-unknown.ts
export = unknown;
//- /assign-ns.ts
declare namespace ns { const a: 1; function b(): void }
export = ns;
//- /assign-fn.ts
function f() {} namespace f { export const a = 1 } export = f;
//- /dynamic.cjs
module.exports = () => import("./has.js");
//- /only-import.js
import "./has.js";
`;
const file = (code, more = {}) => ({ code: `//- /main.js\n${code}\n${files}`, ...more });
const typed = (code, more = '') => ({ code: `//- /main.ts\n${code}\n${files}${more}` });
const interop = '//- /tsconfig.json\n{ /* c */ "compilerOptions": { "esModuleInterop": true, } }\n';

export default {
  valid: ['has', 'as', 'string', 'from', 'from-named', 'from-unknown', 'from-package', 'cjs', 'script', 'missing'].map((name) => file(`import x from "./${name}.js"`)).concat([file('import x from "./cjs.cjs"; import y from "./data.json"; import z from "pkg"; import fs from "fs"'), file('import { default as x } from "./named.js"; import * as y from "./named.js"; import "./named.js"; import {} from "./named.js"'), file('import x, { y } from "./has.js"; import z, * as w from "./has.js"'), file('export { default } from "./named.js"; export * from "./named.js"'), typed('import type x from "./has.js"; import y from "./deftype"; import z from "./assign"; import w from "./assign-unknown"; import v from "./assign-fn"'), typed('import x from "./named.js"; import y from "./types"; import z from "./assign-ns"', interop)]),
  invalid: ['named', 'from-missing', 'star', 'self', 'loop1', 'only-import'].map((name) => file(`import x from "./${name}.js"`)).concat([file('import loadsAtRunTime from "./dynamic.cjs"'), file('import broken from "./broken.js"'), file('import x, { a } from "./named.js"; import y, * as z from "./named"'), typed('import x from "./types"; import y from "./assign-ns"; import type z from "./named.js"'), file('import x from "./named.js"', { rule: 'import-x/default' }), typed('import x from "./only-import.js"', interop)]),
};
