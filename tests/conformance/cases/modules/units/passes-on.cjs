"use strict";

Object.defineProperty(exports, "__esModule", {
  value: true
});
var _exportNames = {
  mine: true
};
exports.mine = 'mine';
var _compiled = require("./compiled.cjs");
Object.keys(_compiled).forEach(function (key) {
  if (key === "default" || key === "__esModule") return;
  if (Object.prototype.hasOwnProperty.call(_exportNames, key)) return;
  if (key in exports && exports[key] === _compiled[key]) return;
  Object.defineProperty(exports, key, {
    enumerable: true,
    get: function () {
      return _compiled[key];
    }
  });
});
