module.exports = { className: 'stub' };
