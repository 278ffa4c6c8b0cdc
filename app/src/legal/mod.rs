//! Pages that the law asks for, with the operator's texts. Open to everybody.

mod plain_privacy;
mod text_page;

pub use text_page::{accessibility_page, imprint_page, privacy_page, terms_page};
