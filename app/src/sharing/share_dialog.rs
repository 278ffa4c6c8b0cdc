//! The owner's dialog for an entry's secret link.

use super::{
    ShareTexts,
    calls::{create_link, remove_link, save_options},
};
use crate::{
    browser::{self, Toast},
    components::{Icon, icon},
    error::CallError,
};
use domain::{EntryId, ShareOptions};
use leptos::{html, prelude::*, task::spawn_local};

/// What the dialog is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Busy {
    Creating,
    Saving,
    Removing,
}

/// `options` are those of the link, else the defaults for a new one.
#[island]
pub fn ShareDialog(
    id: EntryId,
    origin: String,
    token: Option<String>,
    options: ShareOptions,
    texts: ShareTexts,
) -> impl IntoView {
    let texts = StoredValue::new(texts);
    let text = move |pick: fn(&ShareTexts) -> &String| texts.with_value(|texts| pick(texts).clone());
    let dialog = NodeRef::<html::Dialog>::new();
    let field = NodeRef::<html::Input>::new();
    let create_button = NodeRef::<html::Button>::new();
    let link = RwSignal::new(token.map(|token| format!("{origin}/shared/{token}")));
    let saved = RwSignal::new(options);
    let edited = RwSignal::new(options);
    let busy = RwSignal::new(None::<Busy>);
    // Until the module has started, nothing in the dialog would answer.
    let ready = RwSignal::new(false);
    Effect::new(move |_| ready.set(true));

    let say = move |title: fn(&ShareTexts) -> &String| {
        browser::toast(&Toast { title: text(title), ..Toast::default() });
    };
    let complain = move |otherwise: fn(&ShareTexts) -> &String, error: Option<CallError>| {
        let message = error.map(|error| error.message).filter(|message| !message.is_empty());
        browser::toast(&Toast {
            title: text(|texts| &texts.failed),
            description: Some(message.unwrap_or_else(|| text(otherwise))),
            is_error: true,
        });
    };
    let begin = move |what| {
        let is_free = busy.get_untracked().is_none();
        if is_free {
            busy.set(Some(what));
        }
        is_free
    };

    let create = {
        let origin = origin.clone();
        move |_| {
            if !begin(Busy::Creating) {
                return;
            }
            let origin = origin.clone();
            spawn_local(async move {
                let options = edited.get_untracked();
                match create_link(id, options).await {
                    Ok(token) => {
                        saved.set(options);
                        link.set(Some(format!("{origin}/shared/{token}")));
                        say(|texts| &texts.created);
                        focus_later(move || select(field));
                    }
                    Err(error) => complain(|texts| &texts.create_failed, Some(error)),
                }
                busy.set(None);
            });
        }
    };
    let save = move |_| {
        if !begin(Busy::Saving) {
            return;
        }
        spawn_local(async move {
            let options = edited.get_untracked();
            match save_options(id, options).await {
                Ok(()) => {
                    saved.set(options);
                    say(|texts| &texts.saved);
                    focus_later(move || select(field));
                }
                Err(error) => complain(|texts| &texts.save_failed, Some(error)),
            }
            busy.set(None);
        });
    };
    let remove = move |_| {
        if !begin(Busy::Removing) {
            return;
        }
        spawn_local(async move {
            match remove_link(id).await {
                Ok(()) => {
                    link.set(None);
                    say(|texts| &texts.deactivated);
                    focus_later(move || {
                        if let Some(button) = create_button.get_untracked() {
                            let _ = button.focus();
                        }
                    });
                }
                Err(error) => complain(|texts| &texts.deactivate_failed, Some(error)),
            }
            busy.set(None);
        });
    };
    let copy = move |_| {
        spawn_local(async move {
            if browser::copy(&link.get_untracked().unwrap_or_default()).await {
                say(|texts| &texts.copied);
            } else {
                // What cannot be copied for people is at least marked for them to copy.
                select(field);
                complain(|texts| &texts.copy_failed, None);
            }
        });
    };

    let is_busy = move |what| (busy.get() == Some(what)).to_string();
    view! {
        // `command` opens the dialog where the browser knows it, even before this island has started.
        <button
            type="button"
            class="button"
            command="show-modal"
            commandfor="share"
            aria-haspopup="dialog"
            on:click=move |_| {
                if let Some(dialog) = dialog.get_untracked() && !dialog.open() {
                    let _ = dialog.show_modal();
                }
            }
        >
            <Icon of=icon::SHARE />
            {text(|texts| &texts.button)}
        </button>
        <dialog class="dialog share" id="share" aria-labelledby="share-title" closedby="any" node_ref=dialog>
            <div class="dialog-head">
                <h2 id="share-title">
                    {text(|texts| &texts.title)}
                </h2>
                <form method="dialog">
                    <button class="icon-button" aria-label=text(|texts| &texts.close)>
                        <Icon of=icon::X />
                    </button>
                </form>
            </div>
            <div class="dialog-body">
            <p class="share-intro">{text(|texts| &texts.intro)}</p>
            <fieldset class="share-options" disabled=move || !ready.get()>
                <legend class="field-label">{text(|texts| &texts.options)}</legend>
                <Parts edited texts />
            </fieldset>
            <Show
                when=move || link.with(Option::is_some)
                fallback={
                    let create = create.clone();
                    move || {
                        view! {
                            <button
                                type="button"
                                class="button button-main button-wide"
                                disabled=move || !ready.get()
                                aria-disabled=move || is_busy(Busy::Creating)
                                node_ref=create_button
                                on:click=create.clone()
                            >
                                <Icon of=icon::LINK />
                                {move || {
                                    text(
                                        if busy.get() == Some(Busy::Creating) {
                                            |texts| &texts.creating
                                        } else {
                                            |texts| &texts.create
                                        },
                                    )
                                }}
                            </button>
                        }
                    }
                }
            >
                <Show when=move || edited.get() != saved.get()>
                    <button
                        type="button"
                        class="button button-main button-wide"
                        aria-disabled=move || is_busy(Busy::Saving)
                        on:click=save
                    >
                        {text(|texts| &texts.save)}
                    </button>
                </Show>
                <div class="field">
                    <label class="field-label" for="share-link">
                        {text(|texts| &texts.link)}
                    </label>
                    <input
                        class="input share-link"
                        id="share-link"
                        type="text"
                        readonly
                        prop:value=move || link.get().unwrap_or_default()
                        value=link.get_untracked().unwrap_or_default()
                        node_ref=field
                        on:focus=move |_| select(field)
                    />
                </div>
                <div class="row share-actions">
                    <button type="button" class="button" disabled=move || !ready.get() on:click=copy>
                        <Icon of=icon::COPY />
                        {text(|texts| &texts.copy)}
                    </button>
                    <button
                        type="button"
                        class="button button-danger"
                        disabled=move || !ready.get()
                        aria-disabled=move || is_busy(Busy::Removing)
                        on:click=remove
                    >
                        <Icon of=icon::UNLINK />
                        {text(|texts| &texts.deactivate)}
                    </button>
                </div>
            </Show>
            </div>
        </dialog>
    }
}

/// One box per part. The recording has none yet; its option keeps its value.
#[component]
fn Parts(edited: RwSignal<ShareOptions>, texts: StoredValue<ShareTexts>) -> impl IntoView {
    type Part = (fn(&ShareTexts) -> &String, fn(&mut ShareOptions) -> &mut bool);
    let parts: [Part; 6] = [
        (|texts| &texts.images, |options| &mut options.images),
        (|texts| &texts.all_images, |options| &mut options.all_images),
        (|texts| &texts.summary, |options| &mut options.summary),
        (|texts| &texts.details, |options| &mut options.details),
        (|texts| &texts.mood, |options| &mut options.mood),
        (|texts| &texts.original_text, |options| &mut options.original_text),
    ];
    parts
        .map(|(text, option)| {
            view! {
                <label class="check">
                    <input
                        type="checkbox"
                        checked=*option(&mut edited.get_untracked())
                        prop:checked=move || *option(&mut edited.get())
                        on:change=move |event| {
                            edited.update(|options| *option(options) = event_target_checked(&event));
                        }
                    />
                    {texts.with_value(|texts| text(texts).clone())}
                </label>
            }
        })
        .collect_view()
}

/// After the view has followed the signals.
fn focus_later(focus: impl FnOnce() + 'static) {
    request_animation_frame(focus);
}

fn select(field: NodeRef<html::Input>) {
    if let Some(field) = field.get_untracked() {
        let _ = field.focus();
        field.select();
    }
}
