//! Leaving: what goes and what stays, the form that deletes the account, and the page behind it (product 30).

mod forms;
mod leave_page;
mod left_page;

pub use leave_page::{LeaveSection, leave_page};
pub use left_page::LeftPage;

pub const LEAVE_PATH: &str = "/settings/delete-account";
/// The address of the page for somebody who has just left.
pub const LEFT_PATH: &str = "/account-deleted";
