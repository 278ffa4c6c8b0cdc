//! The description of all calls (`docs/openapi.json`). Handlers describe their own call; this file adds what all calls
//! share.

mod page;

pub use page::routes;

use crate::http::{AppState, Paged, answer::Refused};
use backend::identity::google::Mode;
use domain::{OnlyOwn, SearchHit};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use utoipa::{
    IntoResponses, OpenApi, ToSchema,
    openapi::{self, PathItem, Ref, RefOr, Response},
};
use utoipa_axum::router::UtoipaMethodRouter;

type Calls = UtoipaMethodRouter<AppState>;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Tagesecho",
        description = "The calls of a private diary. Pages and what their forms send are not described."
    ),
    components(schemas(Mode, OnlyOwn, Refused, SearchHit)),
    security(("bearer" = []), ("cookie" = [])),
)]
struct Common;

/// Calls of one address, with the module of their handlers as their tag.
pub fn of_module(module: &str, (schemas, mut paths, router): Calls) -> Calls {
    for PathItem { get, put, post, delete, patch, .. } in paths.paths.values_mut() {
        for call in [get, put, post, delete, patch].into_iter().flatten() {
            call.tags = Some(vec![module.to_owned()]);
        }
    }
    (schemas, paths, router)
}

/// The description of `calls`, as it is checked in.
pub fn description(calls: openapi::OpenApi) -> String {
    let mut api = json!(Common::openapi().merge_from(calls));
    api["components"]["responses"] =
        COMMON.iter().chain(NAMED).map(|(name, _, text)| ((*name).to_owned(), refusal(text))).collect();
    api["components"]["securitySchemes"] = json!({
        "bearer": { "type": "http", "scheme": "bearer", "description": "An ID token of the identity provider." },
        "cookie": { "type": "apiKey", "in": "cookie", "name": "__Host-session", "description": "The session. `session` where the address is not https." },
    });
    for (path, calls) in api["paths"].as_object_mut().into_iter().flatten() {
        for (method, call) in calls.as_object_mut().into_iter().flatten() {
            complete(call, path, method);
        }
    }
    format!("{api:#}\n")
}

/// Names the call, and adds the refusals that come before its handler.
fn complete(call: &mut Value, path: &str, method: &str) {
    let module = call["tags"][0].as_str().unwrap_or_default().to_owned();
    let handler = call["operationId"].as_str().unwrap_or_default().to_owned();
    call["operationId"] = format!("{module}.{handler}").into();
    call["tags"] = json!([match module.as_str() {
        "auth" | "google" => "identity",
        "reminders" | "users" => "profile",
        "blocks" | "invitations" => "friends",
        feature => feature,
    }]);
    let needs_account = call["security"].is_null();
    let has_body = !call["requestBody"].is_null();
    let has_parameters = !call["parameters"].is_null();
    let responses = &mut call["responses"];
    for (is_added, name) in [
        (has_body || has_parameters, "BadRequest"),
        (true, "Unauthenticated"),
        (method != "get", "Forbidden"),
        // The person of the ID token may not be registered.
        (needs_account || path.contains('{'), "NotFound"),
        (has_body, "TooLarge"),
        (has_body, "UnsupportedType"),
        (true, "Other"),
    ] {
        if let Some((name, status, _)) = COMMON.iter().chain(NAMED).find(|(known, ..)| is_added && *known == name) {
            responses[status] = json!({ "$ref": format!("#/components/responses/{name}") });
        }
    }
    for (status, response) in responses.as_object_mut().into_iter().flatten() {
        // OpenAPI requires a description, even for a status that is clear by itself.
        if response["$ref"].is_null() && response["description"].as_str().unwrap_or_default().is_empty() {
            let status = status.parse().ok().and_then(|status| http::StatusCode::from_u16(status).ok());
            response["description"] = status.and_then(|status| status.canonical_reason()).into();
        }
    }
}

fn refusal(text: &str) -> Value {
    let schema = json!({ "$ref": "#/components/schemas/Refused" });
    json!({ "description": text, "content": { "application/json": { "schema": schema } } })
}

/// Name, status and meaning of each refusal.
type Refusals = [(&'static str, &'static str, &'static str)];

/// Refusals that can come before any handler runs.
const COMMON: &Refusals = &[
    ("BadRequest", "400", "The request cannot be read, or lacks something."),
    ("Unauthenticated", "401", "Nobody is signed in, the token or session is over, or a link needs its PIN."),
    ("TooLarge", "413", "The body or one of its files is too large, or the storage is full."),
    ("UnsupportedType", "415", "The body or one of its files is of another type."),
    ("Other", "default", "Any other refusal, such as 405, 408, 500 and 503."),
];

/// Refusals that handlers name in their `responses(…)`.
macro_rules! refusals {
    ($($name:ident = $status:literal, $text:literal;)*) => {
        const NAMED: &Refusals = &[$((stringify!($name), $status, $text)),*];
        $(
            #[derive(Debug)]
            pub enum $name {}

            impl IntoResponses for $name {
                fn responses() -> BTreeMap<String, RefOr<Response>> {
                    let response = Ref::from_response_name(stringify!($name));
                    BTreeMap::from([($status.to_owned(), RefOr::Ref(response))])
                }
            }
        )*
    };
}

refusals! {
    Forbidden = "403", "Not for this person, or sent by another site.";
    NotFound = "404", "There is no such thing, or not for this person. Also `user_not_found`: the person is not registered.";
    Conflict = "409", "Something has changed in the meantime or stands in the way. `detail` may have the current state.";
    Gone = "410", "The code was used, or has expired.";
    Invalid = "422", "A field has a value that is not allowed.";
    TooMany = "429", "Too many tries. `Retry-After` says when the next one may be made.";
    Failed = "502", "A service outside failed.";
}

/// A list in pages.
impl<T: ToSchema> IntoResponses for Paged<T> {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let items = json!({ "type": "array", "items": { "$ref": format!("#/components/schemas/{}", T::name()) } });
        let link =
            json!({ "description": "The next page: `<address>; rel=\"next\"`.", "schema": { "type": "string" } });
        answer(
            "200",
            json!({ "description": "OK", "headers": { "Link": link }, "content": { "application/json": { "schema": items } } }),
        )
    }
}

fn answer(status: &str, response: Value) -> BTreeMap<String, RefOr<Response>> {
    serde_json::from_value(response).map(|response| (status.to_owned(), RefOr::T(response))).into_iter().collect()
}

/// A file, whole or in part.
#[derive(Debug)]
pub enum File {}

impl IntoResponses for File {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let file = |text| json!({ "description": text, "content": { "*/*": {} } });
        let part = answer("206", file("The part that `Range` asks for."));
        let known = answer("304", json!({ "description": "The caller has it, as `If-None-Match` says." }));
        let outside = answer("416", json!({ "description": "`Range` asks for what is not there." }));
        [answer("200", file("The file.")), part, known, outside].into_iter().flatten().collect()
    }
}
