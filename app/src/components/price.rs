//! What Pro costs, as every page says it.

use crate::request::PageRequest;
use backend::settings::Vat;
use domain::{Key, Language};

/// '3,99 € pro Monat inkl. MwSt., monatlich kündbar', in the viewer's language; a small business says what the law has it say.
pub fn price_line() -> String {
    let request = PageRequest::current();
    line(request.language, request.backend.settings.vat)
}

fn line(language: Language, vat: Vat) -> String {
    let key = match vat {
        Vat::Included => Key::PriceLine,
        Vat::SmallBusiness => Key::PriceLineSmallBusiness,
    };
    language.fill(key, &[("price", language.text(Key::PricePro))])
}

#[cfg(test)]
mod tests {
    use super::line;
    use backend::settings::Vat;
    use domain::Language;

    #[test]
    fn the_price_names_the_tax_only_where_there_is_one() {
        assert_eq!(line(Language::De, Vat::Included), "3,99 € pro Monat inkl. MwSt., monatlich kündbar");
        for language in Language::ALL {
            let small = line(language, Vat::SmallBusiness);
            assert!(small.contains("§ 19 UStG") && small.contains("3") && !small.contains("inkl."), "{small}");
        }
    }
}
