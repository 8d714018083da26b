//! The keys that each object of a configuration has, derived from its type.

use serde::de::value::Error;
use serde::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};
use verdict_protocol::{
    Config, ExpectConfig, FakeTimersConfig, ImportResolution, LintConfig, PollConfig, SequenceConfig,
    SnapshotFormat, TestConfig, TypecheckConfig, TypesConfig,
};

/// An object of a configuration: its path and its keys.
pub(super) struct Shape {
    /// Keys from the outermost object inwards; empty for the configuration itself.
    pub(super) at: &'static [&'static str],
    pub(super) keys: &'static [&'static str],
}

/// All objects with fixed keys. Maps with free keys (`env`, `provide`, `rules`) are not among them.
pub(super) fn shapes() -> [Shape; 11] {
    let shape = |at, keys| Shape { at, keys };
    [
        shape(&[], keys_of::<Config>()),
        shape(&["test"], keys_of::<TestConfig>()),
        shape(&["test", "expect"], keys_of::<ExpectConfig>()),
        shape(&["test", "expect", "poll"], keys_of::<PollConfig>()),
        shape(&["test", "fakeTimers"], keys_of::<FakeTimersConfig>()),
        shape(&["test", "resolve"], keys_of::<ImportResolution>()),
        shape(&["test", "sequence"], keys_of::<SequenceConfig>()),
        shape(&["test", "snapshotFormat"], keys_of::<SnapshotFormat>()),
        shape(&["test", "typecheck"], keys_of::<TypecheckConfig>()),
        shape(&["lint"], keys_of::<LintConfig>()),
        shape(&["types"], keys_of::<TypesConfig>()),
    ]
}

/// The keys that a type reads when it is deserialized.
fn keys_of<'de, T: Deserialize<'de>>() -> &'static [&'static str] {
    let mut keys: &[&str] = &[];
    // The deserializer records the requested keys and provides no values.
    let _ = T::deserialize(KeyCollector(&mut keys));
    keys
}

struct KeyCollector<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for KeyCollector<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("no object"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        keys: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        *self.0 = keys;
        Err(Error::custom("only asked"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// Maps in which a `null` entry counts as absent.
const MAPS: [&[&str]; 4] = [&["test", "env"], &["test", "alias"], &["lint", "rules"], &["lint", "defaults"]];

/// Removes `null` keys that stand for an option. Data, such as `test.provide`, keeps them.
pub(super) fn without_nulls(config: &mut Value) {
    let shapes = shapes().map(|shape| shape.at);
    for at in shapes.iter().chain(&MAPS) {
        if let Some(object) = object_at(config, at) {
            object.retain(|_, value| !value.is_null());
        }
    }
}

fn object_at<'a>(config: &'a mut Value, at: &[&str]) -> Option<&'a mut Map<String, Value>> {
    at.iter().try_fold(config, |value, key| value.get_mut(*key))?.as_object_mut()
}
