const own = (env) => Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('VITE_') && name !== 'VITE_USER_NODE_ENV').sort());

describe('import.meta.env', () => {
  test('what Vite says', () => {
    const { MODE, BASE_URL, PROD, DEV, SSR } = import.meta.env;
    expect({ MODE, BASE_URL, PROD, DEV, SSR }).toEqual({ MODE: 'test', BASE_URL: '/', PROD: false, DEV: true, SSR: true });
  });
  test('variables of files', () => {
    expect(own(import.meta.env)).toEqual({
      VITE_EXPORTED: 'exported',
      VITE_LAID_OVER: 'test',
      VITE_LITERAL: '$VITE_PLAIN',
      VITE_OF_HIDDEN: 'not exposed',
      VITE_OF_TEST: '1',
      VITE_PLAIN: 'plain',
      VITE_QUOTED: 'two\nlines',
      VITE_REFERS: 'plain//default',
    });
  });
  test('are in process.env too', () => expect(own(process.env)).toEqual(own(import.meta.env)));
  test('without the prefix', () => expect([import.meta.env.HIDDEN, process.env.HIDDEN]).toEqual([undefined, undefined]));
  test('can be stubbed', () => {
    vi.stubEnv('VITE_PLAIN', 'stubbed');
    expect([import.meta.env.VITE_PLAIN, process.env.VITE_PLAIN]).toEqual(['stubbed', 'stubbed']);
    vi.unstubAllEnvs();
    expect(import.meta.env.VITE_PLAIN).toBe('plain');
  });
});
