//! The modules that a test file needs, from a snapshot.
#![allow(missing_docs, clippy::expect_used)]

use std::cell::RefCell;
use std::rc::Rc;

use verdict_judge::Dom;
use verdict_protocol::{FileContent, Files, SetupFiles, TestConfig, TestRunner};
use verdict_sealed::Graphs;
use verdict_sealed::graph::{Cache, Graph};
use verdict_sealed::supply::{
    Absent, Form, IsSubject, LoadError, Module, ModuleOptions, Modules, Shared, Stars, Supplier as _, Target,
};
use verdict_transform::{Job, Lower, Lowered, NotLowered};
use verdict_vfs::{Snapshot, VfsPath};

/// Path and text of each file of a fixture, which follows a line `//- /path`.
fn files_of(fixture: &str) -> Vec<(&str, &str)> {
    let files = fixture.split("//- ").skip(1);
    let parts = files.map(|file| file.split_once('\n').unwrap_or((file, "")));
    parts.map(|(path, text)| (path.trim(), text)).collect()
}

fn snapshot_of(fixture: &str) -> Snapshot {
    Snapshot::new(Files::from_texts(files_of(fixture))).expect("a snapshot")
}

/// A transformer that is not loaded, or one that only counts its jobs.
#[derive(Default)]
struct Counts(Option<RefCell<Vec<String>>>);

impl Lower for Counts {
    fn lower(&self, job: &Job) -> Result<Lowered, NotLowered> {
        let Some(asked) = &self.0 else { return Err(NotLowered::Absent) };
        asked.borrow_mut().push(job.path.clone());
        Ok(Lowered { text: "export const lowered = 1;".to_owned(), positions: Vec::new() })
    }
}

fn graph(fixture: &str) -> (Graph, VfsPath) {
    let snapshot = snapshot_of(fixture);
    let first = files_of(fixture).first().map_or("/", |(path, _)| *path);
    let graph = Graph::of(&snapshot, &Cache::default(), Rc::new(Counts::default()));
    (graph, VfsPath::parse(first).expect("a path"))
}

/// The modules that the first file of a fixture needs, in order.
fn modules(fixture: &str) -> Vec<Rc<Shared>> {
    let (mut graph, file) = graph(fixture);
    graph.file(&file, &TestConfig::default()).expect("nothing is lowered").modules
}

fn error(error: &LoadError) -> String {
    let code = error.code.map(|code| format!(" [{code}]")).unwrap_or_default();
    let at = error.at.as_ref().map(|at| format!(" at {}:{}:{}", at.file, at.line, at.column));
    format!("{}: {}{code}{}", error.name, error.message, at.unwrap_or_default())
}

fn targets(of: &[(String, Target)]) -> String {
    let targets = of.iter().map(|(specifier, target)| match target {
        Target::Id(id) => format!("\n  {specifier} -> {id}"),
        Target::Missing { error: why } => format!("\n  {specifier} !! {}", error(why)),
    });
    targets.collect()
}

/// A module as a few lines.
fn shown(module: &Module) -> String {
    let kind = match &module.form {
        Form::Module { .. } => "module".to_owned(),
        Form::CommonJs { names, .. } => format!("commonjs [{}]", names.join(" ")),
        Form::Json { code } => format!("json {code}"),
        Form::Error { error: why } => format!("!! {}", error(why)),
    };
    let requires = targets(&module.requires);
    let requires = if requires.is_empty() { requires } else { format!("\n requires{requires}") };
    format!("{} {kind}{}{requires}", module.id, targets(&module.deps))
}

fn all(fixture: &str) -> String {
    modules(fixture).iter().map(|one| shown(one)).collect::<Vec<_>>().join("\n")
}

/// Builds a snapshot that outlives the fixture.
macro_rules! snapshot {
    ($shown:expr) => {
        insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!($shown) })
    };
}

#[test]
fn everything_that_is_written_out_is_followed_in_order() {
    snapshot!(all("\
//- /src/a.test.ts
import { it, vi } from 'vitest';
import { b } from './b';
import './side.js';
import fs, { readFileSync } from 'fs';
import { sep } from 'node:path';
export { c } from '#c';
vi.mock('./mocked', () => ({}));
vi.mock('./d');
it('t', async () => { b(fs, readFileSync, sep); await import('./later'); await import('./l' + 'ater2'); await vi.importActual('./actual'); });
//- /src/b.ts
export * from './cycle.js'; import data from './data.json'; import type { T } from './types'; export const b: T = data;
//- /src/cycle.js
import { b } from './b'; export const get = () => b;
//- /src/data.json
{ \"a\": 1 }
//- /src/side.js
import './b';
//- /src/types.ts
export type T = unknown;
//- /src/mocked.js
export const heavy = 1;
//- /src/d.js
export const d = 1;
//- /src/__mocks__/d.js
import './of-mock'; export const d = 2;
//- /src/__mocks__/of-mock.js
//- /src/later.js
import p from 'p';
//- /src/later2.js
//- /src/actual.mjs
//- /package.json
{ \"imports\": { \"#c\": \"./src/c.js\" } }
//- /src/c.js
export const c = 1;
//- /node_modules/p/package.json
{ \"exports\": { \"import\": \"./esm.mjs\", \"require\": \"./cjs.cjs\" } }
//- /node_modules/p/esm.mjs
import x from './cjs.cjs'; export default x;
//- /node_modules/p/cjs.cjs
exports.one = 1; Object.assign(exports, require('./more')); require('p'); import('p');
//- /node_modules/p/more.js
module.exports = { two: 2, default: 3, ...require('./most.cjs') };
//- /node_modules/p/most.cjs
exports.three = 3; exports['a b'] = 4;
"));
}

#[test]
fn what_leads_nowhere_is_said_as_the_default_engine_says_it() {
    snapshot!(all("\
//- /src/a.test.js
import { b } from './thinng';
import p from 'pakage';
import 'node:sqlite';
import 'node:nothing';
import 'https://x.org/y.js';
import '../../up.js';
import '';
import x from './x.ts';
import './y.js';
import './z.json';
require('./gone');
//- /src/thing.js
//- /node_modules/package/index.js
//- /src/x.ts
import { a } from 'vitest';
const b: number = ;
//- /src/y.js
export const x = vi.hoisted(() => 1);
//- /src/z.json
{
  \"é\": oops
}
"));
}

#[test]
fn modules_in_data_urls_are_sent_in_projects_of_a_runner() {
    let snapshot =
        snapshot_of("//- /a.test.js\nimport { a } from 'data:text/javascript,export const a = 1;';\n");
    let file = VfsPath::parse("/a.test.js").expect("a path");
    for (runner, expected) in [(Some(TestRunner::Vitest), 2), (None, 1)] {
        let config = TestConfig { written_for: runner, ..TestConfig::default() };
        let resolving = snapshot.resolving_as(&config).expect("no alias");
        let mut graph = Graph::of(&resolving, &Cache::default(), Rc::new(Counts::default()));
        let modules = graph.file(&file, &config).expect("nothing is lowered").modules;
        let texts: Vec<String> = modules.iter().map(|module| shown(module)).collect();
        assert_eq!(modules.len(), expected, "{texts:?}");
    }
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let mut files = Files::from_texts([("/a.test.js", "import './b.js'")]);
    files.0.push(("/b.js".to_owned(), verdict_protocol::FileContent(vec![0xFF, 0xFE])));
    let snapshot = Snapshot::new(files).expect("a snapshot");
    let mut graph = Graph::of(&snapshot, &Cache::default(), Rc::new(Counts::default()));
    let file = VfsPath::parse("/a.test.js").expect("a path");
    let modules = graph.file(&file, &TestConfig::default()).expect("nothing is lowered").modules;
    assert_eq!(shown(&modules[0]), "/b.js !! SyntaxError: The file is not UTF-8 text (/b.js)");
}

#[test]
fn aliases_name_files_and_what_is_none() {
    let aliases = serde_json::json!({ "@": "/src", "fake": "path", "test": "vitest" });
    let aliases = serde_json::from_value(aliases).expect("aliases");
    let fixture = "//- /a.js\nimport '@/b'; import 'fake'; import 'test'; require('fake'); import '@/c';\n//- /src/b.js\n";
    let snapshot = snapshot_of(fixture).with_aliases(&aliases).expect("aliases");
    let mut graph = Graph::of(&snapshot, &Cache::default(), Rc::new(Counts::default()));
    let file = VfsPath::parse("/a.js").expect("a path");
    let modules = graph.file(&file, &TestConfig::default()).expect("nothing is lowered").modules;
    let expected = "/a.js module\n  @/b -> /src/b.js\n  fake -> node:path\n  test -> vitest\n  @/c !! Error: Cannot find module '@/c' \
                    imported from /a.js (/a.js:1:69) [ERR_MODULE_NOT_FOUND] at /a.js:1:69\n requires\n  fake -> node:path";
    assert_eq!(shown(&modules[1]), expected);
}

#[test]
fn files_are_sent_where_they_are_read() {
    let files = |fixture: &str| {
        let (mut graph, file) = graph(fixture);
        graph.file(&file, &TestConfig::default()).expect("nothing is lowered").files
    };
    let read =
        files("//- /a.js\nimport './b'\n//- /b.js\nrequire('fs')\n//- /c.txt\nc\n//- /node_modules/d/e.js\n");
    let read: Vec<String> = read.expect("files").into_iter().map(|(path, _)| path).collect();
    assert_eq!(read, ["/a.js", "/b.js", "/c.txt"]);
    assert_eq!(files("//- /a.js\nimport 'path'"), None);
}

#[test]
fn bytes_and_the_data_that_packages_read_are_sent() {
    let bytes = [0, 0xff, 0x61];
    let files = [
        ("/a.js", "import 'p'; import 'q'; import 'fs'"),
        ("/node_modules/p/lib/one.js", "require('fs').readFileSync(`${__dirname}/x.wasm`); './y.txt'"),
        ("/node_modules/p/package.json", r#"{ "main": "lib/one.js" }"#),
        ("/node_modules/p/lib/x.wasm", ""),
        ("/node_modules/p/other/x.wasm", ""),
        ("/node_modules/p/other/y.txt", "y"),
        ("/node_modules/p/lib/z.wasm", ""),
        ("/node_modules/q/index.js", "'x.wasm'"),
        ("/node_modules/q/x.wasm", ""),
    ];
    let content = |path: &str, text: &str| {
        FileContent(if path.ends_with(".wasm") { bytes.to_vec() } else { text.as_bytes().to_vec() })
    };
    let files = files.map(|(path, text)| (path.to_owned(), content(path, text)));
    let image = ("/image.png".to_owned(), FileContent(bytes.to_vec()));
    let snapshot = Snapshot::new(Files(files.into_iter().chain([image]).collect())).expect("files");
    let mut graph = Graph::of(&snapshot, &Cache::default(), Rc::new(Counts::default()));
    let file = VfsPath::parse("/a.js").expect("a path");
    let sent = graph.file(&file, &TestConfig::default()).expect("nothing is lowered").files.expect("files");
    let paths: Vec<&str> = sent.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["/a.js", "/image.png", "/node_modules/p/lib/x.wasm", "/node_modules/p/other/y.txt"]);
    assert_eq!(sent[1].1.0, bytes);
    let reads: Vec<String> = graph.evidence().reads.into_iter().map(|read| read.path).collect();
    assert_eq!(reads, paths);
}

#[test]
fn files_of_packages_that_are_found_by_path_are_sent() {
    let sent = |fixture: &str| -> Vec<String> {
        let (mut graph, file) = graph(fixture);
        let sent =
            graph.file(&file, &TestConfig::default()).expect("nothing is lowered").files.expect("files");
        sent.into_iter().map(|(path, _)| path).filter(|path| path.contains("node_modules")).collect()
    };
    let packages = "//- /node_modules/p/x.txt\n//- /node_modules/p/a.js\n//- /node_modules/q/y.txt\n";
    let of_test = |text: &str| sent(&format!("//- /a.js\nconst fs = require('fs'); {text}\n{packages}"));
    let all_of_p = ["/node_modules/p/a.js", "/node_modules/p/x.txt"];
    assert_eq!(of_test("fs.readdirSync('./node_modules/p')"), all_of_p);
    assert_eq!(of_test("require.resolve('p')"), all_of_p);
    assert_eq!(of_test("fs.readFileSync('p')"), [""; 0]);
    // A package that reads a script of its own.
    let own = "//- /a.js\nimport 'r';\n//- /node_modules/r/index.js\nrequire('fs').readFileSync(__dirname + '/own.js')\n//- /node_modules/r/own.js\n//- /node_modules/r/lib/own.js\n";
    assert_eq!(sent(own), ["/node_modules/r/own.js"]);
}

#[test]
fn setup_files_are_sent_before_the_file() {
    let fixture = "//- /a.test.js\nimport './b.js';\n//- /b.js\n//- /setup.js\nimport './b.js';\n//- /node_modules/p/index.js\n";
    let (mut graph, file) = graph(fixture);
    let setup = ["./setup.js", "p", "./gone.js"].map(str::to_owned).to_vec();
    let config = TestConfig { setup_files: verdict_protocol::SetupFiles(setup), ..TestConfig::default() };
    let supplied = graph.file(&file, &config).expect("nothing is lowered");
    assert_eq!(supplied.setup, ["/setup.js", "/node_modules/p/index.js", "./gone.js"]);
    let shown: Vec<String> = supplied.modules.iter().map(|one| shown(one)).collect();
    assert_eq!(
        shown,
        [
            "/b.js module",
            "/setup.js module\n  ./b.js -> /b.js",
            "/node_modules/p/index.js module",
            "/a.test.js module\n  ./b.js -> /b.js",
            "./gone.js !! Error: setupFiles: cannot find './gone.js': no such file (/a.test.js) at /a.test.js:1:1",
        ]
    );
}

#[test]
fn what_a_require_asks_for_is_sent_with_the_module_that_asks() {
    let fixture = "//- /a.test.js\nimport './b.cjs';\n//- /b.cjs\nexports.load = (name) => require(name);\n\
                   //- /d/one.json\n{}\n//- /d/two.json\n{}\n//- /d/three.cjs\nrequire('../e.cjs');\n//- /e.cjs\n";
    let (mut graph, file) = graph(fixture);
    let ids = |modules: Vec<Rc<Shared>>| modules.iter().map(|module| module.id.clone()).collect::<Vec<_>>();
    let config = TestConfig::default();
    let first = graph.file(&file, &config).expect("nothing is lowered").modules;
    assert_eq!(ids(first), ["/b.cjs", "/a.test.js"]);
    // Only a module that the guest has may request targets, and only once each.
    assert!(!graph.need("/d/three.cjs", "../e.cjs") && !graph.need("no path", "./x"));
    assert!(!graph.need("/b.cjs", &"x".repeat(5_000)));
    assert!(graph.need("/b.cjs", "./d/one") && !graph.need("/b.cjs", "./d/one"));
    assert!(
        graph.need("/b.cjs", "./d/three.cjs") && graph.need("/b.cjs", "./none") && graph.need("/b.cjs", "fs")
    );
    let again = graph.file(&file, &config).expect("nothing is lowered").modules;
    assert_eq!(
        shown(&again[0]),
        "/b.cjs commonjs [load]\n requires\n  ./d/one -> /d/one.json\n  ./d/three.cjs -> /d/three.cjs\n  ./none !! Error: Cannot \
         find module './none' imported from /b.cjs (/b.cjs) [MODULE_NOT_FOUND]\n  fs -> node:fs"
    );
    // Files in the same folder are sent too.
    assert_eq!(ids(again), ["/b.cjs", "/a.test.js", "/d/one.json", "/e.cjs", "/d/three.cjs", "/d/two.json"]);
}

#[test]
fn what_a_module_names_in_texts_comes_with_a_hidden_require() {
    let check = |load: &str, is_seen: bool| {
        let fixture = format!(
            "//- /a.test.js\nimport 'p';\n\
             //- /node_modules/p/index.js\nconst load = {load};\nload('q'); load('./part'); load('none'); throw new Error('e.g. r');\n\
             //- /node_modules/p/part.js\n//- /node_modules/q/index.js\n//- /node_modules/r/index.js\n//- /node_modules/none.txt\n"
        );
        let (mut graph, file) = graph(&fixture);
        let config = TestConfig::default();
        let ids =
            |modules: Vec<Rc<Shared>>| modules.iter().map(|module| module.id.clone()).collect::<Vec<_>>();
        let all =
            ["/node_modules/p/index.js", "/a.test.js", "/node_modules/p/part.js", "/node_modules/q/index.js"];
        let first = graph.file(&file, &config).expect("nothing is lowered").modules;
        assert_eq!(ids(first), all[..if is_seen { 4 } else { 2 }], "{load}");
        graph.need("/node_modules/p/index.js", "q");
        let again = graph.file(&file, &config).expect("nothing is lowered").modules;
        assert_eq!(ids(again), all, "{load}");
    };
    check("module['require']", true);
    check("module && module.require", true);
    // One that no text shows brings the others with the first request.
    check("[require][0]", false);
}

#[test]
fn a_dom_is_asked_for_by_configuration_or_comment() {
    let dom = |text: &str, environment: &str| {
        let (mut graph, file) = graph(&format!("//- /a.js\n{text}"));
        let config = TestConfig { environment: environment.to_owned(), ..TestConfig::default() };
        graph.file(&file, &config).expect("nothing is lowered").dom
    };
    assert_eq!(
        ["node", "dom", "happy-dom", "jsdom"].map(|name| dom("", name)),
        [None, Some(Dom::HappyDom), Some(Dom::HappyDom), Some(Dom::Jsdom)]
    );
    assert_eq!(dom("// @vitest-environment happy-dom\n", "node"), Some(Dom::HappyDom));
    assert_eq!(dom("/** a@b\n * @jest-environment jsdom */", "node"), Some(Dom::Jsdom));
    assert_eq!(dom("// @vitest-environment node", "jsdom"), None);
    assert_eq!(dom("// @vitest-environment", "node"), None);
    assert_eq!(dom("// @vitest-environments jsdom", "node"), None);
}

#[test]
fn more_is_loaded_while_a_file_runs() {
    let (mut graph, file) = graph(
        "\
//- /src/a.test.js
import './b'; import(name);
//- /src/b.js
//- /src/c.js
import './b'; import './d';
//- /src/d.js
",
    );
    let supplied = graph.file(&file, &TestConfig::default()).expect("nothing is lowered");
    assert_eq!(
        supplied.modules.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(),
        ["/src/b.js", "/src/a.test.js"]
    );
    let mut load =
        |specifier: &str| match graph.load("/src/a.test.js", specifier).expect("nothing is lowered") {
            Ok(more) => format!(
                "{} {}",
                more.id,
                more.modules.iter().map(|one| one.id.as_str()).collect::<Vec<_>>().join(" ")
            ),
            Err(why) => error(&why),
        };
    assert_eq!(load("./c"), "/src/c.js /src/d.js /src/c.js");
    assert_eq!(load("./c"), "/src/c.js ");
    assert_eq!(load("/src/b.js"), "/src/b.js ");
    assert_eq!(load("path"), "node:path ");
    assert_eq!(load("vitest"), "vitest ");
    assert_eq!(
        load("./cc"),
        "Error: Cannot find module './cc' imported from /src/a.test.js (/src/a.test.js) [ERR_MODULE_NOT_FOUND]"
    );
    // The next guest has no modules.
    let again = graph.file(&file, &TestConfig::default()).expect("nothing is lowered");
    assert_eq!(again, supplied);
}

#[test]
fn places_lead_back() {
    let source = "import { a } from './a';\nconst x: string = a(1);\n";
    let fixture = format!("//- /src/a (1).test.ts\n{source}//- /src/a.js\nexport const a = 1;\n");
    let (mut graph, file) = graph(&fixture);
    let supplied = graph.file(&file, &TestConfig::default()).expect("nothing is lowered");
    let Some(Form::Module { code, .. }) = supplied.modules.last().map(|one| &one.form) else {
        panic!("no module")
    };
    let (line, text) = code.lines().enumerate().find(|(_, line)| line.contains("const x")).expect("its line");
    let column = text.find("a)(1)").expect("the call") + 1;
    let at = (u32::try_from(line + 1).expect("small"), u32::try_from(column).expect("small"));
    assert!(code.ends_with("\n//# sourceURL=/src/a%20%281%29.test.ts"), "{code}");
    assert_eq!(graph.place("/src/a (1).test.ts", at), Some((2, 19)));
    for unknown in ["/src/none.js", "harness.js", "src/a.js", ""] {
        assert_eq!(graph.place(unknown, at), None, "{unknown}");
    }
}

#[test]
fn what_was_made_is_used_again_while_it_holds() {
    let cache = Cache::default();
    let lower = Rc::new(Counts(Some(RefCell::default())));
    let run = |fixture: &str| {
        let mut graph = Graph::of(&snapshot_of(fixture), &cache, Rc::clone(&lower) as Rc<dyn Lower>);
        let file = VfsPath::parse("/a.ts").expect("a path");
        let modules = graph.file(&file, &TestConfig::default()).expect("it is lowered").modules;
        let asked = lower.0.as_ref().map(RefCell::take).unwrap_or_default();
        (modules.iter().map(|one| format!("{:?}", one.form)).collect::<Vec<_>>().join("\n"), asked.join(" "))
    };
    let fixture = "//- /a.ts\nimport './b'; export { T, v } from './t';\n//- /b.ts\nenum E { A }\n//- /t.ts\nexport type T = 1; export const v = 1;\n";
    let (first, asked) = run(fixture);
    assert_eq!(asked, "/b.ts");
    assert!(first.contains("\\\"v\\\"") && !first.contains("\\\"T\\\""), "{first}");
    assert_eq!(run(fixture), (first.clone(), String::new()));
    // Another snapshot with the same file.
    assert_eq!(run(&format!("{fixture}//- /c.ts\n")), (first.clone(), String::new()));
    // An input beside its text.
    let strict = "//- /tsconfig.json\n{ \"compilerOptions\": { \"target\": \"es5\" } }\n";
    assert_eq!(run(&format!("{fixture}{strict}")).1, "/b.ts");
    let (other, _) = run(&fixture.replace("export type T = 1", "export const T = 1"));
    assert!(other.contains("\\\"T\\\""), "{other}");
    assert_eq!(run(fixture).0, first);
}

#[test]
fn nothing_is_sent_while_there_is_no_transformer() {
    let (mut graph, file) = graph("//- /a.ts\nimport './b';\n//- /b.ts\nenum E { A }\n");
    assert_eq!(graph.file(&file, &TestConfig::default()), Err(Absent));
    // A file that was sent along is sent again on request.
    let (mut graph, file) = self::graph(
        "//- /a.js\n//- /b.js\nimport './c'; import './d';\n//- /c.js\n//- /d.ts\nenum E { A }\n",
    );
    graph.file(&file, &TestConfig::default()).expect("nothing is lowered");
    assert_eq!(graph.load("/a.js", "./b"), Err(Absent));
    let more = graph.load("/a.js", "./c").expect("nothing is lowered").expect("it is there");
    assert_eq!(more.modules.len(), 1);
}

/// Long chains and wide fans of imports.
#[test]
fn deep_and_wide_graphs_are_walked() {
    let mut fixture = String::new();
    for index in 0..3_000 {
        fixture.push_str(&format!(
            "//- /m{index}.js\nimport './m{}.js'; import './m0.js';\n",
            (index + 1) % 3_000
        ));
    }
    let modules = modules(&fixture);
    assert_eq!(modules.len(), 3_000);
    assert_eq!(modules.last().map(|one| one.id.as_str()), Some("/m0.js"));
}

#[test]
fn an_await_at_the_top_is_told() {
    let awaits = |text: &str| {
        let module = modules(&format!("//- /a.mjs\n{text}\n")).pop().expect("the file");
        serde_json::to_value(&**module).expect("JSON").get("awaits").cloned()
    };
    assert_eq!(awaits("import './b.mjs'; export const f = async () => { await 1; };"), None);
    assert_eq!(awaits("export const a = await 1;"), Some(true.into()));
    assert_eq!(awaits("for await (const a of []) {}"), Some(true.into()));
}

/// Additional parameters of a module's function, and imports that are refused.
fn given(modules: &mut dyn Modules, file: &str) -> Vec<(String, Vec<String>, Vec<String>)> {
    let path = VfsPath::parse(file).expect("a path");
    let supplied = modules.file(&path, &TestConfig::default()).expect("nothing is lowered").modules;
    let of_module = |module: &Rc<Shared>| {
        let code = match &module.form {
            Form::Module { code, .. } | Form::CommonJs { code, .. } => code.as_str(),
            _ => "",
        };
        let parameters = code.split_once("function(").and_then(|(_, rest)| rest.split_once(')'));
        let parameters = parameters.map_or("", |(parameters, _)| parameters).split(',');
        let own = ["exports", "require", "module", "__filename", "__dirname"];
        let api = parameters.filter(|name| !name.starts_with("__v") && !own.contains(name));
        let refused = module.deps.iter().chain(&module.requires).filter_map(|(_, target)| match target {
            Target::Missing { error } => Some(error.message.clone()),
            Target::Id(_) => None,
        });
        (module.id.clone(), api.map(str::to_owned).collect(), refused.collect())
    };
    supplied.iter().map(of_module).collect()
}

/// With a sealed test API, test material receives the names it uses, and the subject can import none.
#[test]
fn the_test_api_is_given_to_test_material_alone() {
    let snapshot = snapshot_of(
        "//- /a.test.js\nimport './sut.js';\nimport './helper.cjs';\ntest('t', () => expect(1).toBe(1));\n\
         //- /sut.js\nimport { vi } from 'vitest';\nexport const see = typeof expect;\n\
         //- /helper.cjs\nconst { vi } = require('vitest');\nbeforeEach(() => vi.fn());\n",
    );
    let mut graphs = Graphs::new(Rc::new(Counts::default()));
    let refused = "/sut.js may not import \"vitest\"";
    let text = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    // Forms of one request are not used for another.
    for is_sealed in [false, true, false, true] {
        let subject = is_sealed.then(|| -> IsSubject { Rc::new(|path| path.as_str() == "/sut.js") });
        let mut modules = graphs.of(&snapshot, ModuleOptions { subject, ..ModuleOptions::default() });
        let mut found = given(&mut *modules, "/a.test.js");
        found.sort();
        let expected: [(&str, &[&str]); 3] = match is_sealed {
            true => [("/a.test.js", &["expect", "test"]), ("/helper.cjs", &["beforeEach"]), ("/sut.js", &[])],
            false => [("/a.test.js", &[]), ("/helper.cjs", &[]), ("/sut.js", &[])],
        };
        for ((id, api, missing), (path, names)) in found.iter().zip(expected) {
            assert_eq!((id.as_str(), api), (path, &text(names)));
            assert_eq!(
                missing.iter().any(|why| why.starts_with(refused)),
                is_sealed && path == "/sut.js",
                "{missing:?}"
            );
        }
    }
}

/// What a file was served, one line each, after further requests: `load importer specifier`, `need importer
/// specifier`.
#[track_caller]
fn uses(fixture: &str, config: &TestConfig, asked: &[(&str, &str, &str)], expected: &[&str]) {
    let (mut graph, file) = graph(fixture);
    graph.file(&file, config).expect("nothing is lowered");
    for (how, importer, specifier) in asked {
        if *how == "load" {
            let _ = graph.load(importer, specifier).expect("nothing is lowered");
        } else {
            assert!(graph.need(importer, specifier));
            graph.file(&file, config).expect("nothing is lowered");
        }
    }
    let found = graph.evidence();
    assert!(found.imports.is_sorted() && found.reads.is_sorted());
    let imports = found.imports.iter().map(|one| {
        let path = one.path.as_deref().unwrap_or("none");
        format!("{:?} {} {} {path}", one.kind, one.importer, one.specifier)
    });
    let reads = found.reads.iter().map(|one| format!("{:?} {}", one.kind, one.path));
    assert_eq!(imports.chain(reads).collect::<Vec<_>>(), expected, "{fixture}");
    assert_eq!(found.file, file.as_str());
}

#[test]
fn what_a_file_is_served_is_told() {
    let plain = TestConfig::default();
    let fixture = "//- /a.test.js\nimport { vi } from 'vitest'; import { b } from './b'; import './gone'; import path from 'node:path';\n\
         vi.mock('./c.js'); vi.mock('./d.js', () => ({})); const e = () => import('./e.js');\n\
         //- /b.ts\nexport const b: number = require('./f.cjs');\n//- /c.js\n//- /__mocks__/c.js\nimport '../g.js';\n//- /d.js\n//- /e.js\n//- /f.cjs\n//- /g.js\n\
         //- /h.js\nimport './g.js';\n//- /i.cjs\n//- /unused.js\nimport './b';\n//- /node_modules/p/index.js\n";
    let expected = [
        "Import /__mocks__/c.js ../g.js /g.js",
        "Import /a.test.js ./b /b.ts",
        "Import /a.test.js ./c.js /c.js",
        "Import /a.test.js ./d.js /d.js",
        "Import /a.test.js ./e.js /e.js",
        "Import /a.test.js ./gone none",
        "Import /a.test.js node:path none",
        "Import /a.test.js vitest none",
        "Require /b.ts ./f.cjs /f.cjs",
        "File /__mocks__/c.js",
        "Missing /__mocks__/d.js",
    ];
    let with = |more: &[&'static str]| {
        let mut all: Vec<&str> = expected.into_iter().chain(more.iter().copied()).collect();
        all.extend(["Mock /a.test.js ./c.js /c.js", "Mock /a.test.js ./d.js /d.js"]);
        all.sort_by_key(|line| {
            let kinds = ["Import", "Require", "Mock", "Setup", "File", "Folder", "Missing"];
            let mut words = line.split(' ');
            let kind = words.next().and_then(|word| kinds.iter().position(|kind| *kind == word));
            let rest: Vec<&str> = words.collect();
            (kind >= Some(4), rest.iter().take(2).map(|word| (*word).to_owned()).collect::<Vec<_>>(), kind)
        });
        all
    };
    uses(fixture, &plain, &[], &with(&[]));
    // Runtime requests count, with their own imports.
    uses(
        fixture,
        &plain,
        &[
            ("load", "/a.test.js", "./h.js"),
            ("load", "/a.test.js", "./gone.js"),
            ("need", "/b.ts", "./i.cjs"),
        ],
        &with(&[
            "Import /a.test.js ./h.js /h.js",
            "Import /a.test.js ./gone.js none",
            "Import /h.js ./g.js /g.js",
            "Require /b.ts ./i.cjs /i.cjs",
        ]),
    );
    let setup = TestConfig {
        setup_files: SetupFiles(vec!["./setup.js".to_owned(), "./none.js".to_owned()]),
        ..TestConfig::default()
    };
    uses(
        "//- /a.test.js\n//- /setup.js\nimport './b.js';\n//- /b.js\n",
        &setup,
        &[],
        &[
            "Import /setup.js ./b.js /b.js",
            "Setup /verdict.config.json ./none.js none",
            "Setup /verdict.config.json ./setup.js /setup.js",
        ],
    );
}

#[test]
fn a_file_that_reads_files_may_read_all_and_the_next_file_begins_anew() {
    let fixture = "//- /a.test.js\nimport fs from 'fs';\n//- /b.test.js\n//- /c.json\n{}\n//- /node_modules/p/x.txt\nx\n";
    uses(
        fixture,
        &TestConfig::default(),
        &[],
        &["Import /a.test.js fs none", "File /a.test.js", "File /b.test.js", "File /c.json"],
    );
    let (mut graph, file) = graph(fixture);
    graph.file(&file, &TestConfig::default()).expect("nothing is lowered");
    let _ = graph.load("/a.test.js", "./c.json").expect("nothing is lowered");
    let other = VfsPath::parse("/b.test.js").expect("a path");
    graph.file(&other, &TestConfig::default()).expect("nothing is lowered");
    let found = graph.evidence();
    assert_eq!((found.file.as_str(), found.imports.len(), found.reads.len()), ("/b.test.js", 0, 0));
}

/// The names that modules re-export by `export *`, one line each.
fn passed_on(fixture: &str) -> String {
    let shown = |module: &Rc<Shared>| {
        let Form::Module { stars, .. } = &module.form else { return None };
        if *stars == Stars::default() {
            return None;
        }
        let lists = stars.stars.iter().map(|(from, names)| format!(" {from} [{}]", names.join(" ")));
        let conflicts = if stars.conflicts.is_empty() {
            String::new()
        } else {
            format!(" !! {}", stars.conflicts.join(" "))
        };
        Some(format!(
            "{}:{}{conflicts}{}",
            module.id,
            lists.collect::<String>(),
            if stars.open { " …" } else { "" }
        ))
    };
    let mut lines: Vec<String> = modules(fixture).iter().filter_map(shown).collect();
    lines.sort_unstable();
    lines.join("\n")
}

#[test]
fn names_that_are_passed_on_are_linked_as_the_specification_does() {
    let cases = [
        (
            "a cycle",
            "//- /a.test.js\nimport './schemas/index.ts';
             //- /schemas/index.ts\nexport * from './lazy'; export * from './optional'; export type T = 1;
             //- /schemas/lazy.ts\nimport { optional } from '../methods'; export const lazy = () => optional(); export default 1;
             //- /schemas/optional.ts\nexport function optional() {} export interface Not {}
             //- /methods/index.ts\nexport * from '../schemas/index'; export const pipe = 1;",
            "/methods/index.ts: ../schemas/index [lazy optional]\n\
             /schemas/index.ts: ./lazy [lazy] ./optional [optional]",
        ),
        (
            "its own name, one name from two places, one place by two ways",
            "//- /a.test.js\nexport * from './b.js'; export * from './c.js'; export const own = 1;
             //- /b.js\nexport const own = 2, both = 1, b = 1; export { shared } from './d.js';
             //- /c.js\nimport { shared } from './d.js'; export const both = 2; export { shared };
             //- /d.js\nexport const shared = 1;",
            "/a.test.js: ./b.js [b shared] ./c.js [] !! both",
        ),
        (
            "a name that one of two hides",
            "//- /a.test.js\nexport * from './b.js';\n//- /b.js\nexport * from './c.js'; export * from './d.js'; export const x = 0;
             //- /c.js\nexport const x = 1;\n//- /d.js\nexport const x = 2;",
            "/a.test.js: ./b.js [x]\n/b.js: ./c.js [] ./d.js []",
        ),
        (
            "what is known when it has run",
            "//- /a.test.js\nexport * from './b.cjs'; export * from './c.json'; export * from 'node:path'; export * from './gone.js';
             //- /b.cjs\nexports.named = 1;\n//- /c.json\n{}",
            "/a.test.js: ./b.cjs [named] ./c.json [] node:path [] ./gone.js [] …",
        ),
    ];
    for (name, fixture, expected) in cases {
        let fixture: String = fixture.lines().map(|line| format!("{}\n", line.trim_start())).collect();
        assert_eq!(passed_on(&fixture), expected, "{name}");
    }
}

#[test]
fn a_chain_and_a_web_of_modules_are_linked_in_bounded_time() {
    let chain: String = (0..400)
        .map(|at| format!("//- /m{at}.js\nexport * from './m{}.js'; export const x{at} = 1;\n", at + 1))
        .collect();
    let web: String = (0..30)
        .map(|at| {
            let all: String = (0..30).map(|to| format!("export * from './w{to}.js'; ")).collect();
            format!("//- /w{at}.js\n{all} export const same = {at}, n{at} = 1;\n")
        })
        .collect();
    for (files, first) in [(chain, "/m0.js"), (web, "/w0.js")] {
        let found = passed_on(&format!("//- /a.test.js\nexport * from '.{first}';\n{files}"));
        assert!(found.starts_with("/a.test.js: "), "{}", &found[..200]);
    }
}

#[test]
fn globs_and_queries_are_followed() {
    let fixture = "//- /a.test.js\nimport text from './t.txt?raw'; import './x.js?v=1'; import './x.js';\n\
        console.log(text, import.meta.glob('./m/*.js'), import.meta.glob('./n/*.js', { eager: true }));\n\
        //- /t.txt\ntext\n//- /x.js\n//- /m/a.js\n//- /m/b.js\n//- /n/c.js\n//- /gone.css\n";
    let ids: Vec<String> = modules(fixture).iter().map(|module| module.id.clone()).collect();
    assert_eq!(ids, ["/n/c.js", "/t.txt?raw", "/x.js?v=1", "/x.js", "/m/a.js", "/m/b.js", "/a.test.js"]);
    let found = modules(fixture);
    let raw = found.iter().find(|module| module.id == "/t.txt?raw").expect("the text");
    assert!(matches!(&raw.form, Form::Module { code, .. } if code.contains("\"text\\n\"")), "{:?}", raw.form);
    let again = found.iter().find(|module| module.id == "/x.js?v=1").expect("the script");
    assert_eq!((again.meta.url.as_str(), again.meta.filename.as_str()), ("file:///x.js", "/x.js"));
    uses(
        fixture,
        &TestConfig::default(),
        &[],
        &[
            "Import /a.test.js ./m/a.js /m/a.js",
            "Import /a.test.js ./m/b.js /m/b.js",
            "Import /a.test.js ./n/c.js /n/c.js",
            "Import /a.test.js ./t.txt?raw /t.txt",
            "Import /a.test.js ./x.js /x.js",
            "Import /a.test.js ./x.js?v=1 /x.js",
            "Glob /m/*.js",
            "Glob /n/*.js",
        ],
    );
}

#[test]
fn what_a_glob_finds_is_looked_up_in_each_state() {
    let cache = Cache::default();
    let keys = |files: &str| {
        let snapshot = snapshot_of(&format!("//- /a.test.js\nimport.meta.glob('./m/*.js');\n{files}"));
        let mut graph = Graph::of(&snapshot, &cache, Rc::new(Counts::default()));
        let file = VfsPath::parse("/a.test.js").expect("a path");
        graph.file(&file, &TestConfig::default()).expect("nothing is lowered").modules.len()
    };
    assert_eq!((keys("//- /m/a.js\n"), keys("//- /m/a.js\n//- /m/b.js\n"), keys("")), (2, 3, 1));
}
