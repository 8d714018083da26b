exports.Fragment = 'fragment';
exports.jsx = exports.jsxs = exports.jsxDEV = (type, props, key) => ({ type, props, key });
