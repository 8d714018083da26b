//! Node's APIs in a guest: the same cases in both, one per line, in `cases/`.
//!
//! `node crates/sandbox/tests/cases/expect.mjs` writes Node's results.
#![allow(missing_docs)]

use crate::support;

use std::collections::BTreeMap;

use support::{options, small};
use verdict_sandbox::evaluate;

const PRELUDE: &str = include_str!("cases/prelude.js");

/// Files that cases read, in the snapshot and in a folder for Node.
const FILES: &str = "//- /folder/a.txt\nalpha\n//- /folder/inner/b.json\n{ \"b\": 1 }\n";

/// The cases of a file, and Node's results.
macro_rules! cases {
    ($name:literal) => {
        (include_str!(concat!("cases/", $name, ".js")), include_str!(concat!("cases/", $name, ".json")))
    };
}

fn check((cases, expected): (&str, &str)) {
    let expected: BTreeMap<String, String> = serde_json::from_str(expected).expect("what Node made");
    let mut wrong = Vec::new();
    let mut count = 0;
    for case in cases.lines().filter(|line| !line.trim().is_empty() && !line.starts_with("//")) {
        count += 1;
        let source = format!(
            "{PRELUDE}\nglobalThis.load = (name) => import(name); run({})",
            serde_json::to_string(case).expect("JSON")
        );
        let found = match evaluate(&source, options(FILES, small())).value {
            Ok(value) => value.as_str().map_or_else(|| value.to_string(), str::to_owned),
            Err(stop) => support::ending(&stop),
        };
        match expected.get(case) {
            Some(expected) if *expected == found => {}
            Some(expected) => wrong.push(format!("{case}\n  node: {expected}\n  ours: {found}")),
            None => wrong.push(format!("{case}\n  Node was not asked; ours: {found}")),
        }
    }
    assert_eq!(count, expected.len(), "cases that Node knows");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn json() {
    check(cases!("json"));
}

#[test]
fn sorting() {
    check(cases!("sort"));
}

#[test]
fn splicing() {
    check(cases!("splice"));
}

#[test]
fn urls() {
    check(cases!("url"));
}

#[test]
fn events() {
    check(cases!("events"));
}

#[test]
fn timers() {
    check(cases!("timers"));
}

#[test]
fn buffers() {
    check(cases!("buffer"));
}

#[test]
fn text() {
    check(cases!("text"));
}

#[test]
fn process() {
    check(cases!("process"));
}

#[test]
fn performance() {
    check(cases!("performance"));
}

#[test]
fn crypto() {
    check(cases!("crypto"));
}

#[test]
fn modules() {
    check(cases!("modules"));
}

#[test]
fn assertions() {
    check(cases!("assert"));
}

/// The output of a fixture's `/main.js`, and how it ends.
fn prints(fixture: &str, expected: &str) {
    assert_eq!(support::printed(fixture).trim(), expected, "{fixture}");
}

#[test]
fn a_package_of_the_snapshot_comes_before_a_bare_name_of_node() {
    prints(
        "//- /main.js
import { who } from 'events'; import { EventEmitter } from 'node:events'; import path from 'path'; console.log(who, typeof EventEmitter, path.join('a', 'b'))
//- /node_modules/events/package.json
{ \"main\": \"./index.js\", \"type\": \"module\" }
//- /node_modules/events/index.js
export const who = 'package';
",
        "package function a/b",
    );
}

#[test]
fn what_node_has_and_a_guest_has_not_says_so() {
    prints(
        "//- /main.js\nimport repl from 'node:repl';",
        "err:policy: Cannot import 'node:repl' from /main.js: this module of Node is not available in the sandbox: there is no terminal; mock it with vi.mock('node:repl', …) (/main.js:1:18)",
    );
    prints(
        "//- /main.js\nimport 'node:test';",
        "err:policy: Cannot import 'node:test' from /main.js: this module of Node is not available in the sandbox: tests are declared by Vitest's API; mock it with vi.mock('node:test', …) (/main.js:1:8)",
    );
    prints(
        "//- /main.js\nimport 'node:nothing';",
        "err:policy: Cannot import 'node:nothing' from /main.js: No such built-in module: node:nothing (/main.js:1:8)",
    );
    prints(
        "//- /main.js\nimport { nope } from 'node:path';",
        "err:syntax: The requested module 'node:path' does not provide an export named 'nope' (/main.js:1:10)",
    );
}

#[test]
fn what_reaches_out_is_refused_when_it_is_called() {
    prints(
        "//- /main.js
import { spawn, ChildProcess } from 'child_process'; import http, { ClientRequest } from 'node:http'; import { Worker } from 'node:worker_threads';
class Mine extends ClientRequest { own() { return 1 } }
console.log(typeof spawn, spawn.name, http.ClientRequest === ClientRequest, Mine.prototype.own());
for (const call of [() => spawn('ls'), () => new Mine(), () => http.get('http://a'), () => new Worker('x'), () => new ChildProcess()]) { try { call() } catch (error) { console.log(error.code, error.message.split(';')[0]) } }",
        "function spawn true 1
ERR_FEATURE_UNAVAILABLE_ON_PLATFORM child_process.spawn is not available in the sandbox: no process can be started
ERR_FEATURE_UNAVAILABLE_ON_PLATFORM http.ClientRequest is not available in the sandbox: nothing is reached over a network
ERR_FEATURE_UNAVAILABLE_ON_PLATFORM http.get is not available in the sandbox: nothing is reached over a network
ERR_FEATURE_UNAVAILABLE_ON_PLATFORM worker_threads.Worker is not available in the sandbox: there is one thread and no other
ERR_FEATURE_UNAVAILABLE_ON_PLATFORM child_process.ChildProcess is not available in the sandbox: no process can be started",
    );
}

#[test]
fn create_require_requires_files_of_the_snapshot() {
    prints(
        "//- /main.js
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
console.log(require('./data.json').x, require.resolve('./lib/a.cjs'), createRequire('/lib/').resolve('./a'), createRequire('/lib/none.js')('../data').x);
try { require('./nope') } catch (error) { console.log(error.message.split(' (')[0]) }
//- /lib/a.cjs
exports.name = 'a';
//- /lib/a.js
exports.name = 'js';
//- /data.json
{ \"x\": 5 }",
        "5 /lib/a.cjs /lib/a.js 5\nCannot find module './nope' imported from /main.js",
    );
}

#[test]
fn files_of_the_snapshot_are_read_and_never_written() {
    let files = "//- /data/a.txt\nalpha\n//- /data/in/b.json\n{ \"b\": 1 }\n//- /main.js\n";
    prints(
        &format!(
            "{files}import fs, {{ readFileSync, existsSync, statSync, readdirSync }} from 'node:fs'; import {{ readFile }} from 'fs/promises';
console.log(readFileSync('/data/a.txt', 'utf8').trim(), JSON.parse(readFileSync(new URL('./data/in/b.json', import.meta.url))).b, Buffer.isBuffer(readFileSync('data/a.txt')), (await readFile('/data/a.txt', {{ encoding: 'utf8' }})).length);
console.log(existsSync('/data'), existsSync('/nope'), statSync('/data').isDirectory(), statSync('/data/a.txt').size, statSync('/x', {{ throwIfNoEntry: false }}), readdirSync('/data').join(), readdirSync('/data', {{ withFileTypes: true }}).map((one) => one.name + one.isFile()).join(), readdirSync('/data', {{ recursive: true }}).join());
await new Promise((done) => fs.readFile('/data/a.txt', 'latin1', (error, text) => {{ console.log(error, text.trim()); done() }}));"
        ),
        "alpha 1 true 6\ntrue false true 6 undefined a.txt,in a.txttrue,infalse a.txt,in,in/b.json\nnull alpha",
    );
    prints(
        &format!(
            "{files}import {{ createReadStream }} from 'node:fs'; const got = [];
for await (const chunk of createReadStream('/data/a.txt', {{ encoding: 'utf8', highWaterMark: 4 }})) got.push(chunk);
const part = []; for await (const chunk of createReadStream('/data/a.txt', {{ start: 1, end: 2 }})) part.push(`${{chunk}}`);
const failed = await new Promise((done) => createReadStream('/nope').on('error', done));
console.log(got, part, failed.code);"
        ),
        "[ 'alph', 'a\\n' ] [ 'lp' ] ENOENT",
    );
    for (call, message) in [
        ("fs.readFileSync('/nope')", "ENOENT: ENOENT: no such file or directory, open '/nope'"),
        ("fs.readFileSync('/data')", "EISDIR: EISDIR: illegal operation on a directory, read"),
        ("fs.readdirSync('/data/a.txt')", "ENOTDIR: ENOTDIR: not a directory, scandir '/data/a.txt'"),
        (
            "fs.writeFileSync('/data/a.txt', 'x')",
            "EROFS: EROFS: read-only file system, open '/data/a.txt': a snapshot is never changed; write below os.tmpdir(), mock 'node:fs' with vi.mock, or keep files in memory",
        ),
        ("fs.mkdirSync('/data')", "EEXIST: EEXIST: file already exists, mkdir '/data'"),
        (
            "fs.readFileSync(5)",
            "ERR_INVALID_ARG_TYPE: The \"path\" argument must be of type string or an instance of Buffer or URL. Received type number (5)",
        ),
    ] {
        prints(
            &format!(
                "{files}import fs from 'fs';\ntry {{ {call} }} catch (error) {{ console.log(error.code + ': ' + error.message) }}"
            ),
            message,
        );
    }
}

#[test]
fn temporary_files() {
    check(cases!("files"));
}

#[test]
fn fetch_without_a_network() {
    check(cases!("fetch"));
}

#[test]
fn language() {
    check(cases!("language"));
}

#[test]
fn streams() {
    check(cases!("streams"));
}

#[test]
fn hosted() {
    check(cases!("hosted"));
}
