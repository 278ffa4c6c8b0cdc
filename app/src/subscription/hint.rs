//! One card on the dashboard of Free accounts says what Pro adds.

use crate::{
    error::CallError,
    forms::{PostForm, change},
    request::{PageRequest, t},
};
use backend::subscription;
use domain::Key;
use leptos::prelude::*;

#[server(endpoint = "form/dismiss-pro")]
pub async fn dismiss_pro() -> Result<(), CallError> {
    change(|request| async move {
        subscription::hide_hint(&request.backend, &request.viewer).await?;
        leptos_axum::redirect("/dashboard");
        Ok(())
    })
    .await
}

/// The only advertisement (design 8): on the dashboard, until its owner dismisses it; only for accounts that are told about Pro.
#[component]
pub fn ProHint() -> impl IntoView {
    let request = PageRequest::current();
    request.account().is_some_and(|account| account.shows_pro_hints() && !account.hides_pro_card).then(|| {
        view! {
            <aside class="pro-hint" aria-labelledby="pro-hint">
                <h2 id="pro-hint">{t(Key::SubscriptionHintTitle)}</h2>
                <p>{t(Key::SubscriptionHintText)}</p>
                <div class="pro-answers">
                    <a class="button" href="/subscription">
                        {t(Key::EditorProLink)}
                    </a>
                    <PostForm name="dismiss-pro" done=Key::SubscriptionHintDismiss>
                        <button class="button button-quiet">{t(Key::SubscriptionHintDismiss)}</button>
                    </PostForm>
                </div>
            </aside>
        }
    })
}
