//! Sentences that both engines print, so that they read alike.
//!
//! `crates/sealed/js/guest/sentences.js` has the same as functions in JavaScript. It is generated:
//! `cargo xtask codegen` writes it.

/// Defines a function per sentence. Its parameters are the placeholders of the text.
macro_rules! sentences {
    ($($(#[$meta:meta])* $name:ident($($what:ident),*) $text:literal;)*) => {
        $(
            $(#[$meta])*
            #[must_use]
            pub fn $name($($what: impl std::fmt::Display),*) -> String {
                format!($text)
            }
        )*

        /// Each sentence: its name, its placeholders and its text.
        const ALL: &[(&str, &[&str], &str)] = &[$((stringify!($name), &[$(stringify!($what)),*], $text)),*];
    };
}

sentences! {
    /// A test or suite is declared while a test runs. `what` is `Test` or `Suite`.
    declared_in_test(what, name) "{what} \"{name}\" is declared inside a test; declare it at the top level or in describe";
    /// A test or suite is declared after collection.
    declared_late(what, name) "{what} \"{name}\" is declared late, after the tests of the file were collected";
    /// A function that declares hooks is called while tests run.
    called_while_running(name) "{name} is called while tests run; call it at the top level or in describe";
    /// A file uses `import.meta.glob` in another way than by a literal call.
    unreplaced_glob() "[module runner] \"import.meta.glob\" is statically replaced during file transformation. Make sure to reference it by the full name.";
    /// A file declares more tests and suites than `limits.tests`.
    too_many_tests(most) "More than {most} tests and suites in one file";
    /// A suite or file declares no test.
    no_test_found(name) "No test found in suite {name}";
    /// A refusal of `test.sealedApi`, with advice.
    reserved(message) "{message} (test.sealedApi): move the code to a test file, or name its file in test.material";
    /// The subject imports the test API.
    reserved_import(importer, specifier) "{importer} may not import \"{specifier}\": the test API belongs to test material (test.sealedApi), and this file is part of the subject";
    /// The subject calls a function of the test API.
    reserved_call(file, name) "{file} called {name} of the test API, which belongs to test material";
    /// A function of a test's context is called on another object.
    reserved_owner(name) "{name} of the test API was called as part of an object that is no context of a test";
    /// A function that takes part in judging is the subject's.
    judge_in_subject(what, file) "{what} is written in {file}, and what judges belongs to test material";
    /// The subject changed an object that test material exports.
    changed_material(key, name, file) "The subject changed {key} of {name}, which {file} exports: objects of test material belong to test material (test.sealedApi)";
    /// A part of a test's context was replaced.
    changed_context(name) "The context of the test has another {name} (test.sealedApi)";
    /// The author of code that `eval` and similar functions made.
    made_from_text() "code made from text";
    /// The author of a function without a source text.
    without_text() "a bound function or a proxy";
    /// A function of Jest that has no equivalent. `instead` is a sentence.
    unsupported_in_jest(name, instead) "jest.{name}() is not supported. {instead}";
    /// Advice for Jest's automatic mocks.
    mock_by_path() "Mock each module by its path";
    /// Advice for `jest.onGenerateMock`.
    mock_by_factory() "Give the mock a factory";
    /// `jest.retryTimes` is called while tests run.
    retry_in_test() "jest.retryTimes() must stand at the top level of a file or in describe";
    /// An argument of a function of Jest is no function.
    jest_expects_function(name) "jest.{name}() expects a function";
    /// Jest's message for a second call of the callback of a test.
    callback_called_twice() "Expected done to be called once, but it was called multiple times.";
    /// Jest's message for a test that takes a callback and returns something.
    callback_and_result() "Test functions cannot both take a 'done' callback and return something. Either use a 'done' callback, or return a promise.";
    /// Jest's message for a reason that is no error, which the callback of a test was called with.
    callback_failed(reason) "Failed: {reason}";
    /// An argument of a function of `vi` is no path.
    vi_expects_path(name, kind) "vi.{name}() expects a string path, but received a {kind}";
    /// Jest's message for `jest.runAllImmediates`.
    legacy_timers_only() "`jest.runAllImmediates()` is only available when using legacy fake timers.";
    /// Jest's message for a target of `jest.replaceProperty` that is no object.
    replaced_primitive(kind) "Cannot use replaceProperty on a primitive value; {kind} given";
    /// Jest's message for `jest.replaceProperty` without a name.
    replaced_nothing() "No property name supplied";
    /// Jest's message for a property that does not exist.
    replaced_missing(name) "Property `{name}` does not exist in the provided object";
    /// Jest's message for a property that cannot be redefined.
    replaced_fixed(name) "Property `{name}` is not declared configurable";
    /// Jest's message for a property with an accessor. `what` is `a getter` or `a setter`.
    replaced_accessor(name, what, word) "Cannot replace the `{name}` property because it has {what}. Use `jest.spyOn(object, '{name}', '{word}').mockReturnValue(value)` instead.";
    /// `recordArtifact` is called.
    no_artifacts() "recordArtifact() is not supported: nothing is kept beside the result. Attach text to the test with context.annotate()";
    /// An import names what a module does not export.
    no_such_export(specifier, name) "The requested module '{specifier}' does not provide an export named '{name}'";
}

/// The sentences as a module of JavaScript.
#[must_use]
pub fn javascript() -> String {
    let mut module = String::from(
        "// Generated from crates/protocol/src/sentences.rs by `cargo xtask codegen`: do not edit.\n\n",
    );
    for (name, placeholders, text) in ALL {
        let mut text = text.replace('\\', "\\\\").replace('`', "\\`").replace("${", "\\${");
        for placeholder in *placeholders {
            text = text.replace(&format!("{{{placeholder}}}"), &format!("${{{placeholder}}}"));
        }
        let function = camel_case(name);
        module.push_str(&format!("export const {function} = ({}) => `{text}`;\n", placeholders.join(", ")));
    }
    module
}

/// `snake_case` as `camelCase`.
fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let (first, rest) = word.split_at(1);
        camel.push_str(&first.to_uppercase());
        camel.push_str(rest);
    }
    camel
}
