//! The permits table matches the actual globals of a guest.
#![allow(missing_docs)]

use crate::support;

use std::collections::BTreeSet;

use support::{options, small};
use verdict_sandbox::{Guest, PERMITS, evaluate};

#[test]
fn a_realm_has_what_the_table_says_and_nothing_else() {
    let mut guest = Guest::new(options("", small())).expect("a realm");
    let global = guest.context().global_object();
    let keys = global.own_property_keys(guest.context()).expect("keys");
    let found: BTreeSet<String> = keys.iter().map(ToString::to_string).collect();
    let permitted: BTreeSet<String> = PERMITS.iter().map(|permit| permit.name.to_owned()).collect();
    assert_eq!(permitted.len(), PERMITS.len(), "a name stands twice");
    let missing: Vec<_> = permitted.difference(&found).collect();
    let extra: Vec<_> = found.difference(&permitted).collect();
    assert!(missing.is_empty() && extra.is_empty(), "missing {missing:?}, not permitted {extra:?}");
}

#[test]
fn no_prototype_chain_leads_to_what_is_not_permitted() {
    let source = "
        const seen = new Set(), queue = [globalThis], found = [];
        while (queue.length) {
            const object = queue.pop();
            if (object === null || (typeof object !== 'object' && typeof object !== 'function') || seen.has(object)) continue;
            seen.add(object);
            queue.push(Object.getPrototypeOf(object));
            for (const key of Reflect.ownKeys(object)) {
                const { value, get, set } = Object.getOwnPropertyDescriptor(object, key);
                queue.push(value, get, set, object === globalThis ? object[key] : undefined);
            }
            const name = typeof object === 'function' && object.name;
            if (['SharedArrayBuffer', 'waitAsync', 'importScripts', 'WebAssembly'].includes(name)) found.push(name);
        }
        [seen.size > 500, found]";
    let evaluation = evaluate(source, options("", small()));
    assert_eq!(evaluation.value.expect("a value").to_string(), "[true,[]]");
}

#[test]
fn the_environment_is_what_the_options_say() {
    let mut options = options("", small());
    options.env = [("B", "2"), ("A", "1"), ("__proto__", "p"), ("constructor", "c")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
    let source = "
        const { env } = process;
        const before = JSON.stringify(env);
        env.A = 'other'; env.NEW = 5; delete env.B;
        const { enumerable, configurable } = Object.getOwnPropertyDescriptor(globalThis, 'process');
        [before, env.A, env.NEW, 'B' in env, typeof process.cwd === 'function', enumerable, configurable, env instanceof Object]";
    for _ in 0..2 {
        let evaluation = evaluate(source, options.clone());
        assert_eq!(
            evaluation.value.expect("a value").to_string(),
            r#"["{\"A\":\"1\",\"B\":\"2\",\"__proto__\":\"p\",\"constructor\":\"c\"}","other","5",false,true,false,true,true]"#
        );
    }
}
