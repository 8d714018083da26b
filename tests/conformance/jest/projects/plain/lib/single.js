/** A CommonJS module that is a function. */
module.exports = function real() {
  return 'real';
};
module.exports.extra = 1;
