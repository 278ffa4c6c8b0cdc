//! Secret links: the owner's dialog and the page behind the link.

pub mod calls;
