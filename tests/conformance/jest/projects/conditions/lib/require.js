module.exports = 'require';
