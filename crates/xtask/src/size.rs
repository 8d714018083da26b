//! Prints the raw and compressed size of each wasm file of `dist/`, and of other checked files, against their
//! budgets.

use std::io::Write;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::build::Profile;
use crate::error::Error;
use crate::manifest::{self, Manifest};
use crate::workspace::Workspace;

/// The size of a file in bytes.
#[derive(Serialize, Deserialize)]
struct Weight {
    raw: u64,
    gzip: u64,
    brotli: u64,
}

/// Prints the table.
///
/// # Errors
/// [`Error::Budget`] if a package exceeds its budget; [`Error::Manifest`] if it was not built, or for development.
pub(crate) fn run(workspace: &Workspace) -> Result<(), Error> {
    if !Profile::Release.is_laid_out(workspace) {
        let message = "is not what is published; `cargo xtask build` makes it";
        return Err(Error::manifest(&workspace.dist(), message));
    }
    compare(workspace, Profile::Release)
}

/// Prints the table of what a build has as it is published: from a development build, all but wasm.
///
/// # Errors
/// Errors of [`run`].
pub(crate) fn compare(workspace: &Workspace, profile: Profile) -> Result<(), Error> {
    let manifest = manifest::load(workspace)?;
    let rows = rows(&manifest, profile);
    let weights = weights(workspace, &rows);
    println!(
        "{:<19} {:>11} {:>11} {:>11} {:>11} {:>6}",
        "package", "raw", "gzip 9", "brotli 11", "budget", "used"
    );
    let mut over = Vec::new();
    for (Row { name, budget, .. }, weight) in rows.into_iter().zip(weights) {
        let Weight { raw, gzip, brotli } = weight?;
        let share = 100.0 * brotli as f64 / budget as f64;
        println!("{name:<19} {raw:>11} {gzip:>11} {brotli:>11} {budget:>11} {share:>5.0}%");
        if brotli > budget {
            over.push(format!("{name} by {} bytes ({brotli} of {budget})", brotli - budget));
        }
    }
    if over.is_empty() { Ok(()) } else { Err(Error::Budget(over.join(", "))) }
}

/// Computes sizes in the background, so that [`compare`] has them later and reports failures.
pub(crate) fn ahead(workspace: &Workspace, profile: Profile) -> JoinHandle<()> {
    let workspace = workspace.clone();
    std::thread::spawn(move || {
        if let Ok(manifest) = manifest::load(&workspace) {
            drop(weights(&workspace, &rows(&manifest, profile)));
        }
    })
}

/// A line of the table: a file with its budget.
struct Row {
    name: String,
    /// Its path below `dist/`.
    path: PathBuf,
    /// Maximum size in bytes after brotli 11.
    budget: u64,
}

/// What a build has as it is published: its packages, unless it is for development, then other files.
fn rows(manifest: &Manifest, profile: Profile) -> Vec<Row> {
    let packages = manifest.packages.iter().filter(|_| profile == Profile::Release).map(|package| Row {
        name: package.name.clone(),
        path: Path::new(&package.out_dir).join(package.wasm()),
        budget: package.budget,
    });
    let files = manifest.files.iter().map(|file| Row {
        name: file.path.clone(),
        path: PathBuf::from(&file.path),
        budget: file.budget,
    });
    packages.chain(files).collect()
}

/// The size of each file. They are computed in parallel, because brotli at its best takes seconds per file.
fn weights(workspace: &Workspace, rows: &[Row]) -> Vec<Result<Weight, Error>> {
    std::thread::scope(|scope| {
        let paths = rows.iter().map(|file| workspace.dist().join(&file.path));
        let threads: Vec<_> =
            paths.map(|path| scope.spawn(move || known_or_weighed(workspace, &path))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}

/// The size recorded with the file's hash; otherwise computes and records it.
fn known_or_weighed(workspace: &Workspace, path: &Path) -> Result<Weight, Error> {
    let bytes =
        std::fs::read(path).map_err(|_| Error::manifest(path, "not built: run `cargo xtask build`"))?;
    let note = workspace.work().join("size").join(hex::encode(Sha256::digest(&bytes)) + ".json");
    if let Some(weight) = std::fs::read(&note).ok().and_then(|text| serde_json::from_slice(&text).ok()) {
        return Ok(weight);
    }
    let weight = weigh(&bytes).map_err(Error::file(path))?;
    let folder = workspace.work().join("size");
    std::fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    std::fs::write(&note, serde_json::to_vec(&weight).unwrap_or_default()).map_err(Error::file(&note))?;
    Ok(weight)
}

fn weigh(bytes: &[u8]) -> std::io::Result<Weight> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    gzip.write_all(bytes)?;
    let mut brotli = Vec::new();
    // Quality 11 and a window of 16 MiB, as on a server that compresses ahead of time.
    let settings = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 24, ..Default::default() };
    brotli::BrotliCompress(&mut &*bytes, &mut brotli, &settings)?;
    let length = |bytes: &[u8]| bytes.len() as u64;
    Ok(Weight { raw: length(bytes), gzip: length(&gzip.finish()?), brotli: length(&brotli) })
}
