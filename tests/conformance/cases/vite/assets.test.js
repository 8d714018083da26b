import icon from './assets/icon.svg';
import image from './assets/image.png';
import names from './assets/names.module.css';
import './assets/plain.css';
import source from './assets/script.js?raw';
import text from './assets/text.txt?raw';

describe('raw', () => {
  test('text', () => expect(text).toBe("text with 'quotes', `backticks`, ${braces} and \\\\ backslashes\n"));
  test('script', () => expect(source.split('\n')[0]).toBe('let count = 0;'));
  test('JSON', async () => expect((await import('./assets/data.json?raw')).default).toBe('{ "a": 1, "b-c": 2 }\n'));
  test('among other words', async () => {
    const found = await Promise.all([import('./assets/text.txt?raw&a'), import('./assets/text.txt?a&raw')]);
    expect(found.map((module) => module.default)).toEqual([text, text]);
  });
});

describe('assets', () => {
  test('image', () => expect(image).toBe('/vite/assets/image.png'));
  test('url', async () => expect((await import('./assets/image.png?url')).default).toBe('/vite/assets/image.png'));
  test('inline', async () =>
    expect((await import('./assets/image.png?inline')).default).toBe('data:image/png;base64,bm90IHJlYWxseSBhbiBpbWFnZQ=='));
  test('no-inline', async () => expect((await import('./assets/image.png?no-inline')).default).toBe('/vite/assets/image.png?no-inline'));
  test('other query', async () => expect((await import('./assets/image.png?a=1')).default).toBe('/vite/assets/image.png?a=1'));
  test('url of a script', async () => expect((await import('./assets/script.js?url')).default).toBe('/vite/assets/script.js'));
  test('url of JSON', async () => expect((await import('./assets/data.json?url')).default).toBe('/vite/assets/data.json'));
  test('text', async () => expect((await import('./assets/text.txt')).default).toBe('/vite/assets/text.txt'));
  test('small image of text', () =>
    expect(icon).toBe(
      "data:image/svg+xml,%3csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%201%201'%3e%3cpath%20d='M0%200h1v1z'%20fill='%23000'/%3e%3c/svg%3e",
    ));
  test('with words', async () => expect((await import('./assets/words.svg')).default).toMatch(/^data:image\/svg\+xml;base64,/));
  test('without inlining', async () => expect((await import('./assets/icon.svg?no-inline')).default).toBe('/vite/assets/icon.svg?no-inline'));
  test('a missing file', async () => {
    await expect(import('./assets/missing.txt?raw')).rejects.toThrow();
  });
});

describe('style sheets', () => {
  test('are empty', async () => expect((await import('./assets/plain.css')).default).toBe(''));
  test('with a query', async () => {
    const found = await Promise.all([import('./assets/plain.css?inline'), import('./assets/plain.css?raw'), import('./assets/plain.css?url')]);
    expect(found.map((module) => module.default)).toEqual(['', '', '']);
  });
  test('class names', () => expect([names.button, names['other-name'], names.missing]).toEqual(['_button_581640', '_other-name_581640', '_missing_581640']));
  test('a module inline', async () => expect((await import('./assets/names.module.css?inline')).default).toBe(''));
});

describe('scripts with a query', () => {
  test('are other instances', async () => {
    const [plain, one, two, again] = await Promise.all([
      import('./assets/script.js'),
      import('./assets/script.js?v=1'),
      import('./assets/script.js?v=2'),
      import('./assets/script.js?v=1'),
    ]);
    expect([plain.next(), plain.next(), one.next(), two.next(), again.next()]).toEqual([1, 2, 1, 1, 2]);
    expect(one).toBe(again);
  });
  test('are at their file', async () => {
    const { url, filename, dirname } = await import('./assets/script.js?v=3');
    expect([url, filename, dirname].map((text) => text.replace(/^.*\/vite/, '/vite'))).toEqual([
      '/vite/assets/script.js',
      '/vite/assets/script.js',
      '/vite/assets',
    ]);
  });
  test('JSON is none', async () => {
    await expect(import('./assets/data.json?a')).rejects.toThrow();
  });
  test('worker', async () => expect(typeof (await import('./assets/work.js?worker')).default).toBe('function'));
  test('URL of a worker', async () => expect((await import('./assets/work.js?worker&url')).default).toBe('/vite/assets/work.js?worker_file&type=module'));
  test('URLs', () => expect(new URL('./assets/text.txt', import.meta.url).pathname).toMatch(/\/vite\/assets\/text\.txt$/));
});

vi.mock('./assets/image.png?mocked', () => ({ default: 'mocked' }));
describe('mocks', () => {
  test('with a query', async () => {
    expect((await import('./assets/image.png?mocked')).default).toBe('mocked');
    expect((await import('./assets/image.png')).default).toBe('/vite/assets/image.png');
  });
});
