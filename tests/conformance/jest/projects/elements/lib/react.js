/** What a file makes elements with. */
module.exports = {
  Fragment: 'fragment',
  createElement: (type, props, ...children) => ({ type, props: { ...props }, children }),
};
