//! What the share dialog knows about the link, and what its buttons do.

use super::calls::{create_link, remove_link, save_options};
use crate::{
    browser::{self, Toast},
    error::CallError,
    texts::Texts,
};
use domain::{EntryId, ShareOptions};
use leptos::{html, prelude::*, task::spawn_local};

/// What the dialog is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Busy {
    Creating,
    Saving,
    Removing,
}

#[derive(Clone, Copy, Debug)]
pub struct LinkState {
    id: EntryId,
    origin: StoredValue<String>,
    texts: StoredValue<Texts>,
    token: RwSignal<Option<String>>,
    saved: RwSignal<ShareOptions>,
    pub edited: RwSignal<ShareOptions>,
    busy: RwSignal<Option<Busy>>,
    pub field: NodeRef<html::Input>,
    pub create_button: NodeRef<html::Button>,
}

impl LinkState {
    pub fn new(id: EntryId, origin: String, token: Option<String>, options: ShareOptions, texts: Texts) -> Self {
        Self {
            id,
            origin: StoredValue::new(origin),
            texts: StoredValue::new(texts),
            token: RwSignal::new(token),
            saved: RwSignal::new(options),
            edited: RwSignal::new(options),
            busy: RwSignal::new(None),
            field: NodeRef::new(),
            create_button: NodeRef::new(),
        }
    }

    /// By its name below `share`.
    pub fn text(self, name: &str) -> String {
        self.texts.with_value(|texts| texts.get(&format!("share.{name}")))
    }

    pub fn is_shared(self) -> bool {
        self.token.with(Option::is_some)
    }

    pub fn is_changed(self) -> bool {
        self.edited.get() != self.saved.get()
    }

    pub fn is_busy(self, what: Busy) -> bool {
        self.busy.get() == Some(what)
    }

    /// The link, empty while there is none.
    pub fn link(self) -> String {
        let link = |token: &String| self.origin.with_value(|origin| format!("{origin}/shared/{token}"));
        self.token.with(|token| token.as_ref().map(link)).unwrap_or_default()
    }

    pub fn create(self) {
        self.wait_for(Busy::Creating, async move {
            let options = self.edited.get_untracked();
            match create_link(self.id, options).await {
                Ok(token) => {
                    self.saved.set(options);
                    self.token.set(Some(token));
                    self.say("created");
                    self.mark_link();
                }
                Err(error) => self.complain("create_failed", Some(error)),
            }
        });
    }

    pub fn save(self) {
        self.wait_for(Busy::Saving, async move {
            let options = self.edited.get_untracked();
            match save_options(self.id, options).await {
                Ok(()) => {
                    self.saved.set(options);
                    self.say("saved");
                    self.mark_link();
                }
                Err(error) => self.complain("save_failed", Some(error)),
            }
        });
    }

    pub fn remove(self) {
        self.wait_for(Busy::Removing, async move {
            match remove_link(self.id).await {
                Ok(()) => {
                    self.token.set(None);
                    self.say("deactivated");
                    request_animation_frame(move || {
                        if let Some(button) = self.create_button.get_untracked() {
                            drop(button.focus());
                        }
                    });
                }
                Err(error) => self.complain("deactivate_failed", Some(error)),
            }
        });
    }

    pub fn copy(self) {
        spawn_local(async move {
            if browser::copy(&untrack(move || self.link())).await {
                self.say("copied");
            } else {
                // What we cannot copy is at least marked for the person to copy.
                self.mark_link();
                self.complain("copy_failed", None);
            }
        });
    }

    /// One thing at a time.
    fn wait_for(self, what: Busy, work: impl Future<Output = ()> + 'static) {
        if self.busy.get_untracked().is_some() {
            return;
        }
        self.busy.set(Some(what));
        spawn_local(async move {
            work.await;
            self.busy.set(None);
        });
    }

    /// The focus goes to the link: the button that had it may be gone after the view has followed.
    fn mark_link(self) {
        request_animation_frame(move || {
            if let Some(field) = self.field.get_untracked() {
                drop(field.focus());
                field.select();
            }
        });
    }

    fn say(self, name: &str) {
        browser::toast(&Toast { title: self.text(name), ..Toast::default() });
    }

    /// With the server's message, else our own.
    fn complain(self, name: &str, error: Option<CallError>) {
        let message = error.map(|error| error.message).filter(|message| !message.is_empty());
        browser::toast(&Toast {
            title: self.text("failed_title"),
            description: Some(message.unwrap_or_else(|| self.text(name))),
            is_error: true,
        });
    }
}
