//! The settings of what the law asks for: texts, what prices say, and who gets copies of declarations.

use super::{Sources, sources::VatMode};
use backend::{error::StartError, legal::LegalTexts};
use domain::{Email, Vat};

pub fn read(given: &Sources) -> Result<(Vat, LegalTexts), StartError> {
    let vat = match given.vat {
        Some(VatMode::SmallBusiness) => Vat::SmallBusiness,
        Some(VatMode::Included) | None => Vat::Included,
    };
    let folder = given.legal.as_deref().filter(|folder| !folder.as_os_str().is_empty());
    Ok((vat, LegalTexts::read(folder, vat)?))
}

/// Refuses templates with open places in production.
pub fn objection(texts: &LegalTexts) -> Option<String> {
    let files: Vec<&str> = texts.open_places().collect();
    if files.is_empty() {
        return None;
    }
    Some(format!(
        "legal texts have places to fill in, marked by [[ ]]: {}. Put your own texts into a folder and name it in TAGESECHO_LEGAL",
        files.join(", ")
    ))
}

pub fn objection_to_address(copies: Option<&str>) -> Option<String> {
    let is_wrong = copies.is_some_and(|address| Email::parse(address).is_err());
    is_wrong.then(|| "TAGESECHO_LEGAL_MAIL must be one address, such as mail@tagesecho.example".into())
}

#[cfg(test)]
pub mod tests {
    use super::{objection, objection_to_address, read};
    use crate::config::Sources;
    use std::fs;
    use tempfile::TempDir;

    /// German texts of an operator; the terms contain `open`.
    pub fn own_texts(open: &str) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("de")).unwrap();
        for file in ["impressum", "datenschutz", "agb", "barrierefreiheit"] {
            let open = if file == "agb" { open } else { "" };
            fs::write(folder.path().join(format!("de/{file}.md")), format!("# {file}\n\nText {open}")).unwrap();
        }
        folder
    }

    #[test]
    fn templates_and_open_places_are_named_file_by_file() {
        let of = |folder: Option<&TempDir>| {
            let given = Sources { legal: folder.map(|folder| folder.path().to_owned()), ..Sources::default() };
            objection(&read(&given).unwrap().1)
        };
        let templates = of(None).unwrap();
        assert!(templates.contains("the template de/impressum.md") && templates.contains("es/agb.md"), "{templates}");
        assert_eq!(of(Some(&own_texts(""))), None, "all languages have the German texts");
        let open = of(Some(&own_texts("[[Name]]"))).unwrap();
        assert!(open.contains("/de/agb.md") && !open.contains("impressum"), "{open}");
    }

    #[test]
    fn copies_go_to_one_address() {
        assert_eq!(objection_to_address(None), None);
        assert_eq!(objection_to_address(Some("recht@tagesecho.example")), None);
        assert!(objection_to_address(Some("Recht")).unwrap().contains("TAGESECHO_LEGAL_MAIL"));
    }
}
