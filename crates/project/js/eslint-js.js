const { partly } = require('/node_modules/.verdict/foreign.js');

// Presets go by a key among the rules, so that `...js.configs.recommended.rules` keeps them.
const preset = (name) => ({ name: `eslint/${name}`, rules: { [`$preset:${name}`]: 'error' } });

module.exports = partly('@eslint/js', {
  meta: { name: '@eslint/js', version: '10.0.0' },
  configs: { recommended: preset('recommended'), all: preset('all') },
});
