//! `/kuendigen`: everything that § 312k BGB asks for on one page, and the button that does it.

use super::{WhoAndWhat, bar, declare};
use crate::{
    components::Frame,
    error::CallError,
    forms::{Field, FormStatus, LongField, PostForm, attempt},
    request::{PageRequest, t},
};
use domain::{DeclarationForm, Key, Plan, StatementForm};
use leptos::prelude::*;

const FORM: &str = "cancel-contract";
/// The choices that need one more field: a reason, and a date.
const EXTRAORDINARY: &str = "extraordinary";
const ON_A_DATE: &str = "date";

/// `reason` counts only for an extraordinary cancellation, `end_date` only if a date was chosen.
#[server(endpoint = "form/cancel-contract")]
pub async fn cancel_contract(
    #[server(default)] kind: String,
    #[server(default)] reason: String,
    name: String,
    email: String,
    contract: String,
    #[server(default)] end: String,
    #[server(default)] end_date: String,
) -> Result<(), CallError> {
    attempt(|request| async move {
        let statement = StatementForm::Cancellation {
            reason: (kind == EXTRAORDINARY).then_some(reason),
            end: (end == ON_A_DATE).then_some(end_date),
        };
        let form = DeclarationForm { name, email, contract, statement };
        declare(request, form).await
    })
    .await
}

#[component]
pub fn CancelPage() -> impl IntoView {
    let request = PageRequest::current();
    let direct = request.account().is_some_and(|account| account.plan == Plan::Pro).then(|| {
        view! {
            <p class="notice">
                {t(Key::DeclarationCancelDirect)} <a href="/subscription">{t(Key::DeclarationCancelDirectLink)}</a>
            </p>
        }
    });
    view! {
        <Frame title=t(Key::DeclarationCancelTitle) class="declaration" bar=bar()>
            <h1>{t(Key::DeclarationCancelTitle)}</h1>
            <p class="declaration-text">{t(Key::DeclarationCancelText)}</p>
            {direct}
            <PostForm name=FORM done=Key::DeclarationCancellationTitle class="declaration-form">
                <fieldset class="declaration-choice">
                    <legend class="field-label">{t(Key::DeclarationKind)}</legend>
                    <Choice field="kind" value="ordinary" label=Key::DeclarationOrdinary is_first=true />
                    <Choice field="kind" value=EXTRAORDINARY label=Key::DeclarationExtraordinary />
                    <LongField id="declaration-reason" name="reason" label=Key::DeclarationReason class="when-extraordinary" />
                </fieldset>
                <WhoAndWhat />
                <fieldset class="declaration-choice">
                    <legend class="field-label">{t(Key::DeclarationEnd)}</legend>
                    <Choice field="end" value="next" label=Key::DeclarationEndNext is_first=true />
                    <Choice field="end" value=ON_A_DATE label=Key::DeclarationEndDate />
                    <div class="when-on-a-date">
                        <Field
                            id="declaration-end"
                            name="end_date"
                            label=Key::DeclarationEndDay
                            kind="date"
                            autocomplete="off"
                        />
                    </div>
                </fieldset>
                <FormStatus />
                <button class="button button-main button-large">{t(Key::DeclarationCancelButton)}</button>
            </PostForm>
        </Frame>
    }
}

/// One of two options; the first is the default.
#[component]
fn Choice(field: &'static str, value: &'static str, label: Key, #[prop(optional)] is_first: bool) -> impl IntoView {
    let request = PageRequest::current();
    let is_chosen = request.typed(FORM, field).map_or(is_first, |typed| typed == value);
    view! {
        <label class="check">
            <input type="radio" name=field value=value checked=is_chosen />
            {t(label)}
        </label>
    }
}
