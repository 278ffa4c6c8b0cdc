//! The price of Pro, as every page says it.

use crate::request::PageRequest;
use domain::price;

/// '3,99 € pro Monat inkl. `MwSt.`, monatlich kündbar', in the viewer's language; a small business says what the law has it say.
pub fn price_line() -> String {
    let request = PageRequest::current();
    price::line(request.language, request.backend.settings.vat)
}
