exports.run = () => 'real';
