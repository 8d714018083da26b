const { partly } = require('/node_modules/.verdict/foreign.js');

let count = 0;

module.exports = partly('eslint', {
  defineConfig: (...configs) => configs.flat(Infinity),
  globalIgnores: (ignores, name) => {
    count += 1;
    return { name: name ?? `globalIgnores ${count}`, ignores };
  },
  includeIgnoreFile: () => ({ ignores: [] }),
});
