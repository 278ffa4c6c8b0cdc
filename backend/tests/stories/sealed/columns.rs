//! Each column is sealed, or named here as one that may be read.

use crate::world::tables;

/// Columns that may be read, by what they are. A new column belongs here, or it is sealed and belongs to [`SEALED`].
const READABLE: [(&str, &[&str]); 6] = [
    (
        "who has an account: name and address, at the identity provider too",
        &[
            "blocks.first_name",
            "blocks.last_name",
            "blocks.username",
            "friend_invitations.email",
            "friend_invitations.email_folded",
            "identity_accounts.display_name",
            "identity_accounts.email",
            "identity_accounts.email_folded",
            "identity_accounts.photo_url",
            "identity_codes.email",
            "identity_federated.display_name",
            "identity_federated.email",
            "identity_federated.photo_url",
            "sign_in_flows.outcome",
            "users.display_name",
            "users.email",
            "users.email_folded",
            "users.federated_name",
            "users.federated_photo_url",
            "users.first_name",
            "users.last_name",
            "users.profile_image_url",
            "users.username",
        ],
    ),
    (
        "settings, kinds and states",
        &[
            "assistant_calls.help",
            "assistant_calls.outcome",
            "assistant_calls.provider",
            "assistant_quota.help",
            "audit_events.device",
            "audit_events.help",
            "audit_events.kind",
            "audit_events.provider",
            "entries.hidden_for",
            "entries.hidden_from",
            "entries.origin",
            "entries.visibility",
            "identity_codes.request_type",
            "identity_federated.provider_id",
            "imports.state",
            "identity_refresh_tokens.sign_in_provider",
            "payment_records.amount",
            "payment_records.currency",
            "payment_records.status",
            "payment_records.tax",
            "recordings.format",
            "reflection_answers.question_id",
            "reports.reason",
            "sessions.user_agent",
            "share_links.options",
            "subscriptions.intent",
            "subscriptions.paypal_status",
            "subscriptions.status",
            "users.ai_linkedin_provider",
            "users.ai_summary_provider",
            "users.ai_transcription_provider",
            "users.default_visibility",
            "users.language",
            "users.locked_for",
            "users.zone",
        ],
    ),
    (
        "days",
        &[
            "assistant_calls.day",
            "assistant_quota.day",
            "audit_events.day",
            "entries.date",
            "entry_months.month",
            "imports.last_day",
            "streak_bonuses.first_day",
            "streak_bonuses.last_day",
            "users.day_floor",
            "users.quota_day",
            "users.reminded_on",
        ],
    ),
    (
        "names that programs give",
        &[
            "declarations.case_number",
            "entry_saves.idempotency_key",
            "friend_invitations.code",
            "identity_accounts.local_id",
            "identity_codes.local_id",
            "identity_federated.local_id",
            "identity_federated.subject",
            "identity_keys.kid",
            "identity_keys.public_jwk",
            "identity_refresh_tokens.family",
            "identity_refresh_tokens.local_id",
            "imports.lease",
            "invitations.code",
            "payment_sandbox.id",
            "subscriptions.approval_url",
            "subscriptions.lease",
            "subscriptions.paypal_id",
            "subscriptions.request_id",
            "users.uid",
            "webhook_events.id",
        ],
    ),
    (
        "hashes of random values or with a key, and a salt",
        &[
            "declaration_mails.counter",
            "declarations.token_hash",
            "ended_tokens.token_hash",
            "friend_invitations.proof_hash",
            "identity_accounts.password_hash",
            "identity_codes.code_hash",
            "identity_refresh_tokens.token_hash",
            "imported_parts.key_hash",
            "invitation_sends.email_hash",
            "invited_addresses.email_hash",
            "limits.key_hash",
            "sessions.id_hash",
            "share_links.pin_hash",
            "share_links.pin_salt",
            "share_links.token_hash",
            "sign_in_flows.cookie_hash",
            "sign_in_flows.state_hash",
        ],
    ),
    ("what the payment sandbox keeps in place of PayPal", &["payment_sandbox.document"]),
];

/// Columns that nobody reads without the secret.
const SEALED: [&str; 20] = [
    "declarations.content",
    "entries.signs",
    "entries.words",
    "entry_saves.digest",
    "entry_saves.words",
    "entry_search.document",
    "entry_versions.words",
    "friend_invitations.message",
    "hash_keys.sealed",
    "identity_keys.private_key",
    "imports.report",
    "linkedin_profiles.words",
    "mails.letter",
    "reflection_answers.words",
    "reports.words",
    "sessions.id_token",
    "sessions.refresh_token",
    "share_links.token",
    "sign_in_flows.flow",
    "users.data_key",
];

/// Sealed columns that `doctor` does not open: the start opens the first ones, and the others are short-lived and lose nobody a word.
const UNEXAMINED: [&str; 5] =
    ["hash_keys.sealed", "users.data_key", "sessions.id_token", "sessions.refresh_token", "sign_in_flows.flow"];

#[test]
fn the_doctor_opens_each_sealed_column() {
    let examined = backend::doctor::columns();
    for column in SEALED {
        let is_examined = examined.contains(&column);
        assert_ne!(is_examined, UNEXAMINED.contains(&column), "{column}: {examined:?}");
    }
}

fn is_id(name: &str) -> bool {
    name == "id" || name.ends_with("_id") || name.ends_with("_by")
}

fn is_time(name: &str) -> bool {
    ["_at", "_until", "_since", "_after", "_check", "_date", "_end", "_time"].iter().any(|end| name.ends_with(end))
        || name == "since"
}

story_on_sqlite!(each_column_of_text_or_bytes_is_sealed_or_may_be_read, |w| async move {
    let mut columns = Vec::new();
    for table in tables(&w).await.into_iter().filter(|table| !table.starts_with("_sqlx")) {
        let sql = format!("SELECT name FROM pragma_table_info('{table}') WHERE type IN ('TEXT', 'BLOB')");
        let names: Vec<(String,)> = w.backend.db.read(sql.leak()).fetch_all().await.unwrap();
        columns.extend(names.into_iter().map(|(name,)| (table.clone(), name)));
    }
    let known: Vec<&str> = READABLE.iter().flat_map(|(_, names)| names.iter()).chain(&SEALED).copied().collect();
    for (table, name) in &columns {
        let column = format!("{table}.{name}");
        let is_listed = known.contains(&column.as_str());
        assert!(is_listed || is_id(name) || is_time(name), "{column}: is it sealed, or may it be read?");
    }
    for column in known {
        assert!(columns.iter().any(|(table, name)| *column == format!("{table}.{name}")), "{column} is gone");
    }
});
