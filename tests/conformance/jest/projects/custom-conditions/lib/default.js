module.exports = 'default';
