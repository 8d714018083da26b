// What a case comes to, as text: its value as JSON, or its error with name, code and message.
globalThis.run = async (source) => {
  try {
    const value = await (0, eval)(source);
    return JSON.stringify(value) ?? String(value);
  } catch (error) {
    return `${error.name} ${error.code}: ${error.message}`;
  }
};
globalThis.caught = (f) => {
  try {
    return f();
  } catch (error) {
    return `${error.name} ${error.code}: ${error.message}`;
  }
};
// For cases of sorting: numbers without order, and what a comparator was asked, of what came of it.
globalThis.numbers = (n, seed = 1) => Array.from({ length: n }, () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) >> 8);
globalThis.told = (list, compare) => {
  let hash = 0;
  let calls = 0;
  const mix = (x) => (hash = (hash * 31 + Number(x)) | 0);
  const sorted = list.sort((a, b) => {
    calls += 1;
    mix(a);
    mix(b);
    return compare(a, b, calls);
  });
  const asked = hash;
  sorted.forEach(mix);
  return [calls, asked, hash, sorted === list];
};
globalThis.toldTyped = (Type, n, compare) => told(Type.from(numbers(n)), compare);
