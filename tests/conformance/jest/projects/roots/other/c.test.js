test('is outside', () => {});
