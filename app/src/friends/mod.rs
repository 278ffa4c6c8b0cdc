//! Friends: who they are, finding them, asking and answering, and what one may see of them.

mod find_tab;
mod friends_page;
mod friends_tab;
mod parts;
mod person_page;
mod requests_tab;

pub use friends_page::FriendsPage;
pub use person_page::PersonPage;
