exports.greet = () => 'manual';
