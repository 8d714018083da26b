module.exports = 'own';
