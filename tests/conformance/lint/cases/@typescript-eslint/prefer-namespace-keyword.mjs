/** Cases of TypeScript. */
const ts = (code, ...options) => ({ code, filename: 'file.ts', options });

export default {
  valid: [
    ts("declare module 'a'"),
    ts("declare module 'a' {}"),
    ts("namespace A {}"),
    ts("declare namespace A {}"),
    ts("declare global {}"),
    ts("namespace A.B {}"),
    ts("module; let a"),
  ],
  invalid: [
    ts("module A {}"),
    ts("declare module A {}"),
    ts("module A.B {}"),
    ts("declare module A { module B {} }"),
    ts("export module A {}"),
    ts("export declare module A {}"),
    ts("module /* a */ A {}"),
    ts("declare /* a */ module A {}"),
    ts("namespace A { module B {} }"),
  ],
};
