//! `/widerrufen`: the withdrawal in two steps (§ 356a BGB). The second shows the declaration before it is made.

use super::{Rows, WhoAndWhat, bar, declare};
use crate::{
    components::Frame,
    error::CallError,
    forms::{CONFIRM, Field, FormStatus, PostForm, ask_once_more, attempt},
    request::{PageRequest, t},
};
use backend::declarations;
use domain::{DeclarationForm, Key, StatementForm};
use leptos::prelude::*;

const FORM: &str = "withdraw-contract";
const FIELDS: [&str; 4] = ["name", "email", "contract", "ordered"];
/// The value of the other button of the second step.
const CHANGE: &str = "change";

#[server(endpoint = "form/withdraw-contract")]
pub async fn withdraw_contract(
    name: String,
    email: String,
    contract: String,
    #[server(default)] ordered: String,
    #[server(default)] step: String,
) -> Result<(), CallError> {
    attempt(|request| async move {
        let form = DeclarationForm { name, email, contract, statement: StatementForm::Withdrawal { ordered } };
        if step != CONFIRM {
            declarations::check(form)?;
            ask_once_more();
            return Ok(());
        }
        declare(request, form).await
    })
    .await
}

#[component]
pub fn WithdrawPage() -> impl IntoView {
    let request = PageRequest::current();
    let is_second = request.asks(FORM) && request.typed(FORM, "step") != Some(CHANGE);
    let declaration = is_second.then(|| declarations::check(typed(&request)).ok()).flatten();
    // A step is one form, since a script shows only the form of an answer.
    let content = match declaration {
        Some(declaration) => {
            let kept = FIELDS.map(|name| {
                let value = request.typed(FORM, name).unwrap_or_default().to_owned();
                view! { <input type="hidden" name=name value=value /> }
            });
            view! {
                <PostForm name=FORM done=Key::DeclarationWithdrawalTitle class="declaration-form">
                    <div>
                        <h1>{t(Key::DeclarationConfirmTitle)}</h1>
                        <p class="declaration-text">{t(Key::DeclarationConfirmText)}</p>
                        <Rows of=declaration.rows(request.language) />
                    </div>
                    {kept.collect_view()}
                    <FormStatus />
                    <div class="row">
                        <button class="button button-main button-large" name="step" value=CONFIRM>
                            {t(Key::DeclarationConfirmButton)}
                        </button>
                        <button class="button button-quiet" name="step" value=CHANGE>
                            {t(Key::DeclarationConfirmChange)}
                        </button>
                    </div>
                </PostForm>
            }
            .into_any()
        }
        None => view! {
            <PostForm name=FORM done=Key::DeclarationWithdrawalTitle class="declaration-form">
                <div>
                    <h1>{t(Key::DeclarationWithdrawTitle)}</h1>
                    <p class="declaration-text">{t(Key::DeclarationWithdrawText)}</p>
                </div>
                <WhoAndWhat />
                <Field
                    id="declaration-ordered"
                    name="ordered"
                    label=Key::DeclarationOrderedLabel
                    kind="date"
                    autocomplete="off"
                />
                <FormStatus />
                <button class="button button-main button-large">{t(Key::DeclarationWithdrawButton)}</button>
            </PostForm>
        }
        .into_any(),
    };
    view! {
        <Frame title=t(Key::DeclarationWithdrawTitle) class="declaration" bar=bar()>
            {content}
        </Frame>
    }
}

fn typed(request: &PageRequest) -> DeclarationForm {
    let [name, email, contract, ordered] = FIELDS.map(|name| request.typed(FORM, name).unwrap_or_default().to_owned());
    DeclarationForm { name, email, contract, statement: StatementForm::Withdrawal { ordered } }
}
