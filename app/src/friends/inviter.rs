//! Asks somebody who registered with a person's code whether to befriend that person.

use crate::{
    components::{Icon, icon},
    forms::ButtonForm,
    request::{PageRequest, t},
};
use domain::{Key, Person};
use leptos::prelude::*;

/// The messages of a page with the question, once it is answered.
pub const INVITER_DONE: &[(&str, Key)] =
    &[("inviter-ask", Key::FriendsSent), ("friend-met", Key::FriendsMet), ("inviter-skip", Key::FriendsInviterSkipped)];

/// The question whether to befriend the inviter. The forms name nobody, since the server knows the code's owner.
pub fn inviter_question(request: &PageRequest, inviter: &Person) -> impl IntoView + use<> {
    let params = [("name", inviter.first_name.as_str())];
    let (title, text) =
        (request.fill(Key::FriendsInviterTitle, &params), request.fill(Key::FriendsInviterText, &params));
    view! {
        <section class="people-question" aria-labelledby="inviter-title">
            <h2 id="inviter-title">{title}</h2>
            <p>{text}</p>
            <div class="row">
                <ButtonForm name="inviter-ask" id="own" failed=Key::FriendsAskFailed>
                    <button class="button">
                        <Icon of=icon::USER_PLUS />
                        {t(Key::FriendsInviterYes)}
                    </button>
                </ButtonForm>
                <ButtonForm name="inviter-skip" id="own">
                    <button class="button button-quiet">{t(Key::FriendsInviterNo)}</button>
                </ButtonForm>
            </div>
        </section>
    }
}
