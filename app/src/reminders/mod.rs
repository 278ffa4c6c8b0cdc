//! Settings of mails, and the page that unsubscribes from them.

mod section;
mod stop_page;

pub use {section::RemindersSection, stop_page::StopMailsPage};
