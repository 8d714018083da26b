// `vitest/environments` says on import that it is deprecated; the file behind it has what is needed.
import { e as builtinEnvironments } from 'vitest:environments';

globalThis.verdictDom = { setUp: (options) => builtinEnvironments['happy-dom'].setup(globalThis, { happyDOM: options }) };
