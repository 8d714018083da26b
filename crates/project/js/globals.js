// Environments go by a key, so that `{ ...globals.browser, ...globals.node }` keeps both.
module.exports = new Proxy(
  {},
  {
    get: (_, key) => (typeof key === 'symbol' || key === '__esModule' || key === 'then' ? undefined : { [`$globals:${key}`]: true }),
  },
);
