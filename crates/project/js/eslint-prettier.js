// It only turns off rules of layout, which Verdict does not have.
module.exports = { name: 'config-prettier', rules: {} };
