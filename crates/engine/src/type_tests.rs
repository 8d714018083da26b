//! Tests of types, whose checker is another worker of the page: what the host asks the checker, and the result by its answer.

use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};
use verdict_checker::{Answer, Failure, Reply, TypeTests};
use verdict_protocol::{Code, VerifyPayload, VerifyResult};
use verdict_vfs::Snapshot;

/// What the host wants to know of the tests of types of a request.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Step {
    /// Which they are, and what the checker is asked about them.
    Plan,
    /// Their result, by what the checker said.
    Judge(Said),
}

/// What the checker said.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Said {
    /// It was not asked, because nothing needs its answer.
    Nothing,
    Reply(Box<Reply>),
    /// There is no answer.
    Failure {
        code: Code,
        message: String,
    },
}

/// Reads the step in the payload of a `VERIFY`.
pub(crate) fn step<'de, D: Deserializer<'de>>(source: D) -> Option<Step> {
    #[derive(Deserialize)]
    struct Message {
        #[serde(default)]
        payload: Option<Payload>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Payload {
        #[serde(default)]
        type_tests: Option<Step>,
    }
    Message::deserialize(source).ok()?.payload?.type_tests
}

/// An answer to the host alone. Its `detail` is JSON: the question about the tests of types of a request, and what remains of it; `null` if
/// it has none.
pub(crate) fn plan(payload: &VerifyPayload, snapshot: &Snapshot) -> VerifyResult {
    let config = payload.config.clone().unwrap_or_else(|| json!({}));
    let plan = TypeTests::read(&payload.command, snapshot, &config).map(|tests| {
        let is_asked = !tests.config().list && tests.refused().is_none();
        json!({
            "question": is_asked.then(|| tests.question().message(0, snapshot.root())),
            "rest": tests.rest(),
            "config": TypeTests::of_rest(Some(&config)),
            "shard": tests.config().shard,
        })
    });
    let mut answer = VerifyResult::refused(&payload.command, Code::NoTests, "A plan has no result");
    (answer.success, answer.code, answer.error) = (true, None, None);
    answer.detail = Some(plan.unwrap_or(Value::Null).to_string());
    answer
}

/// The result of the tests of types of a request.
pub(crate) fn judged(
    payload: &VerifyPayload,
    snapshot: &Snapshot,
    said: Said,
    total_ms: impl FnOnce() -> f64,
) -> VerifyResult {
    let config = payload.config.clone().unwrap_or_else(|| json!({}));
    let Some(tests) = TypeTests::read(&payload.command, snapshot, &config) else {
        return VerifyResult::refused(&payload.command, Code::Protocol, "The request has no tests of types");
    };
    let answer = match (tests.refused(), said) {
        (Some(failure), _) => Err(failure),
        (None, Said::Nothing) => Ok(Answer::default()),
        (None, Said::Reply(reply)) => reply.answer(),
        (None, Said::Failure { code, message }) => Err(Failure::new(code, message)),
    };
    tests.judged(answer, total_ms())
}
