//! AES and derived keys behind `node:crypto`.

use aes::cipher::consts::{U12, U16};
use aes::cipher::{
    Array, BlockCipherDecrypt, BlockCipherEncrypt, BlockModeDecrypt, BlockModeEncrypt, BlockSizeUser,
    KeyInit, KeyIvInit, StreamCipher,
};
use aes::{Aes128, Aes192, Aes256};
use aes_gcm::AesGcm;
use aes_gcm::aead::AeadInOut;
use boa_engine::{Context, JsResult, JsValue};
use md5::Md5;
use pbkdf2::pbkdf2_hmac;
use sha1::Sha1;
use sha2::{Sha224, Sha256, Sha384, Sha512};

use super::bytes::{bytes, uint8_array};
use crate::native::{argument, host};

/// Bytes of a block of AES.
const BLOCK: usize = 16;

/// `(hash, password, salt, iterations, length) → Uint8Array` by PBKDF2 (RFC 8018); `undefined` for an unknown hash.
pub(super) fn pbkdf2(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = argument(args, 0).to_string(context)?.to_std_string_lossy();
    let (password, salt) = (bytes(&argument(args, 1), context)?, bytes(&argument(args, 2), context)?);
    let (iterations, mut out) = (argument(args, 3).to_u32(context)?, room(args, 4, context)?);
    match name.as_str() {
        "md5" => pbkdf2_hmac::<Md5>(&password, &salt, iterations, &mut out),
        "sha1" => pbkdf2_hmac::<Sha1>(&password, &salt, iterations, &mut out),
        "sha224" => pbkdf2_hmac::<Sha224>(&password, &salt, iterations, &mut out),
        "sha256" => pbkdf2_hmac::<Sha256>(&password, &salt, iterations, &mut out),
        "sha384" => pbkdf2_hmac::<Sha384>(&password, &salt, iterations, &mut out),
        "sha512" => pbkdf2_hmac::<Sha512>(&password, &salt, iterations, &mut out),
        _ => return Ok(JsValue::undefined()),
    }
    uint8_array(&out, context).map(JsValue::from)
}

/// `(password, salt, cost, blockSize, parallelization, length) → Uint8Array` by scrypt (RFC 7914). `cost` is a power of two.
/// `undefined` for parameters that scrypt does not allow.
pub(super) fn scrypt(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (password, salt) = (bytes(&argument(args, 0), context)?, bytes(&argument(args, 1), context)?);
    let mut number = |place: usize| argument(args, place).to_u32(context);
    let (cost, size, parallel) = (number(2)?, number(3)?, number(4)?);
    host(context)?.room(128 * u64::from(cost) * u64::from(size))?;
    let mut out = room(args, 5, context)?;
    let log = u8::try_from(cost.checked_ilog2().unwrap_or_default()).unwrap_or(u8::MAX);
    let made = scrypt::Params::new(log, size, parallel).ok();
    match made.and_then(|params| scrypt::scrypt(&password, &salt, &params, &mut out).ok()) {
        Some(()) => uint8_array(&out, context).map(JsValue::from),
        None => Ok(JsValue::undefined()),
    }
}

/// `(mode, encrypts, key, iv, blocks) → Uint8Array`: AES in the mode `cbc` or `ecb`, of whole blocks, or `ctr`, of any data. `undefined` for
/// a key or an `iv` of a wrong length.
pub(super) fn aes(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let mode = argument(args, 0).to_string(context)?.to_std_string_lossy();
    let encrypts = argument(args, 1).to_boolean();
    let (key, iv, mut data) = (
        bytes(&argument(args, 2), context)?,
        bytes(&argument(args, 3), context)?,
        bytes(&argument(args, 4), context)?,
    );
    let done = match key.len() {
        16 => in_mode::<Aes128>(&mode, encrypts, &key, &iv, &mut data),
        24 => in_mode::<Aes192>(&mode, encrypts, &key, &iv, &mut data),
        32 => in_mode::<Aes256>(&mode, encrypts, &key, &iv, &mut data),
        _ => None,
    };
    match done {
        Some(()) => uint8_array(&data, context).map(JsValue::from),
        None => Ok(JsValue::undefined()),
    }
}

/// `(key, iv, additional, data) → Uint8Array`: AES in the mode GCM. What is encrypted, and then its tag of 16 bytes. `undefined` for a key or an
/// `iv` of a length that is not supported.
pub(super) fn aes_gcm(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (key, iv) = (bytes(&argument(args, 0), context)?, bytes(&argument(args, 1), context)?);
    let (additional, mut data) = (bytes(&argument(args, 2), context)?, bytes(&argument(args, 3), context)?);
    let tag = match (key.len(), iv.len()) {
        (16, 12) => sealed::<AesGcm<Aes128, U12>>(&key, &iv, &additional, &mut data),
        (24, 12) => sealed::<AesGcm<Aes192, U12>>(&key, &iv, &additional, &mut data),
        (32, 12) => sealed::<AesGcm<Aes256, U12>>(&key, &iv, &additional, &mut data),
        (16, 16) => sealed::<AesGcm<Aes128, U16>>(&key, &iv, &additional, &mut data),
        (24, 16) => sealed::<AesGcm<Aes192, U16>>(&key, &iv, &additional, &mut data),
        (32, 16) => sealed::<AesGcm<Aes256, U16>>(&key, &iv, &additional, &mut data),
        _ => None,
    };
    let Some(tag) = tag else { return Ok(JsValue::undefined()) };
    data.extend(tag);
    uint8_array(&data, context).map(JsValue::from)
}

/// Encrypts or decrypts in place. `None` for lengths that the mode does not allow.
fn in_mode<C>(mode: &str, encrypts: bool, key: &[u8], iv: &[u8], data: &mut [u8]) -> Option<()>
where
    C: BlockCipherEncrypt + BlockCipherDecrypt + BlockSizeUser<BlockSize = U16> + KeyInit,
{
    if mode == "ctr" {
        ctr::Ctr128BE::<C>::new_from_slices(key, iv).ok()?.apply_keystream(data);
        return Some(());
    }
    let (blocks, rest) = Array::<u8, U16>::slice_as_chunks_mut(data);
    if !rest.is_empty() {
        return None;
    }
    match (mode, encrypts) {
        ("cbc", true) => cbc::Encryptor::<C>::new_from_slices(key, iv).ok()?.encrypt_blocks(blocks),
        ("cbc", false) => cbc::Decryptor::<C>::new_from_slices(key, iv).ok()?.decrypt_blocks(blocks),
        (_, true) => C::new_from_slice(key).ok()?.encrypt_blocks(blocks),
        (_, false) => C::new_from_slice(key).ok()?.decrypt_blocks(blocks),
    }
    Some(())
}

/// Encrypts in place, and returns the tag.
fn sealed<C: AeadInOut + KeyInit>(
    key: &[u8],
    iv: &[u8],
    additional: &[u8],
    data: &mut [u8],
) -> Option<[u8; BLOCK]> {
    let cipher = C::new_from_slice(key).ok()?;
    let tag = cipher.encrypt_inout_detached(iv.try_into().ok()?, additional, data.into()).ok()?;
    tag.as_slice().try_into().ok()
}

/// Zeros, as many as an argument says.
fn room(args: &[JsValue], place: usize, context: &mut Context) -> JsResult<Vec<u8>> {
    let length = argument(args, place).to_length(context)?;
    host(context)?.room(length)?;
    Ok(vec![0; usize::try_from(length).unwrap_or(usize::MAX)])
}
