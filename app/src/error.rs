//! The refusal of a server function: the same code and message as a REST call has.

use serde::{Deserialize, Serialize};
use server_fn::{
    codec::JsonEncoding,
    error::{FromServerFnError, ServerFnErrorErr},
};

/// Code for programs, message for people in the viewer's language.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CallError {
    pub code: String,
    pub message: String,
    /// More about the refusal as JSON, for callers that can use it.
    #[serde(default)]
    pub detail: String,
    /// The field that is refused; empty: no field in particular.
    #[serde(default)]
    pub field: String,
}

impl std::fmt::Display for CallError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl FromServerFnError for CallError {
    type Encoder = JsonEncoding;

    fn from_server_fn_error(value: ServerFnErrorErr) -> Self {
        let code = match value {
            ServerFnErrorErr::Request(_) => "network",
            ServerFnErrorErr::Args(_) | ServerFnErrorErr::MissingArg(_) | ServerFnErrorErr::Deserialization(_) => {
                "invalid_form"
            }
            _ => "internal",
        };
        #[cfg(feature = "ssr")]
        if let Some(request) = leptos::prelude::use_context::<std::sync::Arc<crate::PageRequest>>() {
            use domain::Refusal::{Internal, InvalidForm};
            let refusal = if code == "invalid_form" { InvalidForm } else { Internal };
            return Self::answer(&refusal.into(), &request);
        }
        // The message of a failed transport is the island's own text for its action, so it is empty here.
        Self { code: code.into(), message: String::new(), detail: String::new(), field: String::new() }
    }
}

#[cfg(feature = "ssr")]
impl CallError {
    /// Sets the status of the page, and makes the error with its text in the viewer's language.
    pub fn answer(error: &backend::Error, request: &crate::PageRequest) -> Self {
        let refusal = request.refuse(error);
        let field = refusal.params.iter().find(|(name, _)| *name == "field").map(|(_, field)| field.clone());
        let mut message = request.language.error_text(&refusal);
        // The person can tell it, and the log is found by it.
        if refusal.refusal == domain::Refusal::Internal {
            message = format!("{message} ({})", request.id);
        }
        Self { code: refusal.code().into(), message, detail: String::new(), field: field.unwrap_or_default() }
    }

    /// The same error with `field` as its field, if it is one of these refusals.
    #[must_use]
    pub fn about(self, field: &str, refusals: &[domain::Refusal]) -> Self {
        if refusals.iter().any(|refusal| refusal.code() == self.code) { self.of_field(field) } else { self }
    }

    /// The same error with `field` as its field.
    #[must_use]
    pub fn of_field(self, field: &str) -> Self {
        Self { field: field.to_owned(), ..self }
    }
}
