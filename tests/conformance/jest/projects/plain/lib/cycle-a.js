exports.letter = 'a';
const b = require('./cycle-b');

exports.both = () => b.both();
