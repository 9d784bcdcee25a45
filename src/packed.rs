//! The data and templates that came with the program.

/// Every packed file: its path in the repository and its text, sorted by path.
pub static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/packed.rs"));

/// The text of one packed file.
pub fn get(path: &str) -> Option<&'static str> {
    FILES.binary_search_by(|(name, _)| (*name).cmp(path)).ok().map(|at| FILES[at].1)
}

/// The files directly in a folder: name and text, sorted.
pub fn folder(path: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let prefix = format!("{path}/");
    FILES.iter().filter_map(move |(name, text)| {
        let rest = name.strip_prefix(prefix.as_str())?;
        (!rest.contains('/')).then_some((rest, *text))
    })
}
