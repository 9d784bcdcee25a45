//! Sealed orders, and games in git repositories.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// `tabella seal`
#[derive(Args, Debug)]
pub struct Seal {
    /// The order file, with its signature beside it or at its end (`-`: standard input)
    pub file: PathBuf,
    /// Sign with this private key
    #[arg(long, value_name = "KEY")]
    pub key: Option<PathBuf>,
    /// Where to write it (without it: the file's name with .age)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// `tabella git`
#[derive(Subcommand, Debug)]
pub enum GitCommand {
    /// Make the public repository of a game beside the referee's private folder, with its gate
    #[command(
        after_help = "Example:\n  tabella git init zama                                   # zama.git, to be cloned from this machine\n  tabella git init zama --remote git@forge.example:zama.git"
    )]
    Init(GitInit),
    /// Bring what is new: a player's clone and parcels; in the referee's folder the orders that were pushed, with receipts
    #[command(
        after_help = "Example:\n  tabella git pull --key ~/.ssh/id_ed25519      # in a clone: new records, and what is sealed to you\n  tabella -C zama git pull --resolve            # the referee: take orders, answer, resolve, publish"
    )]
    Pull(GitPull),
    /// Check, sign and seal orders, and push them in a commit of their own
    #[command(after_help = "Example:\n  tabella git push-orders rome.yaml --key ~/.ssh/id_ed25519")]
    PushOrders(PushOrders),
    /// Sign a change that waits for consent, and push the signature in a commit of its own
    #[command(
        after_help = "Example:\n  tabella git push-consent notices/0007/01-vacation.yaml --as rome --key ~/.ssh/id_ed25519\n  tabella git push-consent notices/0007/01-key.yaml --as rome --key old --heir new   # a new key signs too"
    )]
    PushConsent(PushConsent),
    /// Write the workflows with which a forge runs the gate, and the referee if one is asked for
    #[command(
        after_help = "Example:\n  tabella git workflows forgejo --referee machine      # at the top of a clone"
    )]
    Workflows {
        /// Which forge
        forge: Forge,
        /// Let a workflow take orders and resolve, too
        #[arg(long, value_name = "WHERE")]
        referee: Option<Where>,
        /// Folder to write into (without it: this one, which must be the top of a working tree of git)
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

/// `tabella git init`
#[derive(Args, Debug)]
pub struct GitInit {
    /// The referee's private folder (without it: this one)
    pub game: Option<PathBuf>,
    /// The bare repository to make (without it: GAME.git beside the folder)
    #[arg(long, value_name = "DIR")]
    pub repository: Option<PathBuf>,
    /// Where players find it, if not on this machine: an empty repository of a forge or server
    #[arg(long, value_name = "URL")]
    pub remote: Option<String>,
    /// The game's branch
    #[arg(long, default_value = "main")]
    pub branch: String,
}

/// `tabella git pull`
#[derive(Args, Debug)]
pub struct GitPull {
    /// In a clone: your private key, to open what is sealed to your seat
    #[arg(long, value_name = "KEY")]
    pub key: Option<PathBuf>,
    /// In a clone: your age identity, where the charter names an age key for your seat
    #[arg(long, value_name = "FILE", requires = "key")]
    pub identity: Option<PathBuf>,
    /// The referee: resolve the phase if everybody who is asked has filed
    #[arg(long)]
    pub resolve: bool,
    /// The referee: resolve at the deadline, without whoever is late
    #[arg(long)]
    pub deadline: bool,
    /// The referee: show nothing yet, so that the folder can be kept first; `tabella publish` shows it
    #[arg(long, conflicts_with = "hook")]
    pub keep: bool,
    /// Called by the repository's post-receive hook
    #[arg(long, hide = true)]
    pub hook: bool,
}

/// `tabella git push-orders`
#[derive(Args, Debug)]
pub struct PushOrders {
    /// The order file
    pub file: PathBuf,
    /// Your private key: it signs the orders, if they are not, and the commit
    #[arg(long, value_name = "KEY")]
    pub key: PathBuf,
    /// Push them for everybody to read, which the gate takes where you alone are asked
    #[arg(long)]
    pub open: bool,
}

/// `tabella git push-consent`
#[derive(Args, Debug)]
pub struct PushConsent {
    /// The change, in the clone
    pub file: PathBuf,
    /// Your seat
    #[arg(long = "as", value_name = "SEAT")]
    pub name: String,
    /// Your private key: it signs the change and the commit
    #[arg(long, value_name = "KEY")]
    pub key: PathBuf,
    /// The private key that the change brings in, if it is yours
    #[arg(long, value_name = "KEY")]
    pub heir: Option<PathBuf>,
}

engine::words! {
    /// Forges for which workflows come with the program.
    #[derive(ValueEnum)]
    pub enum Forge {
        /// GitHub Actions.
        Github = "github",
        /// Forgejo Actions.
        Forgejo = "forgejo",
        /// Gitea Actions.
        Gitea = "gitea",
        /// GitLab CI.
        Gitlab = "gitlab",
    }
}

/// Where a workflow that resolves runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Where {
    /// On a runner of the referee's own, where the private folder lies.
    Machine,
    /// On the forge's runners, with the private folder and the referee's key from its secrets.
    Forge,
}

/// `tabella gate`
#[derive(Args, Debug)]
pub struct Gate {
    /// OLD..NEW
    pub range: Option<String>,
    /// The start of the game that is guarded (without it: what `tabella hook install` told this repository)
    #[arg(long, value_name = "DIGEST")]
    pub start: Option<String>,
    /// A branch moved from OLD to NEW, so that NEW must continue OLD (without it: NEW is to be joined)
    #[arg(long)]
    pub moved: bool,
    /// Tell the way out of each refusal; without a range, all that the gate refuses
    #[arg(long)]
    pub explain: bool,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella hook`
#[derive(Subcommand, Debug)]
pub enum Hook {
    /// Judge a push before it enters; git calls this
    #[command(
        after_help = "Example:\n  tabella hook pre-receive < updates    # lines of old commit, new commit, branch"
    )]
    PreReceive,
    /// Put the gate into a bare repository, and tell it which game it guards
    #[command(
        after_help = "Example:\n  tabella hook install /srv/git/zama.git --game zama --round\n  tabella hook install /srv/git/zama.git --start 5d41..."
    )]
    Install {
        /// The bare repository
        repository: PathBuf,
        /// The start of the game
        #[arg(long, value_name = "DIGEST")]
        start: Option<String>,
        /// A folder of the game, whose start is taken
        #[arg(long, value_name = "DIR")]
        game: Option<PathBuf>,
        /// The game's branch
        #[arg(long, default_value = "main")]
        branch: String,
        /// Answer every push with receipts: --game is the referee's own folder on this machine
        #[arg(long, requires = "game")]
        round: bool,
    },
}
