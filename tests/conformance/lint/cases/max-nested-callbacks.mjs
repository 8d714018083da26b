const table = {
  valid: [{ code: 'f(() => g(function () {}))', options: [2] }, 'f(() => {})', { code: '(() => (() => {})())()', options: [1] }, { code: 'new A(() => new B(() => {}))', options: [1] }],
  invalid: [{ code: 'f(() => g(function () {}))', options: [1] }, { code: 'f(function a() { g(async () => h(function* () {})) })', options: [{ max: 1 }] }, { code: 'new A(() => new B(() => {}))', options: [{ max: 1, checkConstructorCallCallbacks: true }] }, { code: 'f(() => {})', options: [0] }],
};

table.valid.push(
  {"code":"f(() => {})","options":[1]},
  {"code":"(() => { (() => {})() })()","options":[0]},
);
table.invalid.push(
  {"code":"f(() => { g(function () {}) })","options":[1]},
  {"code":"f(() => { g(() => { h(async () => {}) }) })","options":[{"max":1}]},
  {"code":"f(() => { new G(() => {}) })","options":[{"max":1,"checkConstructorCallCallbacks":true}]},
  {"code":"f(a, function b() {})","options":[0]},
);

export default table;
