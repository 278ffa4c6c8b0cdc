//! Random calls of several people beside a small model: who reads what, what lies in the bin, which links open.

use crate::world::{
    World,
    diary::{code, pro, writing},
    friendships::id,
};
use backend::{
    Viewer,
    entries::{self, Restoring, create, open, update},
    feed,
    friends::{self, blocks},
    search, sharing,
};
use chrono::{NaiveDate, TimeDelta};
use domain::{EntryForm, EntryId, FeedFilters, Language, SearchForm, ShareOptions, Visibility};
use proptest::{
    prelude::{Just, Strategy, prop_oneof},
    strategy::ValueTree,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use std::collections::{BTreeSet, HashMap};

const PEOPLE: usize = 4;
/// Calls of a run, unless `MODEL_CALLS` has another number. Such a run is another one each time.
const CALLS: usize = 160;
/// Everything is compared after so many calls.
const LOOK: usize = 10;

/// `who` and `whom` number people, `entry` all entries there ever were.
#[derive(Clone, Copy, Debug)]
enum Call {
    Write { who: usize, visibility: Visibility },
    Edit { who: usize, entry: usize, visibility: Visibility, is_stale: bool },
    Delete { who: usize, entry: usize },
    Restore { who: usize, entry: usize },
    EmptyBin { who: usize },
    Share { who: usize, entry: usize },
    Unshare { who: usize, entry: usize },
    Befriend { who: usize, whom: usize },
    Part { who: usize, whom: usize },
    Block { who: usize, whom: usize },
    Unblock { who: usize, whom: usize },
    Hours(i64),
}

fn calls(number: usize) -> impl Strategy<Value = Vec<Call>> {
    let visibility = || prop_oneof![Just(Visibility::Private), Just(Visibility::Friends), Just(Visibility::Public)];
    let of_entry = || (0..PEOPLE, 0..1000_usize);
    let pair = || (0..PEOPLE, 1..PEOPLE).prop_map(|(who, further)| (who, (who + further) % PEOPLE));
    let one = prop_oneof![
        8 => (0..PEOPLE, visibility()).prop_map(|(who, visibility)| Call::Write { who, visibility }),
        8 => (of_entry(), visibility(), proptest::bool::weighted(0.2))
            .prop_map(|((who, entry), visibility, is_stale)| Call::Edit { who, entry, visibility, is_stale }),
        4 => of_entry().prop_map(|(who, entry)| Call::Delete { who, entry }),
        3 => of_entry().prop_map(|(who, entry)| Call::Restore { who, entry }),
        1 => (0..PEOPLE).prop_map(|who| Call::EmptyBin { who }),
        4 => of_entry().prop_map(|(who, entry)| Call::Share { who, entry }),
        2 => of_entry().prop_map(|(who, entry)| Call::Unshare { who, entry }),
        4 => pair().prop_map(|(who, whom)| Call::Befriend { who, whom }),
        1 => pair().prop_map(|(who, whom)| Call::Part { who, whom }),
        2 => pair().prop_map(|(who, whom)| Call::Block { who, whom }),
        2 => pair().prop_map(|(who, whom)| Call::Unblock { who, whom }),
        4 => (1..30_i64).prop_map(Call::Hours),
    ];
    proptest::collection::vec(one, number)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Diary,
    Bin,
    Gone,
}

/// An entry as the model has it.
#[derive(Debug)]
struct Known {
    id: EntryId,
    owner: usize,
    date: NaiveDate,
    place: Place,
    visibility: Visibility,
    text: String,
    version: i64,
    link: Option<String>,
}

#[derive(Default)]
struct Model {
    entries: Vec<Known>,
    /// Both directions of each friendship.
    friends: BTreeSet<(usize, usize)>,
    /// Who has blocked whom.
    blocks: BTreeSet<(usize, usize)>,
    /// Every link there ever was, and its entry.
    links: HashMap<String, usize>,
}

impl Model {
    fn is_blocked(&self, one: usize, other: usize) -> bool {
        self.blocks.contains(&(one, other)) || self.blocks.contains(&(other, one))
    }

    /// Who reads an entry of the diary.
    fn may_read(&self, reader: usize, entry: &Known) -> bool {
        let owner = entry.owner;
        reader == owner
            || !self.is_blocked(reader, owner)
                && match entry.visibility {
                    Visibility::Private => false,
                    Visibility::Friends => self.friends.contains(&(reader, owner)),
                    Visibility::Public => true,
                }
    }

    fn is_taken(&self, owner: usize, date: NaiveDate) -> bool {
        self.entries.iter().any(|e| e.owner == owner && e.date == date && e.place == Place::Diary)
    }

    /// The code that a call about an entry of the diary gets from `who`.
    fn expected(&self, who: usize, entry: usize) -> &'static str {
        match &self.entries[entry] {
            Known { place: Place::Bin | Place::Gone, .. } => "entry_not_found",
            Known { owner, .. } if *owner != who => "access_denied",
            Known { .. } => "ok",
        }
    }

    fn ids(&self, is_in: impl Fn(&Known) -> bool) -> BTreeSet<EntryId> {
        self.entries.iter().filter(|entry| is_in(entry)).map(|entry| entry.id).collect()
    }
}

struct Run<'w> {
    w: &'w World,
    people: Vec<Viewer>,
    model: Model,
    words: usize,
}

impl Run<'_> {
    /// A text that no other entry has.
    fn text(&mut self) -> String {
        self.words += 1;
        format!("wort{}", self.words)
    }

    async fn does(&mut self, call: Call) {
        let backend = &self.w.backend.clone();
        match call {
            Call::Write { who, visibility } => {
                let viewer = &self.people[who].clone();
                let date = viewer.account().unwrap().today(&backend.clock);
                let text = self.text();
                let made = create(backend, viewer, shown(&text, visibility), vec![]).await;
                if self.model.is_taken(who, date) {
                    return assert_eq!(code(made), "entry_exists");
                }
                let made = made.unwrap();
                assert_eq!(made.date, date);
                let (id, version) = (made.id, made.version.unwrap());
                self.model.entries.push(Known {
                    id,
                    owner: who,
                    date,
                    place: Place::Diary,
                    visibility,
                    text,
                    version,
                    link: None,
                });
            }
            Call::Edit { who, entry, visibility, is_stale } => {
                let Some(entry) = self.entry(entry) else { return };
                let text = self.text();
                let known = &self.model.entries[entry];
                let expected = match self.model.expected(who, entry) {
                    "ok" if is_stale => "stale",
                    expected => expected,
                };
                let version = known.version + i64::from(is_stale);
                let form = EntryForm { version: Some(version), ..shown(&text, visibility) };
                let changed = update(backend, &self.people[who], known.id, form, vec![]).await;
                if expected != "ok" {
                    return assert_eq!(code(changed), expected);
                }
                let changed = changed.unwrap();
                let versions = entries::versions(backend, &self.people[who], known.id, None, 50).await.unwrap().items;
                assert!(versions.iter().any(|version| version.texts.text == known.text), "{} is lost", known.text);
                let known = &mut self.model.entries[entry];
                (known.text, known.visibility, known.version) = (text, visibility, changed.version.unwrap());
            }
            Call::Delete { who, entry } => {
                let Some(entry) = self.entry(entry) else { return };
                let done = entries::delete(backend, &self.people[who], self.model.entries[entry].id).await;
                let expected = self.model.expected(who, entry);
                assert_eq!(code(done), expected);
                if expected == "ok" {
                    let known = &mut self.model.entries[entry];
                    (known.place, known.link) = (Place::Bin, None);
                }
            }
            Call::Restore { who, entry } => {
                let Some(entry) = self.entry(entry) else { return };
                let known = &self.model.entries[entry];
                let expected = match known.place {
                    Place::Bin if known.owner != who => "entry_not_found",
                    Place::Bin if self.model.is_taken(who, known.date) => "entry_exists",
                    Place::Bin => "ok",
                    Place::Diary | Place::Gone => self.model.expected(who, entry),
                };
                let restored = entries::restore(backend, &self.people[who], known.id, Restoring::default()).await;
                if expected != "ok" {
                    return assert_eq!(code(restored), expected);
                }
                let known = &mut self.model.entries[entry];
                (known.place, known.version) = (Place::Diary, restored.unwrap().version.unwrap());
            }
            Call::EmptyBin { who } => {
                entries::empty_bin(backend, &self.people[who]).await.unwrap();
                for known in self.model.entries.iter_mut().filter(|e| e.owner == who && e.place == Place::Bin) {
                    known.place = Place::Gone;
                }
            }
            Call::Share { who, entry } => {
                let Some(entry) = self.entry(entry) else { return };
                let options = ShareOptions { original_text: true, ..ShareOptions::default() };
                let shared = sharing::create(backend, &self.people[who], self.model.entries[entry].id, options).await;
                let expected = self.model.expected(who, entry);
                if expected != "ok" {
                    return assert_eq!(code(shared), expected);
                }
                let token = shared.unwrap();
                let known = &mut self.model.entries[entry];
                assert!(known.link.as_ref().is_none_or(|link| *link == token), "a link keeps its address");
                known.link = Some(token.clone());
                self.model.links.insert(token, entry);
            }
            Call::Unshare { who, entry } => {
                let Some(entry) = self.entry(entry) else { return };
                let done = sharing::remove(backend, &self.people[who], self.model.entries[entry].id, None).await;
                let expected = self.model.expected(who, entry);
                assert_eq!(code(done), expected);
                if expected == "ok" {
                    self.model.entries[entry].link = None;
                }
            }
            Call::Befriend { who, whom } => {
                let sent = self.w.ask(&self.people[who], &self.people[whom]).await;
                if self.model.is_blocked(who, whom) {
                    return assert_eq!(code(sent), "user_not_found");
                }
                if self.model.friends.contains(&(who, whom)) {
                    return assert_eq!(code(sent), "already_friends");
                }
                friends::accept(backend, &self.people[whom], sent.unwrap().request.id).await.unwrap();
                self.model.friends.extend([(who, whom), (whom, who)]);
            }
            Call::Part { who, whom } => {
                drop(friends::remove_friend(backend, &self.people[who], id(&self.people[whom])).await);
                self.are_no_friends(who, whom);
            }
            Call::Block { who, whom } => {
                let done = blocks::block(backend, &self.people[who], id(&self.people[whom])).await;
                // Whoever is blocked is told of nobody, and blocks all the same.
                assert!(["ok", "user_not_found"].contains(&code(done)));
                self.are_no_friends(who, whom);
                self.model.blocks.insert((who, whom));
            }
            Call::Unblock { who, whom } => {
                blocks::unblock(backend, &self.people[who], id(&self.people[whom])).await.unwrap();
                self.model.blocks.remove(&(who, whom));
            }
            Call::Hours(hours) => self.w.later(TimeDelta::hours(hours)),
        }
    }

    fn entry(&self, number: usize) -> Option<usize> {
        number.checked_rem(self.model.entries.len())
    }

    fn are_no_friends(&mut self, one: usize, other: usize) {
        self.model.friends.remove(&(one, other));
        self.model.friends.remove(&(other, one));
    }

    /// Everything is as the model has it, for everybody.
    async fn holds(&self) {
        let (backend, model) = (&self.w.backend, &self.model);
        for (reader, viewer) in self.people.iter().enumerate() {
            for entry in &model.entries {
                let opened = open(backend, viewer, entry.id).await;
                if entry.place != Place::Diary {
                    assert_eq!(code(opened), "entry_not_found", "{entry:?}");
                } else if model.may_read(reader, entry) {
                    let opened = opened.unwrap();
                    assert_eq!(
                        (&opened.text, opened.visibility),
                        (&entry.text, entry.visibility),
                        "{reader}: {entry:?}"
                    );
                } else {
                    assert_eq!(code(opened), "access_denied", "{reader}: {entry:?}");
                }
            }
            let in_diary = |entry: &Known| entry.place == Place::Diary;
            let readable = model.ids(|entry| in_diary(entry) && model.may_read(reader, entry));
            assert_eq!(self.feed(viewer).await, readable, "the feed of {reader}");
            let bin = entries::bin(backend, viewer, None, 50).await.unwrap().items;
            let binned = model.ids(|entry| entry.owner == reader && entry.place == Place::Bin);
            assert_eq!(
                bin.iter().map(|binned| binned.entry.id).collect::<BTreeSet<_>>(),
                binned,
                "the bin of {reader}"
            );
            if let Some(entry) = model.entries.iter().rfind(|entry| in_diary(entry)) {
                let form = SearchForm { q: Some(entry.text.clone()), ..SearchForm::default() };
                let found = search::find(backend, viewer, &form).await.unwrap().items;
                let found: Vec<_> = found.iter().map(|hit| hit.id).collect();
                assert_eq!(found, if entry.owner == reader { vec![entry.id] } else { vec![] }, "{entry:?}");
            }
        }
        for (token, entry) in &model.links {
            let entry = &model.entries[*entry];
            let opened = sharing::open(backend, &Viewer::Guest, token, "192.0.2.1", Language::De).await;
            if entry.link.as_ref() == Some(token) {
                assert_eq!(opened.unwrap().entry.text.as_deref(), Some(entry.text.as_str()));
            } else {
                assert_eq!(code(opened), "link_not_found", "{entry:?}");
            }
        }
    }

    async fn feed(&self, viewer: &Viewer) -> BTreeSet<EntryId> {
        let (all, mut ids, mut before) =
            (FeedFilters { own: true, friends: true, public: true }, BTreeSet::new(), None);
        loop {
            let page = feed::page(&self.w.backend, viewer, all, before.as_deref(), 50).await.unwrap();
            ids.extend(page.items.iter().map(|entry| entry.id));
            before = page.next;
            if before.is_none() {
                return ids;
            }
        }
    }
}

fn shown(text: &str, visibility: Visibility) -> EntryForm {
    EntryForm { visibility: Some(visibility), ..writing(text) }
}

story!(random_calls_of_several_people_do_what_a_small_model_does, |w| async move {
    let longer = std::env::var("MODEL_CALLS").ok().map(|calls| calls.parse::<usize>().unwrap());
    let rng = match longer {
        None => TestRng::deterministic_rng(RngAlgorithm::ChaCha),
        Some(_) => TestRng::from_seed(RngAlgorithm::ChaCha, &[*uuid::Uuid::new_v4().as_bytes(); 2].concat()),
    };
    let calls = calls(longer.unwrap_or(CALLS)).new_tree(&mut TestRunner::new_with_rng(Config::default(), rng));
    let calls = calls.unwrap().current();
    let mut people = Vec::new();
    for n in 0..PEOPLE {
        people.push(pro(&w.person(&format!("person{n}")).await));
    }
    let mut run = Run { w: &w, people, model: Model::default(), words: 0 };
    for (n, call) in calls.into_iter().enumerate() {
        // Shown when it fails.
        eprintln!("{n} {call:?}");
        run.does(call).await;
        if n % LOOK == LOOK - 1 {
            run.holds().await;
        }
    }
    assert!(run.model.links.len() > 3 && run.model.entries.iter().any(|entry| entry.place == Place::Gone));
});
