//! A page's journal: `{ read(), write(text), clear() }`; each method may be async.

use js_sys::Function;
use verdict_gate::{Journal, MemoryJournal, TargetError};
use wasm_bindgen::JsValue;

use super::call::Callee;
use crate::js;

/// The page's journal, or one for this call only.
pub(super) enum PageJournal {
    Given { callee: Callee, read: Function, write: Function, clear: Function },
    Own(MemoryJournal),
}

impl PageJournal {
    /// Wraps a journal object.
    ///
    /// # Errors
    /// Names the missing method.
    pub(super) fn new(given: Option<JsValue>) -> Result<PageJournal, String> {
        let Some(object) = given else { return Ok(PageJournal::Own(MemoryJournal::default())) };
        let callee = Callee(object);
        let method = |name| callee.method("journal", name);
        Ok(PageJournal::Given {
            read: method("read")?,
            write: method("write")?,
            clear: method("clear")?,
            callee,
        })
    }
}

impl Journal for PageJournal {
    async fn read(&mut self) -> Result<Option<String>, TargetError> {
        match self {
            PageJournal::Own(own) => own.read().await,
            PageJournal::Given { callee, read, .. } => {
                let record = callee.call(read, &[]).await.map_err(|error| failed(&error))?;
                if record.is_null() || record.is_undefined() {
                    return Ok(None);
                }
                let text = record.as_string();
                text.map(Some).ok_or_else(|| TargetError("the journal gave something that is no text".into()))
            }
        }
    }

    async fn write(&mut self, record: &str) -> Result<(), TargetError> {
        match self {
            PageJournal::Own(own) => own.write(record).await,
            PageJournal::Given { callee, write, .. } => {
                let record = JsValue::from_str(record);
                callee.call(write, &[record]).await.map(drop).map_err(|error| failed(&error))
            }
        }
    }

    async fn clear(&mut self) -> Result<(), TargetError> {
        match self {
            PageJournal::Own(own) => own.clear().await,
            PageJournal::Given { callee, clear, .. } => {
                callee.call(clear, &[]).await.map(drop).map_err(|error| failed(&error))
            }
        }
    }
}

fn failed(error: &JsValue) -> TargetError {
    TargetError(js::thrown_text(error))
}
