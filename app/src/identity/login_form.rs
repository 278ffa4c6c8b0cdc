//! The island of the sign-in dialog: its form. The dialog around it is the server's HTML (`sign_in.rs`). Both tabs share address and password,
//! so that switching loses nothing; what belongs to one tab alone is shown by the style sheet.

use super::{
    dialog_state::{DialogState, FORM},
    form::Tab,
};
use crate::values::Values;
use leptos::{ev, html, prelude::*};

/// The children are the fields. The buttons stand behind it.
#[island]
pub fn LoginForm(config: Values, children: Children) -> impl IntoView {
    let form = NodeRef::<html::Form>::new();
    let state = DialogState::new(&config, form);
    Effect::new(move |_| state.begin());
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        state.submit();
    };
    view! {
        <form
            class="sign-in-body"
            id=FORM
            method="post"
            novalidate
            node_ref=form
            data-sending=move || state.is_busy.get()
            on:submit=submit
            on:input=move |_| state.update_from_form()
        >
            {children()}
            <p class="sign-in-forgot" data-only=Tab::Login.as_str()>
                // While somebody writes, the page with their text stays open.
                <a href=move || state.forgot.get() target=config.is("again").then_some("_blank")>{config.get("forgot")}</a>
            </p>
            <div class="sign-in-alert" role="alert">
                <div class="alert" hidden=move || state.message.get().is_empty()>
                    <p class="alert-title">{config.get("error_title")}</p>
                    <p>{move || state.message.get()}</p>
                </div>
            </div>
        </form>
    }
}
