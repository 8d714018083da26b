const a = require('./cycle-a');

exports.both = () => `${a.letter}b`;
