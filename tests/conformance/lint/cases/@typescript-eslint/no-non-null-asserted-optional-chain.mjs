/** Cases of TypeScript. */
const ts = (code, ...options) => ({ code, filename: 'file.ts', options });

export default {
  valid: [
    ts("a.b!"),
    ts("a.b!()"),
    ts("a?.b"),
    ts("a?.b.c"),
    ts("a?.b!.c"),
    ts("a?.b!()"),
    ts("a?.b!.c.d"),
    ts("a!?.b"),
    ts("a?.[b!]"),
    ts("a!.b?.c"),
    ts("a?.b![c]"),
    ts("(a!)?.b"),
  ],
  invalid: [
    ts("a?.b!"),
    ts("a?.['b']!"),
    ts("a?.b()!"),
    ts("a?.b!!"),
    ts("(a?.b)!"),
    ts("(a?.b)!.c"),
    ts("(a?.b!).c"),
    ts("(a?.b!)"),
    ts("(a?.b)!()"),
    ts("a?.()!"),
    ts("((a?.b))!"),
    ts("a?.b.c!"),
    ts("f(a?.b!)"),
    ts("a?.b!.c!"),
    ts("(a?.b)! as c"),
    ts("const b = a?.b!;"),
    ts("((a?.b)!)!"),
  ],
};
