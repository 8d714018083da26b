/** Configurations: which objects apply to a file, and what comes of several of them. */

const rules = (entries) => ({ rules: entries });
const error = rules({ 'no-debugger': 'error' });
const by = (configs, code = 'debugger;', filename = 'src/a.js') => ({ code, configs, filename });

export default {
  valid: [
    by([error, rules({ 'no-debugger': 'off' })]), by([{ files: ['lib/**'], ...error }]), by([{ files: ['*.js'], ...error }]), by([error, { ignores: ['src/'] }], 'a;', 'lib/a.js'), by([{ files: ['src/*.js'], ignores: ['**/a.js'], ...error }]),
    by([{ files: [['src/**', '**/*.mjs']], ...error }]), by([{ basePath: 'lib', ...error }]), by([{ basePath: 'src', files: ['src/*.js'], ...error }]), by([{ extends: ['recommended'], rules: { 'no-debugger': 0 } }]), by([{ files: ['lib/*'], extends: [error] }]),
    by([{ files: ['src/**'], extends: [{ files: ['**/b.js'], ...error }] }]), by([{ ignores: ['**/a.js'], ...error }]), by([{ files: ['src/**', '!src/a.js'], ignores: ['src/a.js'], ...error }]),
    by([{ files: ['src/**'], ignores: ['**/*.js', '!**/b.js'], ...error }]), by([rules({ 'no-empty': ['error', { allowEmptyCatch: true }] }), rules({ 'no-empty': 'warn' })], 'try { a() } catch {}'),
    by([{ languageOptions: { globals: { NaN: 'off' } } }, rules({ 'use-isnan': 2 })], 'a === NaN'), by([{ linterOptions: { noInlineConfig: false } }, error], 'debugger; // eslint-disable-line'),
  ],
  invalid: [
    by([error]), by([rules({ 'no-debugger': 'off' }), rules({ 'no-debugger': 1 })]), by([{ files: ['src/**'], ...error }]), by([{ files: ['**/*.js'], ...error }]), by([{ files: ['*.js'], ...error }], 'debugger;', 'a.js'), by([{ files: ['./src/*.js'], ...error }]), by([{ files: ['src/{a,b}.js'], ...error }]),
    by([{ files: ['src/[a-c].js'], ...error }]), by([{ files: ['src/?.js'], ...error }]), by([{ files: ['**/a.js'], ...error }]), by([{ files: ['!lib/**'], ...error }]), by([{ files: [['src/**', '**/*.js']], ...error }]), by([{ basePath: 'src', files: ['*.js'], ...error }]), by([{ ignores: ['!src/a.js'], ...error }]),
    by([{ files: ['src/**'], ignores: ['**/*.js', '!**/a.js'], ...error }]), by([{ extends: ['recommended'] }]), by([{ files: ['src/**'], extends: [{ files: ['**/a.js'], ...error }] }]), by([{ extends: [error, rules({ 'no-debugger': 'warn' })] }]), by([{ extends: [[error]], rules: { 'no-empty': 1 } }], 'debugger; {}'),
    by([rules({ 'no-empty': ['error', { allowEmptyCatch: true }] }), rules({ 'no-empty': ['warn', {}] })], 'try { a() } catch {}'), by([error], 'debugger;', '.hidden/a.js'), by([{ files: ['**/*.js'], ...error }], 'debugger;', '.hidden/a.js'), by([error], 'debugger;', 'a.cjs'), by([{ ...error, ignores: ['src'] }]), by([{ ...error, ignores: ['src/'] }]),
    by([{ languageOptions: { globals: { NaN: 'off' } } }, { languageOptions: { globals: { NaN: false } } }, rules({ 'use-isnan': 2 })], 'a === NaN'), by([{ languageOptions: { sourceType: 'script' } }, error], 'with (a) debugger;'), by([{ languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } } }, error], 'debugger; <a />;'),
    by([rules({ 'no-empty': [1, { allowEmptyCatch: true }], 'use-isnan': 'error' })], '{} a == NaN'),
  ],
};
