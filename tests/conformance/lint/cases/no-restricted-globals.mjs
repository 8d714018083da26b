const whole = (globals, more = {}) => [{ globals, checkGlobalObject: true, ...more }];
const browser = { globals: { window: false, self: false, root: false, event: false } };

export default {
  valid: [
    'foo', { code: 'foo', options: ['bar'] }, { code: 'var foo = 1; foo', options: ['foo'] }, { code: 'import foo from "foo"; foo()', options: ['foo'] }, { code: 'function f(event) { event() }', options: ['event'] }, { code: 'a.event; ({ event: 1 })', options: ['event'] }, { code: 'window.event', options: ['event'], languageOptions: browser }, { code: 'window.event', options: whole(['event']) }, { code: 'event', options: [] }, { code: 'window[event_]; foo.window.event', options: whole(['event']), languageOptions: browser },
    { code: 'type A = event; let b: typeof event', options: ['event'], filename: 'file.ts' }, { code: 'window.self.event', options: whole(['event']), languageOptions: browser }, { code: 'root.event', options: whole(['event']), languageOptions: browser }, { code: 'toString', options: ['hasOwnProperty'] },
  ],
  invalid: [
    { code: 'foo', options: ['foo'] }, { code: 'function f() { event() }', options: ['event'] }, { code: 'event', options: ['event'], languageOptions: browser }, { code: 'foo; foo()', options: [{ name: 'foo', message: 'Use bar instead.' }] }, { code: 'foo', options: [{ name: 'foo', message: '' }] }, { code: 'foo = 1', options: ['foo', 'bar'] }, { code: 'foo', options: [{ globals: ['foo'] }] }, { code: 'foo; a = { foo }', options: [{ globals: [{ name: 'foo', message: 'No.' }] }] },
    { code: 'window.foo()', options: whole(['foo']), languageOptions: browser }, { code: 'self["foo"]; window.window.foo', options: whole(['foo']), languageOptions: browser }, { code: 'globalThis?.foo; globalThis[`foo`]', options: whole([{ name: 'foo', message: 'No.' }]) }, { code: 'root.foo', options: whole(['foo'], { globalObjects: ['root'] }), languageOptions: browser }, { code: 'const x: any = event; let y = event as foo', options: ['event'], filename: 'file.ts' }, { code: 'Promise', options: ['Promise'] },
  ],
};
