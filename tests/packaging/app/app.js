/** A page that uses the package as the guides say. The outcome is in `window.outcome`. */

import { VerificationManager, applyBundle } from '@verdict/verdict';
import '@verdict/verdict/widget';

import { options } from './options.js';

const FILES = {
  '/src/sum.js': 'export const sum = (a, b) => a + b;\n',
  '/tests/sum.test.js': `
    import { expect, test } from 'vitest';
    import { sum } from '../src/sum.js';
    test('adds', () => expect(sum(1, 2)).toBe(3));
  `,
  '/src/typed.ts': 'export const typed: number = [1].length;\n',
  // Needs what is loaded last.
  '/tests/enum.check.ts': "enum One { Two = 2 } test('lowered', () => expect(One.Two).toBe(2));",
};

const BUNDLE = JSON.stringify({ '/src/sum.js': 'export const sum = (a, b) => a - b;\n' });

async function use() {
  const vm = await VerificationManager.create(options);
  await vm.setSnapshot(FILES);
  const results = [];
  for (const command of ['eval:1+1', 'test:/tests/*.test.js', 'test:/tests/enum.check.ts', 'lint:/src/*.js', 'type-check:/src/typed.ts']) {
    const { success, code, error, detail, hint, output, types } = await vm.runVerification(command);
    results.push({ command, success, code, error, detail, hint, output, types });
  }
  const files = new Map(Object.entries(FILES));
  const adapter = {
    list: () => [...files.keys()],
    read: (path) => files.get(path),
    write: (path, text) => void files.set(path, text),
    remove: (path) => void files.delete(path),
  };
  const gate = await applyBundle(BUNDLE, { manager: vm, adapter, verifyCommand: 'test:/tests/*.test.js', ...options });
  const defined = customElements.get('verification-manager-widget') !== undefined;
  vm.dispose();
  return { results, gate: { success: gate.success, state: gate.state, message: gate.message }, defined };
}

use().then(
  (outcome) => {
    window.outcome = outcome;
  },
  (error) => {
    window.outcome = { error: String(error?.stack ?? error), detail: error?.detail, hint: error?.hint };
  },
);
