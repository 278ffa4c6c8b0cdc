//! The errors of use cases: refused, which the person can act on, or broken, which we have to fix.

use std::fmt;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Refused(#[from] domain::Error),
    /// Logged once at the edge. The caller only sees "internal", "unavailable" or "uncertain".
    #[error("{0}")]
    Broken(Broken),
}

/// The broken part, for the log. It is never shown to callers, and contains nothing that a person wrote.
#[derive(Debug)]
pub struct Broken {
    pub what: &'static str,
    pub source: Box<dyn std::error::Error + Send + Sync>,
    /// Trying again later may help (the database cannot be reached, the disk is full).
    pub unavailable: bool,
    /// The answer to a commit was lost. The change may have been made all the same.
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

    /// Like [`Error::broken`], where trying again later may help.
    pub fn unavailable(what: &'static str, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Broken(Broken { what, source: source.into(), unavailable: true, uncertain: false })
    }

    /// Whether it is this refusal.
    pub fn is(&self, refusal: domain::Refusal) -> bool {
        matches!(self, Self::Refused(error) if error.refusal == refusal)
    }

    /// The error for the person. Something broken becomes "internal", "unavailable" or "uncertain".
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

/// Why the program cannot start: a sentence for the operator that names the setting.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StartError(pub String);
