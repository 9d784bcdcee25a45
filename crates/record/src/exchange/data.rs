//! From the texts of data files to the tree that a title loads.

use super::yaml;
use engine::data::{Data, DataFault, DataFile};

/// Reads the YAML files among a title's data (name and text); files of other kinds are left alone.
///
/// # Errors
/// Everything wrong with any of them, each with its file.
pub fn build<N: Into<String>, T: Into<String>>(
    files: impl IntoIterator<Item = (N, T)>,
) -> Result<Data, Vec<DataFault>> {
    let mut data = Data::default();
    let mut faults = Vec::new();
    for (name, text) in files {
        let (file, text): (String, String) = (name.into(), text.into());
        if file.rsplit_once('.').is_none_or(|(_, extension)| extension != "yaml") {
            continue;
        }
        match yaml::parse_bytes(text.as_bytes(), yaml::DATA_LIMIT) {
            Ok(root) => {
                data.files.insert(file, DataFile { text, root });
            }
            Err(complaints) => {
                faults.extend(
                    complaints
                        .0
                        .into_iter()
                        .map(|complaint| DataFault { file: file.clone(), complaint }),
                );
            }
        }
    }
    if faults.is_empty() { Ok(data) } else { Err(faults) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_yaml_among_the_files_is_read() {
        let data = build([("map.yaml", "a: 1\n"), ("note.txt", ": ["), ("yaml", ": [")]).unwrap();
        let read: Vec<_> =
            data.files.iter().map(|(name, file)| (&name[..], &file.text[..])).collect();
        assert_eq!(read, [("map.yaml", "a: 1\n")]);
        assert_eq!(data.files["map.yaml"].root.get("a").and_then(|node| node.text()), Some("1"));
    }

    #[test]
    fn faults_name_their_file_and_line() {
        let files = [
            ("map.yaml", "a: 1\n"),
            ("units.yaml", "a: 1\na: 2\n"),
            ("chart.yaml", ""),
            ("note.txt", ": ["),
        ];
        let faults = build(files).unwrap_err();
        let places: Vec<_> = faults
            .iter()
            .map(|fault| {
                (
                    fault.file.as_str(),
                    fault.complaint.code,
                    fault.complaint.span.map(|span| span.line),
                )
            })
            .collect();
        assert_eq!(
            places,
            [("units.yaml", "E-yaml-duplicate", Some(2)), ("chart.yaml", "E-yaml-empty", None)]
        );
    }
}
