export default {
  valid: [
    'a === b', 'a !== b', 'a + b == c === d;'.replace('== c', '=== c'), { code: 'typeof a == "number"', options: ['smart'] }, { code: '"a" != `b`', options: ['smart'] },
    { code: '1 == 1; null == a; a != null; 2 == 3', options: ['smart'] }, { code: 'null == a', options: ['allow-null'] },
    { code: 'a == null; null != b', options: ['always', { null: 'ignore' }] }, { code: 'a == null', options: ['always', { null: 'never' }] },
    { code: 'a === null', options: ['always', { null: 'ignore' }] }, { code: 'a in b; a < b', options: ['always'] }, { code: 'a === null', options: ['smart'] },
  ],
  invalid: [
    'a == b', 'a != b', 'typeof a == "number"', '"string" != typeof a', 'true == true', 'null == null', '2 == 3', '"a" == "b"', '`a` == "b"', '1n == 2n', '/a/ == null',
    'a/* == */==/* b */b', '(a)\n==\n(b)', 'if (a) { foo == null }', { code: 'a == b', options: ['smart'] }, { code: 'a == "b"', options: ['smart'] }, { code: 'typeof a == b', options: ['allow-null'] },
    { code: 'a === null; null !== b', options: ['always', { null: 'never' }] }, { code: 'a == b; a == null', options: ['always', { null: 'always' }] }, { code: 'true == null', options: ['always', { null: 'ignore' }] }.code,
    { code: 'null == null', options: ['always'] }, 'a\u00e9 == "\ud83d\ude00" == c', '`a${b}` == "c"', { code: '`a${b}` == "c"', options: ['smart'] }, { filename: 'a.ts', code: '(a as any) == b!; const x = (a) == (<any>b)' },
  ],
};
