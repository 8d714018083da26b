expect.extend({
  toBeName(received) {
    return { pass: typeof received === 'string' && received !== '', message: () => `${received} is no name` };
  },
});

beforeEach(() => {
  globalThis.before = (globalThis.before ?? 0) + 1;
});
afterEach(() => {
  mockedInSetup.mockClear();
});
