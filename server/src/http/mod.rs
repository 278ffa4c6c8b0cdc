//! Middleware of every request: context, viewer, limits, cookies, errors, headers.

pub mod address;
pub mod answer;
pub mod body_limit;
pub mod context;
pub mod cookies;
pub mod csrf;
pub mod error;
pub mod extract;
pub mod form_body;
pub mod headers;
pub mod limits;
pub mod paged;
pub mod range;
pub mod request_context;
pub mod serve;
pub mod state;
pub mod uploads;
pub mod viewer;

pub use context::Context;
pub use error::{ApiResult, Failure};
pub use extract::{Id, Json, Params, Saving};
pub use paged::{PageQuery, Paged};
pub use state::AppState;
