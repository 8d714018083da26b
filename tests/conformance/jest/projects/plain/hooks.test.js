/** The order of hooks, and what their failures do. */
const order = [];

describe('order', () => {
  beforeAll(() => {
    order.push('all 1');
  });
  beforeAll(() => {
    order.push('all 2');
  });
  beforeEach(() => {
    order.push('each 1');
  });
  describe('inner', () => {
    beforeEach(() => {
      order.push('each 2');
    });
    afterEach(() => {
      order.push('after inner');
    });
    test('before', () => expect(order).toEqual(['all 1', 'all 2', 'each 1', 'each 2']));
  });
  afterEach(() => {
    order.push('after outer 1');
  });
  afterEach(() => {
    order.push('after outer 2');
  });
  test('after', () => expect(order.slice(4, 7)).toEqual(['after inner', 'after outer 1', 'after outer 2']));
});

describe('a beforeEach that throws', () => {
  const ran = [];
  beforeEach(() => {
    throw new Error('before');
  });
  afterEach(() => {
    ran.push('after');
  });
  test('must fail', () => {
    ran.push('test');
  });
  afterAll(() => {
    order.push(...ran);
  });
});

test('its test does not run, and its afterEach does', () => expect(order.slice(-1)).toEqual(['after']));

describe('an afterEach that throws', () => {
  afterEach(() => {
    throw new Error('after');
  });
  test('must fail', () => {});
});

describe('a beforeAll that throws', () => {
  beforeAll(() => {
    throw new Error('all');
  });
  test('must fail', () => {});
  describe('inner', () => {
    test('must fail too', () => {});
  });
});

describe('an async hook', () => {
  let ready = false;
  beforeEach(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    ready = true;
  });
  test('is awaited', () => expect(ready).toBe(true));
});

describe('a hook with a time limit', () => {
  beforeEach(() => new Promise(() => {}), 20);
  test('must fail', () => {});
});
