//! `/account-deleted`: where somebody is who has just left. The address says when the account goes, and is signed.

use crate::{
    components::Frame,
    request::{PageRequest, t},
};
use backend::leaving;
use domain::{Key, date, day};
use leptos::prelude::*;

#[component]
pub fn LeftPage() -> impl IntoView {
    let request = PageRequest::current();
    let at = request.query("at").unwrap_or_default();
    let text = match leaving::read_farewell(&request.backend, &request.viewer, &at) {
        Some(at) if at > request.backend.clock.now() => {
            let day = date::short(at.with_timezone(&day::DEFAULT_ZONE).date_naive());
            request.fill(Key::LeaveLeftUntil, &[("date", &day)])
        }
        Some(_) => t(Key::LeaveLeftNow).to_owned(),
        None => t(Key::LeaveLeftNone).to_owned(),
    };
    view! {
        <Frame title=t(Key::LeaveLeftTitle) class="narrow">
            <h1>{t(Key::LeaveLeftTitle)}</h1>
            <p class="narrow-text" role="status">
                {text}
            </p>
            <p>
                <a class="button button-wide" href="/">
                    {t(Key::LeaveLeftHome)}
                </a>
            </p>
        </Frame>
    }
}
