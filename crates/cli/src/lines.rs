//! Reads lines of a stream with arbitrary content.

use std::io::{self, BufRead, ErrorKind};

/// Maximum length of a line in bytes: many times the snapshot of a large project.
pub(crate) const MAX_LINE: usize = 256 << 20;

/// Reads a line without its end; `None` at the end of the stream. A line that is not text or longer than
/// `most` bytes is read to its end and refused with a sentence.
///
/// # Errors
/// [`io::Error`] from the stream.
pub(crate) fn read_line(from: &mut impl BufRead, most: usize) -> io::Result<Option<Result<String, String>>> {
    let (mut line, mut length) = (Vec::new(), 0);
    loop {
        let piece = match from.fill_buf() {
            Ok(piece) => piece,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if piece.is_empty() && length == 0 {
            return Ok(None);
        }
        let end = piece.iter().position(|byte| *byte == b'\n');
        let text = &piece[..end.unwrap_or(piece.len())];
        length += text.len();
        if length <= most {
            line.extend_from_slice(text);
        } else {
            line = Vec::new();
        }
        let (is_over, used) = (end.is_some() || piece.is_empty(), text.len() + usize::from(end.is_some()));
        from.consume(used);
        if is_over {
            break;
        }
    }
    if length > most {
        return Ok(Some(Err(format!("A line has {length} bytes: more than {most}"))));
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Ok(Some(
        String::from_utf8(line)
            .map_err(|error| format!("A line is not UTF-8: byte {}", error.utf8_error().valid_up_to() + 1)),
    ))
}

#[cfg(test)]
#[path = "lines_tests.rs"]
mod tests;
