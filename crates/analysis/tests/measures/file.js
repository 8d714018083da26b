#!/usr/bin/env node
// comment
/* a */ const x = /* b */ 1; /* c
 d */
/* e */ /* f */

const y = `
  ${x}
`; // after
/* multi
line */ class A { x = a ? b : (c || d); y = (function () { if (a) b; }); static #z = async (q = 1) => q?.b?.(c); 'str'(a, b, c, d) {} 1() { if (a) {} }
 get g() { return a && b; } static set ['s'](v) { v ||= 1; } [computed]() { for (;;); } constructor() { if (x) {} else if (y) {} else {} } static { if (x) { while (1) { try { with_(a) } catch { if (x) {} } } } }
 async *gen(a, { b = 1, ...c } = {}, ...rest) { for await (const q of a) { switch (q) { case 1: case 2: break; default: } } }
 #p() { return a ?? b } static async = function named() { } ; f = x => x || y; static async ['t' + 1]() {a||b} [`tpl`]() {a||b} [null]() {a||b} [1e3]() {a||b} [/re/g]() {a||b} [true]() {a||b} [10n]() {a||b} }
({ a() { return a || b; }, get b() { return a || b }, 'c d': function () { a || b }, e: async () => { a || b }, [f]: function g() { a || b }, async *h() { a || b }, 5: () => a || b });
(function iife() { a || b; })();
(() => { a || b;

// c

})();
((a) => (b || c));
async x => x || 1;
new Promise((resolve) => foo(function () { bar(() => baz(async function () { (function () { q(() => {}) })() })) }));
foo((() => {}), new Foo(() => { bar(() => {}) }));
label: for (const a in b) { do { if (a) { switch (b) { case 1: if (c) { } else if (d) { if (e) {} } } } } while (1) }
export default function () { 'use strict'; a; b; { c; d; } if (a) { e; } for (;;) f; class Q { m() { a; b; c; d } } const z = () => { a; b; c; }; }
let { a = 1, b: c = 2 } = q; ({ a = 1, b: c = 2 } = q); [a = 1] = q;
x &&= 1; x ??= (a, b); x.y?.z; x?.[0]; x?.();
function long(
  a,

  // comment
  b, // trailing
  /* c */
  c
) {

  return 1; /* end
  of */
}
