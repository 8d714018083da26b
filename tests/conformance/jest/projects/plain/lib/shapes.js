/** Values of every kind, for automatic mocks. */
class Parent {
  inherited() {
    return 'inherited';
  }
}

class Child extends Parent {
  static total = 3;

  own() {
    return 'own';
  }
}

const withProperties = () => 'called';
withProperties.level = 2;
withProperties.helper = () => 'helped';

module.exports = {
  Child,
  withProperties,
  number: 1,
  text: 'text',
  flag: true,
  nothing: null,
  list: [1, 2],
  pattern: /a/,
  symbol: Symbol.for('shape'),
  async wait() {
    return 'waited';
  },
  *walk() {
    yield 1;
  },
};
