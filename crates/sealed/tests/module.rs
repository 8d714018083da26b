//! Modules in the form that guests receive.

use serde_json::json;
use verdict_sealed::supply::{Form, LoadError, Meta, Module, Stars, Target};

#[test]
fn is_plain_json_for_the_guest() {
    let module = Module {
        id: "/a.cjs".into(),
        form: Form::CommonJs { code: "(function(){})".into(), names: vec!["x".into()] },
        deps: vec![("__proto__".into(), Target::Id("/p.js".into()))],
        requires: vec![(
            "./b".into(),
            Target::Missing {
                error: LoadError {
                    name: "Error",
                    message: "no".into(),
                    code: Some("MODULE_NOT_FOUND"),
                    at: None,
                },
            },
        )],
        loaded_by_node: false,
        meta: Meta { url: "file:///a.cjs".into(), dirname: "/".into(), filename: "/a.cjs".into() },
    };
    let expected = json!({
        "id": "/a.cjs",
        "kind": "commonjs",
        "code": "(function(){})",
        "names": ["x"],
        "deps": [["__proto__", "/p.js"]],
        "requires": [["./b", { "error": { "name": "Error", "message": "no", "code": "MODULE_NOT_FOUND" } }]],
        "meta": { "url": "file:///a.cjs", "dirname": "/", "filename": "/a.cjs" },
    });
    assert_eq!(serde_json::to_value(&module).expect("JSON"), expected);
}

#[test]
fn says_what_it_passes_on() {
    let stars =
        Stars { stars: vec![("./b.js".into(), vec!["x".into()])], conflicts: vec!["y".into()], open: true };
    let module = |stars| Module {
        id: "/a.js".into(),
        form: Form::Module { code: "(async function(){})".into(), awaits: false, stars },
        deps: Vec::new(),
        requires: Vec::new(),
        loaded_by_node: false,
        meta: Meta { url: "file:///a.js".into(), dirname: "/".into(), filename: "/a.js".into() },
    };
    let plain = json!({
        "id": "/a.js",
        "kind": "module",
        "code": "(async function(){})",
        "deps": [],
        "meta": { "url": "file:///a.js", "dirname": "/", "filename": "/a.js" },
    });
    assert_eq!(serde_json::to_value(module(Stars::default())).expect("JSON"), plain);
    let mut passing = plain;
    passing["stars"] = json!([["./b.js", ["x"]]]);
    passing["conflicts"] = json!(["y"]);
    passing["open"] = json!(true);
    assert_eq!(serde_json::to_value(module(stars)).expect("JSON"), passing);
}
