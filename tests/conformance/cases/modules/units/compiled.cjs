Object.defineProperty(exports, '__esModule', { value: true });
exports.default = 'its own';
exports.named = 'named';
