/**
 * What users of the package write, and what the declarations must refuse.
 */

import {
  type Adapter,
  type EvalResult,
  type JsonValue,
  type LintResult,
  type ProjectPlan,
  type ProjectResult,
  type Stats,
  type TestEntry,
  type TestResult,
  type TypeCheckResult,
  type VerifyResult,
  VerificationManager,
} from '../../crates/manager/js/index.js';
import type { Stats as ShownStats } from '../../widget/index.js';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>) => undefined;

export async function results(vm: VerificationManager, command: string) {
  const tests = await vm.runVerification('test:/a.test.js', { timeout: 1000 });
  same<typeof tests, TestResult>(true);
  const states: string[] = tests.output?.map(({ scope, state, failedAt }) => `${scope} ${state} ${failedAt?.line}`) ?? [];

  const each = await vm.runVerification('test:/a.test.js', { engine: 'auto' });
  const moved: string[] = each.engines?.map(({ file, engine, why }) => `${file} ${engine} ${why}`) ?? [];
  // @ts-expect-error A result names the engine that ran, which is never `auto`.
  if (each.engine === 'auto') moved.pop();

  const byTemplate = await vm.runVerification(`test:${command}`, 5);
  same<typeof byTemplate, TestResult>(true);
  const lint = await vm.runVerification('lint:/a.js');
  same<typeof lint, LintResult>(true);
  const types = await vm.runVerification('typecheck:/a.js', 'session');
  same<typeof types, TypeCheckResult>(true);
  const rule: string | undefined = types.output?.[0]?.rule;
  const value = await vm.runVerification('eval:1 + 1');
  same<typeof value, EvalResult>(true);
  same<(typeof value)['output'], JsonValue>(true);
  const project = await vm.runVerification('project:/');
  same<typeof project, ProjectResult>(true);
  const verified = await vm.verifyProject({
    folder: '/packages/app',
    verbs: ['test'],
    onPlan: ({ commands }) => commands.map(({ label }) => label),
  });
  same<(typeof verified)['plan'], ProjectPlan | null>(true);
  const any = await vm.runVerification(command);
  same<typeof any, VerifyResult>(true);
  // @ts-expect-error A result of any verb has entries of no known kind.
  any.output.length;
  // @ts-expect-error There may be no entries at all.
  tests.output.length;
  // @ts-expect-error A finding has no such member.
  lint.output?.[0]?.nothing;

  // Its kind tells which result it is.
  if (any.kind === 'test') same<typeof any.output, TestEntry[] | null>(true);
  else if (any.kind === 'eval') same<typeof any.output, JsonValue>(true);
  else if (any.kind === 'project') same<typeof any.output, ProjectPlan | null>(true);
  else if (any.kind === null) same<typeof any.output, null>(true);
  else same<typeof any, LintResult | TypeCheckResult>(true);
  // @ts-expect-error There is no such kind.
  any.kind === 'nothing';

  same<Awaited<ReturnType<typeof vm.verifyTests>>, TestResult>(true);
  same<Awaited<ReturnType<typeof vm.verifyTypes>>, TypeCheckResult>(true);
  same<Awaited<ReturnType<typeof vm.verifyLinting>>, LintResult>(true);
  same<Awaited<ReturnType<typeof vm.verifySafeEval>>, EvalResult>(true);
  return { states, rule, moved };
}

export const options = (bytes: Uint8Array<ArrayBuffer>) => [
  new VerificationManager({ wasmModule: { sealed: bytes, transformer: bytes }, wasmUrl: { sealed: '/sealed_bg.wasm' } }),
  // @ts-expect-error There is no wasm of this name.
  new VerificationManager({ wasmUrl: { nothing: '/nothing.wasm' } }),
];

/** A file that is missing may be null or undefined. */
export const adapter: Pick<Adapter, 'list' | 'read'> = { list: () => ['/a.js'], read: (path) => new Map([['/a.js', 'text']]).get(path) };

/** What widgets show is part of what a manager counts. */
export const shown = (stats: Stats): ShownStats => stats;

export async function gate(vm: VerificationManager) {
  const { checks } = await vm.applyBundle('{}', { adapter: { ...adapter, write: () => undefined } });
  return checks.map(({ durationMs }) => durationMs);
}
