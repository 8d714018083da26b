/** Comments that disable, enable and configure rules, and those without effect. */

const on = [{ rules: { 'no-debugger': 'error', 'no-empty': 'warn' } }];
const by = (code, configs = on) => ({ code, configs });
const reports = (value) => [...on, { linterOptions: { reportUnusedDisableDirectives: value } }];

export default {
  valid: [
    'debugger; // eslint-disable-line', 'debugger; // eslint-disable-line no-debugger -- stepping', '// eslint-disable-next-line no-debugger, no-empty\ndebugger; if (a) {}', '/* eslint-disable-next-line\n  no-debugger,\n  no-empty\n*/\ndebugger; {}',
    '/* eslint-disable */ debugger; {}', '/* eslint-disable no-debugger */ debugger;', '/*eslint-disable no-debugger*/debugger/*eslint-enable no-debugger*/', '/* eslint no-debugger: off */ debugger;', '/* eslint "no-debugger": 0, no-empty: [0] */ debugger; {}',
    '/* eslint-disable "no-debugger", \'no-empty\' */ debugger; {}', '/* eslint-disable no-debugger ---- why */ debugger;', '// eslint no-debugger: error\nok;', '/* global a, b:writable, c: off */ ok;', '/* exported foo */ ok;',
    ['/* eslint no-empty: ["error", { "allowEmptyCatch": true }] */ try { a() } catch {}', [{ rules: { 'no-empty': 0 } }]], ['/* eslint no-empty: 1 */ try { a() } catch {}', [{ rules: { 'no-empty': ['error', { allowEmptyCatch: true }] } }]],
    ['/* eslint-disable-line no-debugger */ debugger;', reports('error')],
  ].map((one) => (Array.isArray(one) ? by(...one) : by(one))),
  invalid: [
    'debugger; // eslint-disable-line no-empty', 'debugger;\n// eslint-disable-line', '// eslint-disable\ndebugger;', '/* eslint-disable */\ndebugger; {}\n/* eslint-enable */\ndebugger;', '/* eslint-disable no-empty, no-debugger */\ndebugger; {}\n/* eslint-enable no-empty */\n{} debugger;',
    '/* eslint-disable */\ndebugger; {}\n/* eslint-enable no-empty */\n{} debugger;', '/* eslint-disable no-empty */ {} /* eslint-enable */ {} /* eslint-disable no-empty */ {}', '// eslint-disable-next-line\n\ndebugger;', '/* eslint no-empty: 2 */ {} debugger;',
    ['/* eslint no-debugger: 1, no-empty: error */ {} debugger;', []], ['/* eslint no-empty: [error, {allowEmptyCatch: true}] */ {} try { a() } catch {}', []], ['/* eslint no-empty: 2 */ /* eslint no-empty: 0 */ {}', []], ['/* eslint no-empty: 3 */ {}', on], ['/* eslint no-empty: [2, {"x": 1}] */ {}', []],
    ['/* eslint-disable */ a;', reports(true)], ['/* eslint-disable no-debugger */ a;', reports('error')], ['/* eslint-disable no-debugger, no-empty */ debugger;', reports('warn')], ['/* eslint-disable no-empty, no-debugger */ debugger;', reports('warn')], ['/* eslint-disable no-empty , "no-debugger" , use-isnan */ debugger;', reports('warn')],
    ['/* eslint-disable no-empty, no-debugger, use-isnan -- why */ a;', reports('warn')], ['a; // eslint-disable-line no-empty, no-debugger', reports('warn')], ['// eslint-disable-next-line no-empty\na;', reports('warn')], ['/* eslint-disable */ debugger; // eslint-disable-line', reports('warn')],
    ['/* eslint-disable */ debugger; /* eslint-enable */ /* eslint-enable no-empty */', reports('warn')], ['/* eslint-enable no-debugger */ a;', reports('warn')], ['/* eslint-disable no-debugger */ debugger; /* eslint-enable no-debugger, no-empty */', reports('warn')], ['/* eslint-disable no-debugger */\n/* eslint-disable */ debugger;', reports('warn')],
    ['// eslint-disable-next-line no-debugger\n/* eslint-disable-line no-debugger */ debugger;', reports('warn')], ['/* eslint-disable */ debugger;', [...on, { linterOptions: { noInlineConfig: true } }]], ['debugger; // eslint-disable-line', [...on, { name: 'mine', linterOptions: { noInlineConfig: true } }]], ['/* global a, b, b */ a = 1; var b;', [{ languageOptions: { sourceType: 'script' }, linterOptions: { noInlineConfig: true }, rules: { 'no-redeclare': 'error', 'no-unused-vars': 'error' } }]],
    ['/* eslint no-empty 2 */ a;', on], ['/* global a:maybe */ a;', on], ['/* eslint-disable-line\n no-debugger */ debugger;', on], ['/* eslint-env browser */ a;', on], ['/* eslint no-console: 1 */ debugger;', on],
  ].map((one) => (Array.isArray(one) ? by(...one) : by(one))),
};
