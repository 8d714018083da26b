export default {
  valid: [{ code: 'f(() => g(function () {}))', options: [2] }, 'f(() => {})', { code: '(() => (() => {})())()', options: [1] }, { code: 'new A(() => new B(() => {}))', options: [1] }],
  invalid: [{ code: 'f(() => g(function () {}))', options: [1] }, { code: 'f(function a() { g(async () => h(function* () {})) })', options: [{ max: 1 }] }, { code: 'new A(() => new B(() => {}))', options: [{ max: 1, checkConstructorCallCallbacks: true }] }, { code: 'f(() => {})', options: [0] }],
};
