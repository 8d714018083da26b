module.exports = { who: () => 'manual' };
