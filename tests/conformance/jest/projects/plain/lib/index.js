exports.common = require('./common');
