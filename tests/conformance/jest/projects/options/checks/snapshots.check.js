/** A serializer of the configuration. */
test('it is used', () => expect({ kind: 'money', amount: 5 }).toMatchInlineSnapshot(`Money<5>`));
