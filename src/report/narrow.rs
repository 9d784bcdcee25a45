//! Narrow lines for order forms: mail programs break longer ones, and what is broken no longer fits its signature.

/// Columns that every mail program leaves alone.
pub(super) const WIDTH: usize = 72;

/// A form in lines of at most [`WIDTH`] columns, where a blank allows it: comments are continued as comments, a comment
/// behind a value moves above it, and a list or map in brackets goes on in the next line.
pub(super) fn narrow(form: &str) -> String {
    let mut out = String::with_capacity(form.len());
    for line in form.lines() {
        narrow_line(line, &mut out);
    }
    out
}

fn narrow_line(line: &str, out: &mut String) {
    let indent: String = line.chars().take_while(|c| *c == ' ').collect();
    if columns(line) <= WIDTH {
        put(line, out);
    } else if line[indent.len()..].starts_with('#') {
        comment(line, indent.len(), out);
    } else if let Some((value, note)) = line.split_once(" # ") {
        comment(&format!("{indent}# {note}"), indent.len(), out);
        narrow_line(value.trim_end(), out);
    } else {
        flow(line, &indent, out);
    }
}

/// A comment, broken at blanks. A sentence at the margin goes on there, a key of the file that is commented out goes on as
/// its value does; an entry, which stands further in or begins with a dash, goes on two columns further in.
fn comment(line: &str, indent: usize, out: &mut String) {
    let inside: String = line[indent + 1..].chars().take_while(|c| *c == ' ').collect();
    let said = &line[indent + 1 + inside.len()..];
    let hang = match inside.len() {
        0 => "    ",
        1 if !said.starts_with("- ") => "",
        _ => "  ",
    };
    let hanging = format!("{}#{inside}{hang}", &line[..indent]);
    broken(line, &hanging, ' ', out);
}

/// A value, broken behind the commas of its brackets.
fn flow(line: &str, indent: &str, out: &mut String) {
    if line.contains(['{', '[']) && !line.contains(['"', '\'']) {
        broken(line, &format!("{indent}    "), ',', out);
    } else {
        put(line, out);
    }
}

/// Breaks a line at the last blank that leaves it narrow enough; if `sign` is not itself a blank, at the last one
/// behind it.
fn broken(line: &str, hanging: &str, sign: char, out: &mut String) {
    let mut rest = line.to_owned();
    while columns(&rest) > WIDTH {
        let least = hanging.len().max(1);
        let fits = |(at, _): &(usize, &str)| *at > least && columns(&rest[..*at]) <= WIDTH;
        let behind = |at: usize| sign == ' ' || rest[..at].ends_with(sign);
        let cut = rest.rmatch_indices(' ').filter(fits).map(|(at, _)| at).find(|at| behind(*at));
        let Some(cut) = cut else { break };
        put(rest[..cut].trim_end(), out);
        rest = format!("{hanging}{}", rest[cut..].trim_start());
    }
    put(&rest, out);
}

fn put(line: &str, out: &mut String) {
    out.push_str(line);
    out.push('\n');
}

fn columns(line: &str) -> usize {
    line.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_on_as_comments() {
        let long = format!("  # - {}end\n", "word ".repeat(20));
        let told = narrow(&long);
        assert!(told.lines().all(|line| columns(line) <= WIDTH), "{told}");
        assert!(told.lines().all(|line| line.starts_with("  # ")), "{told}");
        assert!(told.lines().skip(1).all(|line| line.starts_with("  #   ")), "{told}");
        let told = narrow(&format!("# {}end\n", "word ".repeat(20)));
        assert!(
            told.lines().all(|line| line.starts_with("# ") && !line.starts_with("#  ")),
            "{told}"
        );
    }

    #[test]
    fn values_keep_their_meaning() {
        let units: Vec<String> = (0..12).map(|n| format!("unit-{n}")).collect();
        let text = format!(
            "orders:\n  attacks: [{}]  # who attacks, and a good many words about what that does\n  a: \"{}\"\n",
            units.join(", "),
            "long ".repeat(30)
        );
        let read = |text: &str| serde_yaml::from_str::<serde_json::Value>(text).unwrap();
        let told = narrow(&text);
        assert_eq!(read(&told), read(&text));
        assert!(
            told.lines().filter(|line| !line.contains('"')).all(|line| columns(line) <= WIDTH),
            "{told}"
        );
    }
}
