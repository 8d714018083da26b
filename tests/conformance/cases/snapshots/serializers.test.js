import { describe, expect, test } from 'vitest';

const element = Symbol.for('react.element');
const modern = Symbol.for('react.transitional.element');
const fragment = Symbol.for('react.fragment');
const testJson = Symbol.for('react.test.json');
const h = (type, props, ...children) => ({
  $$typeof: element,
  type,
  key: null,
  ref: null,
  props: { ...props, ...(children.length === 0 ? {} : { children: children.length === 1 ? children[0] : children }) },
});
const json = (type, props, children = null) => {
  const object = { type, props, children };
  Object.defineProperty(object, '$$typeof', { value: testJson });
  return object;
};
function Component() {}
const Named = () => null;
Named.displayName = 'Shown';

const shown = {
  'an element': h('div'),
  'with text': h('div', { id: 'a' }, 'text'),
  'with children': h('ul', { className: 'list' }, h('li', null, 'one'), h('li', null, 'two')),
  'a component': h(Component, { n: 1, list: [1, 2], on: () => {} }),
  'a component with a name': h(Named, { flag: true }),
  'a component without': h(() => {}, {}),
  'a fragment': h(fragment, null, h('a'), 'b'),
  'with a key': { ...h('li', {}), key: 'k' },
  'of React 19': { ...h('p', { title: 'x' }, 'y'), $$typeof: modern },
  'of a renderer for tests': json('div', { id: 'a', z: 1, b: '"quoted"' }, ['text', json('b', {}, ['bold'])]),
  'without props': json('br', undefined),
};

describe('react', () => {
  for (const [name, value] of Object.entries(shown)) {
    test(name, () => expect(value).toMatchSnapshot());
    test(`${name}, inside`, () => expect({ value }).toMatchSnapshot());
  }
});

describe('immutable', () => {
  const list = (items) => ({
    '@@__IMMUTABLE_ITERABLE__@@': true,
    '@@__IMMUTABLE_LIST__@@': true,
    _items: items,
    size: items.length,
    [Symbol.iterator]() {
      return items[Symbol.iterator]();
    },
    values() {
      return items.values();
    },
  });
  test('a list', () => expect(list([1, 'a'])).toMatchSnapshot());
});

describe('dom', () => {
  class NodeList extends Array {}
  class DOMStringMap {}
  class NamedNodeMap {}
  test('a list of nodes', () => expect(NodeList.from([1, 2])).toMatchSnapshot());
  test('a map of texts', () => expect(Object.assign(new DOMStringMap(), { b: '2', a: '1' })).toMatchSnapshot());
  test('attributes', () => {
    const map = new NamedNodeMap();
    map.length = 2;
    map[Symbol.iterator] = function* () {
      yield { name: 'id', value: 'a' };
      yield { name: 'class', value: 'b' };
    };
    expect(map).toMatchSnapshot();
  });
  test('an element', () => {
    class HTMLElement {
      nodeType = 1;
      tagName = 'DIV';
      attributes = [
        { name: 'id', value: 'x' },
        { name: 'class', value: 'y' },
      ];
      childNodes = [{ nodeType: 3, data: 'text', constructor: { name: 'Text' } }];
      hasAttribute() {
        return false;
      }
    }
    expect(new HTMLElement()).toMatchSnapshot();
  });
  test('an element that is met again below what it holds', () => {
    class Element {
      nodeType = 1;
      tagName = 'B';
      attributes = [];
      childNodes = [];
    }
    const element = new Element();
    const holder = { name: 'holder', parent: element };
    element.childNodes.push(holder, { nodeType: 3, data: 'text', constructor: { name: 'Text' } });
    expect({ element, again: element }).toMatchInlineSnapshot(`
      {
        "again": <b>
          {
            "name": "holder",
            "parent": <b>
              [Circular]
              text
            </b>,
          }
          text
        </b>,
        "element": <b>
          {
            "name": "holder",
            "parent": <b>
              [Circular]
              text
            </b>,
          }
          text
        </b>,
      }
    `);
  });
});

describe('plain', () => {
  class Own {
    a = 1;
  }
  const circle = { name: 'circle' };
  circle.self = circle;
  const values = {
    'a class': new Own(),
    'without a prototype': Object.assign(Object.create(null), { b: 1, a: 2 }),
    'a map': new Map([['b', 1], ['a', { c: 2 }]]),
    'a set': new Set(['b', 'a']),
    'an error': new TypeError('no'),
    'an error with more': Object.assign(new Error('no'), { code: 1 }),
    'an error with a cause': new Error('no', { cause: new Error('why') }),
    'a date': new Date(0),
    'no date': new Date(NaN),
    'a pattern': /a"b/gi,
    'a function': function named() {},
    'an arrow': () => {},
    'a symbol': Symbol('s'),
    'a bigint': 10n,
    'minus zero': -0,
    'a text': 'a "quoted" \\ `text`\n${line}',
    'an array with holes': [1, , 3],
    'a typed array': new Uint8Array([1, 2]),
    'a buffer': new ArrayBuffer(2),
    'a circle': circle,
    'a promise': Promise.resolve(1),
    'a weak map': new WeakMap(),
    'arguments': (function () {
      return arguments;
    })(1, 2),
    'keys that are sorted': { b: 1, a: 2, 10: 3, 9: 4, [Symbol('s')]: 5, 'c-d': 6 },
    'undefined': undefined,
    'nested': { a: [{ b: [{ c: [] }] }], d: {} },
    'any': expect.any(String),
    'matchers': [expect.anything(), expect.stringContaining('x'), expect.not.objectContaining({ a: 1 })],
    'a tagged object': { [Symbol.toStringTag]: 'Mine', a: 1 },
    'a boxed text': new String('s'),
    'with toJSON': { toJSON: () => ({ json: true }) },
  };
  for (const [name, value] of Object.entries(values)) test(name, () => expect(value).toMatchSnapshot());
});

describe('own serializers', () => {
  test('comes before', () => {
    expect.addSnapshotSerializer({
      test: (value) => value?.special === true,
      serialize: (value, config, indentation, depth, refs, printer) => `SPECIAL(${printer(value.inner, config, indentation, depth, refs)})`,
    });
    expect({ special: true, inner: { a: 1 } }).toMatchSnapshot();
  });
  test('print, the older form', () => {
    expect.addSnapshotSerializer({ test: (value) => value?.old === true, print: (value, serialize, indent) => `OLD\n${indent(serialize(value.inner))}` });
    expect([{ old: true, inner: [1] }]).toMatchSnapshot();
  });
  test('the last one first', () => {
    expect.addSnapshotSerializer({ test: (value) => value?.special === true, serialize: () => 'LATER' });
    expect({ special: true }).toMatchSnapshot();
  });
});
