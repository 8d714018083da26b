const file = (code, more) => ({ code: `//- /a.js\n${code}\n//- /b.js\nexport const b = 1;\n`, ...more });
const typed = (code) => ({ code: `//- /a.ts\n${code}\n//- /b.ts\nexport const b = 1;\n` });

export default {
  valid: [file('import { b } from "./b.js"'), file('import "./missing"; require("./b"); import("./b")'), file('require(a); require("./a", 1); other("./a"); import(`./a`)'), typed('import b = require("./b"); import c = b.d'), 'import "fs"; export const a = 1'],
  invalid: [file('import { a } from "./a.js"'), file('import "./a"'), file('import "."; import "./"', { code: '//- /index.js\nimport "."; import "./"; import "./index"; import "../index"' }), file('export * from "./a"; export { a } from "./a.js"; export * as c from "./a"'), file('require("./a"); const a = require("./a.js")'), file('import("./a")'), file('function f(require) { require("./a") }'), typed('import a = require("./a"); import type { b } from "./a"; export type { c } from "./a"'), typed('import "./a.js"'), { code: '//- /x/a.js\nimport "../x/a.js"; import "./a"', rule: 'import-x/no-self-import' }],
};
