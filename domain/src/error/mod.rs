//! Every refusal of the product: a code for programs, a status for HTTP, a text for people.

mod refusal;

pub use refusal::Refusal;

/// A refusal with the values for its text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", refusal.code())]
pub struct Error {
    pub refusal: Refusal,
    /// Values for the text's placeholders.
    pub params: Vec<(&'static str, String)>,
    /// Seconds until the same request can succeed.
    pub retry_after: Option<u64>,
    /// JSON that a program can act on, such as the current entry of a conflict.
    pub detail: Option<String>,
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self { refusal, params: Vec::new(), retry_after: None, detail: None }
    }
}

impl Error {
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.params.push((name, value.to_string()));
        self
    }

    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// `detail` is JSON.
    #[must_use]
    pub fn detail(mut self, detail: String) -> Self {
        self.detail = Some(detail);
        self
    }

    pub fn code(&self) -> &'static str {
        self.refusal.code()
    }

    pub fn status(&self) -> u16 {
        self.refusal.status()
    }
}
