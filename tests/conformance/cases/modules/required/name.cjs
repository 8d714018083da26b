exports.name = () => 'real';
exports.runs = globalThis.runs = (globalThis.runs ?? 0) + 1;
