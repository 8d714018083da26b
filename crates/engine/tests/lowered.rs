//! Lowered files as tests see them: their behaviour and their locations.
#![cfg(feature = "transformer")]
#![allow(missing_docs)]

use verdict_protocol::Output;

use crate::support::{files_of, run};

/// Console output of the first file of a fixture, and each failed test with its location.
fn printed(fixture: &str) -> String {
    let first = files_of(fixture).first().map_or("", |(path, _)| *path).to_owned();
    let result = run(&format!("test:{first}"), fixture);
    let mut lines: Vec<String> = result.console.entries.iter().map(|entry| entry.text.clone()).collect();
    if let Output::Tests(tests) = &result.output {
        lines.extend(tests.iter().filter(|test| !test.passed).map(|test| {
            let at = test.failed_at.as_ref().unwrap_or(&test.location);
            let error = test.error.as_deref().unwrap_or_default();
            let error = error.lines().next().unwrap_or_default();
            format!("{}:{}:{} {error}", at.file, at.line, at.column)
        }));
    }
    lines.join("\n")
}

fn check(fixture: &str, expected: &str) {
    assert_eq!(printed(fixture), expected, "{fixture}");
}

#[test]
fn constructs_of_typescript() {
    check(
        "\
//- /a.test.ts
import { Level } from './level'; import old from './old';
const enum Flag { A = 1 << 0, B = 1 << 1 }
namespace Outer { export namespace Inner { export const deep = 'deep'; } }
import Alias = Outer.Inner;
class Point { constructor(public readonly x: number, protected y = 2) {} get sum(): number { return this.x + this.y; } }
test('t', async () => {
  console.log(Level.High, Level[1], Flag.A | Flag.B, Alias.deep, new Point(1).sum, old.word, (await import('./late')).Late.One);
});
//- /level.ts
export enum Level { Low, High }
//- /old.ts
import path = require('node:path');
export = { word: path.join('a', 'b') };
//- /late.ts
export enum Late { One = 'one' }
",
        "1 High 3 deep 3 a/b one",
    );
}

#[test]
fn resources_are_disposed_of() {
    check(
        "\
//- /a.test.js
const open = (name) => ({ name, [Symbol.dispose]() { console.log('-' + name); }, async [Symbol.asyncDispose]() { await 0; console.log('~' + name); } });
test('t', async () => {
  { using a = open('a'), b = open('b'); using none = null; console.log(a.name + b.name); }
  { await using c = open('c'); using d = open('d'); await using none = undefined; }
  for (using e of [open('e'), open('f')]) console.log(e.name);
  const failing = { [Symbol.dispose]() { throw new Error('second'); } };
  try { using x = failing; throw new Error('first'); } catch (error) { console.log(error.name, error.error.message, error.suppressed.message); }
  try { using x = 1; } catch (error) { console.log(error.message); }
});
",
        "ab\n-b\n-a\n-d\n~c\ne\n-e\nf\n-f\nSuppressedError second first\nusing declarations can only be used with objects, functions, null, or undefined.",
    );
}

#[test]
fn decorators_of_typescript() {
    check(
        "\
//- /src/a.test.ts
const log: unknown[] = [];
function named(name: string) { return (...at: any[]) => { log.push([name, typeof at[0], ...at.slice(1, 2)]); }; }
function twice(target: any, key: string, descriptor: PropertyDescriptor) { const run = descriptor.value; descriptor.value = function (n: number) { return run.call(this, n) * 2; }; }
(Reflect as any).metadata = (key: string, value: any) => (target: any, name: string) => { log.push([key, name, [value].flat().map((one) => one?.name)]); };
@named('class') class A { @named('field') x = 1; @twice m(@named('parameter') n: number): number { return n + 1; } }
test('t', () => console.log(JSON.stringify(log), new A().m(1)));
//- /tsconfig.json
{ \"extends\": \"./base.json\", \"compilerOptions\": { \"target\": \"ESNext\" /* newest */ } }
//- /base.json
{ \"compilerOptions\": { \"experimentalDecorators\": true, \"emitDecoratorMetadata\": true, }, }
",
        "[[\"design:type\",\"x\",[\"Object\"]],[\"field\",\"object\",\"x\"],[\"design:returntype\",\"m\",[\"Number\"]],\
         [\"design:paramtypes\",\"m\",[\"Number\"]],[\"design:type\",\"m\",[\"Function\"]],\
         [\"parameter\",\"object\",\"m\"],[\"class\",\"function\"]] 4",
    );
}

#[test]
fn elements() {
    let runtime = "\
//- /node_modules/own/package.json
{ \"exports\": { \"./jsx-dev-runtime\": \"./dev.js\" } }
//- /node_modules/own/dev.js
export const Fragment = 'fragment';
export const jsxDEV = (type, props, key, many, source) => [type, props, key ?? null, source ? source.fileName + ':' + source.lineNumber : null];
";
    check(
        &format!(
            "\
//- /a.test.tsx
import {{ List }} from './list';
const h = (...all: unknown[]) => all;
test('t', () => console.log(JSON.stringify(<List items={{[1]}} />), JSON.stringify(h(1))));
//- /list.tsx
export const List = ({{ items }}: {{ items: number[] }}) => <>{{items.map((it) => <b key={{it}}>{{it}}</b>)}}</>;
console.log(JSON.stringify(List({{ items: [1] }})));
//- /tsconfig.json
{{ \"compilerOptions\": {{ \"jsx\": \"react-jsx\", \"jsxImportSource\": \"own\" }} }}
{runtime}"
        ),
        "[\"fragment\",{\"children\":[[\"b\",{\"children\":1},1,\"/list.tsx:1\"]]},null,\"/list.tsx:1\"]\n[null,{\"items\":[1]},null,\"/a.test.tsx:3\"] [1]",
    );
    check(
        "\
//- /a.test.jsx
/** @jsxRuntime classic @jsx h @jsxFrag F */
const h = (type, props, ...children) => ({ type, id: props?.id, children }), F = 'F';
test('t', () => console.log(JSON.stringify(<><a id=\"1\">x</a></>)));
",
        "{\"type\":\"F\",\"children\":[{\"type\":\"a\",\"id\":\"1\",\"children\":[\"x\"]}]}",
    );
    let missing = "\
//- /a.test.tsx

test('t', () => console.log(<a/>));
";
    assert_eq!(
        run("test:/a.test.tsx", missing).error.expect("react is not there"),
        "Cannot find package 'react' imported from /a.test.tsx: no node_modules/react above it in the snapshot (/a.test.tsx)"
    );
}

#[test]
fn places_are_those_of_the_file() {
    check(
        "\
//- /a.test.ts
import { vi } from 'vitest';
import { Level, thrown } from './level';
vi.mock('./level', async (original) => ({ ...(await original<object>()), mocked: 1 }));
enum Own { A = 1 }
test('matcher', () => {
  const value: number = Own.A;
    expect<number>(value).not.toBe(Level.One);
});
test('thrown', () => { thrown<string>('x'); });
test('own', () => { const it = undefined as any; it!.missing.deep(); });
//- /level.ts
export enum Level { Zero, One }

export function thrown<T>(value: T): never { throw new Error(`no ${value as any}`); }
",
        "/a.test.ts:7:31 expected 1 not to be 1 // Object.is equality\n\
         /level.ts:3:52 no x\n\
         /a.test.ts:10:54 cannot convert 'null' or 'undefined' to object",
    );
}

#[test]
fn places_that_every_module_knows() {
    check(
        "\
//- /src/a.test.mjs
export const here = [__dirname, __filename]; await 0; function own() { const __dirname = 'mine'; return __dirname; }
test('t', () => { console.log(here.join(' '), own(), typeof __dirname); });
test('place', () => { missing(); });
",
        "/src /src/a.test.mjs mine string\n/src/a.test.mjs:3:23 missing is not defined",
    );
    let first_line = "//- /a.test.mjs\ntest('place', () => { missing(__filename); });\n";
    check(first_line, "/a.test.mjs:1:23 missing is not defined");
}

#[test]
fn equal_runs_are_equal() {
    let fixture = "//- /a.test.ts\nenum E { A }\ntest('t', () => { expect(E.A).toBe(1); });\n";
    let sha = |_: u32| run("test:/a.test.ts", fixture).output_sha256;
    assert_eq!(sha(1), sha(2));
}
