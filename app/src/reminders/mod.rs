//! Which mails somebody gets: the section of the settings, and the page behind the link of a mail.

mod section;
mod stop_page;

pub use {section::RemindersSection, stop_page::StopMailsPage};
