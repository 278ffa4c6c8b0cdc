//! What islands ask of the browser.

/// A toast for eyes and ears (frontend-react/src/events.ts).
#[derive(Clone, Debug, Default)]
pub struct Toast {
    pub title: String,
    pub description: Option<String>,
    pub is_error: bool,
}

#[cfg(feature = "hydrate")]
mod real {
    use super::Toast;
    use js_sys::{Object, Reflect};
    use wasm_bindgen::{JsCast, JsValue};
    use web_sys::{Clipboard, CustomEvent, CustomEventInit};

    pub fn object(fields: &[(&str, &str)]) -> Object {
        let object = Object::new();
        for (name, value) in fields {
            drop(Reflect::set(&object, &JsValue::from_str(name), &JsValue::from_str(value)));
        }
        object
    }

    /// Sends the event `name` on `window`.
    pub fn send(name: &str, detail: &[(&str, &str)]) {
        let init = CustomEventInit::new();
        init.set_detail(&object(detail));
        if let Ok(event) = CustomEvent::new_with_event_init_dict(name, &init) {
            drop(leptos::prelude::window().dispatch_event(&event));
        }
    }

    pub fn toast(toast: &Toast) {
        let kind = if toast.is_error { "error" } else { "ok" };
        let title = [("title", toast.title.as_str()), ("kind", kind)];
        let description = toast.description.as_deref().map(|text| ("description", text));
        send("app:toast", &title.into_iter().chain(description).collect::<Vec<_>>());
    }

    /// Puts `text` on the clipboard; false where the browser does not let us.
    pub async fn copy(text: &str) -> bool {
        // Absent on plain http.
        let clipboard = Reflect::get(&leptos::prelude::window().navigator(), &JsValue::from_str("clipboard"));
        let Some(clipboard) = clipboard.ok().and_then(|found| found.dyn_into::<Clipboard>().ok()) else { return false };
        wasm_bindgen_futures::JsFuture::from(clipboard.write_text(text)).await.is_ok()
    }
}

/// On the server nobody presses a button.
#[cfg(not(feature = "hydrate"))]
mod real {
    use super::Toast;

    pub fn toast(_toast: &Toast) {}

    pub fn copy(_text: &str) -> impl Future<Output = bool> {
        std::future::ready(false)
    }
}

pub use real::*;
