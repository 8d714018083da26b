describe('the length of an array', () => {
  // Several times at one place: an engine may remember where it found a property.
  const cut = (array, length) => {
    array.length = length;
    return Object.keys(array);
  };

  test('is assigned', () => {
    for (const length of [2, 1, 0]) {
      expect(cut(['a', 'b', 'c'], length)).toEqual(['0', '1', '2'].slice(0, length));
      expect(cut([1, 2, 3], length)).toHaveLength(length);
    }
  });

  test('is counted down', () => {
    const array = ['a', 'b', 'c'];
    const left = [];
    while (array.length > 0) {
      array.length--;
      left.push(Object.keys(array).length);
    }
    expect(left).toEqual([2, 1, 0]);
  });

  test('is a target of a pattern', () => {
    for (const array of [[1], [2], [3]]) {
      [array.length] = [0];
      expect(array).toEqual([]);
      expect(0 in array).toBe(false);
    }
  });

  test('refuses what is no length', () => {
    for (const array of [[1], [2], [3]]) {
      expect(() => {
        array.length = -1;
      }).toThrow(RangeError);
      expect(() => {
        Object.freeze(array).length = 0;
      }).toThrow(TypeError);
    }
  });

  test('of another object is a property', () => {
    for (const object of [{ length: 3, 0: 'a' }, { length: 3, 0: 'b' }]) {
      object.length -= 3;
      expect(Object.keys(object)).toEqual(['0', 'length']);
      expect(object.length).toBe(0);
    }
  });
});
