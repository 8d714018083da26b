const { partly } = require('/node_modules/.verdict/foreign.js');

const plugin = { $package: 'typescript-eslint', meta: { name: 'typescript-eslint' }, rules: {} };
const base = { name: 'typescript-eslint/base', plugins: { '@typescript-eslint': plugin } };
const files = ['**/*.ts', '**/*.tsx', '**/*.mts', '**/*.cts'];
const off = (names) => Object.fromEntries(names.map((name) => [name, 'off']));
const on = (names) => Object.fromEntries(names.map((name) => [`@typescript-eslint/${name}`, 'error']));

// What TypeScript itself finds.
const eslintRecommended = {
  name: 'typescript-eslint/eslint-recommended',
  files,
  rules: {
    ...off([
      'constructor-super',
      'getter-return',
      'no-class-assign',
      'no-const-assign',
      'no-dupe-args',
      'no-dupe-class-members',
      'no-dupe-keys',
      'no-func-assign',
      'no-import-assign',
      'no-new-native-nonconstructor',
      'no-obj-calls',
      'no-redeclare',
      'no-setter-return',
      'no-this-before-super',
      'no-undef',
      'no-unreachable',
      'no-unsafe-negation',
      'no-with',
    ]),
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
  },
};
const RECOMMENDED = [
  'ban-ts-comment',
  'no-array-constructor',
  'no-duplicate-enum-values',
  'no-empty-object-type',
  'no-explicit-any',
  'no-extra-non-null-assertion',
  'no-misused-new',
  'no-namespace',
  'no-non-null-asserted-optional-chain',
  'no-require-imports',
  'no-this-alias',
  'no-unnecessary-type-constraint',
  'no-unsafe-declaration-merging',
  'no-unsafe-function-type',
  'no-unused-expressions',
  'no-unused-vars',
  'no-wrapper-object-types',
  'prefer-as-const',
  'prefer-namespace-keyword',
  'triple-slash-reference',
];
const STRICT = [
  'no-dynamic-delete',
  'no-extraneous-class',
  'no-invalid-void-type',
  'no-non-null-asserted-nullish-coalescing',
  'no-non-null-assertion',
  'no-useless-constructor',
  'prefer-literal-enum-member',
  'unified-signatures',
];
const STYLISTIC = [
  'adjacent-overload-signatures',
  'array-type',
  'ban-tslint-comment',
  'class-literal-property-style',
  'consistent-generic-constructors',
  'consistent-indexed-object-style',
  'consistent-type-assertions',
  'consistent-type-definitions',
  'no-confusing-non-null-assertion',
  'no-empty-function',
  'no-inferrable-types',
  'prefer-for-of',
  'prefer-function-type',
];
const own = (names) =>
  names.filter((name) =>
    ['no-array-constructor', 'no-unused-expressions', 'no-unused-vars', 'no-useless-constructor', 'no-empty-function'].includes(name),
  );
const list = (name, names) => [base, eslintRecommended, { name: `typescript-eslint/${name}`, rules: { ...off(own(names)), ...on(names) } }];
const recommended = list('recommended', RECOMMENDED);
const strict = list('strict', [...RECOMMENDED, ...STRICT]);
strict.at(-1).rules['@typescript-eslint/ban-ts-comment'] = ['error', { minimumDescriptionLength: 10 }];
const stylistic = list('stylistic', STYLISTIC);

function config(...objects) {
  return objects.flat(Infinity).flatMap((object) => {
    // A value of a package that is not here has every key.
    if (typeof object === 'function' || !object?.extends) return [object];
    const { extends: bases, ...rest } = object;
    const laid = [bases].flat(Infinity).map((one) => ({
      ...one,
      ...(rest.files && { files: rest.files }),
      ...(rest.ignores && { ignores: rest.ignores }),
    }));
    return [...laid, rest];
  });
}

module.exports = partly('typescript-eslint', {
  config,
  plugin,
  parser: { $package: '@typescript-eslint/parser' },
  configs: {
    base,
    eslintRecommended,
    recommended,
    recommendedTypeChecked: recommended,
    recommendedTypeCheckedOnly: recommended,
    strict,
    strictTypeChecked: strict,
    strictTypeCheckedOnly: strict,
    stylistic,
    stylisticTypeChecked: stylistic,
    stylisticTypeCheckedOnly: stylistic,
    all: strict,
    disableTypeChecked: { name: 'typescript-eslint/disable-type-checked', rules: {} },
  },
});
