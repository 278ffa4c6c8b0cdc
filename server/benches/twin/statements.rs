//! The statements that the product runs for each page, in their order, with `?n` for `$n`. A comment says which `store.rs` each comes from.

/// Columns and tables of an entry with its author and link: `entries/store`.
macro_rules! entries {
    ($tail:literal) => {
        concat!(
            "SELECT e.id, e.user_id, e.date, u.data_key, e.words, e.signs, e.mood_level, e.mood_set, e.visibility, \
             e.main_image_index, r.id AS recording_id, r.format AS recording_format, \
             r.milliseconds AS recording_milliseconds, e.is_favorite, e.is_backfilled, e.is_sent_late, e.origin, \
             e.version, e.created_at, e.updated_at, e.hidden_for IS NOT NULL AS is_hidden, e.deleted_at, u.first_name, \
             u.last_name, u.profile_image_url, s.token AS share_token, s.options AS share_options, \
             s.expires_at AS share_expires_at, s.pin_salt AS share_pin_salt, s.pin_hash AS share_pin_hash, \
             s.pin_failures AS share_pin_failures, s.opened AS share_opened, s.last_opened_at AS share_last_opened_at \
             FROM entries e JOIN users u ON u.id = e.user_id LEFT JOIN recordings r ON r.entry_id = e.id \
             LEFT JOIN share_links s ON s.entry_id = e.id WHERE e.deleted_at IS NULL AND ",
            $tail
        )
    };
}

/// A session that works: `identity/store/sessions`.
macro_rules! session {
    ($columns:literal) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id_hash = ?1 AND s.expires_at > ?2 \
             AND s.last_used_at > ?3 AND s.created_at >= u.valid_since AND u.leaves_at IS NULL AND u.locked_for IS NULL"
        )
    };
}

/// `identity/store`
pub const SESSION: &str = session!(
    "s.last_used_at, u.id, u.uid, u.email, u.email_confirmed, u.username, u.first_name, u.last_name, u.display_name, \
     u.profile_image_url, u.default_visibility, u.zone, u.day_end_minutes, u.day_floor, u.quota_day, u.quota_since, \
     u.language, u.pro_until, u.paid_until, u.renews, u.pro_hint_after, u.valid_since, u.leaves_at, u.locked_for, \
     u.came_back_at, u.created_at, u.ai_transcription, u.ai_summary, u.ai_linkedin, u.ai_transcription_provider, \
     u.ai_summary_provider, u.ai_linkedin_provider, \
     (SELECT COUNT(*) FROM (SELECT 1 FROM entries e WHERE e.user_id = u.id AND e.deleted_at IS NULL LIMIT 5) counted) AS entries"
);
/// `friends/store/requests`
pub const INCOMING: &str = "SELECT COUNT(*) FROM (SELECT 1 FROM friend_requests r JOIN people u ON u.id = r.requester_id \
     WHERE r.addressee_id = ?1 AND r.withdrawn_at IS NULL AND (r.declined_at IS NULL OR r.created_at > r.declined_at) \
     AND (r.declined_at IS NULL OR r.declined_at <= ?3) LIMIT ?2) counted";

/// `entries/store`
pub const TODAY: &str = "SELECT id FROM entries WHERE user_id = ?1 AND date = ?2 AND deleted_at IS NULL";
/// `feed/own`
pub const FEED: &str = entries!("e.user_id = ?1 AND e.date < ?2 AND e.date >= ?3 ORDER BY e.date DESC LIMIT ?4");
/// `stats/store`
pub const STREAK: &str = "SELECT string_agg(CAST(month AS TEXT) || ' ' || CAST(days AS TEXT), ',' ORDER BY month) \
     FROM entry_months WHERE user_id = ?1 AND days <> 0";
pub const CELLS: &str = "SELECT id, date, version, signs, mood_set, mood_level, photos > 0 AS has_photo FROM entries \
     WHERE user_id = ?1 AND deleted_at IS NULL AND date >= ?2 AND date <= ?3 ORDER BY date DESC";
/// `db/data_keys`
pub const DATA_KEY: &str = "SELECT data_key FROM users WHERE id = ?1";
/// `stats/store`
pub const MEMORIES: &str = "SELECT e.id, e.date, e.version, e.words, e.signs, e.mood_set, e.mood_level, e.photos, \
     EXISTS (SELECT 1 FROM recordings r WHERE r.entry_id = e.id) AS has_sound, e.is_favorite FROM entries e \
     WHERE e.user_id = ?1 AND e.deleted_at IS NULL AND NOT e.hide_memory AND e.date IN (?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, \
     ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28) ORDER BY e.date DESC";
pub const BONUS: &str = "SELECT granted_at FROM streak_bonuses WHERE user_id = ?1 ORDER BY granted_at DESC LIMIT 1";
/// `friends/store/inviter`
pub const INVITER: &str = "SELECT u.id, u.first_name, u.last_name, u.username, u.profile_image_url FROM invitations i \
     JOIN people u ON u.id = i.created_by WHERE i.used_by = ?1 AND i.befriend_answered_at IS NULL \
     AND NOT EXISTS (SELECT 1 FROM friendships f WHERE f.user_id = ?1 AND f.friend_id = u.id) \
     AND NOT EXISTS (SELECT 1 FROM friend_requests r WHERE r.withdrawn_at IS NULL AND \
     ((r.requester_id = ?1 AND r.addressee_id = u.id) OR (r.requester_id = u.id AND r.addressee_id = ?1))) \
     AND NOT EXISTS (SELECT 1 FROM blocks b WHERE (b.blocker_id = ?1 AND b.blocked_id = u.id) \
     OR (b.blocker_id = u.id AND b.blocked_id = ?1))";
pub const FILTER_OFFER: &str = "SELECT EXISTS (SELECT 1 FROM users u JOIN friendships f ON f.user_id = u.id \
     JOIN people p ON p.id = f.friend_id WHERE u.id = ?1 AND u.filter_offer_closed_at IS NULL)";

/// `reminders/store`
pub const REMINDERS: &str = "SELECT email_confirmed, zone, reminder_minutes, next_reminder_at, mails_friend_requests, \
     mails_friend_news FROM users WHERE id = ?1";
/// `friends/blocks/store`
pub const BLOCKS: &str = "SELECT blocked_id, first_name, last_name, username, created_at FROM blocks WHERE blocker_id = ?1 \
     AND NOT unseen AND blocked_id IN (SELECT id FROM people) ORDER BY created_at DESC, blocked_id";
/// `identity/store/sessions`
pub const TOKENS: &str = session!("u.uid, s.refresh_token, s.id_token, s.id_token_expires_at");
/// `archive/store`
pub const EXTENT: &str = "SELECT COUNT(*) FILTER (WHERE e.deleted_at IS NULL), \
     CAST(COALESCE(SUM(e.photos) FILTER (WHERE e.deleted_at IS NULL), 0) AS BIGINT), \
     CAST(COALESCE(SUM((SELECT SUM(i.bytes) FROM images i WHERE i.entry_id = e.id)), 0) AS BIGINT), \
     CAST(COALESCE(SUM(r.bytes), 0) AS BIGINT), CAST(COALESCE(SUM(LENGTH(e.words)), 0) AS BIGINT) \
     FROM entries e LEFT JOIN recordings r ON r.entry_id = e.id WHERE e.user_id = ?1 AND e.date >= ?2 AND e.date <= ?3";
/// `revocation/store`
pub const ENDED_TOKEN: &str = "SELECT 1 FROM ended_tokens WHERE token_hash = ?1";
/// `audit/store`
pub const EVENTS: &str = "SELECT id, kind, created_at, device, is_new_device, help, provider, day, number FROM ( \
     SELECT id, kind, created_at, device, is_new_device, help, provider, day, number FROM audit_events WHERE user_id = ?1 \
     UNION ALL SELECT id, 'words_sent', started_at, NULL, FALSE, help, provider, NULL, sends FROM assistant_calls \
     WHERE user_id = ?1 AND provider <> '' AND sends > 0 AND outcome <> 'running' \
     UNION ALL SELECT s.entry_id, 'link_opened', s.last_opened_at, NULL, FALSE, NULL, NULL, e.date, s.opened \
     FROM entries e JOIN share_links s ON s.entry_id = e.id WHERE e.user_id = ?1 AND e.deleted_at IS NULL \
     ) events WHERE created_at >= ?2 AND (?3 IS NULL OR created_at < ?3 OR (created_at = ?3 AND id < ?4)) \
     ORDER BY created_at DESC, id DESC LIMIT ?5";
/// `providers/identity/embedded/store`
pub const ACCOUNT: &str = "SELECT local_id, email, email_verified, password_hash, display_name, photo_url, valid_since, \
     created_at, last_login_at FROM identity_accounts WHERE local_id = ?1";
pub const FEDERATED: &str = "SELECT provider_id, subject, local_id, email, display_name, photo_url \
     FROM identity_federated WHERE local_id = ?1 ORDER BY provider_id";
pub const PENDING_EMAIL: &str = "SELECT local_id, request_type, email, expires_at FROM identity_codes \
     WHERE local_id = ?1 AND request_type = ?2 AND expires_at > ?3";
/// `identity/store/sessions`
pub const SESSIONS: &str = "SELECT s.id_hash, s.user_agent, s.created_at, s.last_used_at FROM sessions s \
     JOIN users u ON u.id = s.user_id WHERE s.user_id = ?1 AND s.expires_at > ?2 AND s.last_used_at > ?3 \
     AND s.created_at >= u.valid_since ORDER BY s.last_used_at DESC, s.created_at DESC";

/// `sharing/store`
pub const SHARED: &str =
    entries!("s.token_hash = ?1 AND u.leaves_at IS NULL AND u.locked_for IS NULL AND e.hidden_for IS NULL");
