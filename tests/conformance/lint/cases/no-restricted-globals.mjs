const whole = (globals, more = {}) => [{ globals, checkGlobalObject: true, ...more }];
const browser = { globals: { window: false, self: false, root: false, event: false } };

const table = {
  valid: [
    'foo', { code: 'foo', options: ['bar'] }, { code: 'var foo = 1; foo', options: ['foo'] }, { code: 'import foo from "foo"; foo()', options: ['foo'] }, { code: 'function f(event) { event() }', options: ['event'] }, { code: 'a.event; ({ event: 1 })', options: ['event'] }, { code: 'window.event', options: ['event'], languageOptions: browser }, { code: 'window.event', options: whole(['event']) }, { code: 'event', options: [] }, { code: 'window[event_]; foo.window.event', options: whole(['event']), languageOptions: browser },
    { code: 'type A = event; let b: typeof event', options: ['event'], filename: 'file.ts' }, { code: 'window.self.event', options: whole(['event']), languageOptions: browser }, { code: 'root.event', options: whole(['event']), languageOptions: browser }, { code: 'toString', options: ['hasOwnProperty'] },
  ],
  invalid: [
    { code: 'foo', options: ['foo'] }, { code: 'function f() { event() }', options: ['event'] }, { code: 'event', options: ['event'], languageOptions: browser }, { code: 'foo; foo()', options: [{ name: 'foo', message: 'Use bar instead.' }] }, { code: 'foo', options: [{ name: 'foo', message: '' }] }, { code: 'foo = 1', options: ['foo', 'bar'] }, { code: 'foo', options: [{ globals: ['foo'] }] }, { code: 'foo; a = { foo }', options: [{ globals: [{ name: 'foo', message: 'No.' }] }] },
    { code: 'window.foo()', options: whole(['foo']), languageOptions: browser }, { code: 'self["foo"]; window.window.foo', options: whole(['foo']), languageOptions: browser }, { code: 'globalThis?.foo; globalThis[`foo`]', options: whole([{ name: 'foo', message: 'No.' }]) }, { code: 'root.foo', options: whole(['foo'], { globalObjects: ['root'] }), languageOptions: browser }, { code: 'const x: any = event; let y = event as foo', options: ['event'], filename: 'file.ts' }, { code: 'Promise', options: ['Promise'] },
  ],
};

table.valid.push(
  {"code":"foo","options":["fetch"],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
  {"code":"fetch","options":[],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
  {"code":"function f(fetch) { fetch }","options":["fetch"],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
  {"code":"a.fetch; ({ fetch: 1 })","options":["fetch"],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
  {"code":"window.fetch","options":["fetch"],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
  {"code":"window.fetch","options":[{"globals":["fetch"]}],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
  {"code":"a.window.fetch; window[fetch_]","options":[{"globals":["fetch"],"checkGlobalObject":true}],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
  {"code":"let window; window.fetch","options":[{"globals":["fetch"],"checkGlobalObject":true}],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
  {"code":"import fetch from \"a\"; fetch()","options":["fetch"],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
  {"code":"type A = typeof fetch; let a: event","options":["fetch","event"],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}},"filename":"a.ts"},
  {"code":"root.fetch","options":[{"globals":["fetch"],"checkGlobalObject":true,"globalObjects":["root"]}],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
);
table.invalid.push(
  {"code":"fetch","options":["fetch"],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
  {"code":"fetch()","options":["fetch"],"languageOptions":{"globals":{}}},
  {"code":"fetch = 1; typeof event","options":["fetch","event"],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
  {"code":"fetch","options":[{"name":"fetch","message":"No."}],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
  {"code":"fetch; event","options":[{"name":"fetch"},"event"],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
  {"code":"window.fetch()","options":[{"globals":["fetch"],"checkGlobalObject":true}],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
  {"code":"self[\"fetch\"]","options":[{"globals":["fetch"],"checkGlobalObject":true}],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
  {"code":"window.window.fetch","options":[{"globals":["fetch"],"checkGlobalObject":true}],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
  {"code":"globalThis?.fetch","options":[{"globals":["fetch"],"checkGlobalObject":true}],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
  {"code":"window.fetch","options":[{"globals":[{"name":"fetch","message":"No."}],"checkGlobalObject":true}],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
  {"code":"root.fetch","options":[{"globals":["fetch"],"checkGlobalObject":true,"globalObjects":["root"]}],"languageOptions":{"globals":{"root":"readonly"}}},
  {"code":"function f() { fetch; var event }","options":["fetch","event"],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
  {"code":"({ fetch }); `${event}`","options":["fetch","event"],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
  {"code":"fetch; window.fetch","options":[{"globals":["fetch"],"checkGlobalObject":true}],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
  {"code":"window[`fetch`]","options":[{"globals":["fetch"],"checkGlobalObject":true}],"languageOptions":{"globals":{"fetch":"readonly","event":"readonly","window":"readonly","self":"readonly"}}},
);

export default table;
