module.exports = 'addons';
