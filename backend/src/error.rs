//! Refused (the person can act on it) or broken (we must): the two ways a use case ends early.

use std::fmt;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Refused(#[from] domain::Error),
    /// Logged once at the edge; outside it is only "internal" or "unavailable".
    #[error("{0}")]
    Broken(Broken),
}

/// What broke, for the log. Never shown outside; holds no word a person wrote.
#[derive(Debug)]
pub struct Broken {
    pub what: &'static str,
    pub source: Box<dyn std::error::Error + Send + Sync>,
    /// Trying again later may help (the database is away, the disk is full).
    pub unavailable: bool,
    /// The answer to a commit was lost: what was asked for may be done all the same.
    pub uncertain: bool,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.source)
    }
}

impl Error {
    pub fn broken(what: &'static str, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Broken(Broken { what, source: source.into(), unavailable: false, uncertain: false })
    }

    /// As [`Error::broken`], where trying again later may help.
    pub fn unavailable(what: &'static str, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Broken(Broken { what, source: source.into(), unavailable: true, uncertain: false })
    }

    /// What the person is told: a broken part is "internal", "unavailable" or "uncertain".
    pub fn refusal(&self) -> domain::Error {
        match self {
            Self::Refused(error) => error.clone(),
            Self::Broken(Broken { uncertain: true, .. }) => domain::Refusal::Uncertain.into(),
            Self::Broken(Broken { unavailable: true, .. }) => domain::Refusal::Unavailable.into(),
            Self::Broken(_) => domain::Refusal::Internal.into(),
        }
    }
}

impl From<domain::Refusal> for Error {
    fn from(refusal: domain::Refusal) -> Self {
        Self::Refused(refusal.into())
    }
}

impl From<object_store::Error> for Error {
    fn from(error: object_store::Error) -> Self {
        Self::Broken(Broken { what: "media store", source: Box::new(error), unavailable: true, uncertain: false })
    }
}

impl From<tokio::task::JoinError> for Error {
    fn from(error: tokio::task::JoinError) -> Self {
        Self::broken("background task", error)
    }
}

/// Why the program cannot start, as a sentence that names the setting.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StartError(pub String);
