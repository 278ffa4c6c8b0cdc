//! Declarations about a contract: cancellation and withdrawal (product 22). Both work without an account.

use crate::{Email, Error, Refusal, limits, text};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declaration {
    pub name: String,
    /// The address for the confirmation.
    pub email: String,
    /// The contract as the person names it.
    pub contract: String,
    pub statement: Statement,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Statement {
    /// § 312k BGB.
    Cancellation {
        /// Only for an extraordinary cancellation.
        reason: Option<String>,
        /// `None`: as soon as possible.
        end: Option<NaiveDate>,
    },
    /// § 356a BGB.
    Withdrawal { ordered: Option<NaiveDate> },
}

/// A declaration as it was typed. Dates are in the format of `<input type="date">`, or empty.
#[derive(Clone, Debug, Default)]
pub struct DeclarationForm {
    pub name: String,
    pub email: String,
    pub contract: String,
    pub statement: StatementForm,
}

#[derive(Clone, Debug)]
pub enum StatementForm {
    /// `reason` is set for an extraordinary cancellation. `end` is the wished day; `None`: as soon as possible.
    Cancellation {
        reason: Option<String>,
        end: Option<String>,
    },
    Withdrawal {
        ordered: String,
    },
}

impl Default for StatementForm {
    fn default() -> Self {
        Self::Cancellation { reason: None, end: None }
    }
}

impl DeclarationForm {
    /// Refuses missing, too long or invalid fields. The error's parameter `field` names the field.
    pub fn checked(self) -> Result<Declaration, Error> {
        let name = words("name", &in_a_line(&self.name), limits::DECLARATION_NAME, Refusal::DeclarationName)?;
        let email = Email::parse(&self.email).map_err(|refusal| refused(refusal, "email"))?.as_str().to_owned();
        let contract =
            words("contract", &in_a_line(&self.contract), limits::DECLARATION_CONTRACT, Refusal::DeclarationContract)?;
        let statement = match self.statement {
            StatementForm::Cancellation { reason, end } => Statement::Cancellation {
                reason: reason
                    .map(|typed| words("reason", &typed, limits::DECLARATION_REASON, Refusal::DeclarationReason))
                    .transpose()?,
                end: end.map(|typed| date("end_date", &typed)).transpose()?,
            },
            StatementForm::Withdrawal { ordered } => {
                let ordered = Some(ordered).filter(|typed| !typed.trim().is_empty());
                Statement::Withdrawal { ordered: ordered.map(|typed| date("ordered", &typed)).transpose()? }
            }
        };
        Ok(Declaration { name, email, contract, statement })
    }
}

fn refused(refusal: Refusal, field: &str) -> Error {
    Error::from(refusal).with("field", field)
}

fn in_a_line(typed: &str) -> String {
    typed.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn words(field: &str, typed: &str, max: usize, missing: Refusal) -> Result<String, Error> {
    let words = text::normalize(typed.trim());
    if words.is_empty() {
        return Err(refused(missing, field));
    }
    if words.chars().any(|c| c.is_control() && c != '\n') {
        return Err(refused(Refusal::InvalidCharacter, field));
    }
    if text::length(&words) > max {
        return Err(refused(Refusal::DeclarationTooLong, field).with("max", max));
    }
    Ok(words)
}

fn date(field: &str, typed: &str) -> Result<NaiveDate, Error> {
    let date = NaiveDate::parse_from_str(typed.trim(), "%Y-%m-%d").ok();
    // A date outside these years is a typing error, and the databases need not store it.
    let is_near = |date: &NaiveDate| (2000..=2199).contains(&chrono::Datelike::year(date));
    date.filter(is_near).ok_or_else(|| refused(Refusal::DeclarationDate, field))
}

/// The confirmation that a declaration was received, and when. The person keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    pub case_number: String,
    pub received_at: DateTime<Utc>,
    /// A confirmation by mail is on its way. False: the mailbox had enough of them that day.
    pub is_mailed: bool,
    pub declaration: Declaration,
}

#[cfg(all(feature = "texts", feature = "zones"))]
pub use shown::Row;

#[cfg(all(feature = "texts", feature = "zones"))]
mod shown {
    use super::{Declaration, Receipt, Statement};
    use crate::{Key, Language, date};

    /// One row of the displayed declaration.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Row {
        pub label: &'static str,
        pub value: String,
        /// Whether the value was typed by the person who filled in the form.
        pub is_typed: bool,
    }

    impl Declaration {
        pub fn is_withdrawal(&self) -> bool {
            matches!(self.statement, Statement::Withdrawal { .. })
        }

        pub fn rows(&self, language: Language) -> Vec<Row> {
            let ours = |label, value: String| Row { label: language.text(label), value, is_typed: false };
            let typed = |label, value: &str| Row { is_typed: true, ..ours(label, value.to_owned()) };
            let who = [
                typed(Key::DeclarationName, &self.name),
                ours(Key::DeclarationEmail, self.email.clone()),
                typed(Key::DeclarationContract, &self.contract),
            ];
            let (first, last) = match &self.statement {
                Statement::Cancellation { reason, end } => {
                    let kind = if reason.is_some() { Key::DeclarationExtraordinary } else { Key::DeclarationOrdinary };
                    let next = || language.text(Key::DeclarationEndNext).to_owned();
                    let end = ours(Key::DeclarationEnd, end.map_or_else(next, date::short));
                    let reason = reason.as_ref().map(|reason| typed(Key::DeclarationReason, reason));
                    (ours(Key::DeclarationKind, language.text(kind).to_owned()), [reason, Some(end)])
                }
                Statement::Withdrawal { ordered } => {
                    let ordered = ordered.map(|ordered| ours(Key::DeclarationOrdered, date::short(ordered)));
                    let declared = language.text(Key::DeclarationWithdrawn).to_owned();
                    (ours(Key::DeclarationDeclared, declared), [ordered, None])
                }
            };
            [first].into_iter().chain(who).chain(last.into_iter().flatten()).collect()
        }
    }

    impl Receipt {
        pub fn title(&self, language: Language) -> &'static str {
            let is_withdrawal = self.declaration.is_withdrawal();
            language.text(if is_withdrawal {
                Key::DeclarationWithdrawalTitle
            } else {
                Key::DeclarationCancellationTitle
            })
        }

        /// Rows with case number, time of receipt and the whole content.
        pub fn rows(&self, language: Language) -> Vec<Row> {
            let local = self.received_at.with_timezone(&chrono_tz::Europe::Berlin);
            let (date, time) = (date::short(local.date_naive()), local.format("%H:%M:%S").to_string());
            let offset = local.format("%:z").to_string();
            let at = [("date", date.as_str()), ("time", &time), ("offset", &offset)];
            let ours = |label, value| Row { label: language.text(label), value, is_typed: false };
            let head = [
                ours(Key::DeclarationCase, self.case_number.clone()),
                ours(Key::DeclarationReceived, language.fill(Key::DeclarationReceivedAt, &at)),
            ];
            head.into_iter().chain(self.declaration.rows(language)).collect()
        }

        /// The receipt as the text of a file.
        pub fn text(&self, language: Language) -> String {
            let rows = self.rows(language).into_iter().map(|row| format!("{}: {}\n", row.label, row.value));
            format!("Tagesecho\n{}\n\n{}", self.title(language), rows.collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{DeclarationForm, Statement, StatementForm};
    use crate::limits;

    fn form() -> DeclarationForm {
        DeclarationForm {
            name: " Anna\r\nBerger ".into(),
            email: "anna@example.org".into(),
            contract: "Tagesecho Pro".into(),
            ..DeclarationForm::default()
        }
    }

    fn refused(form: DeclarationForm) -> (&'static str, String) {
        let error = form.checked().unwrap_err();
        let field = error.params.iter().find(|(name, _)| *name == "field").map(|(_, field)| field.clone());
        (error.code(), field.unwrap_or_default())
    }

    #[test]
    fn name_address_and_contract_are_needed_and_bounded() {
        let plain = form().checked().unwrap();
        assert_eq!(plain.name, "Anna Berger");
        assert_eq!(plain.statement, Statement::Cancellation { reason: None, end: None });
        for (form, code, field) in [
            (DeclarationForm { name: "  ".into(), ..form() }, "declaration_name", "name"),
            (DeclarationForm { email: "anna".into(), ..form() }, "invalid_email", "email"),
            (DeclarationForm { contract: String::new(), ..form() }, "declaration_contract", "contract"),
            (DeclarationForm { name: "A\u{0}".into(), ..form() }, "invalid_character", "name"),
            (
                DeclarationForm { contract: "x".repeat(limits::DECLARATION_CONTRACT + 1), ..form() },
                "declaration_too_long",
                "contract",
            ),
        ] {
            assert_eq!(refused(form), (code, field.to_owned()));
        }
    }

    #[test]
    fn a_reason_and_a_date_are_needed_where_they_are_asked_for() {
        let cancellation = |reason: Option<&str>, end: Option<&str>| DeclarationForm {
            statement: StatementForm::Cancellation { reason: reason.map(Into::into), end: end.map(Into::into) },
            ..form()
        };
        assert_eq!(refused(cancellation(Some(" "), None)), ("declaration_reason", "reason".into()));
        for typed in ["", "morgen", "2026-13-01", "20261-01-01"] {
            assert_eq!(refused(cancellation(None, Some(typed))), ("declaration_date", "end_date".into()), "{typed}");
        }
        let end = cancellation(Some("Umzug"), Some("2026-12-31")).checked().unwrap().statement;
        assert_eq!(end, Statement::Cancellation { reason: Some("Umzug".into()), end: "2026-12-31".parse().ok() });

        let withdrawal = |ordered: &str| DeclarationForm {
            statement: StatementForm::Withdrawal { ordered: ordered.into() },
            ..form()
        };
        assert_eq!(withdrawal("").checked().unwrap().statement, Statement::Withdrawal { ordered: None });
        assert_eq!(refused(withdrawal("x")), ("declaration_date", "ordered".into()));
    }

    #[cfg(all(feature = "texts", feature = "zones"))]
    #[test]
    fn a_receipt_says_everything_and_the_time_in_berlin() {
        use super::Receipt;
        use crate::Language;
        let statement = StatementForm::Cancellation { reason: Some("Umzug".into()), end: Some("2026-12-31".into()) };
        let declaration = DeclarationForm { statement, ..form() }.checked().unwrap();
        let receipt = Receipt {
            case_number: "K-20261120-ABCDEFGH".into(),
            received_at: "2026-11-20T10:00:07Z".parse().unwrap(),
            is_mailed: true,
            declaration,
        };
        let text = receipt.text(Language::De);
        for part in [
            "K-20261120-ABCDEFGH",
            "20.11.2026, 11:00:07 Uhr",
            "Außerordentliche Kündigung",
            "Anna Berger",
            "anna@example.org",
            "Tagesecho Pro",
            "Umzug",
            "31.12.2026",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}
