//! Imports: another diary, or an archive of ours, becomes entries (product 32).

use crate::Refusal;
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

/// Makes a type whose values have a stored name.
macro_rules! named {
    ($(#[$doc:meta])* $type:ident { $($(#[$about:meta])* $name:ident = $stored:tt,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum $type { $($(#[$about])* #[serde(rename = $stored)] $name,)* }

        impl $type {
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $stored,)* }
            }

            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.as_str() == text)
            }
        }
    };
}

named! {
    /// The program that an entry was written with, if it was not this one.
    Origin {
        /// Another account of ours.
        Tagesecho = "tagesecho",
        DayOne = "day_one",
        Markdown = "markdown",
        Diarium = "diarium",
        DailyTxt = "dailytxt",
        Journiv = "journiv",
    }
}

impl Origin {
    /// The program's own name, the same in every language.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tagesecho => "Tagesecho",
            Self::DayOne => "Day One",
            Self::Markdown => "Markdown",
            Self::Diarium => "Diarium",
            Self::DailyTxt => "DailyTxT",
            Self::Journiv => "Journiv",
        }
    }
}

named! {
    ImportState {
        /// The file is being read. Nothing of it is written.
        Looking = "looking",
        /// The report says what is in the file. Nothing of it is written.
        Looked = "looked",
        /// The file was not taken, and is forgotten.
        Refused = "refused",
        Taking = "taking",
        /// What was taken is compared with the archive that it came from.
        Checking = "checking",
        Taken = "taken",
        Undoing = "undoing",
        Undone = "undone",
    }
}

impl ImportState {
    /// Whether the server works on it without waiting for the person.
    pub fn is_running(self) -> bool {
        matches!(self, Self::Looking | Self::Taking | Self::Checking | Self::Undoing)
    }
}

named! {
    /// What could not be taken over.
    ImportProblem {
        NoDate = "no_date",
        /// A day in the future, or before the first one that an entry may have.
        OutOfRange = "out_of_range",
        Unreadable = "unreadable",
        MissingFile = "missing_file",
        UnsupportedFile = "unsupported_file",
        LargeFile = "large_file",
        LongText = "long_text",
        SecondRecording = "second_recording",
        UnusedFile = "unused_file",
        /// A field of entries that has no place here.
        Field = "field",
        /// A photo or recording for which the account has no room.
        NoRoom = "no_room",
        /// Mood, favourite and hidden memory of a day that became a second half.
        Marks = "marks",
    }
}

/// What happens to an imported day that has an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ExistingDays {
    /// The entry stays as it is, and the imported day is left out.
    #[default]
    Keep,
    /// The imported text becomes the entry's second half, below a line.
    Append,
}

/// Some days: how many, and the first of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct NamedDays {
    pub count: u32,
    pub first: Vec<NaiveDate>,
}

/// Days of each kind that are named.
const NAMED: usize = 60;

impl NamedDays {
    pub fn push(&mut self, date: NaiveDate) {
        self.count += 1;
        if self.first.len() < NAMED {
            self.first.push(date);
        }
    }
}

/// Problems of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Problems {
    pub kind: ImportProblem,
    pub count: u32,
    /// The first files or entries.
    pub names: Vec<String>,
}

/// Names of each kind of problem, and their characters.
const NAMES: usize = 12;
const NAME: usize = 120;

/// What is in the file, and what became of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ImportReport {
    /// The file's name.
    pub file: String,
    /// Why the file was not taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refusal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    pub days: u32,
    pub photos: u32,
    pub recordings: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<NaiveDate>,
    /// Days of which everything was taken before.
    pub again: u32,
    /// Days that have an entry of their own.
    pub existing: NamedDays,
    pub problems: Vec<Problems>,
    /// Once it is being taken over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken: Option<TakenReport>,
    /// Once it is being undone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undone: Option<UndoneReport>,
}

impl ImportReport {
    pub fn add_problem(&mut self, kind: ImportProblem, name: &str) {
        let at = self.problems.iter().position(|problems| problems.kind == kind).unwrap_or_else(|| {
            self.problems.push(Problems { kind, count: 0, names: Vec::new() });
            self.problems.len() - 1
        });
        if let Some(problems) = self.problems.get_mut(at) {
            problems.count += 1;
            if problems.names.len() < NAMES {
                problems.names.push(name.chars().filter(|c| !c.is_control()).take(NAME).collect());
            }
        }
    }
}

/// What was taken over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct TakenReport {
    /// Days with a new entry.
    pub days: u32,
    pub photos: u32,
    pub recordings: u32,
    /// Days whose entry has a second half now.
    pub appended: u32,
    /// Days of which everything was taken before.
    pub again: u32,
    /// Those of them that lack nothing of the file's day.
    pub appended_whole: u32,
    /// Days that had an entry, which stays as it was.
    pub kept: NamedDays,
    /// The same, because others can read the entry.
    pub shared: NamedDays,
    /// Why the rest of the file was left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Refusal>,
    /// Only of an archive of ours. It says nothing before [`MovingReceipt::lost`] is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt: Option<MovingReceipt>,
}

/// The days of an archive compared with what is stored now, by their digests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct MovingReceipt {
    pub same: u32,
    pub differing: NamedDays,
    /// Days of the archive that are neither proven to be the same, nor were here before, nor became a whole second half. Absent: not
    /// everything is compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct UndoneReport {
    /// Entries that are gone.
    pub removed: u32,
    /// Entries whose second half is gone.
    pub shortened: u32,
    /// Entries that were changed since, and stay.
    pub stayed: NamedDays,
}

/// An import as its person sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Import {
    pub id: uuid::Uuid,
    pub state: ImportState,
    /// Days that the current step has done, of `report.days`.
    pub done: u32,
    pub report: ImportReport,
    /// Until when it can be undone. Absent: it cannot be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo_until: Option<DateTime<Utc>>,
}

#[cfg(test)]
mod tests {
    use super::{ImportProblem, ImportReport, NAMES, Origin};

    #[test]
    fn an_origin_is_read_as_what_it_was_stored() {
        for origin in Origin::ALL {
            assert_eq!(Origin::parse(origin.as_str()), Some(*origin));
        }
        assert_eq!(Origin::parse("something_later"), None);
    }

    #[test]
    fn problems_are_counted_by_kind_and_the_first_are_named() {
        let mut report = ImportReport::default();
        for n in 0..NAMES + 5 {
            report.add_problem(ImportProblem::NoDate, &format!("notiz\u{7} {n}.md"));
        }
        report.add_problem(ImportProblem::LargeFile, "film.mov");
        assert_eq!(report.problems.len(), 2);
        let undated = &report.problems[0];
        assert_eq!((undated.count as usize, undated.names.len()), (NAMES + 5, NAMES));
        assert_eq!(undated.names[0], "notiz 0.md");
    }
}
