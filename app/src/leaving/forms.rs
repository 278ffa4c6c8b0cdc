//! The action of the form that deletes the account.

use super::LEFT_PATH;
use crate::{
    error::CallError,
    forms::attempt,
    identity::id_token,
    request::{PageRequest, encoded},
};
use backend::leaving;
use domain::{Refusal, identity::LeaveForm};
use leptos::prelude::*;

pub const LEAVE: &str = "leave";
/// The value of `when` without the fourteen days.
pub const NOW: &str = "now";

/// Signs this browser out, too.
#[server(endpoint = "form/leave")]
pub async fn leave(
    #[server(default)] current_password: String,
    #[server(default)] when: String,
) -> Result<(), CallError> {
    let done = attempt(|request| async move {
        let token = id_token(&request).await?;
        let form = LeaveForm { password: current_password, immediately: when == NOW };
        let PageRequest { backend, viewer, .. } = &*request;
        let leaves_at = leaving::leave(backend, viewer, &token, &form, request.address()).await?;
        request.renewed.get_or_init(|| None);
        leptos_axum::redirect(&format!("{LEFT_PATH}?at={}", encoded(&leaving::farewell(backend, leaves_at))));
        Ok(())
    });
    done.await.map_err(|error| error.about("current_password", &[Refusal::WrongPassword]))
}
