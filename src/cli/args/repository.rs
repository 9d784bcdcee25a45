//! Sealed orders, and games in git repositories.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// `tabella git seal`
#[derive(Args, Debug)]
pub struct Seal {
    /// The order file, with its signature beside it or at its end (`-`: standard input)
    pub file: PathBuf,
    /// Sign with this private key
    #[arg(long, value_name = "KEY")]
    pub key: Option<PathBuf>,
    /// Where to write it (default: the file's name with .age)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// `tabella git`
#[derive(Subcommand, Debug)]
pub enum GitCommand {
    /// Make the public repository of a game beside the referee's private folder, with its gate
    #[command(
        after_help = "Example:\n  tabella git init zama                                   # zama.git, for clones of this machine\n  tabella git init zama --remote git@forge.example:zama.git"
    )]
    Init(GitInit),
    /// Fetch what is new: for a player, records and parcels; for the referee, pushed orders, which get receipts
    #[command(
        after_help = "Example:\n  tabella git pull --key ~/.ssh/id_ed25519      # in a clone: new records, and what is sealed to you\n  tabella -C zama git pull --resolve            # the referee: take orders, answer, resolve, publish"
    )]
    Pull(GitPull),
    /// The referee: repair the public branch if something entered that the gate would have refused, and tell everybody
    #[command(
        after_help = "Example:\n  tabella -C zama git mend --reason 'a README got in while the gate was off'\n\nNothing is removed: a new signed commit restores what was right before, and keeps the orders that were pushed since."
    )]
    Mend {
        /// The reason, for all to read in the commit
        #[arg(long, value_name = "WHY")]
        reason: String,
    },
    /// Check, sign and seal orders, and push them in a commit of their own
    #[command(after_help = "Example:\n  tabella git push-orders rome.yaml --key ~/.ssh/id_ed25519")]
    PushOrders(PushOrders),
    /// Sign a change that waits for consent, and push the signature in a commit of its own
    #[command(
        after_help = "Example:\n  tabella git push-consent notices/0007/01-vacation.yaml --as rome --key ~/.ssh/id_ed25519\n  tabella git push-consent notices/0007/01-key.yaml --as rome --key old --heir new   # a new key signs too"
    )]
    PushConsent(PushConsent),
    /// Write the workflows by which a forge runs the gate and, if you like, the referee
    #[command(
        after_help = "Example:\n  tabella git workflows forgejo --referee machine      # at the top of a clone"
    )]
    Workflows {
        /// Which forge
        forge: Forge,
        /// Let a workflow also take orders and resolve
        #[arg(long, value_name = "WHERE")]
        referee: Option<Where>,
        /// Folder to write to (default: this one, which must be the top of a git working tree)
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Encrypt signed orders to the game's own key, so that others cannot read them on the way (the same as `age -a -r`)
    #[command(
        after_help = "Example:\n  tabella -C zama git seal rome.yaml --key ~/.ssh/id_ed25519    # writes rome.yaml.age\n\nThe referee files it like any other: tabella submit rome.yaml.age"
    )]
    Seal(Seal),
    /// Judge new commits for a public repository, each against the game before it
    #[command(
        after_help = "Example:\n  tabella git gate origin/main..HEAD --start 5d41...\n  tabella git gate --explain                        # every code, and what to do about it"
    )]
    Gate(Gate),
    /// Hooks of a public repository
    #[command(subcommand)]
    Hook(Hook),
}

/// `tabella git init`
#[derive(Args, Debug)]
pub struct GitInit {
    /// The referee's private folder (default: this one)
    pub game: Option<PathBuf>,
    /// The bare repository to make (default: GAME.git beside the folder)
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
    /// In a clone: your age identity, if the charter names an age key for your seat
    #[arg(long, value_name = "FILE", requires = "key")]
    pub identity: Option<PathBuf>,
    /// The referee: resolve the phase if everybody who is asked has filed
    #[arg(long)]
    pub resolve: bool,
    /// The referee: resolve at the deadline, without those who are late
    #[arg(long)]
    pub deadline: bool,
    /// The referee: publish nothing yet, so that you can save the folder first; `tabella share copy` publishes it
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
    /// Your private key, which signs the commit, and the orders if they are not signed yet
    #[arg(long, value_name = "KEY")]
    pub key: PathBuf,
    /// Push them for everybody to read, which the gate allows only if you alone are asked
    #[arg(long)]
    pub open: bool,
}

/// `tabella git push-consent`
#[derive(Args, Debug)]
pub struct PushConsent {
    /// The change, in the clone, or its short name, such as `01-key` or `key`
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

/// `tabella git gate`
#[derive(Args, Debug)]
pub struct Gate {
    /// OLD..NEW
    pub range: Option<String>,
    /// The start of the guarded game (default: the one that `tabella git hook install` gave this repository)
    #[arg(long, value_name = "DIGEST")]
    pub start: Option<String>,
    /// A branch moved from OLD to NEW, so NEW must continue OLD (default: NEW is to be merged)
    #[arg(long)]
    pub moved: bool,
    /// Say what to do about each refusal; without a range, list all that the gate refuses
    #[arg(long)]
    pub explain: bool,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella git hook`
#[derive(Subcommand, Debug)]
pub enum Hook {
    /// Judge a push before it enters; git calls this
    #[command(
        after_help = "Example:\n  tabella git hook pre-receive < updates    # lines of old commit, new commit, branch"
    )]
    PreReceive,
    /// Install the gate in a bare repository, and tell it which game it guards
    #[command(
        after_help = "Example:\n  tabella git hook install /srv/git/zama.git --game zama --round\n  tabella git hook install /srv/git/zama.git --start 5d41..."
    )]
    Install {
        /// The bare repository
        repository: PathBuf,
        /// The start of the game
        #[arg(long, value_name = "DIGEST")]
        start: Option<String>,
        /// A folder of the game, to take the start from
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
