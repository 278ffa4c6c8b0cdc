//! Secret links: the owner's dialog and the page behind the link.

pub mod calls;
mod link_state;
pub mod share_dialog;

#[cfg(feature = "ssr")]
mod preview;
#[cfg(feature = "ssr")]
mod share_button;
#[cfg(feature = "ssr")]
mod shared_page;

#[cfg(feature = "ssr")]
pub use {share_button::ShareButton, shared_page::SharedPage};
