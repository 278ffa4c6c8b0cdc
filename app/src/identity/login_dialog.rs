//! The dialog with which people sign in or register.

use leptos::prelude::*;

#[island]
pub fn LoginDialog(title: String) -> impl IntoView {
    let (count, set_count) = signal(0);
    view! { <button on:click=move |_| set_count.update(|n| *n += 1)>{title} {count}</button> }
}
