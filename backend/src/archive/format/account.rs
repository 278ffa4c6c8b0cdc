//! The types of the account in an archive of everything.

use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Defines types that are only data.
macro_rules! data {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty,)* })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
            #[serde(rename_all = "camelCase")]
            pub struct $name { $($(#[$field_doc])* pub $field: $kind,)* }
        )*
    };
}

data! {
    /// The account: who the person is, and everything about them that is no day.
    Account {
        profile: Profile,
        settings: Settings,
        plan: Plan,
        /// What the person said about outside services.
        consents: Vec<Consent>,
        /// How the person signs in.
        sign_ins: Vec<SignIn>,
        /// Where the person is signed in.
        sessions: Vec<Session>,
        /// Secret links to entries. Their addresses are not part of the archive.
        links: Vec<Link>,
        friends: Vec<Friend>,
        /// Requests that wait for an answer.
        friend_requests: Vec<FriendRequest>,
        blocks: Vec<Block>,
        /// Invitations by mail.
        invitations: Vec<Invitation>,
        /// Invitation codes, without the codes themselves.
        codes: Vec<Code>,
        streak_bonuses: Vec<StreakBonus>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        linkedin: Option<LinkedIn>,
        /// Calls to outside services, which hold no words.
        assistant_calls: Vec<AssistantCall>,
        /// Cancellations and withdrawals that were made while signed in.
        declarations: Vec<Declaration>,
        /// Orders of Pro. The payments themselves are at PayPal.
        subscriptions: Vec<Subscription>,
        /// What the person reported to the operator.
        reports: Vec<Report>,
        /// What was done with the account in the last ninety days, the newest first.
        #[serde(default)]
        events: Vec<Event>,
    }

    Profile {
        first_name: String,
        last_name: String,
        display_name: String,
        username: String,
        email: String,
        email_confirmed: bool,
        created_at: DateTime<Utc>,
        /// The path of the profile's picture below `data/`, or its address elsewhere.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<String>,
        /// The name that was last copied from Google.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        google_name: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        google_picture: Option<String>,
    }

    Settings {
        language: String,
        default_visibility: String,
        zone: String,
        /// When a day ends, in minutes after midnight.
        day_end_minutes: i64,
        reminder: bool,
        /// The time of the daily reminder, in minutes after midnight.
        reminder_minutes: i64,
        mails_friend_requests: bool,
        mails_friend_news: bool,
    }

    Plan {
        /// The end of Pro as a gift.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gift_until: Option<DateTime<Utc>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        paid_until: Option<DateTime<Utc>>,
        renews: bool,
    }

    Consent {
        /// `transcription`, `summary` or `linkedin`.
        help: String,
        /// Absent: the person was not asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        allowed: Option<bool>,
        /// The service that the person allowed.
        provider: String,
    }

    SignIn {
        /// `password`, or such as `google.com`.
        provider: String,
        email: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<String>,
        created_at: DateTime<Utc>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        last_sign_in_at: Option<DateTime<Utc>>,
    }

    Session {
        /// What the browser said of itself.
        browser: String,
        created_at: DateTime<Utc>,
        last_used_at: DateTime<Utc>,
        expires_at: DateTime<Utc>,
    }

    Link {
        date: NaiveDate,
        /// The parts that it shows, such as `summary`.
        shows: Vec<String>,
        has_pin: bool,
        created_at: DateTime<Utc>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expires_at: Option<DateTime<Utc>>,
        opened: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        last_opened_at: Option<DateTime<Utc>>,
    }

    Friend {
        first_name: String,
        last_name: String,
        username: String,
        since: DateTime<Utc>,
    }

    FriendRequest {
        first_name: String,
        last_name: String,
        username: String,
        /// The person sent it. Otherwise they got it.
        is_own: bool,
        created_at: DateTime<Utc>,
    }

    /// With the names at the time of the block.
    Block {
        first_name: String,
        last_name: String,
        username: String,
        created_at: DateTime<Utc>,
    }

    Invitation {
        email: String,
        message: String,
        created_at: DateTime<Utc>,
        sent_at: DateTime<Utc>,
        sends: i64,
        expires_at: DateTime<Utc>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        withdrawn_at: Option<DateTime<Utc>>,
    }

    Code {
        created_at: DateTime<Utc>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expires_at: Option<DateTime<Utc>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        used_at: Option<DateTime<Utc>>,
    }

    /// Five days in a row that earned invitation codes.
    StreakBonus {
        first_day: NaiveDate,
        last_day: NaiveDate,
        granted_at: DateTime<Utc>,
    }

    /// What the person says about their LinkedIn posts. A choice that was not made is empty.
    LinkedIn {
        linkedin_info: String,
        general_description: String,
        target_audience: String,
        post_goal: String,
        tonality: String,
        address_form: String,
        language: String,
        cta_type: String,
        cta_text: String,
        special_instructions: String,
    }

    AssistantCall {
        help: String,
        /// Empty: nothing left Tagesecho.
        provider: String,
        sends: i64,
        characters: i64,
        milliseconds: i64,
        outcome: String,
        started_at: DateTime<Utc>,
    }

    Declaration {
        case_number: String,
        created_at: DateTime<Utc>,
        name: String,
        email: String,
        contract: String,
        /// `cancellation` or `withdrawal`.
        kind: String,
        /// Only for an extraordinary cancellation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// The day on which a cancelled contract should end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end: Option<NaiveDate>,
        /// The day of the order that is withdrawn from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ordered: Option<NaiveDate>,
    }

    Subscription {
        status: String,
        created_at: DateTime<Utc>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        paypal_id: Option<String>,
        /// When the person asked to begin before the time to withdraw is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        start_confirmed_at: Option<DateTime<Utc>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        starts_at: Option<DateTime<Utc>>,
        /// The end of what is paid for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        period_end: Option<DateTime<Utc>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        refunded_at: Option<DateTime<Utc>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end_date: Option<DateTime<Utc>>,
    }

    /// Something that was done with the account. It holds no words of anybody.
    Event {
        at: DateTime<Utc>,
        kind: String,
        /// What the settings call it, in the language of the archive.
        text: String,
        /// Browser and system.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        device: Option<String>,
        /// The person was not seen with this device before.
        is_new_device: bool,
        /// The kind of help that a service gave or may give.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        help: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        provider: Option<String>,
        /// The day of the entry that a link is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        day: Option<NaiveDate>,
        /// The year of an export, how often a link was opened, or how often words were sent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<i64>,
    }

    Report {
        /// `person` or `entry`. Who it was about is not part of the archive.
        about: String,
        reason: String,
        /// Absent: the words could not be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<String>,
        created_at: DateTime<Utc>,
    }
}
