//! The command line: every command reads the same settings.

use crate::{
    commands,
    commands::log,
    config::{Config, Sources, secrets},
};
use backend::{error::StartError, settings::media::Place};
use chrono::NaiveDate;
use clap::{ArgGroup, Parser, Subcommand};
use domain::ReportReason;
use std::path::PathBuf;
use uuid::Uuid;

/// Tagesecho, a private diary. Without a command it serves.
#[derive(Debug, Parser)]
#[command(name = "tagesecho", version, args_conflicts_with_subcommands = false, after_help = after_help())]
pub struct Cli {
    #[command(flatten)]
    settings: Sources,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Answers requests until SIGTERM or SIGINT.
    Serve {
        /// Begins with a new database beside the media of an old one, which are moved aside. Needed once, and only for that.
        #[arg(long)]
        new: bool,
    },
    /// Prints new invitation codes; each makes one account.
    Invite {
        /// How many.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
        count: u16,
    },
    /// Gives somebody Pro until the end of a day; a day that is over ends it.
    GrantPro {
        /// The address of their account.
        #[arg(value_name = "E-MAIL")]
        email: String,
        /// The last day with Pro, in the person's time zone, as YYYY-MM-DD.
        #[arg(long, value_name = "DATE")]
        until: NaiveDate,
    },
    /// Lists what somebody paid for Pro, as the payment provider has it.
    Payments {
        /// The address of their account.
        #[arg(value_name = "E-MAIL")]
        email: String,
    },
    /// Makes the product and the monthly plan at `PayPal` and prints the setting that names it. Needed once.
    PaypalPlan {
        /// The price holds no tax (a small business).
        #[arg(long)]
        without_tax: bool,
        /// A name for this attempt: a repetition under the same name makes nothing new.
        #[arg(long, value_name = "NAME", default_value = "tagesecho-pro")]
        attempt: String,
    },
    /// Lists what people reported about others and is not closed yet.
    Reports {
        /// Closes the report with this id instead.
        #[arg(long, value_name = "ID", value_parser = report_id)]
        done: Option<Uuid>,
        /// Hides the entry that the report with this id is about from everybody but its owner, who is told why. It also closes the report.
        #[arg(long, value_name = "ID", value_parser = report_id, conflicts_with = "done")]
        hide: Option<Uuid>,
        /// Shows the hidden entry with this id again.
        #[arg(long, value_name = "ENTRY", value_parser = entry_id, conflicts_with_all = ["done", "hide"])]
        show: Option<Uuid>,
    },
    /// Lists cancellations and withdrawals of contracts that are not closed yet.
    Declarations {
        /// Closes the declarations with these case numbers instead.
        #[arg(long, value_name = "NUMBER", num_args = 1..)]
        done: Vec<String>,
    },
    /// Lists accounts that nobody can sign in to, and identities that nobody registered with.
    Accounts {
        /// Only lists them. This is the default.
        #[arg(long)]
        check: bool,
        /// Creates what is missing and removes leftovers. No diary is touched.
        #[arg(long, conflicts_with = "check")]
        mend: bool,
        /// Deletes the account with this address at once and for good, as its owner can. It asks for nothing.
        #[arg(long, value_name = "E-MAIL", conflicts_with_all = ["check", "mend"])]
        delete: Option<String>,
        /// Locks the account with this address: its owner cannot sign in and is told why, others see nothing of it. Nothing is deleted.
        #[arg(long, value_name = "E-MAIL", requires = "reason", conflicts_with_all = ["check", "mend", "delete"])]
        lock: Option<String>,
        /// Why: harassment, hate, sexual, danger, impersonation, spam or other.
        #[arg(long, value_name = "REASON", requires = "lock", value_parser = reason)]
        reason: Option<ReportReason>,
        /// Opens a locked account again.
        #[arg(long, value_name = "E-MAIL", conflicts_with_all = ["check", "mend", "delete", "lock"])]
        unlock: Option<String>,
    },
    /// Changes the secret, or the key that signs ID tokens.
    #[command(group = ArgGroup::new("what").required(true).multiple(true))]
    Secret {
        /// Brings the database over from `TAGESECHO_SECRET_OLD` to `TAGESECHO_SECRET`. Stop every server first; everybody signs in once more.
        #[arg(long, group = "what")]
        rotate: bool,
        /// Makes a new key that signs ID tokens, and forgets keys that are past their time. Servers sign with it once they are started anew.
        #[arg(long, group = "what")]
        new_signing_key: bool,
    },
    /// Copies database and media to a new folder below DIR, while the server runs. The secret is not copied.
    Backup {
        /// The folder of the copies, such as /var/backups/tagesecho.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// How many copies stay. Older ones are removed.
        #[arg(long, value_name = "NUMBER", default_value_t = 14, value_parser = clap::value_parser!(u16).range(1..))]
        keep: u16,
    },
    /// Brings a copy of `tagesecho backup` back. Stop every server first.
    Restore {
        /// A copy, or the folder of the copies, whose newest one is taken.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Moves database and media that are here aside. Nothing is deleted.
        #[arg(long)]
        replace: bool,
        /// Takes a copy of which pictures or recordings are damaged.
        #[arg(long)]
        with_damaged: bool,
    },
    /// Looks at every row and file, and says what is missing, damaged or miscounted. It changes nothing.
    Doctor,
    /// Asks the server that runs with these settings whether it can answer requests. Ends with 1 if not.
    Healthcheck,
    /// Moves the database from SQLite to PostgreSQL, or back. Stop every server first.
    MoveDatabase {
        /// The new database, which is empty: `postgres://…` or `sqlite:PATH`.
        #[arg(value_name = "URL")]
        url: String,
    },
    /// Pictures and recordings: see `tagesecho media --help`.
    Media {
        #[command(subcommand)]
        command: Media,
    },
    /// Makes an account with a year of entries to look at, and prints its password.
    Demo,
    /// Checks an archive that somebody exported, without a server: every file and every day.
    Verify {
        /// The ZIP file.
        file: PathBuf,
    },
    /// Prints every setting as a commented `.env` file.
    Settings,
    /// Makes one account with many entries, for measurements.
    #[command(hide = true)]
    Seed {
        #[arg(long, default_value_t = 1000)]
        entries: usize,
        /// Gives every entry so many photos, instead of one to the newest sixty.
        #[arg(long)]
        photos: Option<usize>,
    },
}

#[derive(Debug, Subcommand)]
enum Media {
    /// Moves pictures and recordings from the folder to a bucket, or back, while servers run. Run once more without servers, it finishes the move.
    Move {
        /// The new place, which is empty: `s3://BUCKET/PREFIX` or `folder`. `TAGESECHO_MEDIA` names the one from before.
        #[arg(value_name = "PLACE")]
        to: Place,
    },
}

fn report_id(typed: &str) -> Result<Uuid, &'static str> {
    typed.parse().map_err(|_| "no id of a report; `tagesecho reports` lists them")
}

fn entry_id(typed: &str) -> Result<Uuid, &'static str> {
    typed.parse().map_err(|_| "no id of an entry; `tagesecho reports --hide` has named it")
}

fn reason(typed: &str) -> Result<ReportReason, String> {
    typed.parse().map_err(|_| format!("one of {}", ReportReason::ALL.map(ReportReason::as_str).join(", ")))
}

fn after_help() -> String {
    let files: Vec<String> = secrets::names().into_iter().map(secrets::variable).collect();
    format!("Secrets can lie in files, which the environment names instead: {}.", files.join(", "))
}

impl Cli {
    pub async fn run(self) -> Result<(), StartError> {
        let command = self.command.unwrap_or(Command::Serve { new: false });
        if matches!(command, Command::Settings) {
            return commands::settings::run();
        }
        if let Command::Verify { file } = &command {
            return commands::verify::run(file);
        }
        if matches!(command, Command::Healthcheck) {
            return commands::healthcheck::run(self.settings.with_file()?);
        }
        if let Command::PaypalPlan { without_tax, attempt } = &command {
            return Box::pin(commands::paypal_plan::run(self.settings, attempt, *without_tax)).await;
        }
        let mut config = Config::read(self.settings)?;
        config.settings.begin_anew = matches!(command, Command::Serve { new: true });
        log::start(&config)?;
        match command {
            Command::Serve { .. } => commands::serve::run(config).await,
            Command::Invite { count } => commands::invite::run(config, count.into()).await,
            Command::GrantPro { email, until } => commands::grant_pro::run(config, &email, until).await,
            Command::Payments { email } => commands::payments::run(config, &email).await,
            Command::Reports { hide: Some(id), .. } => commands::reports::hide(config, id).await,
            Command::Reports { show: Some(id), .. } => commands::reports::show(config, id).await,
            Command::Reports { done, .. } => commands::reports::run(config, done).await,
            Command::Declarations { done } => commands::declarations::run(config, done).await,
            Command::Accounts { delete: Some(email), .. } => commands::accounts::delete(config, &email).await,
            Command::Accounts { lock: Some(email), reason, .. } => {
                commands::accounts::lock(config, &email, reason.unwrap_or(ReportReason::Other)).await
            }
            Command::Accounts { unlock: Some(email), .. } => commands::accounts::unlock(config, &email).await,
            Command::Accounts { mend, .. } => commands::accounts::run(config, mend).await,
            Command::Secret { rotate, new_signing_key } => commands::secret::run(config, rotate, new_signing_key).await,
            Command::Backup { folder, keep } => commands::backup::make(config, &folder, keep.into()).await,
            Command::Restore { folder, replace, with_damaged } => {
                commands::backup::restore(config, &folder, replace, with_damaged).await
            }
            Command::Doctor => commands::doctor::run(config).await,
            Command::MoveDatabase { url } => commands::move_database::run(config, &url).await,
            Command::Media { command: Media::Move { to } } => commands::move_media::run(config, &to).await,
            Command::Demo => commands::demo::run(config).await,
            Command::Seed { entries, photos } => commands::seed::run(config, entries, photos).await,
            Command::Settings | Command::Healthcheck | Command::Verify { .. } | Command::PaypalPlan { .. } => Ok(()),
        }
    }
}
