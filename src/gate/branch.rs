//! The names of branches that a push may use.

/// The fault in the name of a branch that is pushed beside the game's own; none if the name misleads nobody.
pub fn misleading(branch: &str, own: &str) -> Option<&'static str> {
    let hexadecimal = branch.bytes().all(|byte| byte.is_ascii_hexdigit());
    let head = |part: &str| {
        let part = part.to_ascii_uppercase();
        part == "HEAD" || part.ends_with("_HEAD")
    };
    if branch.split('/').any(head) {
        Some("git itself uses names such as HEAD, and could confuse them with this branch")
    } else if hexadecimal && [40, 64].contains(&branch.len()) {
        Some("it looks like the name of a commit")
    } else if ["refs", "heads", "tags", "remotes"]
        .contains(&branch.split('/').next().unwrap_or_default())
    {
        Some("git would look for this name elsewhere first")
    } else if branch != own && branch.eq_ignore_ascii_case(own) {
        Some("on systems that ignore capital letters, it is the game's own branch")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::misleading;

    #[test]
    fn a_branch_has_a_name_that_means_nothing_else() {
        for good in ["main", "rome", "rome/orders", "ahead", "beheaded", "cafe"] {
            assert_eq!(misleading(good, "main"), None, "{good}");
        }
        let commit = "0123456789abcdef0123456789abcdef01234567";
        for bad in [
            "HEAD",
            "head",
            "x/HEAD",
            "FETCH_HEAD",
            commit,
            "refs/heads/main",
            "heads/main",
            "Main",
        ] {
            assert!(misleading(bad, "main").is_some(), "{bad}");
        }
    }
}
