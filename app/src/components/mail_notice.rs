//! A notice beside forms that ask for a mail, on a server that sends none.

use crate::request::{PageRequest, t};
use domain::Key;
use leptos::prelude::*;

#[component]
pub fn MailNotice() -> impl IntoView {
    let leaves = PageRequest::current().backend.mail.leaves();
    (!leaves).then(|| view! { <p class="notice">{t(Key::AppMailFiles)}</p> })
}
