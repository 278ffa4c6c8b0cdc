//! Secret links: the owner's dialog and the page behind the link.

#[cfg(feature = "hydrate")]
mod browser;
#[cfg(feature = "hydrate")]
mod browser_form;
pub mod calls;
mod parts;
pub mod share_dialog;

#[cfg(feature = "ssr")]
mod link_settings;
#[cfg(feature = "ssr")]
mod made_link;
#[cfg(feature = "ssr")]
mod pin_page;
#[cfg(feature = "ssr")]
mod preview;
#[cfg(feature = "ssr")]
mod share_button;
#[cfg(feature = "ssr")]
mod shared_page;

/// Ids of the places where the dialog sends a link with one click.
const TARGETS: [&str; 4] = ["share-whatsapp", "share-facebook", "share-twitter", "share-telegram"];

#[cfg(feature = "ssr")]
pub use {
    share_button::ShareButton,
    shared_page::{SharedDay, shared_page},
};
