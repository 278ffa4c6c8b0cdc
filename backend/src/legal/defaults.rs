//! The built-in templates from the project's folder `legal`.

use super::LegalPage;
use domain::Language;

/// The four pages of a language, in the order of [`LegalPage`].
macro_rules! pages {
    ($language:literal) => {
        [
            include_str!(concat!("../../../legal/", $language, "/impressum.md")),
            include_str!(concat!("../../../legal/", $language, "/datenschutz.md")),
            include_str!(concat!("../../../legal/", $language, "/agb.md")),
            include_str!(concat!("../../../legal/", $language, "/barrierefreiheit.md")),
        ]
    };
}

pub fn source(language: Language, page: LegalPage) -> &'static str {
    let pages = match language {
        Language::De => pages!("de"),
        Language::En => pages!("en"),
        Language::Fr => pages!("fr"),
        Language::Es => pages!("es"),
    };
    pages[page as usize]
}
