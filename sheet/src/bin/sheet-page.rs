//! Makes the page of a title: the gzipped module on standard input, the page on standard output.
//!
//! `sheet-page TITLE < module.wasm.gz > TITLE.html`; `.ci/sheet TITLE` does all of it.

use std::io::{self, Read, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [title] = arguments.as_slice() else {
        eprintln!("usage: sheet-page TITLE < module.wasm.gz > TITLE.html");
        return ExitCode::from(2);
    };
    let mut module = Vec::new();
    let done = io::stdin().lock().read_to_end(&mut module).and_then(|_| {
        io::stdout().lock().write_all(sheet::page::assemble(title, &module).as_bytes())
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sheet-page: {error}");
            ExitCode::FAILURE
        }
    }
}
