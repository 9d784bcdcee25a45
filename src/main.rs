//! The `tabella` command.

fn main() {}
