/** @jsx make */
const make = (type, props, ...children) => [type, props, ...children];

it('has the function that a comment names', () => expect(<a href="#">text</a>).toEqual(['a', { href: '#' }, 'text']));
