import { test, describe, expect, beforeEach, beforeAll, afterAll, afterEach, aroundEach, aroundAll } from 'vitest'
const log = [];
describe('order', () => {
  aroundAll(async (run) => { log.push('aa+'); await run(); log.push('aa-') });
  aroundEach(async (run) => { log.push('ae1+'); await run(); log.push('ae1-') });
  aroundEach(async (run, { task }) => { log.push('ae2+' + task.name); await run(); log.push('ae2-') });
  beforeAll(() => { log.push('ba') }); afterAll(() => { log.push('aft') });
  beforeEach(() => { log.push('be'); return () => { log.push('be-clean') } }); afterEach(() => { log.push('ae') });
  test('a', () => { log.push('a') });
  test('b', () => { log.push('b') });
});
test('log', () => { expect(log.join(' ')).toBe('aa+ ba ae1+ ae2+a be a ae be-clean ae2- ae1- ae1+ ae2+b be b ae be-clean ae2- ae1- aft aa-') });
describe('not called', () => { aroundEach(async () => {}); test('c', () => {}) });
describe('throws before', () => { aroundEach(async () => { throw new Error('x') }); test('d', () => {}) });
describe('throws after', () => { aroundEach(async (run) => { await run(); throw new Error('x') }); test('e', () => {}) });
describe('twice', () => { aroundEach(async (run) => { await run(); await run() }); test('f', () => {}) });
describe('inner fails', () => { let caught; aroundEach(async (run) => { try { await run() } catch (e) { caught = e } }); test('g', () => { throw new Error('inner') }); afterAll(() => { if (caught) throw new Error('leak') }) });
describe('timeout', () => { aroundEach(async (run) => { await new Promise((r) => setTimeout(r, 200)); await run() }, 50); test('h', () => {}) });
describe('timeout2', () => { aroundEach(async (run) => { await run(); await new Promise((r) => setTimeout(r, 200)) }, 50); test('i', () => {}) });
describe('ba arg', () => { beforeAll(({ x }) => {}); test('j', () => {}) });
describe('ok tx', () => { aroundEach((run) => { return run() }); test('k', () => {}) });
