//! Tells the program, which packs this title's files, where they lie: in its repository, or where cargo has unpacked its package.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::metadata=folder={}", env!("CARGO_MANIFEST_DIR"));
}
