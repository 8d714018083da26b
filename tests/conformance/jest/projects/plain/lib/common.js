/** A CommonJS module with names. */
exports.get = () => 'real get';
exports.other = () => 'real other';
