module.exports = {
  test: (value) => value?.kind === 'money',
  serialize: ({ amount }) => `Money<${amount}>`,
};
