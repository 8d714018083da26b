exports.name = 'named';
