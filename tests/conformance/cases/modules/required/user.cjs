const { name } = require('./name.cjs');
exports.user = () => name();
