export const own = 1;
exports.later = 2;
