const { get } = require('./common');

exports.use = () => get();
