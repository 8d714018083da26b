it('has elements without a name for what makes them', () => {
  expect(<p key="a">text</p>).toEqual({ type: 'p', props: { children: 'text' }, key: 'a' });
  expect(
    (
      <>
        <i />
      </>
    ).type,
  ).toBe('fragment');
});
