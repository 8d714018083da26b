// biome-ignore format: The commas are what this is about.
test('a list has its commas at the start of lines', () => {
  let one = ([1])
    , two = one.map((x) => x ? x + 1 : 0)
    , three;
  const four = 4 // not, this
    , five = 5 /* nor, 
    this */ , six = 6;
  for (let i = 0
    , most = 3; i < most; i++) three = i;
  expect([one, two, three, four, five, six]).toEqual([[1], [2], 2, 4, 5, 6]);
});
