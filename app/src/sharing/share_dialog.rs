//! The owner's dialog for an entry's secret link.

use super::link_state::{Busy, LinkState};
use crate::{
    components::{Icon, icon},
    texts::Texts,
};
use domain::{EntryId, ShareOptions};
use leptos::{ev::MouseEvent, html, prelude::*};

/// `options` are those of the link, else the defaults for a new one. `texts`: everything below `share`, `entry.share`
/// and `app.close`.
#[island]
pub fn ShareDialog(
    id: EntryId,
    origin: String,
    token: Option<String>,
    options: ShareOptions,
    texts: Texts,
) -> impl IntoView {
    let (label, close) = (texts.get("entry.share"), texts.get("app.close"));
    let state = LinkState::new(id, origin, token, options, texts);
    let dialog = NodeRef::<html::Dialog>::new();
    // Until the module has started, nothing inside would answer.
    let is_ready = RwSignal::new(false);
    Effect::new(move |_| is_ready.set(true));
    let open = move |event: MouseEvent| {
        event.prevent_default();
        if let Some(dialog) = dialog.get_untracked()
            && !dialog.open()
        {
            drop(dialog.show_modal());
        }
    };
    view! {
        // `command` opens the dialog where the browser knows it, even before the module has started.
        <button
            type="button"
            class="button"
            command="show-modal"
            commandfor="share"
            aria-haspopup="dialog"
            on:click=open
        >
            <Icon of=icon::SHARE />
            {label}
        </button>
        <dialog class="dialog" id="share" aria-labelledby="share-title" closedby="any" node_ref=dialog>
            <div class="dialog-head">
                <h2 id="share-title">{state.text("title")}</h2>
                <form method="dialog">
                    <button class="icon-button" aria-label=close>
                        <Icon of=icon::X />
                    </button>
                </form>
            </div>
            <fieldset class="dialog-body" disabled=move || !is_ready.get()>
                <p class="share-intro">{state.text("intro")}</p>
                <Parts state />
                <Show when=move || state.is_shared() fallback=move || view! { <CreateButton state /> }>
                    <Link state />
                </Show>
            </fieldset>
        </dialog>
    }
}

/// One box per part. The recording has none yet; its option keeps its value.
#[component]
fn Parts(state: LinkState) -> impl IntoView {
    type Part = (&'static str, fn(&mut ShareOptions) -> &mut bool);
    let parts: [Part; 6] = [
        ("images", |options| &mut options.images),
        ("all_images", |options| &mut options.all_images),
        ("summary", |options| &mut options.summary),
        ("details", |options| &mut options.details),
        ("mood", |options| &mut options.mood),
        ("original_text", |options| &mut options.original_text),
    ];
    let boxes = parts.map(|(name, option)| {
        view! {
            <label class="check">
                <input
                    type="checkbox"
                    checked=*option(&mut state.edited.get_untracked())
                    prop:checked=move || *option(&mut state.edited.get())
                    on:change=move |event| {
                        state.edited.update(|options| *option(options) = event_target_checked(&event));
                    }
                />
                {state.text(name)}
            </label>
        }
    });
    view! {
        <fieldset>
            <legend class="field-label">{state.text("options")}</legend>
            <div class="share-options">{boxes.collect_view()}</div>
        </fieldset>
    }
}

#[component]
fn CreateButton(state: LinkState) -> impl IntoView {
    let label = move || state.text(if state.is_busy(Busy::Creating) { "creating" } else { "create" });
    view! {
        <button
            type="button"
            class="button button-main button-wide"
            aria-disabled=move || state.is_busy(Busy::Creating).to_string()
            node_ref=state.create_button
            on:click=move |_| state.create()
        >
            <Icon of=icon::LINK />
            {label}
        </button>
    }
}

#[component]
fn Link(state: LinkState) -> impl IntoView {
    view! {
        <Show when=move || state.is_changed()>
            <button
                type="button"
                class="button button-main button-wide"
                aria-disabled=move || state.is_busy(Busy::Saving).to_string()
                on:click=move |_| state.save()
            >
                {state.text("save")}
            </button>
        </Show>
        <div class="field">
            <label class="field-label" for="share-link">
                {state.text("link")}
            </label>
            <input
                class="input share-link"
                id="share-link"
                type="text"
                readonly
                value=untrack(move || state.link())
                prop:value=move || state.link()
                node_ref=state.field
            />
        </div>
        <div class="row share-actions">
            <button type="button" class="button" on:click=move |_| state.copy()>
                <Icon of=icon::COPY />
                {state.text("copy")}
            </button>
            <button
                type="button"
                class="button button-danger"
                aria-disabled=move || state.is_busy(Busy::Removing).to_string()
                on:click=move |_| state.remove()
            >
                <Icon of=icon::UNLINK />
                {state.text("deactivate")}
            </button>
        </div>
    }
}
