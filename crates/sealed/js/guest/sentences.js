// Generated from crates/protocol/src/sentences.rs by `cargo xtask codegen`: do not edit.

export const declaredInTest = (what, name) => `${what} "${name}" is declared inside a test; declare it at the top level or in describe`;
export const declaredLate = (what, name) => `${what} "${name}" is declared late, after the tests of the file were collected`;
export const calledWhileRunning = (name) => `${name} is called while tests run; call it at the top level or in describe`;
export const tooManyTests = (most) => `More than ${most} tests and suites in one file`;
export const noTestFound = (name) => `No test found in suite ${name}`;
export const reserved = (message) => `${message} (test.sealedApi): move the code to a test file, or name its file in test.material`;
export const reservedImport = (importer, specifier) =>
  `${importer} may not import "${specifier}": the test API belongs to test material (test.sealedApi), and this file is part of the subject`;
export const reservedCall = (file, name) => `${file} called ${name} of the test API, which belongs to test material`;
export const reservedOwner = (name) => `${name} of the test API was called as part of an object that is no context of a test`;
export const judgeInSubject = (what, file) => `${what} is written in ${file}, and what judges belongs to test material`;
export const changedMaterial = (key, name, file) =>
  `The subject changed ${key} of ${name}, which ${file} exports: objects of test material belong to test material (test.sealedApi)`;
export const changedContext = (name) => `The context of the test has another ${name} (test.sealedApi)`;
export const madeFromText = () => `code made from text`;
export const withoutText = () => `a bound function or a proxy`;
export const unsupportedInJest = (name, instead) => `jest.${name}() is not supported. ${instead}`;
export const mockByPath = () => `Mock each module by its path`;
export const mockByFactory = () => `Give the mock a factory`;
export const retryInTest = () => `jest.retryTimes() must stand at the top level of a file or in describe`;
export const jestExpectsFunction = (name) => `jest.${name}() expects a function`;
export const viExpectsPath = (name, kind) => `vi.${name}() expects a string path, but received a ${kind}`;
export const legacyTimersOnly = () => `\`jest.runAllImmediates()\` is only available when using legacy fake timers.`;
export const replacedPrimitive = (kind) => `Cannot use replaceProperty on a primitive value; ${kind} given`;
export const replacedNothing = () => `No property name supplied`;
export const replacedMissing = (name) => `Property \`${name}\` does not exist in the provided object`;
export const replacedFixed = (name) => `Property \`${name}\` is not declared configurable`;
export const replacedAccessor = (name, what, word) =>
  `Cannot replace the \`${name}\` property because it has ${what}. Use \`jest.spyOn(object, '${name}', '${word}').mockReturnValue(value)\` instead.`;
export const noArtifacts = () =>
  `recordArtifact() is not supported: nothing is kept beside the result. Attach text to the test with context.annotate()`;
export const noSuchExport = (specifier, name) => `The requested module '${specifier}' does not provide an export named '${name}'`;
export const namesOfCommonJs = () => `: it is a CommonJS file, whose names are not all known before it runs; import its default`;
