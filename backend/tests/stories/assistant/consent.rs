use super::configured;
use crate::world::{World, ai::NAME, diary::code};
use backend::{Viewer, assistant, profile};
use domain::{ConsentForm, Help, identity::Tokens};
use serde_json::{Value, json};

async fn says(w: &World, tokens: &Tokens, answer: bool, provider: &str) -> Viewer {
    let said =
        ConsentForm { transcription: Some(answer), summary: Some(answer), provider: provider.into(), linkedin: None };
    let viewer = w.viewer(&tokens.id_token).await;
    profile::set_assistant_consent(&w.backend, &viewer, said).await.unwrap();
    w.viewer(&tokens.id_token).await
}

async fn registered(w: &World) -> Tokens {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    tokens
}

/// The name of the service and the answer about it, as the pages get them.
fn consents(w: &World, viewer: &Viewer) -> Vec<(Option<String>, Option<bool>)> {
    let offer = |help| assistant::offer(&w.backend, viewer.account().unwrap(), help);
    [Help::Transcription, Help::Summary].map(offer).map(|offer| (offer.provider, offer.consent)).into()
}

story!(a_yes_to_one_service_is_none_to_the_next, configured, |w| async move {
    let tokens = registered(&w).await;
    let anna = says(&w, &tokens, true, "Der Dienst davor").await;
    assert_eq!(consents(&w, &anna), vec![(Some(NAME.to_owned()), None); 2]);
    let refused = w.transcribe(&anna).await.unwrap_err().refusal();
    assert_eq!((refused.code(), refused.status()), ("consent_needed", 403));
    let detail: Value = serde_json::from_str(refused.detail.as_deref().unwrap()).unwrap();
    assert_eq!(detail, json!({ "provider": NAME }), "the page may know of the service before only");
    assert_eq!(code(w.summarise(&anna).await), "consent_needed");
    assert!(w.ai().asked().is_empty());
    assert!(assistant::calls(&w.backend, &anna).await.unwrap().is_empty());

    let anna = says(&w, &tokens, true, NAME).await;
    assert_eq!(consents(&w, &anna), vec![(Some(NAME.to_owned()), Some(true)); 2]);
    w.transcribe(&anna).await.unwrap();
    assert_eq!(w.summarise(&anna).await.unwrap().summary_source, NAME);
});

story!(a_no_is_to_every_service, configured, |w| async move {
    let tokens = registered(&w).await;
    let anna = says(&w, &tokens, false, "Der Dienst davor").await;
    assert_eq!(consents(&w, &anna), vec![(Some(NAME.to_owned()), Some(false)); 2]);
    assert_eq!(code(w.transcribe(&anna).await), "consent_needed");
    assert_eq!(w.summarise(&anna).await.unwrap().summary_source, "local");
    assert!(w.ai().asked().is_empty());
});

story!(a_yes_from_before_services_had_names_counts_for_none, configured, |w| async move {
    let tokens = registered(&w).await;
    says(&w, &tokens, true, NAME).await;
    // The state of a database from before services had names.
    let before = "UPDATE users SET ai_transcription_provider = '', ai_summary_provider = ''";
    w.backend.db.write(before).execute().await.unwrap();
    let anna = w.viewer(&tokens.id_token).await;
    assert_eq!(consents(&w, &anna), vec![(Some(NAME.to_owned()), None); 2]);
    assert_eq!(code(w.transcribe(&anna).await), "consent_needed");
    assert_eq!(code(w.summarise(&anna).await), "consent_needed");
});
