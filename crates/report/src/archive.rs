//! Packs texts into a zip archive.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, ZipArchiveWriter};

use crate::ReportError;

/// The earliest time that zip supports. All files have it, so that equal files give equal bytes.
const TIME: (u16, u8, u8) = (1980, 1, 1);

/// An archive of these files, in the given order.
pub(crate) fn zip<'a>(files: impl IntoIterator<Item = (String, &'a [u8])>) -> Result<Vec<u8>, ReportError> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for (name, bytes) in files {
        add(&mut archive, &name, bytes).map_err(|error| ReportError::Archive(error.to_string()))?;
    }
    archive.finish().map_err(|error| ReportError::Archive(error.to_string()))
}

fn add(archive: &mut ZipArchiveWriter<Vec<u8>>, name: &str, bytes: &[u8]) -> Result<(), rawzip::Error> {
    let mut file = archive.new_file(name).compression_method(CompressionMethod::DEFLATE);
    if let Some(time) = UtcDateTime::from_components(TIME.0, TIME.1, TIME.2, 0, 0, 0, 0) {
        file = file.last_modified(time);
    }
    let (mut entry, config) = file.start()?;
    let mut data = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
    data.write_all(bytes)?;
    let (encoder, descriptor) = data.finish()?;
    encoder.finish()?;
    entry.finish(descriptor)?;
    Ok(())
}
