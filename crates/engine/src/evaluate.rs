//! `eval:`.

use verdict_judge::Found;
use verdict_protocol::{Command, LimitPhase, Output, TestConfig};
use verdict_sandbox::{Evaluation, GuestOptions, evaluate_in};

use crate::realms::Realms;
use crate::{Host, Request, source};

pub(crate) fn run(
    request: &Request<'_>,
    command: &Command,
    config: &TestConfig,
    host: &mut Host<'_>,
    realms: &mut Realms,
) -> Found {
    let options = GuestOptions {
        seed: request.seed,
        console: config.console,
        env: config.env.clone(),
        meter: host.meter,
        ..GuestOptions::new(
            request.snapshot.clone(),
            request.limits.clone(),
            source::hook(request.snapshot, realms, None, config, None),
        )
    };
    let (evaluation, guest) = evaluate_in(realms.take(), &command.argument, options);
    realms.retire(guest);
    let Evaluation { value, console } = evaluation;
    match value {
        Ok(value) => Found { output: Output::Value(value), console, ..Found::default() },
        Err(stop) => Found {
            error: Some(format!("Evaluation error: {stop}")),
            code: stop.code(),
            location: stop.location(),
            limit: stop.reached(&request.limits, LimitPhase::Eval),
            console,
            ..Found::default()
        },
    }
}
