//! `cargo sheets`: builds the pages of order sheets from these sources, and puts them where the program finds them.
//!
//! Each title's page is built round a module that knows that title alone; `--together` builds one module that knows all that are
//! named, which is larger and sooner there. Two builds in different folders by one compiler give the same bytes.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "it starts the compiler, and writes files that are not part of any game"
)]

use sha2::{Digest as _, Sha256};
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use zopfli::{Format, Options};

const USAGE: &str = "usage: cargo sheets [--together] [--quick] [--no-install] [TITLE...] --together one module for all titles that are named: larger, but quicker to build --quick hardly any optimisation, for trying out a page --no-install leave the pages in target/sheet, and do not install them";
const TARGET: &str = "wasm32-unknown-unknown";

type Outcome<T> = Result<T, String>;

/// The choices of the command line.
struct Wish {
    titles: Vec<String>,
    together: bool,
    quick: bool,
    install: bool,
}

fn main() -> ExitCode {
    match wish(env::args().skip(1)).and_then(|wish| run(&wish)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("sheets: {why}");
            ExitCode::FAILURE
        }
    }
}

fn wish(arguments: impl Iterator<Item = String>) -> Outcome<Wish> {
    let mut wish = Wish { titles: Vec::new(), together: false, quick: false, install: true };
    for argument in arguments {
        match argument.as_str() {
            "--together" => wish.together = true,
            "--quick" => wish.quick = true,
            "--no-install" => wish.install = false,
            option if option.starts_with('-') => return Err(USAGE.to_owned()),
            title => wish.titles.push(title.to_owned()),
        }
    }
    let known = titles()?;
    if let Some(strange) = wish.titles.iter().find(|title| !known.contains(title)) {
        return Err(format!("no title `{strange}`; there are: {}\n{USAGE}", known.join(", ")));
    }
    if wish.titles.is_empty() {
        wish.titles = known;
    }
    Ok(wish)
}

fn run(wish: &Wish) -> Outcome<()> {
    let out = target().join("sheet");
    fs::create_dir_all(&out).map_err(|why| format!("{}: {why}", out.display()))?;
    let groups: Vec<&[String]> = if wish.together {
        vec![&wish.titles]
    } else {
        wish.titles.iter().map(std::slice::from_ref).collect()
    };
    for group in groups {
        let module = built(group, wish.quick)?;
        let packed = packed(&module)?;
        eprintln!(
            "{}: {} KB, packed {} KB",
            group.join(", "),
            module.len() / 1000,
            packed.len() / 1000
        );
        for title in group {
            let page = sheet::page::assemble(title, &packed);
            let name = format!("{title}.html");
            println!("{}  {name}", hex(page.as_bytes()));
            write(&out.join(&name), &page)?;
            if wish.install {
                let place = data_folder()?.join("tabella/sheet");
                fs::create_dir_all(&place).map_err(|why| format!("{}: {why}", place.display()))?;
                write(&place.join(&name), &page)?;
            }
        }
    }
    let place = if wish.install { data_folder()?.join("tabella/sheet") } else { out };
    eprintln!("the pages lie in {}", place.display());
    Ok(())
}

/// Builds the module of these titles.
fn built(titles: &[String], quick: bool) -> Outcome<Vec<u8>> {
    let folder =
        asked(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]))?;
    if !Path::new(&folder).is_dir() {
        done(Command::new("rustup").args(["target", "add", TARGET]))?;
    }
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root()).args(["build", "--quiet", "--locked", "--lib", "--profile", "sheet"]);
    cargo.args(["--package", "tabella-sheet-module", "--target", TARGET, "--features"]);
    cargo.arg(titles.join(","));
    if quick {
        cargo.env("CARGO_PROFILE_SHEET_LTO", "off");
        cargo.env("CARGO_PROFILE_SHEET_OPT_LEVEL", "1");
        cargo.env("CARGO_PROFILE_SHEET_CODEGEN_UNITS", "16");
    } else {
        make_small(&mut cargo)?;
    }
    done(&mut cargo)?;
    let module = target().join(TARGET).join("sheet/tabella_sheet_module.wasm");
    fs::read(&module).map_err(|why| format!("{}: {why}", module.display()))
}

/// Builds the standard library along, for size, and lets a panic stop without composing a message that no module can
/// show to anybody: a sixth less to send. The compiler lets only its own tests do both unless it is told otherwise; it
/// is pinned. No path of this machine stays in the module.
fn make_small(cargo: &mut Command) -> Outcome<()> {
    let library =
        asked(Command::new("rustc").args(["--print", "sysroot"]))? + "/lib/rustlib/src/rust";
    let home = env::var("CARGO_HOME")
        .or_else(|_| env::var("HOME").map(|home| format!("{home}/.cargo")))
        .map_err(|_| "neither CARGO_HOME nor HOME is set")?;
    let mut flags = format!(
        "--remap-path-prefix={}=/tabella --remap-path-prefix={home}/registry/src=/crates --remap-path-prefix={library}=/rust",
        root().display()
    );
    let there = || Path::new(&library).join("library").is_dir();
    if there() || done(Command::new("rustup").args(["component", "add", "rust-src"])).is_ok() {
        cargo.env("RUSTC_BOOTSTRAP", "1");
        cargo.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"]);
        flags += " -Zunstable-options -Cpanic=immediate-abort";
    } else {
        eprintln!(
            "the modules will be larger than those of a release, because the sources of the standard library are missing"
        );
    }
    cargo.env("RUSTFLAGS", flags);
    Ok(())
}

fn packed(module: &[u8]) -> Outcome<Vec<u8>> {
    let mut packed = Vec::new();
    zopfli::compress(Options::default(), Format::Gzip, module, &mut packed)
        .map_err(|why| why.to_string())?;
    Ok(packed)
}

/// The titles of these sources.
fn titles() -> Outcome<Vec<String>> {
    let games = root().join("games");
    let entries = fs::read_dir(&games).map_err(|why| format!("{}: {why}", games.display()))?;
    let mut found: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    found.sort();
    Ok(found)
}

fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("the package is in the workspace").to_owned()
}

fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The folder in which the program looks for files of its user.
fn data_folder() -> Outcome<PathBuf> {
    let named = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let found = named("XDG_DATA_HOME").or_else(|| named("LOCALAPPDATA"));
    let found = found.or_else(|| Some(named("HOME")?.join(".local/share")));
    found.ok_or_else(|| {
        "the system names no folder for data: name one in XDG_DATA_HOME, or use --no-install"
            .to_owned()
    })
}

fn write(path: &Path, page: &str) -> Outcome<()> {
    fs::write(path, page).map_err(|why| format!("{}: {why}", path.display()))
}

fn done(command: &mut Command) -> Outcome<()> {
    let status = command.status().map_err(|why| format!("{command:?}: {why}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}")) }
}

fn asked(command: &mut Command) -> Outcome<String> {
    let output = command.output().map_err(|why| format!("{command:?}: {why}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}
