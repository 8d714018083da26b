//! What the state machine is told, and what it asks of its host.

use serde::{Deserialize, Serialize};
use verdict_protocol::{Progress, VerifyResult};

use crate::message::ToGuest;

/// A guest, by the number under which it was started.
pub type RunId = u32;

/// What a frame says.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum FrameMessage {
    /// It has looked at its own seal.
    Up {
        /// Whether it is one.
        sealed: bool,
        /// Why it is none.
        #[serde(default)]
        why: Option<String>,
    },
    /// It answers [`Action::Ping`].
    Pong {
        /// Of the question.
        n: u32,
    },
    /// It has begun to start a guest.
    Started {
        /// Which.
        run: RunId,
    },
    /// A guest ended by itself.
    Died {
        /// Which.
        run: RunId,
        /// What the browser says of it.
        #[serde(default)]
        message: String,
    },
    /// There is none any more, or none can be had.
    Gone {
        /// Why, where none can be had.
        #[serde(default)]
        why: Option<String>,
    },
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The frame said something.
    Frame(FrameMessage),
    /// A guest said something: one text; none for what was no text.
    Guest {
        /// Which.
        run: RunId,
        /// JSON, hostile.
        text: Option<String>,
    },
    /// The lock of [`Action::Lock`] is held.
    Locked,
    /// What lowers files is there, or why it is not.
    Transformer(Result<(), String>),
    /// The time of [`Action::WakeAt`] may have come.
    Tick,
}

/// Something to do. Actions are carried out in the order given.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "do", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Action {
    /// Get a new frame in place of any before; its answer is [`FrameMessage::Up`].
    NeedFrame,
    /// Start a guest: it answers `ready`, after which it can be sent a file.
    Start {
        /// Its number.
        run: RunId,
    },
    /// End a guest, whatever it does.
    End {
        /// Which.
        run: RunId,
    },
    /// Send to a guest.
    Send {
        /// Which.
        run: RunId,
        /// What.
        message: ToGuest,
    },
    /// Ask the frame whether it lives.
    Ping {
        /// Told back in the answer.
        n: u32,
    },
    /// Take the lock that all slots of all pages share; its answer is [`Event::Locked`].
    Lock {
        /// Whether no other slot may run a file meanwhile.
        exclusive: bool,
    },
    /// Give the lock back.
    Unlock,
    /// Get what lowers files; its answer is [`Event::Transformer`].
    NeedTransformer,
    /// Tell what happens in the request.
    Progress {
        /// What.
        event: Progress,
    },
    /// The one answer to the request.
    Answer {
        /// It.
        result: Box<VerifyResult>,
    },
    /// Send [`Event::Tick`] at this time, in place of a later one that was asked for before.
    WakeAt {
        /// Milliseconds on the clock of the host.
        ms: f64,
    },
}
