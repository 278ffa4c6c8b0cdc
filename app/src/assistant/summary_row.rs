//! The summary in the editor: a field, and a button that fills it (its behaviour is in frontend-react/src/features/entry-editor/ui/SummaryTools.tsx).

use super::mark::mark_text;
use crate::{
    components::{Icon, TextArea, icon},
    request::t,
};
use backend::assistant::Offer;
use domain::{Key, Language, assistant::SummaryMark};
use leptos::prelude::*;

#[component]
pub fn SummaryRow(summary: String, source: String, offer: Offer, language: Language) -> impl IntoView {
    let consent = offer.consent.map(|said| said.to_string());
    let mark = SummaryMark::of(&source);
    view! {
        <div class="summary-field" data-summary data-provider=offer.provider data-consent=consent>
            <label class="visually-hidden" for="summary">
                {t(Key::EditorSummaryLabel)}
            </label>
            <TextArea
                name="summary"
                id="summary"
                class="input"
                text=summary
                placeholder=t(Key::EditorSummaryPlaceholder)
                rows=2
            />
            <div class="summary-tools">
                // Enabled when there are words to sum up; without script it does nothing.
                <button type="button" class="button" data-summarise disabled>
                    <Icon of=icon::SPARKLES />
                    <span data-label>{t(Key::EditorAssistantSummarise)}</span>
                </button>
                <button type="button" class="button button-quiet" data-summary-undo hidden>
                    {t(Key::EditorVersionsUndo)}
                </button>
                <span
                    class="ai-mark"
                    data-summary-mark
                    data-ai=language.text(mark_text(SummaryMark::Ai))
                    data-automatic=language.text(mark_text(SummaryMark::Automatic))
                    hidden=mark.is_none()
                >
                    {mark.map(|mark| language.text(mark_text(mark)))}
                </span>
            </div>
            <p class="summary-message" role="status" data-summary-message></p>
            <a class="pro-line" href="/subscription" data-summary-pro hidden>
                {t(Key::EditorProLink)}
            </a>
        </div>
    }
}
