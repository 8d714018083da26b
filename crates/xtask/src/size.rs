//! Bytes of each wasm file of `dist/`, as they are and as they travel, against its budget.

use std::io::Write;
use std::path::Path;

use crate::error::Error;
use crate::manifest;
use crate::workspace::Workspace;

/// What a wasm file weighs, in bytes.
struct Weight {
    raw: usize,
    gzip: usize,
    brotli: usize,
}

/// Prints the table.
///
/// # Errors
/// [`Error::Budget`] where a package is over its budget; [`Error::File`] where it was not built.
pub(crate) fn run(workspace: &Workspace) -> Result<(), Error> {
    let manifest = manifest::load(workspace)?;
    println!(
        "{:<10} {:>11} {:>11} {:>11} {:>11} {:>6}",
        "package", "raw", "gzip 9", "brotli 11", "budget", "used"
    );
    let mut over = Vec::new();
    for package in &manifest.packages {
        let path = workspace.dist().join(&package.out_dir).join(package.wasm());
        let Weight { raw, gzip, brotli } = weigh(&path)?;
        let share = 100.0 * brotli as f64 / package.budget as f64;
        println!(
            "{:<10} {raw:>11} {gzip:>11} {brotli:>11} {:>11} {share:>5.0}%",
            package.name, package.budget
        );
        if brotli as u64 > package.budget {
            let past = brotli as u64 - package.budget;
            over.push(format!("{} by {past} bytes ({brotli} of {})", package.name, package.budget));
        }
    }
    if over.is_empty() { Ok(()) } else { Err(Error::Budget(over.join(", "))) }
}

fn weigh(path: &Path) -> Result<Weight, Error> {
    let bytes = std::fs::read(path).map_err(Error::file(path))?;
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    gzip.write_all(&bytes).map_err(Error::file(path))?;
    let gzip = gzip.finish().map_err(Error::file(path))?.len();
    let mut brotli = Vec::new();
    // Quality 11 and a window of 16 MiB: what a server sends that compresses ahead of time.
    let settings = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 24, ..Default::default() };
    brotli::BrotliCompress(&mut bytes.as_slice(), &mut brotli, &settings).map_err(Error::file(path))?;
    Ok(Weight { raw: bytes.len(), gzip, brotli: brotli.len() })
}
