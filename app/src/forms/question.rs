//! A question before a form is sent.

use crate::{
    components::{Icon, icon},
    request::t,
};
use domain::Key;
use leptos::prelude::*;

/// A button that asks first. A modal dialog inside the form, which keeps the focus and sends without script. Browsers without `command`
/// open it as a popover.
#[component]
pub fn Question(
    /// An id that is unique on the page.
    #[prop(into)]
    id: String,
    /// The text of the button that opens the question.
    open: Key,
    /// The button's accessible name, if its text alone is not clear.
    #[prop(optional, into)]
    named: Option<String>,
    #[prop(optional)] icon: Option<icon::Paths>,
    #[prop(default = "button")] class: &'static str,
    #[prop(optional)] title: Option<Key>,
    #[prop(into)] text: String,
    yes: Key,
    #[prop(default = Key::AppCancel)] no: Key,
    #[prop(default = "button button-main")] yes_class: &'static str,
    /// A field of the form that says what was answered. The form's other fields are then checked by the server.
    #[prop(optional)]
    value: Option<(&'static str, &'static str)>,
) -> impl IntoView {
    let (title_id, text_id) = (format!("{id}-title"), format!("{id}-text"));
    let labelled_by = if title.is_some() { title_id.clone() } else { text_id.clone() };
    let [target, end] = [id.clone(), id.clone()];
    view! {
        <button type="button" class=class command="show-modal" commandfor=target.clone() popovertarget=target aria-label=named>
            {icon.map(|icon| view! { <Icon of=icon /> })}
            {t(open)}
        </button>
        <dialog class="question" id=id popover closedby="any" role="alertdialog" aria-labelledby=labelled_by>
            {title.map(|title| view! { <h3 id=title_id>{t(title)}</h3> })}
            <p id=text_id>{text}</p>
            <div class="question-answers">
                <button
                    type="button"
                    class="button"
                    command="close"
                    commandfor=end.clone()
                    popovertarget=end
                    popovertargetaction="hide"
                    autofocus
                >
                    {t(no)}
                </button>
                <button
                    class=yes_class
                    name=value.map(|(name, _)| name)
                    value=value.map(|(_, value)| value)
                    formnovalidate=value.is_some()
                >
                    {t(yes)}
                </button>
            </div>
        </dialog>
    }
}
