/** Cases of TypeScript. */
const ts = (code, ...options) => ({ code, filename: 'file.ts', options });

export default {
  valid: [
    ts("/// <reference lib=\"dom\" />\na"),
    ts("/// <reference types=\"a\" />\na"),
    ts("/// <reference types=\"a\" />\nimport b from 'b'"),
    ts("/// <reference path=\"a\" />", {"path": "always"}),
    ts("/// <reference types=\"a\" />\nimport a from 'a'", {"types": "always"}),
    ts("// <reference path=\"a\" />"),
    ts("/* /// <reference path=\"a\" /> */"),
    ts("a;\n/// <reference path=\"b\" />"),
    ts("/// <reference path=\"a\" />\n/// <reference lib=\"b\" />\n/// <reference types=\"c\" />\nimport 'c'", {"path": "always", "types": "always", "lib": "always"}),
    ts("/// <amd-module name=\"a\" />"),
    ts("let a = '<reference'"),
    ts("/// <reference types=\"a\" />\nimport a = A.B"),
    ts("/// <reference no-default-lib=\"true\"/>"),
  ],
  invalid: [
    ts("/// <reference path=\"a\" />"),
    ts("/// <reference path=\"a\" />\nb"),
    ts("/// <reference path='a' />\nb"),
    ts("///<reference path=\"a\"/>"),
    ts("/// <reference types=\"a\" />\nimport a from 'a'"),
    ts("/// <reference types=\"a\" />\nimport a = require('a')"),
    ts("/// <reference types=\"a\" />\nimport 'a'\nimport 'a'"),
    ts("/// <reference types=\"a\" />", {"types": "never"}),
    ts("/// <reference lib=\"a\" />", {"lib": "never"}),
    ts("/// <reference path = \"a\" />\n/// <reference path=\"b\" />\nc"),
    ts("// a\n/// <reference path=\"b\" />\n/* c */ d"),
    ts("/// <reference types=\"a\" />\nb;\nimport a from \"a\""),
    ts("/// <reference path=\"a\" lib=\"b\" />\n'use strict'"),
    "/// <reference path=\"a\" />\nb",
  ],
};
