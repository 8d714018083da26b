const seen = [];

afterEach(() => {
  seen.push('outer');
});
describe('a test', () => {
  afterEach(() => {
    seen.push('first');
    if (seen.length === 1) throw new Error('of a hook');
  });
  afterEach(() => {
    seen.push('second');
  });
  it('fails by its hook', () => {});
  it('ran all hooks of the test before', () => expect(seen).toEqual(['first', 'second', 'outer']));
});
describe('a suite', () => {
  beforeAll(() => {
    seen.length = 0;
  });
  afterAll(() => {
    seen.push('all 1');
    throw new Error('of a hook');
  });
  afterAll(() => {
    seen.push('all 2');
  });
  it('runs', () => {});
});
it('ran all hooks of the suite before', () => expect(seen.slice(-2)).toEqual(['all 1', 'all 2']));
