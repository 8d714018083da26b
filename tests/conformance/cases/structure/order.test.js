import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const log = [];
const say = (text) => () => {
  log.push(text);
};

beforeAll(say('file beforeAll'));
afterEach(say('file afterEach'));
beforeEach(say('file beforeEach 1'));
beforeEach(say('file beforeEach 2'));

describe('outer', () => {
  beforeAll(say('outer beforeAll'));
  afterAll(say('outer afterAll 1'));
  afterAll(say('outer afterAll 2'));
  beforeEach(say('outer beforeEach'));
  afterEach(say('outer afterEach 1'));
  afterEach(say('outer afterEach 2'));
  test('a', say('a'));
  describe('inner', () => {
    beforeAll(say('inner beforeAll'));
    beforeEach(say('inner beforeEach'));
    afterEach(say('inner afterEach'));
    test('b', say('b'));
  });
  test('c', say('c'));
  describe('all skipped', () => {
    beforeAll(say('never of skipped'));
    afterAll(say('never of skipped'));
    test.skip('d', () => {});
  });
});

test('the order of hooks', () => {
  expect(log.join('\n')).toBe(
    `file beforeAll
outer beforeAll
file beforeEach 1
file beforeEach 2
outer beforeEach
a
outer afterEach 2
outer afterEach 1
file afterEach
inner beforeAll
file beforeEach 1
file beforeEach 2
outer beforeEach
inner beforeEach
b
inner afterEach
outer afterEach 2
outer afterEach 1
file afterEach
file beforeEach 1
file beforeEach 2
outer beforeEach
c
outer afterEach 2
outer afterEach 1
file afterEach
outer afterAll 2
outer afterAll 1
file beforeEach 1
file beforeEach 2`,
  );
});

describe('clean-ups', () => {
  const cleaned = [];
  beforeEach(() => () => cleaned.push('1'));
  beforeEach(async () => {
    await null;
    return () => cleaned.push('2');
  });
  afterEach(() => {
    cleaned.push('afterEach');
  });
  test('first', () => expect(cleaned).toEqual([]));
  test('after it', () => expect(cleaned).toEqual(['afterEach', '2', '1']));
});

describe('a hook that fails', () => {
  const ran = [];
  beforeEach(() => {
    ran.push('before');
    throw new Error('in beforeEach');
  });
  beforeEach(() => {
    ran.push('second');
  });
  afterEach(() => {
    ran.push('after');
  });
  test('does not run', () => {
    ran.push('test');
  });
  describe('afterwards', () => {
    test('neither', () => expect(ran).toEqual(['before', 'after', 'before']));
  });
});
describe('afterEach that fails', () => {
  const ran = [];
  afterEach(() => {
    ran.push('1');
  });
  afterEach(() => {
    ran.push('2');
    throw new Error('in afterEach');
  });
  test('fails', () => {});
  test('and the next runs', () => {
    ran.push('test');
  });
});
describe('a hook that times out', () => {
  beforeEach(() => new Promise((resolve) => setTimeout(resolve, 100)), 10);
  test('fails too', () => {});
});
describe('afterAll that throws', () => {
  test('has passed', () => {});
});
describe('hooks of a suite get it', () => {
  let name;
  beforeAll((suite) => {
    name = suite?.name;
  });
  beforeEach(({ task }) => {
    expect(task.name).toBe('by name');
  });
  test('by name', () => expect(typeof name).toBe('string'));
});
test('expects in hooks count', () => expect.assertions(0));
