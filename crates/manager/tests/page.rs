//! The manager in a real page, on fake workers: see `scenarios.js`.
// An unwrap in a test is an assertion; clippy only knows `#[test]`.
#![allow(missing_docs, clippy::unwrap_used)]
#![cfg(all(target_arch = "wasm32", feature = "core"))]

use js_sys::{Array, Function, Object, Promise, Reflect};
use verdict_manager::{Host, ManagerCore};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// The modules, each after those that it imports.
///
/// They are imported from blobs and not as snippets: the test runner's server now and then leaves one of
/// many parallel requests without an answer.
const MODULES: [(&str, &str); 25] = [
    ("js/code.js", include_str!("../js/code.js")),
    ("js/load.js", include_str!("../js/load.js")),
    ("js/gate/wasm.js", include_str!("../js/gate/wasm.js")),
    ("js/consumers/bus.js", include_str!("../js/consumers/bus.js")),
    ("js/consumers/outcome.js", include_str!("../js/consumers/outcome.js")),
    ("js/consumers/files.js", include_str!("../js/consumers/files.js")),
    ("js/consumers/capabilities.js", include_str!("../js/consumers/capabilities.js")),
    ("js/consumers/live-files.js", include_str!("../js/consumers/live-files.js")),
    ("js/consumers/findings.js", include_str!("../js/consumers/findings.js")),
    ("js/consumers/judge.js", include_str!("../js/consumers/judge.js")),
    ("js/consumers/changes.js", include_str!("../js/consumers/changes.js")),
    ("js/consumers/newer.js", include_str!("../js/consumers/newer.js")),
    ("js/consumers/older.js", include_str!("../js/consumers/older.js")),
    ("js/verification-manager.js", include_str!("../js/verification-manager.js")),
    ("js/store/lock.js", include_str!("../js/store/lock.js")),
    ("js/store/bounded.js", include_str!("../js/store/bounded.js")),
    ("js/store/reports.js", include_str!("../js/store/reports.js")),
    ("js/gate/refused.js", include_str!("../js/gate/refused.js")),
    ("js/gate/apply.js", include_str!("../js/gate/apply.js")),
    ("js/gate/adapters.js", include_str!("../js/gate/adapters.js")),
    ("js/gate/tools.js", include_str!("../js/gate/tools.js")),
    ("js/di-module.js", include_str!("../js/di-module.js")),
    ("js/register.js", include_str!("../js/register.js")),
    ("tests/fake-worker.js", include_str!("fake-worker.js")),
    ("tests/scenarios.js", include_str!("scenarios.js")),
];

thread_local! {
    static SCENARIOS: std::cell::RefCell<Option<JsValue>> = const { std::cell::RefCell::new(None) };
}

fn function(arguments: &str, body: &str) -> Function {
    Function::new_with_args(arguments, body)
}

/// The object `scenarios`, with the test's own wasm as the managers' core.
async fn scenarios() -> JsValue {
    if let Some(scenarios) = SCENARIOS.with(|kept| kept.borrow().clone()) {
        return scenarios;
    }
    let make_url =
        function("text", "return URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))");
    let import = function("url", "return import(url)");
    let mut urls: Vec<(&str, String)> = Vec::new();
    let mut last = JsValue::UNDEFINED;
    for (path, text) in MODULES {
        let mut text = text.to_owned();
        for (known, url) in &urls {
            let name = known.rsplit('/').next().unwrap();
            let below = known.trim_start_matches("js/");
            let spellings =
                [format!("./{name}"), format!("./{below}"), format!("../{below}"), format!("../{known}")];
            for specifier in spellings.map(|specifier| format!("'{specifier}'")) {
                text = text.replace(&specifier, &format!("'{url}'"));
            }
        }
        let url = make_url.call1(&JsValue::UNDEFINED, &text.into()).unwrap().as_string().unwrap();
        let imported: Promise =
            import.call1(&JsValue::UNDEFINED, &url.as_str().into()).unwrap().unchecked_into();
        last = JsFuture::from(imported).await.unwrap_or_else(|error| panic!("{path}: {error:?}"));
        if path.ends_with("verification-manager.js") {
            let class = Reflect::get(&last, &"VerificationManager".into()).unwrap();
            let load =
                Closure::<dyn Fn(JsValue, JsValue) -> JsValue>::new(|options: JsValue, host: JsValue| {
                    ManagerCore::new(&options, host.unchecked_into::<Host>()).into()
                });
            Reflect::set(&class, &"loadCore".into(), &load.into_js_value()).unwrap();
        }
        urls.push((path, url));
    }
    let scenarios = Reflect::get(&last, &"scenarios".into()).unwrap();
    SCENARIOS.with(|kept| *kept.borrow_mut() = Some(scenarios.clone()));
    scenarios
}

async fn play(name: &str) {
    let scenario: Function = Reflect::get(&scenarios().await, &name.into()).unwrap().unchecked_into();
    let promise: Promise =
        scenario.apply(&JsValue::UNDEFINED, &Array::new()).expect("a scenario of this name").unchecked_into();
    if let Err(error) = JsFuture::from(promise).await {
        panic!("{name}: {}", js_sys::Error::from(error).message());
    }
}

macro_rules! scenarios {
    ($($name:ident)*) => { $(
        #[wasm_bindgen_test]
        async fn $name() {
            play(stringify!($name)).await;
        }
    )* };
}

scenarios! {
    verify_resolves_with_the_workers_answer
    verifying_before_init_starts_by_itself
    the_toolchain_is_what_the_last_ready_worker_states
    time_runs_out_and_those_that_wait_are_not_lost
    a_crash_is_blamed_on_what_runs
    strange_messages_and_second_answers_change_nothing
    a_terminated_worker_is_heard_no_more
    signals_cancel
    disposing_settles_everything_once
    a_worker_that_does_not_start_is_explained
    reset_tries_again
    a_script_or_wasm_that_is_not_there_is_err_startup_with_a_hint
    without_workers_every_request_is_err_unavailable
    without_a_core_every_request_says_why
    snapshots_travel_once_and_then_as_deltas
    a_worker_that_lacks_a_snapshot_is_sent_a_whole_one
    what_cannot_be_judged_is_refused
    options_reach_the_worker_as_they_were
    times_that_are_none_are_sane
    progress_is_passed_on
    events_come_in_order_and_listeners_may_call_back
    an_event_bus_of_either_kind_is_told
    history_is_bounded_and_newest_first
    statistics_add_up
    pings_are_answered_and_not_counted
    the_queue_is_bounded
    several_workers_run_at_once
    files_of_a_test_are_spread_over_idle_workers
    a_file_that_does_not_end_leaves_the_results_of_the_others
    a_request_in_parts_is_cancelled_as_one
    a_spare_worker_takes_over_at_once
    interactive_goes_before_background_which_has_its_turn
    two_managers_know_nothing_of_each_other
    it_is_found_as_a_global_and_in_a_container
}

/// Scenarios are listed by hand above: one that is not is one that never runs.
#[wasm_bindgen_test]
async fn every_scenario_is_listed() {
    let listed = Object::keys(scenarios().await.unchecked_ref::<Object>()).length();
    assert_eq!(listed, 34);
}
