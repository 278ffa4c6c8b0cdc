//! The price of Pro, as every page shows it (product 22).

/// How prices mention value-added tax.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Vat {
    /// Prices include the tax and must say so (§ 3 `PAngV`).
    #[default]
    Included,
    /// A small business charges no tax and must not mention it as included (§ 19 `UStG`).
    SmallBusiness,
}

/// '3,99 € pro Monat inkl. `MwSt.`, monatlich kündbar'.
#[cfg(feature = "texts")]
pub fn line(language: crate::Language, vat: Vat) -> String {
    use crate::Key;
    let key = match vat {
        Vat::Included => Key::PriceLine,
        Vat::SmallBusiness => Key::PriceLineSmallBusiness,
    };
    language.fill(key, &[("price", language.text(Key::PricePro))])
}

#[cfg(all(test, feature = "texts"))]
mod tests {
    use super::{Vat, line};
    use crate::Language;

    #[test]
    fn the_price_names_the_tax_only_where_there_is_one() {
        assert_eq!(line(Language::De, Vat::Included), "3,99 € pro Monat inkl. MwSt., monatlich kündbar");
        for language in Language::ALL {
            let small = line(language, Vat::SmallBusiness);
            assert!(small.contains("§ 19 UStG") && small.contains('3') && !small.contains("inkl."), "{small}");
        }
    }
}
