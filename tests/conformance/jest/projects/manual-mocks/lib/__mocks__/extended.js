/** A manual mock that begins with an automatic one. */
const extended = jest.createMockFromModule('../extended');
extended.replaced = jest.fn(() => 'manual');

module.exports = extended;
