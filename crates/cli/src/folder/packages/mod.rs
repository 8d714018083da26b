//! Reads the packages of `node_modules` that a program imports, and only those.
//!
//! Imported names are resolved as in Node, then the dependencies in these packages' `package.json`. Of each
//! package, modules and JSON files are read, and other files that its modules name. Of a package that runs from
//! TypeScript, its sources are read too. A link, as pnpm creates them, is followed if it stays below the root. Its
//! target appears at the link's path, because snapshots have no links.

mod entries;
mod layout;
mod names;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use verdict_protocol::{FileContent, Files};
use verdict_vfs::{Blob, LEFT_OUT, Snapshot, VfsPath, finds_package_files};
use walkdir::{DirEntry, WalkDir};

use layout::{Package, PackageLayout};

use super::mentioned::Mentioned;
pub(crate) use names::{computed, package as package_of, specifiers};

/// What all packages may have together.
#[derive(Debug, Clone, Copy)]
struct Limits {
    /// Total size of modules and JSON files, in bytes.
    bytes: u64,
    /// Number of these files, and of those with data.
    files: usize,
    /// Total size of files with data, in bytes.
    data_bytes: u64,
}

const LIMITS: Limits = Limits { bytes: 256 << 20, files: 80_000, data_bytes: 256 << 20 };

/// Extensions of files read from an installed package.
const MODULES: [&str; 4] = ["js", "mjs", "cjs", "json"];
/// Extensions of files in a package that no module reads when it runs.
const UNREAD: [&str; 9] = ["ts", "mts", "cts", "tsx", "jsx", "map", "md", "flow", "node"];
/// Additional extensions for a package that is part of the same project, or whose `package.json` leads to such files.
const SOURCES: [&str; 5] = ["ts", "mts", "cts", "tsx", "jsx"];

/// What is read of a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contents {
    /// What runs: modules and JSON files.
    Code,
    /// What a checker of types reads: declarations. Modules are only named where a package has them.
    Types,
}

/// Endings of files with declarations.
const DECLARATIONS: [&str; 3] = [".d.ts", ".d.mts", ".d.cts"];

/// The packages that files import, as files of the same snapshot.
#[derive(Debug, Default)]
pub(crate) struct Packages {
    pub(crate) files: Files,
    /// Places of packages that are parts of the same project, with the folders that they stand for.
    pub(crate) linked: Vec<(String, String)>,
    /// Omitted packages, and those without all of their data, with the reason.
    pub(crate) left_out: Vec<String>,
}

/// One sentence about all packages that were left out.
pub(crate) fn warning(left_out: &[String]) -> Option<String> {
    match left_out {
        [] => None,
        [one] => Some(format!("not in the snapshot: {one}")),
        [first, rest @ ..] => Some(format!("not in the snapshot: {first}; and {} more packages", rest.len())),
    }
}

/// What a program needs of `node_modules`: folders from its root, with the packages that their files name. Specifiers
/// that may name TypeScript inside a package stand among them.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Needs {
    names: BTreeSet<(String, String)>,
    /// Scripts that find files of packages by their paths, by path and content.
    finders: BTreeMap<String, String>,
}

impl Needs {
    /// What files import, by path and content, and what a configuration, as JSON, names.
    fn of<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>, config: &str, of: Contents) -> Needs {
        let mut needs = names::imported(files, of == Contents::Types);
        needs.extend(names::configured(config).into_iter().map(|name| (String::new(), name)));
        Needs { names: needs, finders: BTreeMap::new() }
    }

    /// What the files of a snapshot need, and what a configuration, as JSON, names. Only the `running` files count, if they
    /// are given. They may have a tool load a package, so that one also counts that they name in any text and others import.
    pub(crate) fn of_snapshot(
        files: &Snapshot,
        running: Option<&BTreeSet<VfsPath>>,
        config: &str,
        of: Contents,
    ) -> Needs {
        let counts = |path: &VfsPath| {
            running.is_none_or(|running| running.contains(path) || names::is_configuration(path.as_str()))
        };
        let (own, others): (Vec<_>, Vec<_>) = files.iter().partition(|(path, _)| counts(path));
        let mut named = BTreeSet::new();
        for text in own.iter().filter(|_| !others.is_empty()).filter_map(|(_, blob)| blob.text()) {
            specifiers(text, true, &mut |text| named.extend(names::package(text).map(str::to_owned)));
        }
        let scripts = own.iter().filter(|(path, _)| of == Contents::Code && path.is_script());
        let texts = scripts.filter_map(|(path, blob)| Some((path, blob.text()?)));
        let finders = texts.filter(|(_, text)| finds_package_files(text));
        let finders = finders.map(|(path, text)| (path.to_string(), text.to_owned())).collect();
        let mut needs = Needs { finders, ..Needs::of(own.into_iter().map(bytes), config, of) };
        for (path, text) in &needs.finders {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder).trim_start_matches('/');
            let found = names::below_node_modules(text).into_iter();
            needs.names.extend(found.map(|name| (folder.to_owned(), name)));
        }
        if of == Contents::Types {
            // Before TypeScript 6 all of them count that a project depends on.
            let packages = files.iter().filter(|(path, _)| path.name() == "package.json");
            needs.names.extend(packages.flat_map(|(path, blob)| names::types_depended_on(path, blob)));
        }
        let others = names::imported(others.into_iter().map(bytes), of == Contents::Types);
        needs.names.extend(others.into_iter().filter(|(_, name)| named.contains(name)));
        needs
    }

    /// These, with the packages of `@types` that declare them.
    pub(crate) fn with_types(self) -> Needs {
        let types = |(folder, name): &(String, String)| {
            let name = names::package(name).filter(|package| package == name)?;
            Some((folder.clone(), names::types_of(name)?))
        };
        let node = (String::new(), "@types/node".to_owned());
        let declared: Vec<_> = self.names.iter().filter_map(types).collect();
        Needs { names: self.names.into_iter().chain(declared).chain([node]).collect(), ..self }
    }
}

fn bytes<'a>((path, blob): (&'a VfsPath, &'a Blob)) -> (&'a str, &'a [u8]) {
    (path.as_str(), blob.bytes())
}

/// Reads the packages in `node_modules` that `files` of the folder `root` import and that `config`, as JSON,
/// names.
///
/// # Errors
/// [`io::Error`] for a file that cannot be read.
pub(crate) fn read(root: &Path, needs: &Needs, of: Contents) -> io::Result<Packages> {
    read_within(root, needs, of, LIMITS)
}

/// Reads the package that a specifier in a folder, from the root, names, with what it needs.
///
/// # Errors
/// [`io::Error`] for a file that cannot be read.
pub(crate) fn of_specifier(root: &Path, folder: &str, specifier: &str) -> io::Result<Packages> {
    let name = names::package(specifier).unwrap_or(specifier).to_owned();
    let names = BTreeSet::from([(folder.to_owned(), name)]);
    read(root, &Needs { names, finders: BTreeMap::new() }, Contents::Code)
}

fn read_within(root: &Path, needs: &Needs, of: Contents, most: Limits) -> io::Result<Packages> {
    let root = super::root(root)?;
    let mut layout = PackageLayout::new(&root);
    let mut entered = BTreeSet::new();
    for (folder, specifier) in &needs.names {
        match names::package(specifier) {
            Some(name) if name != specifier => drop(entered.insert(name)),
            _ => layout.add_import(folder, specifier),
        }
    }
    let mut packages = Packages::default();
    let mut left_out = Vec::new();
    let mut taken: Vec<(Package, Range<usize>)> = Vec::new();
    let (mut bytes_left, mut count_left) = (most.bytes, most.files);
    while let Some(package) = layout.next() {
        let name = names::package(&package.slot).unwrap_or_default();
        let is_entered = entered.contains(name) && entries::can_be_entered(&package.real);
        let found = contents(&package.real, &root, of, is_entered)?;
        // Of a package with declarations a checker reads no module.
        let is_declared = of == Contents::Types && found.iter().any(|(path, _)| is_declaration(path));
        let is_installed = part_of(&package.real, &root).is_none();
        let is_named = |path: &Path| {
            let runs_from_it = is_installed && is_source(path);
            is_declared && !is_declaration(path) && !is_json(path) && !runs_from_it
        };
        let size: u64 = found.iter().filter(|(path, _)| !is_named(path)).map(|(_, size)| size).sum();
        if size > bytes_left || found.len() > count_left {
            let limit = format!("more than {} files or {} MiB with it", most.files, most.bytes >> 20);
            left_out.push((package.slot.clone(), limit));
            continue;
        }
        if let Some(folder) = part_of(&package.real, &root) {
            packages.linked.push((package.slot.clone(), folder));
        }
        (bytes_left, count_left) = (bytes_left - size, count_left - found.len());
        let first = packages.files.0.len();
        for (path, _) in found {
            let Some(relative) = path.strip_prefix(&package.real).ok().and_then(Path::to_str) else {
                continue;
            };
            let content = if is_named(&path) { Ok(Vec::new()) } else { fs::read(&path) };
            let content = content
                .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
            packages.files.0.push((format!("{}/{}", package.slot, slashed(relative)), FileContent(content)));
        }
        let own = &packages.files.0[first..];
        // A dependency that no module of a package names is not run: it is for building it, or for its types.
        let is_named = |name: &str| {
            let finder = memchr::memmem::Finder::new(name);
            let is_code = |path: &str| !path.ends_with("/package.json");
            of == Contents::Types
                || own.iter().any(|(path, text)| is_code(path) && finder.find(&text.0).is_some())
        };
        layout.add_dependencies(&package, is_named);
        if of == Contents::Types {
            let declarations = own.iter().filter(|(path, _)| is_declaration(Path::new(path)));
            let texts = declarations.filter_map(|(_, content)| std::str::from_utf8(&content.0).ok());
            let named: BTreeSet<String> = texts.flat_map(names::declared).collect();
            layout.add_all(&package, named.iter().map(String::as_str));
        }
        taken.push((package, first..packages.files.0.len()));
    }
    left_out.extend(layout.outside());
    packages.left_out.extend(left_out.iter().map(|(slot, why)| format!("{slot}: {why}")));
    if of == Contents::Code {
        // Code never misses because of data.
        let (mut bytes_left, mut count_left) = (most.data_bytes, most.files);
        for (package, modules) in taken {
            let (mut found, mut too_many) = (Vec::new(), 0_usize);
            for (path, size) in data(&package, &packages.files.0[modules], &needs.finders)? {
                if size > bytes_left || count_left == 0 {
                    too_many += 1;
                    continue;
                }
                (bytes_left, count_left) = (bytes_left - size, count_left - 1);
                let content = super::content(&package.real.join(&path))?;
                found.push((format!("{}/{path}", package.slot), FileContent(content)));
            }
            packages.files.0.extend(found);
            if too_many > 0 {
                let (files, limit) = (most.files, most.data_bytes >> 20);
                packages.left_out.push(format!(
                    "{too_many} data file(s) of {}: more than {files} files or {limit} MiB of data with them",
                    package.slot
                ));
            }
        }
        // An import then fails with the reason.
        let marks = left_out
            .into_iter()
            .map(|(slot, why)| (format!("{slot}/{LEFT_OUT}"), FileContent(why.into_bytes())));
        packages.files.0.extend(marks);
    }
    Ok(packages)
}

/// The files of a package that are no modules, such as those of WebAssembly, and that its modules name. Scripts that find
/// files may name them too. These are their paths in the package, with their sizes in bytes.
fn data(
    package: &Package,
    modules: &[(String, FileContent)],
    finders: &BTreeMap<String, String>,
) -> io::Result<Vec<(String, u64)>> {
    let mut sizes = BTreeMap::new();
    for entry in walk(&package.real, true) {
        let entry = entry?;
        let relative = entry.path().strip_prefix(&package.real).ok().and_then(Path::to_str).map(slashed);
        let extension = entry.path().extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let is_data = !extension.is_empty() && !MODULES.contains(&extension) && !UNREAD.contains(&extension);
        if let Some(relative) = relative.filter(|_| is_data && entry.file_type().is_file()) {
            sizes.insert(relative, entry.metadata()?.len());
        }
    }
    let mut mentioned = Mentioned::new(sizes.keys().map(String::as_str));
    for (path, content) in modules {
        mentioned.see(path, &content.0);
    }
    for (path, text) in finders {
        mentioned.see(path, text.as_bytes());
    }
    let size = |path: &str| (path.to_owned(), sizes.get(path).copied().unwrap_or_default());
    Ok(mentioned.found().into_iter().map(size).collect())
}

/// The entries of a package by name, without packages that are installed in it.
fn walk(real: &Path, is_installed: bool) -> impl Iterator<Item = walkdir::Result<DirEntry>> {
    // A build may put what it includes into a folder of that name, deeper in the package.
    let is_nested = move |depth: usize| depth == 1 || (depth > 1 && !is_installed);
    let walk = WalkDir::new(real).sort_by_file_name().into_iter();
    walk.filter_entry(move |entry| !is_nested(entry.depth()) || !super::left_out(1, entry.file_name()))
}

/// The folder of the project, from its root, to which `node_modules` links a package for files in a folder. The root has no
/// links.
pub(crate) fn linked(root: &Path, folder: &str, name: &str) -> Option<String> {
    let (_, real) = layout::find(root, &root.join(folder), name)?;
    part_of(&real, root)
}

/// The folder of a package that is a part of the project itself, from the root.
fn part_of(real: &Path, root: &Path) -> Option<String> {
    let relative = real.strip_prefix(root).ok()?;
    let is_installed = relative.iter().any(|part| part == "node_modules");
    relative.to_str().filter(|_| !is_installed).map(slashed)
}

/// The files of a package to read, with their sizes, by name; nested packages are excluded. `is_entered` says whether
/// imports may name TypeScript inside it.
fn contents(real: &Path, root: &Path, of: Contents, is_entered: bool) -> io::Result<Vec<(PathBuf, u64)>> {
    let is_installed = part_of(real, root).is_none();
    let has_sources = !is_installed || is_entered || entries::run_from(real, &SOURCES);
    let is_read = |path: &Path| {
        has_extension(path, &MODULES)
            || (has_sources && is_source(path) && !(is_installed && is_declaration(path)))
            || (of == Contents::Types && is_declaration(path))
    };
    let mut found = Vec::new();
    for entry in walk(real, is_installed) {
        let entry = entry?;
        // No import can refer to a name that is not UTF-8.
        if entry.file_type().is_file() && entry.path().to_str().is_some() && is_read(entry.path()) {
            let size = entry.metadata()?.len();
            found.push((entry.into_path(), size));
        }
    }
    Ok(found)
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension().and_then(|extension| extension.to_str()).is_some_and(|own| extensions.contains(&own))
}

fn is_source(path: &Path) -> bool {
    has_extension(path, &SOURCES)
}

fn is_declaration(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    DECLARATIONS.iter().any(|ending| name.ends_with(ending))
}

fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "json")
}

/// Replaces the host's path separator by `/`.
fn slashed(path: &str) -> String {
    if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the packages that a script imports, each with files of some sizes; returns the paths.
    fn read_some(packages: &[(&str, &[(&str, &str)])], most: Limits) -> (Vec<String>, Vec<String>) {
        let folder = tempfile::TempDir::new().expect("a temporary folder");
        let mut text = String::new();
        for (name, files) in packages {
            text += &format!("import '{name}';");
            let package = folder.path().join("node_modules").join(name);
            fs::create_dir_all(&package).expect("a folder");
            for (file, content) in *files {
                fs::write(package.join(file), content).expect("a file");
            }
        }
        let needs = Needs::of(std::iter::once(("/x.js", text.as_bytes())), "", Contents::Code);
        let packages = read_within(folder.path(), &needs, Contents::Code, most).expect("packages");
        let paths = packages.files.0.into_iter().map(|(path, _)| path);
        let marks = |path: &String| !path.ends_with(LEFT_OUT);
        (paths.filter(marks).collect(), packages.left_out)
    }

    #[test]
    fn what_does_not_fit_is_left_out_and_told() {
        let long = " ".repeat(200);
        let packages: [(&str, &[(&str, &str)]); 3] =
            [("a", &[("index.js", "1")]), ("b", &[("index.js", &long)]), ("c", &[("index.js", "1")])];
        let (paths, left_out) = read_some(&packages, Limits { bytes: 100, files: 10, data_bytes: 100 });
        assert_eq!(paths, ["node_modules/a/index.js", "node_modules/c/index.js"]);
        assert_eq!(left_out, ["node_modules/b: more than 10 files or 0 MiB with it"]);
        let (paths, _) = read_some(&packages, Limits { bytes: 1000, files: 2, data_bytes: 100 });
        assert_eq!(paths.len(), 2);
    }

    #[test]
    fn data_takes_no_place_of_code() {
        let long = " ".repeat(90);
        let code = format!("'x.wasm' {long}");
        let (paths, left_out) = read_some(
            &[
                ("a", &[("index.js", "'x.wasm'"), ("x.wasm", &long)]),
                ("b", &[("index.js", &code), ("x.wasm", &long)]),
                ("c", &[("index.js", "'x.wasm'"), ("x.wasm", "1")]),
            ],
            Limits { bytes: 150, files: 10, data_bytes: 100 },
        );
        let code = ["node_modules/a/index.js", "node_modules/b/index.js", "node_modules/c/index.js"];
        assert_eq!(paths[..3], code);
        assert_eq!(paths[3..], ["node_modules/a/x.wasm", "node_modules/c/x.wasm"]);
        assert_eq!(
            left_out,
            ["1 data file(s) of node_modules/b: more than 10 files or 0 MiB of data with them"]
        );
    }
}
