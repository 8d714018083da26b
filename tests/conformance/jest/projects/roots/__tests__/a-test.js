test('is found below its root', () => {});
