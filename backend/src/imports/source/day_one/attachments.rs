//! The media of an entry in Day One: the text names an identifier, and the file is named by its MD5.

use super::super::{Part, ProblemKind, Refused, files::Names, json::Fields, reading::Reading};
use std::collections::HashMap;

/// The lists of an entry, with their folders and what a file without a type may end in.
const KINDS: [(&str, &str, &[&str]); 4] = [
    ("photos", "photos", &["jpeg", "jpg", "png", "heic", "gif", "webp"]),
    ("audios", "audios", &["m4a"]),
    ("videos", "videos", &["mp4", "mov"]),
    ("pdfAttachments", "pdfs", &["pdf"]),
];

#[derive(Debug)]
pub struct Attachments<'n> {
    names: &'n Names,
    folder: &'n str,
    /// Those that the text does not name come last, in their own order.
    all: Vec<Attachment>,
    by_identifier: HashMap<String, usize>,
    referred: usize,
    /// From a state of mind within the text, -1 to 1.
    pub valence: Option<f64>,
}

#[derive(Debug)]
struct Attachment {
    folder: &'static str,
    md5: String,
    types: Vec<String>,
    /// The place in the text, and then the one in the list.
    order: (usize, usize),
}

impl<'n> Attachments<'n> {
    pub fn of(entry: &Fields<'_>, names: &'n Names, folder: &'n str) -> Self {
        let (mut all, mut by_identifier) = (Vec::new(), HashMap::new());
        for (list, folder, types) in KINDS {
            let mut of_kind = entry.objects(list);
            of_kind.sort_by(|a, b| {
                let order = |one: &Fields<'_>| one.number("orderInEntry").unwrap_or(f64::MAX);
                order(a).total_cmp(&order(b))
            });
            for one in of_kind {
                let own = one.string("type").filter(|own| !own.is_empty());
                if let Some(identifier) = one.string("identifier") {
                    by_identifier.entry(identifier).or_insert(all.len());
                }
                all.push(Attachment {
                    folder,
                    md5: one.string("md5").unwrap_or_default(),
                    types: own.into_iter().chain(types.iter().map(|one| (*one).to_owned())).collect(),
                    order: (usize::MAX, all.len()),
                });
            }
        }
        Self { names, folder, all, by_identifier, referred: 0, valence: None }
    }

    /// The text names this one now.
    pub fn refer(&mut self, identifier: &str) {
        let one = self.by_identifier.get(identifier).and_then(|at| self.all.get_mut(*at));
        if let Some(one) = one.filter(|one| one.order.0 == usize::MAX) {
            one.order.0 = self.referred;
            self.referred += 1;
        }
    }

    pub fn attach(mut self, part: &mut Part, name: &str, reading: &mut Reading) -> Result<(), Refused> {
        self.all.sort_by_key(|one| one.order);
        for one in self.all {
            let path = |kind: &String| format!("{}/{}.{kind}", one.folder, one.md5);
            let found = one.types.iter().find_map(|kind| self.names.at(self.folder, &path(kind)));
            match (found, one.folder) {
                (Some(found), "photos" | "audios") => reading.attach(part, found, "")?,
                (Some(found), _) => {
                    reading.mark_used(found);
                    reading.problem(ProblemKind::UnsupportedFile, &format!("{name}: {}", found.name))?;
                }
                (None, _) => {
                    let path = one.types.first().map(path).unwrap_or_default();
                    reading.problem(ProblemKind::MissingFile, &format!("{name}: {path}"))?;
                }
            }
        }
        Ok(())
    }
}
