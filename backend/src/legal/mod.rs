//! The pages that the law requires: built-in templates, which the operator replaces by a folder of the same structure (product 22).

mod defaults;
mod markdown;

use crate::error::StartError;
use domain::{Language, Vat, price};
use std::{
    borrow::Cow,
    convert::Infallible,
    fs, io,
    path::Path,
    sync::{Arc, OnceLock},
};

/// Marks a place that the operator must fill in.
const OPEN_PLACE: &str = "[[";
/// The placeholder for the price of Pro.
const PRICE: &str = "{price}";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegalPage {
    Impressum,
    Datenschutz,
    Agb,
    Barrierefreiheit,
}

impl LegalPage {
    pub const ALL: [Self; 4] = [Self::Impressum, Self::Datenschutz, Self::Agb, Self::Barrierefreiheit];

    fn file(self) -> &'static str {
        match self {
            Self::Impressum => "impressum.md",
            Self::Datenschutz => "datenschutz.md",
            Self::Agb => "agb.md",
            Self::Barrierefreiheit => "barrierefreiheit.md",
        }
    }
}

/// All texts in all languages, as read at the start. Cheap to clone.
#[derive(Clone, Debug)]
pub struct LegalTexts(Arc<[[LegalText; 4]; 4]>);

#[derive(Clone, derive_more::Debug)]
#[debug("LegalText({file})")]
pub struct LegalText {
    /// The language of this text. It is German if the operator has no texts in the requested language.
    pub language: Language,
    /// The file that it was read from, for messages to the operator.
    file: String,
    source: Cow<'static, str>,
    rendered: OnceLock<Rendered>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// The first heading, if the text begins with one.
    pub title: Option<String>,
    /// The rest as HTML. It is safe to embed.
    pub html: String,
}

impl Default for LegalTexts {
    fn default() -> Self {
        Self::templates(Vat::default())
    }
}

impl LegalTexts {
    /// Reads the texts in `folder`, such as `de/agb.md`. A language without a folder gets the German texts. A missing file is replaced by the template.
    pub fn read(folder: Option<&Path>, vat: Vat) -> Result<Self, StartError> {
        let Some(folder) = folder else { return Ok(Self::templates(vat)) };
        let refused = |path: &Path, why: &dyn std::fmt::Display| {
            StartError(format!("TAGESECHO_LEGAL ({}) cannot be read: {why}", path.display()))
        };
        if !folder.is_dir() {
            return Err(refused(folder, &"it is no folder"));
        }
        Self::collect(vat, |language, page| {
            let has_own = folder.join(language.as_str()).is_dir();
            let language = if has_own { language } else { Language::De };
            let path = folder.join(language.as_str()).join(page.file());
            match fs::read_to_string(&path) {
                Ok(source) => Ok(LegalText::new(language, path.display().to_string(), source.into())),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(built_in(language, page)),
                Err(error) => Err(refused(&path, &error)),
            }
        })
    }

    fn templates(vat: Vat) -> Self {
        let all = Self::collect(vat, |language, page| Ok::<_, Infallible>(built_in(language, page)));
        all.unwrap_or_else(|never| match never {})
    }

    fn collect<E>(vat: Vat, text: impl Fn(Language, LegalPage) -> Result<LegalText, E>) -> Result<Self, E> {
        let priced = |language, page| {
            let mut text = text(language, page)?;
            if text.source.contains(PRICE) {
                text.source = text.source.replace(PRICE, &price::line(text.language, vat)).into();
            }
            Ok(text)
        };
        let of = |language| {
            let [a, b, c, d] = LegalPage::ALL.map(|page| priced(language, page));
            Ok([a?, b?, c?, d?])
        };
        let [de, en, fr, es] = Language::ALL.map(of);
        Ok(Self(Arc::new([de?, en?, fr?, es?])))
    }

    pub fn text(&self, language: Language, page: LegalPage) -> &LegalText {
        &self.0[language as usize][page as usize]
    }

    /// The files that have places to fill in, without duplicates.
    pub fn open_places(&self) -> impl Iterator<Item = &str> {
        let mut files: Vec<&str> =
            self.0.iter().flatten().filter(|text| text.is_template()).map(|t| t.file.as_str()).collect();
        files.sort_unstable();
        files.dedup();
        files.into_iter()
    }
}

fn built_in(language: Language, page: LegalPage) -> LegalText {
    let file = format!("the template {}/{}", language.as_str(), page.file());
    LegalText::new(language, file, defaults::source(language, page).into())
}

impl LegalText {
    fn new(language: Language, file: String, source: Cow<'static, str>) -> Self {
        Self { language, file, source, rendered: OnceLock::new() }
    }

    /// Whether the operator still has to fill in something.
    pub fn is_template(&self) -> bool {
        self.source.contains(OPEN_PLACE)
    }

    pub fn rendered(&self) -> &Rendered {
        self.rendered.get_or_init(|| markdown::render(&self.source))
    }
}

#[cfg(test)]
mod tests {
    use super::{LegalPage, LegalTexts};
    use domain::{Language, Vat};
    use std::fs;

    #[test]
    fn every_template_has_a_title_and_the_imprint_asks_for_name_and_address() {
        let texts = LegalTexts::default();
        for language in Language::ALL {
            for page in LegalPage::ALL {
                let text = texts.text(language, page);
                let rendered = text.rendered();
                assert_eq!(text.language, language);
                assert!(rendered.title.is_some() && rendered.html.contains("<h2>"), "{text:?}");
                assert!(!rendered.html.contains("[[") && !rendered.html.contains("{price}"), "{text:?}");
            }
        }
        assert!(
            texts.text(Language::De, LegalPage::Impressum).rendered().html.contains("<mark>Name und Anschrift</mark>")
        );
        assert!(texts.open_places().any(|file| file == "the template de/impressum.md"));
    }

    #[test]
    fn a_folder_replaces_file_by_file_and_other_languages_fall_back_to_german() {
        let folder = tempfile::tempdir().unwrap();
        for language in ["de", "en"] {
            fs::create_dir(folder.path().join(language)).unwrap();
        }
        for (file, text) in
            [("de/impressum.md", "# Impressum\n\nEcho GmbH"), ("de/agb.md", "{price}"), ("en/agb.md", "{price}")]
        {
            fs::write(folder.path().join(file), text).unwrap();
        }
        let texts = LegalTexts::read(Some(folder.path()), Vat::SmallBusiness).unwrap();
        let html = |language, page| texts.text(language, page).rendered().html.as_str();
        assert_eq!(html(Language::De, LegalPage::Impressum), "<p>Echo GmbH</p>\n");
        assert_eq!(html(Language::Fr, LegalPage::Impressum), "<p>Echo GmbH</p>\n");
        assert_eq!(texts.text(Language::Fr, LegalPage::Impressum).language, Language::De);
        assert!(html(Language::En, LegalPage::Impressum).contains("<mark>"), "the template: its folder lacks the file");
        assert!(
            html(Language::De, LegalPage::Agb).contains("§ 19 UStG")
                && html(Language::En, LegalPage::Agb).contains("VAT")
        );
        let open: Vec<&str> = texts.open_places().collect();
        assert!(
            open.contains(&"the template de/datenschutz.md") && !open.iter().any(|file| file.contains("fr/")),
            "{open:?}"
        );
        assert!(
            LegalTexts::read(Some(&folder.path().join("none")), Vat::Included)
                .unwrap_err()
                .0
                .contains("TAGESECHO_LEGAL")
        );
    }
}
