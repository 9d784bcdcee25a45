//! Makes the page of a title: the module on standard input, the page on standard output.
//!
//! `sheet-page TITLE < module.wasm > TITLE.html`; `.ci/sheet TITLE` does all of it.

use std::io::{self, Read, Write};
use std::process::ExitCode;
use zopfli::{Format, Options};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [title] = arguments.as_slice() else {
        eprintln!("usage: sheet-page TITLE < module.wasm > TITLE.html");
        return ExitCode::from(2);
    };
    match page(title) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sheet-page: {error}");
            ExitCode::FAILURE
        }
    }
}

fn page(title: &str) -> io::Result<()> {
    let (mut module, mut packed) = (Vec::new(), Vec::new());
    io::stdin().lock().read_to_end(&mut module)?;
    zopfli::compress(Options::default(), Format::Gzip, module.as_slice(), &mut packed)?;
    eprintln!("{title}: {} KB, packed {} KB", module.len() / 1000, packed.len() / 1000);
    io::stdout().lock().write_all(sheet::page::assemble(title, &packed).as_bytes())
}
