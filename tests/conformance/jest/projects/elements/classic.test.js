import React from './lib/react';
import Button from './lib/button';
import { Old } from './lib/old';

jest.mock('./lib/named', () => ({ name: 'mocked' }));

it('has elements in a file that is named .js', () => {
  const element = (
    <>
      <Button label="a" />
      {[1, 2].map((n) => (
        <b key={n}>{n}</b>
      ))}
    </>
  );
  expect(element.type).toBe('fragment');
  expect(element.children[0].type).toBe(Button);
  expect(element.children[1].map(({ props, children }) => [props.key, children])).toEqual([
    [1, [1]],
    [2, [2]],
  ]);
});
it('has them in a module', () => expect(Button({ label: 'b' }).children.join('')).toBe("It's b; don't < wait"));
it('has them in CommonJS', () => expect(Old()).toEqual({ type: 'i', props: {}, children: ['old'] }));
it('moves mocks above imports', () => expect(require('./lib/named').name).toBe('mocked'));
