//! Friends: who they are, finding them, asking and answering, and what one may see of them.

mod blocks_section;
mod codes;
mod find_tab;
mod friends_page;
mod friends_tab;
mod invitations_tab;
mod parts;
mod person_actions;
mod person_page;
mod requests_tab;
mod unsubscribe_page;

pub use blocks_section::BlocksSection;
pub use friends_page::{counted, friends_page};
pub use person_actions::about_entry;
pub use person_page::person_page;
pub use unsubscribe_page::UnsubscribePage;
