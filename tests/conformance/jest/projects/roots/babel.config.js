/** Jest runs ES modules as CommonJS, as Babel writes them. */
module.exports = { presets: [['@babel/preset-env', { targets: { node: 'current' } }]] };
