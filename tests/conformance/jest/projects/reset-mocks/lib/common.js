exports.get = () => 'real get';
