//! The host's string natives behave like the engine's, in linear time.
#![allow(missing_docs)]

use crate::support;

use boa_engine::{Context, Source};
use proptest::prelude::*;
use support::{ending, options, small};
use verdict_sandbox::evaluate;

/// The value of an expression as JSON, in the engine without the host's natives.
fn plain(source: &str) -> String {
    let mut context = Context::builder().instructions_remaining(20_000_000).build().expect("a realm");
    let text = format!("JSON.stringify((() => {{ {TELL} return tell(() => ({source})); }})())");
    let value = context.eval(Source::from_bytes(&text)).unwrap_or_else(|error| panic!("{source}: {error}"));
    value.as_string().expect("a text").to_std_string_lossy()
}

/// The value of an expression as JSON, in a guest.
fn guest(source: &str) -> String {
    let text = format!("JSON.stringify((() => {{ {TELL} return tell(() => ({source})); }})())");
    let found = evaluate(&text, options("//- /x.js\n", small()));
    match found.value {
        Ok(value) => value.as_str().expect("a text").to_owned(),
        Err(stop) => ending(&stop),
    }
}

/// Prints a value with everything that JSON omits, or the name of a thrown error.
const TELL: &str = "
    const all = (value) => Array.isArray(value)
        ? { list: Array.from(value, all), index: value.index, input: value.input, groups: value.groups, indices: value.indices && all(value.indices) }
        : value === undefined ? 'undefined' : value;
    const tell = (act) => { try { return all(act()); } catch (error) { return 'thrown: ' + error.name; } };";

fn same(source: &str) {
    assert_eq!(guest(source), plain(source), "{source}");
}

#[test]
fn parts_of_texts() {
    for source in [
        "'a,b,,c'.split(',')",
        "'a,b,,c'.split(',', 2)",
        "'a,b,,c'.split(',', 0)",
        "'a,b,,c'.split(',', -1)",
        "'a,b,,c'.split(',', 2 ** 32 + 1)",
        "'abc'.split('')",
        "'a\\u{1f600}b'.split('')",
        "'abc'.split('', 2)",
        "'abc'.split()",
        "'abc'.split(undefined, 0)",
        "'undefined'.split(null)",
        "'a null b'.split(null)",
        "''.split('')",
        "''.split('a')",
        "'aaa'.split('aa')",
        "'жaжbж'.split('ж')",
        "'abc'.split('ж')",
        "'жabж'.split('b')",
        "String.prototype.split.call(12321, 2)",
        "String.prototype.split.call(null, 2)",
        "'a1b'.split({ [Symbol.split]: (text, limit) => [text, limit] }, 7)",
        "'a1b'.split({ toString: () => '1' })",
        "'abcabc'.indexOf('c')",
        "'abcabc'.indexOf('c', 3)",
        "'abcabc'.indexOf('c', -3)",
        "'abcabc'.indexOf('', 99)",
        "'abcabc'.indexOf('', 2)",
        "'abcabc'.indexOf('d')",
        "'abж'.indexOf('ж', 1)",
        "'aжaж'.indexOf('жaж')",
        "'undefined'.indexOf()",
        "'abc'.includes('bc', 1)",
        "'abc'.includes('bc', 2)",
        "'abc'.includes(/b/)",
        "'a/b/c'.includes({ [Symbol.match]: false, toString: () => '/b/' })",
        "'x'.repeat(0)",
        "'x'.repeat(-1)",
        "'x'.repeat(Infinity)",
        "''.repeat(2 ** 28)",
        "'ab'.repeat(3.9)",
        "'жb'.repeat('2')",
        "'ab'.padStart(7, 'xyz')",
        "'ab'.padEnd(7, 'xyz')",
        "'ab'.padEnd(7)",
        "'ab'.padEnd(7, '')",
        "'ab'.padEnd(1, 'x')",
        "'ab'.padStart(5, 'ж')",
        "'ж'.padStart(5, 'ab')",
        "'a'.padEnd(NaN, 'b')",
        "'a'.concat()",
        "'a'.concat('b', 1, null, undefined, 'ж', {})",
        "String.prototype.concat.call(null)",
        "[1, null, undefined, [2, [3]], 'ж', {}].join()",
        "[1, , 3].join('--')",
        "[].join()",
        "[1].join()",
        "[1, 2].join(undefined)",
        "[1, 2].join(null)",
        "Array.prototype.join.call({ length: 3, 0: 'a', 2: 'c' }, '+')",
        "Array.prototype.join.call('abc')",
        "Array.prototype.join.call(undefined)",
        "String([1, [2, 3]])",
        "[{ toString() { throw new TypeError(); } }].join()",
        "[Symbol()].join()",
    ] {
        same(source);
    }
}

#[test]
fn replaced_texts() {
    for source in [
        "'aXbXc'.replaceAll('X', '-')",
        "'aXbXc'.replaceAll('X', '[$&]')",
        "'aXbXc'.replaceAll('X', '$$')",
        "'aXbXc'.replaceAll('X', '$`|')",
        "'aXbXc'.replaceAll('X', \"|$'\")",
        "'aXbXc'.replaceAll('X', '$1$<a>$')",
        "'aXbXc'.replaceAll('X', '$$&')",
        "'abc'.replaceAll('', '-')",
        "'жbж'.replaceAll('ж', 'a')",
        "'aba'.replaceAll('a', 'ж')",
        "'aaaa'.replaceAll('aa', 'b')",
        "'aXbXc'.replaceAll('X', (...all) => JSON.stringify(all))",
        "'aXbXc'.replaceAll('X', () => undefined)",
        "'aXbXc'.replaceAll('X')",
        "'aXbXc'.replaceAll(/X/g, '[$&]')",
        "'aXbXc'.replaceAll(/X/, '')",
        "'a1b'.replaceAll({ [Symbol.replace]: (text, by) => text + by }, 7)",
        "'null'.replaceAll(null, '$&$&')",
        "'abc'.replaceAll('x', () => { throw new RangeError(); })",
        "String.prototype.replaceAll.call(undefined, 'x', '')",
    ] {
        same(source);
    }
}

/// With short, long and two-byte strings.
#[test]
fn patterns() {
    for source in [
        "T.split(/,/)",
        "T.split(/,/, 2)",
        "T.split(/,/, 0)",
        "T.split(/(,)|(;)/)",
        "T.split(/(,)|(;)/, 4)",
        "T.split(/(?:)/)",
        "T.split(/(?:)/u)",
        "T.split(/a*/)",
        "T.split(/a*?/)",
        "T.split(/$/)",
        "T.split(/^/m)",
        "T.split(/(?<=b)/)",
        "T.split(/(?=b)/)",
        "T.split(/\\b/)",
        "T.split(/,/y)",
        "T.split(/,/gy)",
        "T.split(/B/i)",
        "T.split(/./s)",
        "T.split(/[\\u{1f600}]/u)",
        "T.split(/nothing/)",
        "T.split(/[^]*/)",
        "T.split(/,/, '2')",
        "T.split(/,/, { valueOf: () => 3 })",
        "(() => { const p = /b/g; p.lastIndex = 3; return [T.split(p), p.lastIndex]; })()",
        "(() => { class P extends RegExp { exec(text) { const found = super.exec(text); if (found) found[0] = 'x'; return found; } } return T.split(new P('b')); })()",
        "(() => { const p = /b/; p.exec = () => null; return T.split(p); })()",
        "(() => { const p = /b/; p.constructor = { [Symbol.species]: function (p, f) { return new RegExp('a', f); } }; return T.split(p); })()",
        "(() => { const seen = []; const p = /b/; Object.defineProperty(p, 'flags', { get() { seen.push('flags'); return 'i'; } }); return [T.split(p), seen]; })()",
        "(() => { const old = RegExp.prototype.exec; let count = 0; RegExp.prototype.exec = function (text) { count += 1; return old.call(this, text); }; const found = T.split(/b/); RegExp.prototype.exec = old; return [found, count > 0]; })()",
        "(() => { const old = Object.getOwnPropertyDescriptor(RegExp.prototype, 'unicode'); let count = 0; Object.defineProperty(RegExp.prototype, 'unicode', { configurable: true, get() { count += 1; return true; } }); const found = T.split(/(?:)/); Object.defineProperty(RegExp.prototype, 'unicode', old); return [found, count]; })()",
        "T.match(/b/g)",
        "T.match(/b/)",
        "T.match(/(?<x>b)(c)?/)",
        "T.match(/nothing/g)",
        "T.match(/(?:)/gu)",
        "T.match(/a*/g)",
        "T.match(/,/y)",
        "T.match(/./gy)",
        "T.match(/b/d)",
        "[...T.matchAll(/(?<x>b)|,/g)]",
        "[...T.matchAll(/(?:)/gu)].length",
        "T.matchAll(/b/)",
        "T.replace(/b/g, '[$&$1$`$$]').length",
        "T.replace(/(?<x>b)(,)?/g, '[$<x>$1$2$3]')",
        "T.replace(/(?<x>b)(,)?/g, (...all) => JSON.stringify(all.slice(0, 4)))",
        "T.replace(/(?:)/gu, '-')",
        "T.replace(/B/gi, '-')",
        "T.replaceAll(/,/g, '-')",
        "T.search(/c/)",
        "/c/.test(T)",
        "(() => { const p = /b/g; const found = []; let m; while ((m = p.exec(T))) found.push([m[0], m.index, m.input === T, p.lastIndex]); return found; })()",
        "(() => { const p = /[a-c]|,/y; const found = []; let m; while ((m = p.exec(T))) found.push([m[0], p.lastIndex]); return [found, p.lastIndex]; })()",
        "Object.keys(/b/.exec(T))",
        "Object.getOwnPropertyDescriptor(/b/.exec(T), 'input').enumerable",
        "RegExp.prototype.exec.call({}, { toString() { throw new RangeError(); } })",
        "RegExp.prototype[Symbol.split].call(1, T)",
        "RegExp.prototype[Symbol.split].call({ flags: '', constructor: undefined }, T)",
        "[RegExp.prototype[Symbol.split].name, RegExp.prototype[Symbol.split].length, RegExp.prototype.exec.name, RegExp.prototype.exec.length]",
    ] {
        for text in [
            "'a,b;c,ab'",
            "''",
            "'a,b;c,ab'.repeat(99)",
            "'a,b\u{1f600};c,ab'.repeat(70)",
            "('\\n' + 'b,aa\\n').repeat(60)",
        ] {
            same(&source.replace('T', text).replace(&text.replace('T', ""), text));
        }
    }
}

/// The engine splits between code points.
#[test]
fn code_points_stay_whole_by_either_flag() {
    for flag in ["u", "v"] {
        assert_eq!(guest(&format!("'a\u{1f600}b'.split(/(?:)/{flag})")), r#"{"list":["a","😀","b"]}"#);
    }
}

#[test]
fn an_array_inside_itself_has_no_text() {
    assert_eq!(
        guest("(() => { const a = [1]; a.push(a, [a], 2); return [a.join(), String(a), a.join('-')]; })()"),
        r#"{"list":["1,,,2","1,,,2","1---2"]}"#
    );
    assert_eq!(
        guest("(() => { const a = [1, 2]; return [a.join(), a.join()]; })()"),
        r#"{"list":["1,2","1,2"]}"#
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_by_any_other(text in "[abж,]{0,40}", by in "[abж,]{0,3}", limit in 0..9u32, times in 1..60usize) {
        let text = format!("{text:?}.repeat({times})");
        same(&format!("[{text}.split({by:?}), {text}.split({by:?}, {limit}), {text}.indexOf({by:?}, {limit}), {text}.replaceAll({by:?}, '<$&>')]"));
    }

    #[test]
    fn any_text_by_some_pattern(
        text in "[abж,\u{1f600}]{0,40}",
        pattern in "(a|b|,|ж|\\.|\\(a\\)|\\(b\\)\\?|\\[ab\\]|a\\*|\\(\\?:\\)){1,4}",
        flags in "(|i|m|s|u|y|iu)",
        times in 1..30usize,
    ) {
        let text = format!("{text:?}.repeat({times})");
        same(&format!("[{text}.split(/{pattern}/{flags}), {text}.match(/{pattern}/g{flags}), {text}.replace(/{pattern}/g{flags}, '<$&$1>')]"));
    }
}

/// Copying the string for each match, or searching from its start, would take minutes.
#[test]
fn a_million_pieces() {
    for source in [
        "'ab,'.repeat(1e6).split(',').length",
        "'ab,'.repeat(1e5).split(/,/).length",
        "'ab,'.repeat(1e6).replaceAll(',', ';').length",
        "'ab,'.repeat(1e5).replace(/,/g, ';').length",
        "'ab,'.repeat(1e5).match(/,/g).length",
        "[...'ab,'.repeat(1e5).matchAll(/,/g)].length",
        "'ab'.repeat(1e6).split(/,/).length",
    ] {
        let found = evaluate(source, options("//- /x.js\n", small()));
        assert!(found.value.is_ok(), "{source}: {:?}", found.value);
    }
}
