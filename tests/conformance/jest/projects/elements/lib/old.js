const React = require('./react');

exports.Old = function Old() {
  return <i>old</i>;
};
