//! The search for a person by their whole e-mail address or username. The query is in the address.

use super::parts::{Pending, answer_buttons, ask_button, person_link, unsure, withdraw_button};
use crate::{
    components::{Icon, icon},
    request::{PageRequest, t},
};
use backend::{Error, Result, friends::Sought};
use domain::{FoundPerson, Key, Refusal, Standing};
use leptos::prelude::*;

/// The typed search and its result.
pub struct Finding {
    typed: String,
    found: Option<FoundPerson>,
    /// The reason why nobody was found.
    said: Option<String>,
}

/// Runs the search. Refusals are shown beside the field; failures are returned.
pub async fn find(request: &PageRequest) -> Result<Finding> {
    let Some(typed) = request.query("q") else {
        return Ok(Finding { typed: String::new(), found: None, said: None });
    };
    let sought = Sought::parse(&typed);
    match backend::friends::search(&request.backend, &request.viewer, &sought).await {
        Ok(found) => Ok(Finding { typed, found: Some(found), said: None }),
        Err(Error::Refused(refused)) if refused.refusal != Refusal::Unauthenticated => {
            Ok(Finding { typed, found: None, said: Some(request.language.error_text(&refused)) })
        }
        Err(error) => Err(error),
    }
}

pub fn view(request: &PageRequest, finding: Finding) -> AnyView {
    let Finding { typed, found, said } = finding;
    let described = if said.is_some() { "find-said find-hint" } else { "find-hint" };
    let is_wrong = said.is_some().then_some("true");
    let result = match (found, said) {
        (Some(found), _) => result(request, &found).into_any(),
        (None, Some(said)) => view! { <p class="alert" role="alert" id="find-said">{said}</p> }.into_any(),
        (None, None) => ().into_any(),
    };
    view! {
        <form class="find" action="/friends" method="get" role="search">
            <input type="hidden" name="tab" value="find" />
            <div class="field">
                <label class="field-label" for="find">
                    {t(Key::FriendsFindLabel)}
                </label>
                <div class="find-row">
                    <input
                        class="input"
                        id="find"
                        name="q"
                        value=typed
                        required
                        maxlength="255"
                        autocomplete="off"
                        autocapitalize="none"
                        spellcheck="false"
                        aria-describedby=described
                        aria-invalid=is_wrong
                    />
                    <button class="button button-main">
                        <Icon of=icon::SEARCH />
                        {t(Key::FriendsFindButton)}
                    </button>
                </div>
                <p class="field-hint" id="find-hint">
                    {t(Key::FriendsFindHint)}
                </p>
            </div>
        </form>
        {result}
    }
    .into_any()
}

fn result(request: &PageRequest, found: &FoundPerson) -> impl IntoView + use<> {
    let person = &found.person;
    let action = match (found.standing, found.request_id) {
        (Standing::Oneself, _) => view! { <span class="chip">{t(Key::FriendsOneself)}</span> }.into_any(),
        (Standing::Friend, _) => view! { <span class="chip">{t(Key::FriendsFriend)}</span> }.into_any(),
        (Standing::Requested, Some(id)) => view! {
            <Pending />
            {withdraw_button(request, id, person)}
        }
        .into_any(),
        (Standing::Incoming, Some(id)) => answer_buttons(request, id, person).into_any(),
        _ => ask_button(request, person).into_any(),
    };
    let is_unsure = found.email_confirmed == Some(false) && found.standing != Standing::Oneself;
    let unsure = is_unsure.then(|| unsure(request, person));
    view! {
        <section aria-labelledby="found">
            <h2 class="visually-hidden" id="found">
                {t(Key::FriendsFound)}
            </h2>
            <ul class="people">
                <li class="person">
                    {person_link(person, found.email.clone())} <div class="person-buttons">{action}</div> {unsure}
                </li>
            </ul>
        </section>
    }
}
