//! Secret links: the owner's dialog and the page behind the link.

#[cfg(feature = "hydrate")]
mod browser;
pub mod calls;
mod parts;
pub mod share_dialog;

#[cfg(feature = "ssr")]
mod preview;
#[cfg(feature = "ssr")]
mod share_button;
#[cfg(feature = "ssr")]
mod shared_page;

#[cfg(feature = "ssr")]
pub use {
    share_button::ShareButton,
    shared_page::{SharedDay, SharedPage},
};
