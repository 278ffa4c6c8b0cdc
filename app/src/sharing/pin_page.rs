//! The page that asks for a link's PIN. It works without a script.

use super::preview::Preview;
use crate::{
    PageRequest,
    components::{Frame, LoginLink, drawing::Drawing},
    head::Meta,
    request::{keep_nowhere, set_refusal},
};
use domain::{Error, Key, Refusal, limits};
use leptos::prelude::*;

/// `refusal` is the reason for asking: no PIN yet, a wrong one, or too many.
pub fn pin_page(request: &PageRequest, refusal: &Error, token: &str) -> AnyView {
    set_refusal(refusal);
    keep_nowhere();
    let wrong = (refusal.refusal != Refusal::PinNeeded).then(|| request.language.error_text(refusal));
    let is_wrong = wrong.is_some();
    let (class, role) = if is_wrong { ("alert", "alert") } else { ("form-status", "status") };
    Preview::guarded(token, request).show(request.text(Key::AppName));
    let address = format!("/shared/{token}");
    let language = request.language;
    view! {
        <Frame title=request.text(Key::SharedPinTitle) bar=view! { <LoginLink /> }.into_any()>
            // Browsers name a form's origin only if its page sends a referrer to its own site.
            <Meta name="referrer" content="same-origin" />
            <div class="empty shared-pin">
                {Drawing::Closed.view()} <h1>{language.text(Key::SharedPinTitle)}</h1>
                <p id="pin-text">{language.text(Key::SharedPinText)}</p>
                <form method="post" action=address data-no-answer=language.text(Key::SharedPinUnanswered)>
                    <div class="field">
                        <label class="field-label" for="pin">
                            {language.text(Key::SharedPin)}
                        </label>
                        <input
                            class="input pin-input"
                            id="pin"
                            name="pin"
                            type="text"
                            inputmode="numeric"
                            autocomplete="off"
                            required
                            maxlength=limits::PIN.to_string()
                            aria-describedby="pin-text pin-wrong"
                            aria-invalid=is_wrong.then_some("true")
                            autofocus=is_wrong
                        />
                    </div>
                    <p class=class id="pin-wrong" role=role>
                        {wrong}
                    </p>
                    <button class="button button-main button-wide">{language.text(Key::SharedPinOpen)}</button>
                </form>
            </div>
        </Frame>
    }
    .into_any()
}
