//! Beside a summary that nobody wrote: it is said wherever it is read.

use domain::{Key, Language, assistant};
use leptos::prelude::*;

/// `source` is the entry's; empty where a person wrote the summary, and then there is no mark.
#[component]
pub fn AiMark(source: String, language: Language) -> impl IntoView {
    let by = by(&source, language);
    (!source.is_empty()).then(|| view! { <span class="ai-mark" title=by>{language.text(Key::CardAiSummary)}</span> })
}

/// Who made it, in words.
fn by(source: &str, language: Language) -> String {
    match source {
        assistant::LOCAL => language.text(Key::EditorAssistantByUs).to_owned(),
        name => language.fill(Key::EditorAssistantBy, &[("provider", name)]),
    }
}

#[cfg(test)]
mod tests {
    use super::AiMark;
    use domain::Language;
    use leptos::prelude::*;

    #[test]
    fn only_what_a_program_wrote_has_a_mark_and_it_names_the_program() {
        let mark = |source: &str| view! { <AiMark source=source.to_owned() language=Language::De /> }.to_html();
        assert!(!mark("").contains("KI-Zusammenfassung"));
        assert!(mark("local").contains("KI-Zusammenfassung") && mark("local").contains("auf diesem Server"));
        assert!(mark("Beispiel-KI").contains("Beispiel-KI"));
        assert!(mark("<b>").contains("&lt;b&gt;"));
    }
}
