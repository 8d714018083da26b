//! Files as callers give them: `{ path: content }`, `[[path, content]]` or `[{ path, content }]`.

use std::fmt;

use base64::Engine as _;
use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The bytes of a file. On the wire: a string (UTF-8 text), a byte buffer, or `{ "base64": "…" }`.
#[derive(Clone, PartialEq, Eq)]
pub struct FileContent(pub Vec<u8>);

impl fmt::Debug for FileContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FileContent({} bytes)", self.0.len())
    }
}

impl Serialize for FileContent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(&self.0) {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => {
                use serde::ser::SerializeMap;
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry("base64", &base64::engine::general_purpose::STANDARD.encode(&self.0))?;
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for FileContent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ContentVisitor;
        impl<'de> Visitor<'de> for ContentVisitor {
            type Value = FileContent;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("file content: a string, bytes or { base64 }")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<FileContent, E> {
                Ok(FileContent(text.as_bytes().to_vec()))
            }
            fn visit_string<E: de::Error>(self, text: String) -> Result<FileContent, E> {
                Ok(FileContent(text.into_bytes()))
            }
            fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<FileContent, E> {
                Ok(FileContent(bytes.to_vec()))
            }
            fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<FileContent, E> {
                Ok(FileContent(bytes))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<FileContent, A::Error> {
                let mut bytes = None;
                while let Some(key) = map.next_key::<String>()? {
                    if key == "base64" {
                        let text: String = map.next_value()?;
                        bytes = Some(
                            base64::engine::general_purpose::STANDARD
                                .decode(text)
                                .map_err(de::Error::custom)?,
                        );
                    } else {
                        map.next_value::<de::IgnoredAny>()?;
                    }
                }
                bytes.map(FileContent).ok_or_else(|| de::Error::missing_field("base64"))
            }
        }
        deserializer.deserialize_any(ContentVisitor)
    }
}

/// Files in the given order. Paths are as the caller wrote them; the VFS normalises and validates them.
///
/// An object is accepted for convenience. An array of entries is safer, because `__proto__` is an ordinary
/// file name in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Files(pub Vec<(String, FileContent)>);

impl Files {
    /// Creates files from `(path, text)` pairs.
    pub fn from_texts<'a>(texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Files {
        Files(
            texts
                .into_iter()
                .map(|(path, text)| (path.to_owned(), FileContent(text.as_bytes().to_vec())))
                .collect(),
        )
    }
}

impl Serialize for Files {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Pair<'a>(&'a str, &'a FileContent);
        impl Serialize for Pair<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut tuple = serializer.serialize_tuple(2)?;
                tuple.serialize_element(self.0)?;
                tuple.serialize_element(self.1)?;
                tuple.end()
            }
        }
        serializer.collect_seq(self.0.iter().map(|(path, content)| Pair(path, content)))
    }
}

impl<'de> Deserialize<'de> for Files {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EntryValue((String, FileContent));
        impl<'de> Deserialize<'de> for EntryValue {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct EntryVisitor;
                impl<'de> Visitor<'de> for EntryVisitor {
                    type Value = EntryValue;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("[path, content] or { path, content }")
                    }
                    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<EntryValue, A::Error> {
                        let path = seq.next_element()?.ok_or_else(|| de::Error::invalid_length(0, &self))?;
                        let content =
                            seq.next_element()?.ok_or_else(|| de::Error::invalid_length(1, &self))?;
                        Ok(EntryValue((path, content)))
                    }
                    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<EntryValue, A::Error> {
                        let (mut path, mut content) = (None, None);
                        while let Some(key) = map.next_key::<String>()? {
                            match key.as_str() {
                                "path" => path = Some(map.next_value()?),
                                "content" => content = Some(map.next_value()?),
                                _ => {
                                    map.next_value::<de::IgnoredAny>()?;
                                }
                            }
                        }
                        Ok(EntryValue((
                            path.ok_or_else(|| de::Error::missing_field("path"))?,
                            content.ok_or_else(|| de::Error::missing_field("content"))?,
                        )))
                    }
                }
                deserializer.deserialize_any(EntryVisitor)
            }
        }
        struct FilesVisitor;
        impl<'de> Visitor<'de> for FilesVisitor {
            type Value = Files;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("files: { path: content }, [[path, content]] or [{ path, content }]")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Files, A::Error> {
                let mut files = Vec::new();
                while let Some(EntryValue(entry)) = seq.next_element()? {
                    files.push(entry);
                }
                Ok(Files(files))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Files, A::Error> {
                let mut files = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    files.push(entry);
                }
                Ok(Files(files))
            }
        }
        deserializer.deserialize_any(FilesVisitor)
    }
}
