//! The meaning of a failed statement: whether it may be repeated, and whether its change may have been done.

use super::direct;
use crate::{Error, error::Broken, metrics};

/// The kind of a statement decides what its failure means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Read,
    /// A statement in its own transaction.
    Write,
    /// Begins a transaction, or is a part of one.
    Inside,
    Commit,
}

/// Makes the counters of all failures appear, with zero: the first failure is an increase then.
pub fn begin_to_count() {
    use Cause::{Away, Collision, Disk, Lost, Other};
    for kind in [Kind::Read, Kind::Write, Kind::Inside, Kind::Commit] {
        for cause in [Lost, Collision, Away, Disk, Other] {
            metrics::STATEMENT_FAILURES.add(0, &[("kind", kind.as_str()), ("cause", cause.as_str())]);
        }
    }
}

impl Kind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Inside => "inside",
            Self::Commit => "commit",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    /// The connection was lost or ended by the server. The statement may have been done.
    Lost,
    /// Another transaction was in the way. The statement was undone.
    Collision,
    /// There was no space, no time or no connection. The statement was undone.
    Away,
    /// The disk failed, so it is unknown what was written.
    Disk,
    /// An error in our SQL, or a violated constraint.
    Other,
}

impl Cause {
    fn as_str(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Collision => "collision",
            Self::Away => "away",
            Self::Disk => "disk",
            Self::Other => "other",
        }
    }
}

/// Whether the statement can be repeated at once: either nothing of it was done, or it changes nothing.
pub fn may_be_repeated(kind: Kind, error: &sqlx::Error) -> bool {
    match cause(error) {
        Cause::Collision => matches!(kind, Kind::Read | Kind::Write),
        Cause::Lost => kind == Kind::Read,
        Cause::Away | Cause::Disk | Cause::Other => false,
    }
}

pub fn is_collision(error: &sqlx::Error) -> bool {
    cause(error) == Cause::Collision
}

pub fn of(kind: Kind, error: sqlx::Error) -> Error {
    broken(kind, cause(&error), error.into())
}

/// [`of`] for SQLite's readers.
pub fn of_direct(kind: Kind, error: direct::Error) -> Error {
    match error {
        direct::Error::Sqlite(error) => broken(kind, direct_cause(&error), error.into()),
        direct::Error::Sqlx(error) => of(kind, error),
    }
}

pub fn is_direct_collision(error: &direct::Error) -> bool {
    matches!(error, direct::Error::Sqlite(error) if direct_cause(error) == Cause::Collision)
}

fn direct_cause(error: &rusqlite::Error) -> Cause {
    error.sqlite_error().map_or(Cause::Other, |error| sqlite(error.extended_code))
}

fn broken(kind: Kind, cause: Cause, source: Box<dyn std::error::Error + Send + Sync>) -> Error {
    metrics::STATEMENT_FAILURES.add(1, &[("kind", kind.as_str()), ("cause", cause.as_str())]);
    let changes = matches!(kind, Kind::Write | Kind::Commit);
    let uncertain = match cause {
        Cause::Lost | Cause::Disk => changes,
        Cause::Away => kind == Kind::Commit,
        Cause::Collision | Cause::Other => false,
    };
    Error::Broken(Broken { what: "database", source, unavailable: cause != Cause::Other, uncertain })
}

/// The error of a statement that was abandoned because the database does not answer.
pub fn unanswered(kind: Kind) -> Error {
    of(kind, sqlx::Error::Io(std::io::ErrorKind::TimedOut.into()))
}

fn cause(error: &sqlx::Error) -> Cause {
    use sqlx::Error::{Database, Io, PoolClosed, PoolTimedOut, Protocol, Tls, WorkerCrashed};
    match error {
        Io(_) | Tls(_) | Protocol(_) | WorkerCrashed => Cause::Lost,
        PoolClosed | PoolTimedOut => Cause::Away,
        Database(error) => {
            let code = error.code().unwrap_or_default();
            if error.try_downcast_ref::<sqlx::sqlite::SqliteError>().is_some() {
                sqlite(code.parse().unwrap_or_default())
            } else {
                postgres(&code)
            }
        }
        _ => Cause::Other,
    }
}

/// SQLite's result codes. The bits above the first byte only give details (sqlite.org/rescode.html).
fn sqlite(code: i32) -> Cause {
    match code & 0xff {
        // BUSY, LOCKED
        5 | 6 => Cause::Collision,
        // NOMEM, READONLY, INTERRUPT, FULL, CANTOPEN, PROTOCOL
        7 | 8 | 9 | 13 | 14 | 15 => Cause::Away,
        // IOERR
        10 => Cause::Disk,
        _ => Cause::Other,
    }
}

/// PostgreSQL's SQLSTATE (its manual, appendix A).
fn postgres(code: &str) -> Cause {
    match code {
        // serialization_failure, deadlock_detected, lock_not_available
        "40001" | "40P01" | "55P03" => Cause::Collision,
        // admin_shutdown, crash_shutdown, a database that was dropped, statement_completion_unknown
        "57P01" | "57P02" | "57P04" | "40003" => Cause::Lost,
        // query_canceled (its time was over), cannot_connect_now, read_only_sql_transaction, io_error
        "57014" | "57P03" | "25006" | "58030" => Cause::Away,
        // connection exceptions; no disk space, memory or connections; transaction timeouts
        _ if code.starts_with("08") => Cause::Lost,
        _ if code.starts_with("53") || code == "25P03" || code == "25P04" => Cause::Away,
        _ => Cause::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::{Cause, postgres, sqlite};

    #[test]
    fn passing_faults_are_told_from_our_own() {
        for (code, cause) in [
            ("40P01", Cause::Collision),
            ("40001", Cause::Collision),
            ("55P03", Cause::Collision),
            ("57014", Cause::Away),
            ("53100", Cause::Away),
            ("57P01", Cause::Lost),
            ("08006", Cause::Lost),
            ("23505", Cause::Other),
            ("42601", Cause::Other),
        ] {
            assert_eq!(postgres(code), cause, "{code}");
        }
        // BUSY_SNAPSHOT, FULL, IOERR_FSYNC, CONSTRAINT_UNIQUE
        for (code, cause) in [(517, Cause::Collision), (13, Cause::Away), (1034, Cause::Disk), (2067, Cause::Other)] {
            assert_eq!(sqlite(code), cause, "{code}");
        }
    }
}
