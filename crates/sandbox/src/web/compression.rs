//! Compression behind `node:zlib`: the formats of zlib (RFC 1950), of gzip (RFC 1952), and without a header (RFC 1951).

use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue};
use flate2::{Compress, Compression, Crc, Decompress, FlushCompress, FlushDecompress, Status};

use super::bytes::{bytes, uint8_array};
use crate::host::Host;
use crate::native::{argument, host};

/// Bytes by which an output grows.
const CHUNK: usize = 64 << 10;
/// What Node writes before what it compresses for gzip: no time, no name, and Unix as the system.
const GZIP_HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];

/// zlib's sentences about data that it cannot read.
const WRONG_HEADER: &str = "incorrect header check";
const WRONG_DATA: &str = "invalid block type";
const WRONG_CHECK: &str = "incorrect data check";
const CUT_SHORT: &str = "unexpected end of file";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Zlib,
    Gzip,
    Raw,
}

impl Format {
    fn of(value: &JsValue, context: &mut Context) -> JsResult<Format> {
        Ok(match value.to_string(context)?.to_std_string_lossy().as_str() {
            "gzip" => Format::Gzip,
            "raw" => Format::Raw,
            _ => Format::Zlib,
        })
    }
}

/// `(format, bytes, level) → Uint8Array`, where `format` is `zlib`, `gzip` or `raw`, and `level` is from -1 to 9.
pub(super) fn deflate(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let format = Format::of(&argument(args, 0), context)?;
    let (data, level) = (bytes(&argument(args, 1), context)?, argument(args, 2).to_i32(context)?);
    let level = u32::try_from(level).map_or_else(|_| Compression::default(), Compression::new);
    let host = host(context)?;
    let mut out = if format == Format::Gzip { GZIP_HEADER.to_vec() } else { Vec::new() };
    let mut compress = Compress::new(level, format == Format::Zlib);
    loop {
        host.room(CHUNK as u64)?;
        out.reserve(CHUNK);
        let rest = &data[read(compress.total_in())..];
        match compress.compress_vec(rest, &mut out, FlushCompress::Finish) {
            Ok(Status::StreamEnd) => break,
            Ok(Status::Ok | Status::BufError) => {}
            Err(error) => return Err(JsNativeError::error().with_message(error.to_string()).into()),
        }
    }
    if format == Format::Gzip {
        let mut crc = Crc::new();
        crc.update(&data);
        out.extend(crc.sum().to_le_bytes());
        out.extend(crc.amount().to_le_bytes());
    }
    uint8_array(&out, context).map(JsValue::from)
}

/// `(format, bytes, most) → Uint8Array`; zlib's sentence, as a text, about data that it cannot read; `undefined` if the result has
/// more than `most` bytes.
pub(super) fn inflate(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let format = Format::of(&argument(args, 0), context)?;
    let data = bytes(&argument(args, 1), context)?;
    let most = usize::try_from(argument(args, 2).to_length(context)?).unwrap_or(usize::MAX);
    let host = host(context)?;
    let mut out = Vec::new();
    let mut rest = data.as_slice();
    loop {
        match member(format, rest, &mut out, most, &host)? {
            Ok(_) if out.len() > most => return Ok(JsValue::undefined()),
            // A file of gzip may have several members, and zeros after the last.
            Ok(after) if format == Format::Gzip && after.first().is_some_and(|byte| *byte != 0) => {
                rest = after;
            }
            Ok(_) => return uint8_array(&out, context).map(JsValue::from),
            Err(sentence) => return Ok(JsString::from(sentence).into()),
        }
    }
}

/// `(bytes, value) → number`: the CRC-32 of bytes that follow others with the CRC-32 `value`.
pub(super) fn crc32(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (data, before) = (bytes(&argument(args, 0), context)?, argument(args, 1).to_u32(context)?);
    let mut hasher = crc32fast::Hasher::new_with_initial(before);
    hasher.update(&data);
    Ok(hasher.finalize().into())
}

/// Reads one compressed member at the start of `data`, appends its content to `out`, and returns what follows. The content is cut
/// soon after `most` bytes.
fn member<'a>(
    format: Format,
    data: &'a [u8],
    out: &mut Vec<u8>,
    most: usize,
    host: &Host,
) -> JsResult<Result<&'a [u8], &'static str>> {
    let body = match format {
        Format::Raw => data,
        Format::Zlib => match *data {
            [first, second, ..] if u16::from_be_bytes([first, second]) % 31 == 0 && first & 15 == 8 => data,
            [] | [_] => return Ok(Err(CUT_SHORT)),
            _ => return Ok(Err(WRONG_HEADER)),
        },
        Format::Gzip => match after_gzip_header(data) {
            Ok(body) => body,
            Err(sentence) => return Ok(Err(sentence)),
        },
    };
    let start = out.len();
    let mut decompress = Decompress::new(format == Format::Zlib);
    loop {
        if out.len() > most {
            return Ok(Ok(&[]));
        }
        host.room(CHUNK as u64)?;
        out.reserve(CHUNK);
        let (rest, before) = (&body[read(decompress.total_in())..], out.len());
        match decompress.decompress_vec(rest, out, FlushDecompress::None) {
            Ok(Status::StreamEnd) => break,
            Ok(_) if out.len() == before && read(decompress.total_in()) == body.len() => {
                return Ok(Err(CUT_SHORT));
            }
            Ok(_) => {}
            Err(_) if format == Format::Zlib && read(decompress.total_in()) + 4 >= body.len() => {
                return Ok(Err(WRONG_CHECK));
            }
            Err(_) => return Ok(Err(WRONG_DATA)),
        }
    }
    let after = &body[read(decompress.total_in())..];
    if format != Format::Gzip {
        return Ok(Ok(after));
    }
    let Some((trailer, after)) = after.split_first_chunk::<8>() else { return Ok(Err(CUT_SHORT)) };
    let mut crc = Crc::new();
    crc.update(&out[start..]);
    let is_whole = trailer[..4] == crc.sum().to_le_bytes() && trailer[4..] == crc.amount().to_le_bytes();
    Ok(if is_whole { Ok(after) } else { Err(WRONG_CHECK) })
}

/// What follows the header of a member of gzip: ten bytes, and the parts that their flags name.
fn after_gzip_header(data: &[u8]) -> Result<&[u8], &'static str> {
    let is_prefix = data.iter().zip([0x1f, 0x8b, 8]).all(|(byte, known)| *byte == known);
    if !is_prefix {
        return Err(WRONG_HEADER);
    }
    let (header, mut rest) = data.split_first_chunk::<10>().ok_or(CUT_SHORT)?;
    let has = |flag: u8| header[3] & flag != 0;
    if has(4) {
        let (length, after) = rest.split_first_chunk::<2>().ok_or(CUT_SHORT)?;
        rest = after.get(usize::from(u16::from_le_bytes(*length))..).ok_or(CUT_SHORT)?;
    }
    for flag in [8, 16] {
        if has(flag) {
            let end = rest.iter().position(|byte| *byte == 0).ok_or(CUT_SHORT)?;
            rest = &rest[end + 1..];
        }
    }
    if has(2) { rest.get(2..).ok_or(CUT_SHORT) } else { Ok(rest) }
}

/// A count of bytes that were read. None is more than a buffer has.
fn read(total: u64) -> usize {
    usize::try_from(total).unwrap_or(usize::MAX)
}
