//! Markup that is the same for everybody: it is drawn once and not for each page.

use domain::Language;
use leptos::prelude::*;
use std::sync::OnceLock;

/// Markup in each language, and in each of so many variants.
#[derive(Debug)]
pub struct Fixed<const VARIANTS: usize>([[OnceLock<String>; VARIANTS]; Language::ALL.len()]);

impl<const VARIANTS: usize> Default for Fixed<VARIANTS> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const VARIANTS: usize> Fixed<VARIANTS> {
    pub const fn new() -> Self {
        Self([const { [const { OnceLock::new() }; VARIANTS] }; Language::ALL.len()])
    }

    /// The markup, which `draw` makes the first time. What it draws may depend on language and variant only.
    pub fn html<V: IntoView>(
        &'static self,
        language: Language,
        variant: usize,
        draw: impl FnOnce() -> V,
    ) -> &'static str {
        let place = self.0.get(language as usize).and_then(|variants| variants.get(variant));
        place.map_or("", |place| place.get_or_init(|| draw().into_view().to_html()))
    }
}

#[cfg(test)]
mod tests {
    use super::Fixed;
    use crate::markup::written;
    use domain::Language;
    use std::cell::Cell;

    #[test]
    fn markup_is_drawn_once_for_each_language_and_variant() {
        static MARKUP: Fixed<2> = Fixed::new();
        let drawn = Cell::new(0);
        let html = |language: Language, variant: usize| {
            MARKUP.html(language, variant, || {
                drawn.set(drawn.get() + 1);
                written(format!("{} {variant}", language.as_str()))
            })
        };
        for _ in 0..2 {
            for language in Language::ALL {
                for variant in 0..2 {
                    assert_eq!(html(language, variant), format!("{} {variant}", language.as_str()));
                }
            }
        }
        assert_eq!(drawn.get(), 2 * Language::ALL.len());
    }
}
