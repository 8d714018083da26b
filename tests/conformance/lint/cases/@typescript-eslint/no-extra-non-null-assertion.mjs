/** Cases of TypeScript. */
const ts = (code, ...options) => ({ code, filename: 'file.ts', options });

export default {
  valid: [
    ts("a!.b"),
    ts("a!"),
    ts("a?.b!"),
    ts("a!()"),
    ts("a![b!]"),
    ts("a?.[b!]"),
    ts("a?.(b!)"),
    ts("(a!).b"),
    ts("!!a"),
    ts("a! || b!"),
    ts("f(a!)?.b"),
    ts("(a!, b)?.c"),
    ts("(a! as b)?.c"),
  ],
  invalid: [
    ts("class A { #b; f(a: A) { return a!!.#b } }"),
    ts("a!!"),
    ts("a!!.b"),
    ts("a!!!"),
    ts("a!?.b"),
    ts("a!?.()"),
    ts("a!?.[b]"),
    ts("(a!)!"),
    ts("(a!)?.b"),
    ts("(a)!?.b"),
    ts("a.b!?.c!?.d"),
    ts("a!?.[b!]"),
    ts("a!?.(b!)"),
    ts("a!! = 1"),
    ts("(a!)!.b"),
    ts("a! !"),
  ],
};
