//! Weights of a title's evaluation, from its `weights.yaml`: one `name: number` a line, with a comment on what it means.

/// Declares a struct of weights, one field for each name in the file.
#[macro_export]
macro_rules! weights {
    ($(#[$about:meta])* $vis:vis struct $name:ident { $($(#[$what:meta])* $field:ident),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis struct $name {
            $($(#[$what])* pub $field: i32,)+
        }

        impl $name {
            /// Reads the weights.
            ///
            /// # Panics
            /// If the text that came with the program lacks a weight, has one too many, or a number cannot be read.
            $vis fn read(text: &str) -> Self {
                let mut lines = $crate::search::weights::lines(text);
                let read = Self {
                    $($field: lines.remove(stringify!($field)).unwrap_or_else(|| {
                        panic!("no weight `{}`", stringify!($field))
                    }),)+
                };
                assert!(lines.is_empty(), "weights that nothing uses: {lines:?}");
                read
            }
        }
    };
}

/// A file of weights with some numbers changed; without its comments.
///
/// # Errors
/// A name that it does not have.
pub fn changed(
    text: &str,
    changes: &std::collections::BTreeMap<String, i32>,
) -> Result<String, String> {
    let mut all = lines(text);
    for (name, number) in changes {
        match all.get_mut(name.as_str()) {
            Some(weight) => *weight = *number,
            None => return Err(format!("no weight `{name}`")),
        }
    }
    let lines: Vec<String> = all.iter().map(|(name, number)| format!("{name}: {number}")).collect();
    Ok(lines.join("\n"))
}

/// The names and numbers of a file of weights.
///
/// # Panics
/// If a line is no `name: number`.
pub fn lines(text: &str) -> std::collections::BTreeMap<&str, i32> {
    text.lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .filter(|line| !line.is_empty())
        .map(|line| {
            let (name, number) =
                line.split_once(':').unwrap_or_else(|| panic!("`{line}` is not a weight"));
            let number = number.trim().parse();
            (name.trim(), number.unwrap_or_else(|error| panic!("`{line}`: {error}")))
        })
        .collect()
}
