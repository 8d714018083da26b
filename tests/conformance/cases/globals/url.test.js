// What is a URL, and what is said of a text that is none.
const attempt = (make) => {
  try {
    return make();
  } catch (error) {
    return `${error.name}: ${error.message} (${error.code}) ${error.input}`;
  }
};
const HOSTS = ['exam ple.com', 'exam%20ple.com', 'ex<ample.com', 'ex^ample.com', 'exam|ple.com', 'example.com:99999', 'ex%41mple.com', '[::1]', '[::z]', '', 'ü.de', '1.2.3', '256.1.1.1', 'a..b', 'a_b.c'];
test.each(HOSTS.flatMap((host) => ['http', 'wss', 'ftp'].map((scheme) => `${scheme}://${host}/p a`)))('%s', (text) => {
  expect(attempt(() => new URL(text).href)).toMatchSnapshot();
  expect(URL.canParse(text)).toBe(attempt(() => new URL(text)) instanceof URL);
});
test.each(['', ' ', 'nope', '/path', '?q', '#h', '//host', 'http:', 'http://', 'data:text/plain,a b', 'mailto:a b@c', 'own://a b/c', 'own://a%20b/c', 'javascript:void 0', '\ud800'])('%j', (text) => {
  expect(attempt(() => new URL(text).href)).toMatchSnapshot();
  expect(attempt(() => new URL(text, 'https://example.com/a/b?c').href)).toMatchSnapshot();
});
test('what is converted', () => {
  expect(new URL({ toString: () => 'http://a/b' }).href).toBe('http://a/b');
  expect(new URL('c', new URL('http://a/b/')).href).toBe('http://a/b/c');
  expect(attempt(() => new URL(undefined))).toMatchSnapshot();
  expect(attempt(() => new URL('x', null))).toMatchSnapshot();
  expect(attempt(() => new URL(1, 2))).toMatchSnapshot();
});
test('the error has its input and its base', () => {
  expect(() => new URL('http://a b')).toThrow(expect.objectContaining({ name: 'TypeError', message: 'Invalid URL', code: 'ERR_INVALID_URL' }));
  expect(() => new URL('x', 'y')).toThrow(expect.objectContaining({ code: 'ERR_INVALID_URL', input: 'x', base: 'y' }));
});
test('setters', () => {
  const url = new URL('http://example.com:8080/a');
  url.hostname = 'a b';
  url.host = 'c d:1';
  expect(url.href).toBe('http://example.com:8080/a');
  url.host = 'other.org:1';
  expect(url.href).toBe('http://other.org:1/a');
  expect(() => (url.href = 'nope')).toThrow(expect.objectContaining({ name: 'TypeError', message: 'Invalid URL', code: 'ERR_INVALID_URL' }));
  expect(() => (url.href = 'http://a b')).toThrow(TypeError);
  url.href = 'https://b';
  expect(url.href).toBe('https://b/');
});
test('the class', () => {
  class Own extends URL {
    get name() {
      return this.hostname;
    }
  }
  const own = new Own('http://a/');
  expect([own.name, own instanceof URL, own instanceof Own, own.constructor]).toEqual(['a', true, true, Own]);
  const url = new URL('http://a');
  expect(url.constructor).toBe(URL);
  expect(url).toBeInstanceOf(URL);
  expect(Object.prototype.toString.call(url)).toBe('[object URL]');
  expect([URL.name, URL.length, typeof URL]).toEqual(['URL', 1, 'function']);
  expect(() => URL('http://a')).toThrow(TypeError);
  expect(url).toEqual(new URL('http://a/'));
});
