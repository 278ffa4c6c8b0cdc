//! Secret links: the owner's dialog and the page behind the link.

pub mod calls;
mod pin_page;
mod preview;
mod share_button;
mod shared_page;

pub use {
    share_button::ShareButton,
    shared_page::{SharedDay, shared_page},
};
