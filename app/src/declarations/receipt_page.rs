//! `/beleg/{token}`: the receipt of a declaration with its whole content, to be saved. Anybody with the address may
//! read it.

use super::{Rows, bar};
use crate::{
    components::{EmptyState, Frame, drawing::Drawing},
    request::{PageRequest, encoded, t},
};
use backend::declarations;
use domain::{Key, Receipt, limits};
use leptos::prelude::*;
use std::sync::Arc;

pub async fn receipt_page(request: Arc<PageRequest>) -> AnyView {
    match declarations::receipt(&request.backend, &request.viewer, &request.parameter).await {
        Ok(receipt) => shown(&request, &receipt),
        Err(error) => {
            let refusal = request.refuse(&error);
            let text = request.language.error_text(&refusal);
            let title = t(Key::NotFoundTitle);
            view! {
                <Frame title=title class="narrow" bar=bar()>
                    <EmptyState drawing=Drawing::LoosePage title=title text=text />
                </Frame>
            }
            .into_any()
        }
    }
}

fn shown(request: &PageRequest, receipt: &Receipt) -> AnyView {
    let title = receipt.title(request.language);
    let text = if receipt.is_mailed { Key::DeclarationReceiptText } else { Key::DeclarationReceiptUnmailed };
    let text = request.fill(text, &[("email", &receipt.declaration.email)]);
    let next = if receipt.declaration.is_withdrawal() {
        Key::DeclarationReceiptNextWithdrawal
    } else {
        Key::DeclarationReceiptNextCancellation
    };
    let days = limits::RECEIPT_DAYS.to_string();
    let rows = receipt.rows(request.language);
    let kept = request.fill(Key::DeclarationReceiptKept, &[("days", &days)]);
    let file = format!("/beleg/{}/text", encoded(&request.parameter));
    view! {
        <Frame title=title class="declaration" bar=bar()>
            <h1>{title}</h1>
            <p class="declaration-text">{text} " " {t(next)}</p>
            <Rows of=rows />
            <a class="button button-main" href=file download>
                {t(Key::DeclarationReceiptSave)}
            </a>
            <p class="declaration-kept">{kept}</p>
        </Frame>
    }
    .into_any()
}
