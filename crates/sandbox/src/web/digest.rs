//! Hashes behind `crypto.subtle.digest` and `createHash`.

use boa_engine::{Context, JsResult, JsString, JsValue};
use md5::Md5;
use sha1::Sha1;
use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};

use super::bytes::{bytes, uint8_array};
use crate::native::{argument, host};

/// `(algorithm, bytes) → Uint8Array`; `undefined` for an unknown algorithm. Names are in lower case.
pub(super) fn digest(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = argument(args, 0).to_string(context)?.to_std_string_lossy();
    let data = bytes(&argument(args, 1), context)?;
    match hash(&name, &[&data]) {
        Some(hash) => uint8_array(&hash, context).map(JsValue::from),
        None => Ok(JsValue::undefined()),
    }
}

/// `(algorithm, key, bytes) → Uint8Array`: an HMAC (RFC 2104).
pub(super) fn hmac(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = argument(args, 0).to_string(context)?.to_std_string_lossy();
    let (mut key, data) = (bytes(&argument(args, 1), context)?, bytes(&argument(args, 2), context)?);
    let block = if matches!(name.as_str(), "sha384" | "sha512") { 128 } else { 64 };
    if key.len() > block {
        key = hash(&name, &[&key]).unwrap_or_default();
    }
    key.resize(block, 0);
    let inner: Vec<u8> = key.iter().map(|byte| byte ^ 0x36).collect();
    let outer: Vec<u8> = key.iter().map(|byte| byte ^ 0x5c).collect();
    match hash(&name, &[&inner, &data]).and_then(|inner| hash(&name, &[&outer, &inner])) {
        Some(hash) => uint8_array(&hash, context).map(JsValue::from),
        None => Ok(JsValue::undefined()),
    }
}

/// `(length) → Uint8Array` of random bytes from the request's seed.
pub(super) fn random(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let length = usize::try_from(argument(args, 0).to_length(context)?).unwrap_or(usize::MAX);
    let host = host(context)?;
    host.room(length as u64)?;
    let mut bytes = Vec::with_capacity(length);
    while bytes.len() < length {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 2^48")]
        let random = (host.random.next() * (1u64 << 48) as f64) as u64;
        let left = length - bytes.len();
        bytes.extend_from_slice(&random.to_le_bytes()[..left.min(6)]);
    }
    uint8_array(&bytes, context).map(JsValue::from)
}

fn hash(name: &str, parts: &[&[u8]]) -> Option<Vec<u8>> {
    fn of<D: Digest>(parts: &[&[u8]]) -> Vec<u8> {
        let mut digest = D::new();
        for part in parts {
            digest.update(part);
        }
        digest.finalize().to_vec()
    }
    Some(match name {
        "md5" => of::<Md5>(parts),
        "sha1" => of::<Sha1>(parts),
        "sha224" => of::<Sha224>(parts),
        "sha256" => of::<Sha256>(parts),
        "sha384" => of::<Sha384>(parts),
        "sha512" => of::<Sha512>(parts),
        _ => return None,
    })
}

/// Names of the supported hashes.
pub(super) fn hashes(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let names =
        ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"].map(|name| JsString::from(name).into());
    Ok(boa_engine::object::builtins::JsArray::from_iter(names, context).into())
}
