//! The page that unsubscribes, linked in mails. Opening it changes nothing, because programs that check mails open
//! links, too. Its button unsubscribes.

use super::{EmptyState, Frame, drawing::Drawing};
use crate::request::{PageRequest, set_status, t};
use domain::Key;
use http::StatusCode;
use leptos::prelude::*;

/// The value of `form_done` after unsubscribing.
pub const STOPPED: &str = "stop";

/// `text` says what is ended, or why it cannot be. The form posts to the page's own address, as mail programs do (RFC
/// 8058).
#[component]
pub fn StopPage(
    title: Key,
    text: backend::Result<Key>,
    button: Key,
    done: Key,
    /// The way to get such mails again.
    #[prop(optional)]
    again: Option<(&'static str, Key)>,
) -> impl IntoView {
    let request = PageRequest::current();
    let title = t(title);
    // The result stands inside the form, since a script shows only the form of an answer.
    let in_form = match text {
        Ok(_) if request.form_done.as_deref() == Some(STOPPED) => Ok(view! {
            <p class="narrow-text" role="status">
                {t(done)}
            </p>
            {again
                .map(|(href, label)| {
                    view! {
                        <p class="narrow-text">
                            <a href=href>{t(label)}</a>
                        </p>
                    }
                })}
        }
        .into_any()),
        Ok(text) => Ok(view! {
            <p class="narrow-text">{t(text)}</p>
            <button class="button button-main button-wide">{t(button)}</button>
        }
        .into_any()),
        Err(error) => Err(error),
    };
    let content = match in_form {
        Ok(in_form) => view! {
            <h1>{title}</h1>
            <form method="post" id="form-stop" class="stack">
                {in_form}
            </form>
        }
        .into_any(),
        Err(error) => {
            set_status(StatusCode::NOT_FOUND);
            let text = request.language.error_text(&error.refusal());
            view! { <EmptyState drawing=Drawing::CutThread title text /> }.into_any()
        }
    };
    view! {
        <Frame title class="narrow">
            {content}
        </Frame>
    }
}
