module.exports = { who: () => 'real' };
