declare const test: (name: string, run: () => void) => void;

test('a global', () => {
  const text: string = 1;
});

test('another global', () => {});

export {};
