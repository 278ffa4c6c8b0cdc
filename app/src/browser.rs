//! What islands ask of the browser. On the server these do nothing: they only run in answer to a person.

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

    /// Shows `toast` through the page's script.
    pub fn toast(toast: &Toast) {
        let detail = Object::new();
        let set = |name: &str, value: &str| Reflect::set(&detail, &name.into(), &value.into());
        // Setting a property of a plain object cannot fail.
        let _ = set("title", &toast.title);
        if let Some(text) = &toast.description {
            let _ = set("description", text);
        }
        let _ = set("kind", if toast.is_error { "error" } else { "ok" });
        let init = web_sys::CustomEventInit::new();
        init.set_detail(&detail);
        if let (Some(window), Ok(event)) =
            (web_sys::window(), web_sys::CustomEvent::new_with_event_init_dict("app:toast", &init))
        {
            let _ = window.dispatch_event(&event);
        }
    }

    /// Puts `text` on the clipboard; false where the browser does not let us.
    pub async fn copy(text: &str) -> bool {
        let Some(window) = web_sys::window() else { return false };
        let navigator = window.navigator();
        // Absent on plain http.
        let clipboard = Reflect::get(&navigator, &"clipboard".into()).unwrap_or(JsValue::UNDEFINED);
        let Ok(clipboard) = clipboard.dyn_into::<web_sys::Clipboard>() else { return false };
        wasm_bindgen_futures::JsFuture::from(clipboard.write_text(text)).await.is_ok()
    }
}

#[cfg(not(feature = "hydrate"))]
mod real {
    use super::Toast;

    pub fn toast(_toast: &Toast) {}

    pub async fn copy(_text: &str) -> bool {
        false
    }
}

pub use real::{copy, toast};
