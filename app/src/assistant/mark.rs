//! The mark beside a summary that a program made, wherever it is read.

use crate::markup::shown;
use domain::{
    Key, Language,
    assistant::{self, SummaryMark},
};
use leptos::prelude::*;
use maud::{Markup, html};

/// `source` is the entry's. It is empty if a person wrote the summary, and then there is no mark.
#[component]
pub fn SourceMark(source: String, language: Language) -> impl IntoView {
    shown(source_mark(&source, language))
}

/// [`SourceMark`] as markup.
pub fn source_mark(source: &str, language: Language) -> Markup {
    html! {
        @if let Some(mark) = SummaryMark::of(source) {
            span class="ai-mark" title=(by(source, language)) { (language.text(mark_text(mark))) }
        }
    }
}

/// The mark alone, without the program's name.
#[component]
pub fn Mark(mark: SummaryMark, language: Language) -> impl IntoView {
    view! { <span class="ai-mark">{language.text(mark_text(mark))}</span> }
}

pub fn mark_text(mark: SummaryMark) -> Key {
    match mark {
        SummaryMark::Ai => Key::CardAiSummary,
        SummaryMark::Automatic => Key::CardOwnSummary,
    }
}

/// The maker's name in words.
fn by(source: &str, language: Language) -> String {
    match source {
        assistant::LOCAL => language.text(Key::EditorAssistantByUs).to_owned(),
        name => language.fill(Key::EditorAssistantBy, &[("provider", name)]),
    }
}

#[cfg(test)]
mod tests {
    use super::SourceMark;
    use domain::Language;
    use leptos::prelude::*;

    #[test]
    fn only_what_a_program_wrote_has_a_mark_and_it_names_the_program() {
        let mark = |source: &str| view! { <SourceMark source=source.to_owned() language=Language::De /> }.to_html();
        assert!(!mark("").contains("ammenfassung"));
        let own = mark("local");
        assert!(own.contains("Automatische Zusammenfassung") && own.contains("Automatisch von Tagesecho"), "{own}");
        assert!(!own.contains("KI"), "no AI was used");
        assert!(mark("Beispiel-KI").contains("KI-Zusammenfassung") && mark("Beispiel-KI").contains("Beispiel-KI"));
        assert!(mark("<b>").contains("&lt;b&gt;"));
    }
}
