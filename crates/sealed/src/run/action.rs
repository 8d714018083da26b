//! Events that the state machine receives, and actions that it asks its host to carry out.

use serde::{Deserialize, Serialize};
use verdict_protocol::{Progress, VerifyResult};

use crate::message::ToGuest;

/// The number under which a guest was started.
pub type RunId = u32;

/// A message from a frame.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum FrameMessage {
    /// The frame loaded and checked its own seal.
    Up {
        /// Whether the seal holds.
        sealed: bool,
        /// Why the seal does not hold.
        #[serde(default)]
        why: Option<String>,
    },
    /// The answer to [`Action::Ping`].
    Pong {
        /// The ping's number.
        n: u32,
    },
    /// The frame started to create a guest.
    Started {
        /// The guest.
        run: RunId,
    },
    /// A guest ended on its own.
    Died {
        /// The guest.
        run: RunId,
        /// The browser's error message.
        #[serde(default)]
        message: String,
    },
    /// The frame ended, or no frame can be created.
    Gone {
        /// The reason, if no frame can be created.
        #[serde(default)]
        why: Option<String>,
    },
}

/// An event that the machine receives.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A message from the frame.
    Frame(FrameMessage),
    /// A message from a guest.
    Guest {
        /// The guest.
        run: RunId,
        /// Untrusted JSON; `None` if the message was no text.
        text: Option<String>,
    },
    /// The lock that [`Action::Lock`] requested was acquired.
    Locked,
    /// The transformer is loaded, or the reason why it cannot be.
    Transformer(Result<(), String>),
    /// The time of [`Action::WakeAt`] may have come.
    Tick,
}

/// An action for the host, which carries actions out in the given order.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "do", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Action {
    /// Create a new frame in place of the previous one. It answers with [`FrameMessage::Up`].
    NeedFrame,
    /// Start a guest. It reports [`GuestEvent::Ready`](crate::message::GuestEvent::Ready) when it accepts a
    /// file.
    Start {
        /// The guest's number.
        run: RunId,
    },
    /// Terminate a guest.
    End {
        /// The guest.
        run: RunId,
    },
    /// Send a message to a guest.
    Send {
        /// The guest.
        run: RunId,
        /// The message.
        message: ToGuest,
    },
    /// Check that the frame is alive.
    Ping {
        /// The ping's number, repeated in the answer.
        n: u32,
    },
    /// Acquire the lock that all slots of all pages share. The answer is [`Event::Locked`].
    Lock {
        /// Whether no other slot may run a file in the meantime.
        exclusive: bool,
    },
    /// Release the lock.
    Unlock,
    /// Load the transformer. The answer is [`Event::Transformer`].
    NeedTransformer,
    /// Report progress of the request.
    Progress {
        /// The progress.
        event: Progress,
    },
    /// Answer the request. Sent exactly once.
    Answer {
        /// The result.
        result: Box<VerifyResult>,
    },
    /// Send [`Event::Tick`] at this time. Replaces any later time requested before.
    WakeAt {
        /// Milliseconds on the host's clock.
        ms: f64,
    },
}
