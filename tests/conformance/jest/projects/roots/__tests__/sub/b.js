test('is found in a folder', () => {});
