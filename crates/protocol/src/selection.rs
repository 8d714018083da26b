//! The selection and order of tests.

use serde::{Deserialize, Serialize};

/// The order of tests (Vitest's `sequence`).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct SequenceConfig {
    /// Whether the tests of a suite run in a shuffled order. Results always list them in declaration order.
    pub shuffle: Shuffle,
    /// Seed of the order; by default the request's seed. The result reports it.
    pub seed: Option<u64>,
    /// The order of hooks of one suite.
    pub hooks: HookOrder,
}

/// The order of hooks of one suite, as Vitest's `sequence.hooks` names it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum HookOrder {
    /// Hooks before tests run in declaration order, hooks after tests in reverse order.
    #[default]
    Stack,
    /// All hooks run in declaration order.
    List,
    /// As [`HookOrder::List`]: hooks start in declaration order, and each ends before the next starts.
    Parallel,
}

/// `true`, or `{ tests: true }` as in Vitest. The order of files has no effect that a test could observe.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "boolean | { tests?: boolean }"))]
#[serde(from = "ShuffleForms", into = "bool")]
pub struct Shuffle(pub bool);

#[derive(Deserialize)]
#[serde(untagged)]
enum ShuffleForms {
    All(bool),
    Parts {
        #[serde(default)]
        tests: bool,
    },
}

impl From<ShuffleForms> for Shuffle {
    fn from(forms: ShuffleForms) -> Shuffle {
        match forms {
            ShuffleForms::All(on) | ShuffleForms::Parts { tests: on } => Shuffle(on),
        }
    }
}

impl From<Shuffle> for bool {
    fn from(shuffle: Shuffle) -> bool {
        shuffle.0
    }
}

/// One of several parts of the files: `index/count`, with an index from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    index: usize,
    count: usize,
}

impl Shard {
    /// Parses `index/count`.
    ///
    /// # Errors
    /// A message, if the text has another form or the index exceeds the count.
    pub fn parse(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/').and_then(|(index, count)| {
            let (index, count) = (index.trim().parse().ok()?, count.trim().parse().ok()?);
            (1 <= index && index <= count).then_some(Shard { index, count })
        });
        parts.ok_or_else(|| format!("a shard is INDEX/COUNT, such as 1/3, not {text:?}"))
    }

    /// The shard's part of some paths, in order. Each path is in exactly one shard, and shard sizes differ by
    /// at most one. The distribution depends on the paths alone.
    #[must_use]
    pub fn of<T: AsRef<str>>(self, paths: Vec<T>) -> Vec<T> {
        let mut by_hash: Vec<usize> = (0..paths.len()).collect();
        by_hash.sort_by_cached_key(|place| crate::sha256_hex(paths[*place].as_ref().as_bytes()));
        let (size, larger) = (paths.len() / self.count, paths.len() % self.count);
        let begin = |index: usize| index * size + index.min(larger);
        let mut kept = vec![false; paths.len()];
        for place in &by_hash[begin(self.index - 1)..begin(self.index)] {
            kept[*place] = true;
        }
        let mut kept = kept.into_iter();
        paths.into_iter().filter(|_| kept.next().unwrap_or(false)).collect()
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Shard, String> {
        Shard::parse(&text)
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        format!("{}/{}", shard.index, shard.count)
    }
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn shards_part_all_paths() {
        let paths: Vec<String> = (0..23).map(|number| format!("/tests/{number}.test.js")).collect();
        for count in [1, 2, 3, 5, 23, 40] {
            let mut all = Vec::new();
            for index in 1..=count {
                let shard = Shard::parse(&format!("{index}/{count}")).map(|shard| shard.of(paths.clone()));
                let shard = shard.unwrap_or_default();
                assert!(shard.len() <= paths.len().div_ceil(count));
                assert!(shard.is_sorted_by_key(|path| paths.iter().position(|other| other == path)));
                all.extend(shard);
            }
            all.sort();
            let mut expected = paths.clone();
            expected.sort();
            assert_eq!(all, expected);
        }
    }

    #[test]
    fn what_is_no_shard() {
        for text in ["", "1", "0/2", "3/2", "a/b", "1/0", "-1/2"] {
            assert!(Shard::parse(text).is_err(), "{text}");
        }
    }
}
