//! The audit log: what was done with an account, as its owner sees it (product 29).

#[cfg(feature = "texts")]
use crate::Key;
use crate::{Device, Help};
use chrono::NaiveDate;

/// Makes [`AuditKind`] of a table: a name, how it is stored, and its text.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident: $stored:literal, $text:expr;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum AuditKind {
            $($(#[$doc])* $name,)*
        }

        impl AuditKind {
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $stored,)*
                }
            }

            #[cfg(feature = "texts")]
            pub fn text(self) -> Key {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

kinds! {
    /// With a password, or with a provider that is not named here.
    SignedIn: "signed_in", Key::AuditSignedIn;
    SignedInGoogle: "signed_in_google", Key::AuditSignedInGoogle;
    /// The person signed out another device.
    DeviceSignedOut: "device_signed_out", Key::AuditDeviceSignedOut;
    OthersSignedOut: "others_signed_out", Key::AuditOthersSignedOut;
    PasswordChanged: "password_changed", Key::AuditPasswordChanged;
    /// A new password with a code from a mail.
    PasswordReset: "password_reset", Key::AuditPasswordReset;
    EmailChanged: "email_changed", Key::AuditEmailChanged;
    /// The account goes in fourteen days.
    LeaveAsked: "leave_asked", Key::AuditLeaveAsked;
    /// A sign-in within them.
    LeaveUndone: "leave_undone", Key::AuditLeaveUndone;
    GoogleConnected: "google_connected", Key::AuditGoogleConnected;
    GoogleDisconnected: "google_disconnected", Key::AuditGoogleDisconnected;
    LinkMade: "link_made", Key::AuditLinkMade;
    /// Its parts, its PIN or its expiry.
    LinkChanged: "link_changed", Key::AuditLinkChanged;
    /// It is not stored: the link itself counts how often it was opened, and when last.
    LinkOpened: "link_opened", Key::AuditLinkOpened;
    LinkEnded: "link_ended", Key::AuditLinkEnded;
    Exported: "exported", Key::AuditExported;
    Imported: "imported", Key::AuditImported;
    ImportUndone: "import_undone", Key::AuditImportUndone;
    /// It is not stored: the assistant's log has each call to a service.
    WordsSent: "words_sent", Key::AuditWordsSent;
    ServiceAllowed: "service_allowed", Key::AuditServiceAllowed;
    ServiceRefused: "service_refused", Key::AuditServiceRefused;
    // By the operator, from the command line.
    ReportRead: "report_read", Key::AuditReportRead;
    ReportClosed: "report_closed", Key::AuditReportClosed;
    DeclarationRead: "declaration_read", Key::AuditDeclarationRead;
    DeclarationClosed: "declaration_closed", Key::AuditDeclarationClosed;
    ProGranted: "pro_granted", Key::AuditProGranted;
    PaymentsRead: "payments_read", Key::AuditPaymentsRead;
    AccountLocked: "account_locked", Key::AuditAccountLocked;
    AccountUnlocked: "account_unlocked", Key::AuditAccountUnlocked;
    /// Nobody but its owner sees the entry of this day.
    EntryHidden: "entry_hidden", Key::AuditEntryHidden;
    EntryShown: "entry_shown", Key::AuditEntryShown;
    /// The identity was made anew.
    AccountMended: "account_mended", Key::AuditAccountMended;
}

impl AuditKind {
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.as_str() == text)
    }
}

/// What happened, with closed details only: no word of anybody fits in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEvent {
    pub kind: AuditKind,
    pub device: Option<Device>,
    /// The person was not seen with this device before.
    pub is_new_device: bool,
    pub help: Option<Help>,
    /// The service's name in the operator's settings.
    pub provider: Option<String>,
    /// The day of the entry that it is about.
    pub day: Option<NaiveDate>,
    /// The year of an export, how often a link was opened, or how often words were sent.
    pub number: Option<i64>,
}

impl From<AuditKind> for AuditEvent {
    fn from(kind: AuditKind) -> Self {
        Self { kind, device: None, is_new_device: false, help: None, provider: None, day: None, number: None }
    }
}

#[cfg(test)]
mod tests {
    use super::AuditKind;

    #[test]
    fn each_kind_is_read_as_what_it_was_stored() {
        for kind in AuditKind::ALL {
            assert_eq!(AuditKind::parse(kind.as_str()), Some(*kind));
        }
        assert_eq!(AuditKind::parse("something_later"), None);
    }
}
