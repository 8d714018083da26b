module.exports = 'development';
