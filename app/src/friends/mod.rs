//! Friends: who they are, finding them, asking and answering, and what one may see of them.

mod blocks_section;
mod codes;
mod find_tab;
mod forms;
mod friends_page;
mod friends_tab;
mod invitations_tab;
mod inviter;
mod parts;
mod person_menu;
mod person_page;
mod report_form;
mod requests_tab;
mod tab;
mod unsubscribe_page;

pub use blocks_section::BlocksSection;
pub use friends_page::friends_page;
pub use inviter::{INVITER_DONE, inviter_question};
pub use person_menu::AuthorMenu;
pub use person_page::person_page;
pub use report_form::EntryReport;
pub use unsubscribe_page::UnsubscribePage;
