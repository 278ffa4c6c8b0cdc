//! Secret links: the owner's dialog and the page behind the link.

pub mod calls;
pub mod share_dialog;
mod share_texts;

#[cfg(feature = "ssr")]
mod preview;
#[cfg(feature = "ssr")]
mod share_button;
#[cfg(feature = "ssr")]
mod shared_page;

pub use share_texts::ShareTexts;
#[cfg(feature = "ssr")]
pub use {share_button::ShareButton, shared_page::SharedPage};
