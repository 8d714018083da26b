//! The manager in a real page, on fake workers: see `scenarios/`.
// An unwrap in a test is an assertion; clippy only knows `#[test]`.
#![allow(missing_docs, clippy::unwrap_used)]
#![cfg(all(target_arch = "wasm32", feature = "core"))]

use std::collections::BTreeMap;

use include_dir::{Dir, include_dir};
use js_sys::{Array, Function, Object, Promise, Reflect};
use verdict_manager::{Host, ManagerCore};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// The sources of the package, and the scenarios.
///
/// They are imported from blobs instead of snippets, because the test runner's server sometimes leaves one of
/// many parallel requests unanswered.
static JS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/js");
static TESTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/tests");

thread_local! {
    static SCENARIOS: std::cell::RefCell<Option<JsValue>> = const { std::cell::RefCell::new(None) };
}

fn function(arguments: &str, body: &str) -> Function {
    Function::new_with_args(arguments, body)
}

/// Modules under blob URLs, each created after its imports.
struct Blobs {
    made: BTreeMap<String, String>,
}

impl Blobs {
    /// The URL of the module at `path`, relative to the crate.
    ///
    /// Only static imports of relative paths are followed; dynamic imports stay unchanged.
    fn url(&mut self, path: &str) -> String {
        if let Some(url) = self.made.get(path) {
            return url.clone();
        }
        let file = match path.split_once('/') {
            Some(("js", below)) => JS.get_file(below),
            Some(("tests", below)) => TESTS.get_file(below),
            _ => None,
        };
        let text = file.and_then(|file| file.contents_utf8()).unwrap_or_else(|| panic!("no module {path}"));
        let mut linked = String::new();
        let mut pieces = text.split(" from '");
        linked.push_str(pieces.next().unwrap());
        for piece in pieces {
            let (specifier, rest) = piece.split_once('\'').unwrap();
            let specifier = if specifier.starts_with('.') {
                self.url(&resolve(path, specifier))
            } else {
                specifier.to_owned()
            };
            linked.push_str(&format!(" from '{specifier}'{rest}"));
        }
        let make =
            function("text", "return URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))");
        let url = make.call1(&JsValue::UNDEFINED, &linked.into()).unwrap().as_string().unwrap();
        self.made.insert(path.to_owned(), url.clone());
        url
    }
}

/// Resolves `./a.js` or `../b/a.js` in `from`.
fn resolve(from: &str, specifier: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in specifier.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

async fn import(url: &str) -> JsValue {
    let imported = function("url", "return import(url)").call1(&JsValue::UNDEFINED, &url.into()).unwrap();
    JsFuture::from(imported.unchecked_into::<Promise>())
        .await
        .unwrap_or_else(|error| panic!("{url}: {error:?}"))
}

/// The object `scenarios`, with the test's own wasm as the managers' core.
async fn scenarios() -> JsValue {
    if let Some(scenarios) = SCENARIOS.with(|kept| kept.borrow().clone()) {
        return scenarios;
    }
    let mut blobs = Blobs { made: BTreeMap::new() };
    let module = import(&blobs.url("js/verification-manager.js")).await;
    let class = Reflect::get(&module, &"VerificationManager".into()).unwrap();
    let load = Closure::<dyn Fn(JsValue, JsValue) -> JsValue>::new(|options: JsValue, host: JsValue| {
        ManagerCore::new(&options, host.unchecked_into::<Host>()).into()
    });
    Reflect::set(&class, &"loadCore".into(), &load.into_js_value()).unwrap();
    let module = import(&blobs.url("tests/scenarios/index.js")).await;
    let scenarios = Reflect::get(&module, &"scenarios".into()).unwrap();
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
    an_error_without_a_number_is_not_the_request_that_runs
    a_message_that_cannot_be_deserialised_is_the_end_of_its_worker
    a_worker_that_ended_without_a_word_costs_no_request
    a_part_on_a_worker_that_ended_runs_on_another
    a_live_worker_is_asked_beside_the_request_and_only_after_a_while
    a_page_that_stood_still_loses_no_worker_and_no_answer
    a_worker_that_has_grown_is_replaced_after_its_request
    a_request_that_exhausts_its_worker_keeps_what_had_ended
    workers_start_one_after_another
    terminating_twice_settles_everything_once
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
    files_of_a_lint_are_spread_some_at_once
    a_file_that_does_not_end_leaves_the_results_of_the_others
    a_request_in_parts_is_cancelled_as_one
    a_spare_worker_takes_over_at_once
    interactive_goes_before_background_which_has_its_turn
    two_managers_know_nothing_of_each_other
    it_is_found_as_a_global_and_in_a_container
    two_engines_answer_one_request
    a_disagreement_is_what_everybody_hears
    both_judge_the_files_that_there_were_when_it_was_asked
    a_policy_that_is_none_is_refused_before_anything_runs
    a_request_is_cancelled_in_either_round_and_between_them
    its_time_is_that_of_both_rounds
    what_needs_no_second_witness_runs_once
    each_file_runs_in_the_engine_that_it_needs
    what_needs_one_engine_has_one
    what_was_refused_is_remembered_with_its_content
    without_a_frame_the_interpreter_has_all_and_says_how_many
    an_automatic_request_is_cancelled_in_any_round
    an_automatic_request_has_one_time_limit
    a_crash_in_a_round_is_the_outcome
}

/// Scenarios are listed by hand above; an unlisted one would never run.
#[wasm_bindgen_test]
async fn every_scenario_is_listed() {
    let listed = Object::keys(scenarios().await.unchecked_ref::<Object>()).length();
    assert_eq!(listed, 59);
}
