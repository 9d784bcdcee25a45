//! `tabella mail` and what can be asked of it.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `tabella mail`
#[derive(Subcommand, Debug)]
pub enum Mail {
    /// Send what waits in outbox/, once each
    #[command(
        after_help = "Example:\n  tabella -C zama mail send --smtp smtp://user@mail.example.org:587\n  tabella -C zama mail send --sendmail\n\nThe password is read from TABELLA_SMTP_PASSWORD."
    )]
    Send(Send),
}

/// `tabella mail send`
#[derive(Args, Debug)]
pub struct Send {
    /// SMTP server: smtp://USER@HOST:PORT (STARTTLS required), smtps:// (TLS from the start), or smtp+plain:// (no TLS, for a local relay only)
    #[arg(long, value_name = "URL", required_unless_present = "sendmail")]
    pub smtp: Option<String>,
    /// Hand the mail to the local sendmail
    #[arg(long, conflicts_with = "smtp")]
    pub sendmail: bool,
    /// A PEM file with a certificate authority to trust besides the system's
    #[arg(long, value_name = "PEM")]
    pub ca: Option<PathBuf>,
    /// Say what would be sent, and send nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}
