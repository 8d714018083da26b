module.exports = 'module';
