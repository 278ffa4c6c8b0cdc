//! Compares the answer to every call that a test makes with `docs/openapi.json`: its status, and the fields of its JSON.

use super::Reply;
use http::{Method, header};
use serde_json::Value;
use std::{collections::BTreeMap, sync::LazyLock};

static API: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../../docs/openapi.json")).unwrap());
/// Statuses of any call, which its `default` describes.
const ANY: [u16; 4] = [405, 408, 500, 503];

pub fn check(method: &Method, path: &str, reply: &Reply) {
    let Some(call) = find(method, path).filter(|_| !ANY.contains(&reply.status.as_u16())) else { return };
    let status = reply.status.as_u16();
    let response = call["responses"].get(status.to_string());
    let response = response.unwrap_or_else(|| panic!("{method} {path}: {status} is not described: {}", reply.text()));
    let schema = &resolve(response)["content"]["application/json"]["schema"];
    if !schema.is_null() && !reply.headers.contains_key(header::CONTENT_ENCODING) {
        fits(&reply.json(), schema).unwrap_or_else(|why| panic!("{method} {path}, {status}: {why}: {}", reply.text()));
    }
}

/// The described path with the fewest placeholders.
fn find(method: &Method, path: &str) -> Option<&'static Value> {
    let asked: Vec<&str> = path.split('/').collect();
    let is_same = |known: &str| {
        let known: Vec<&str> = known.split('/').collect();
        known.len() == asked.len()
            && known.iter().zip(&asked).all(|(known, asked)| known.starts_with('{') || known == asked)
    };
    let paths = API["paths"].as_object().unwrap().iter().filter(|(known, _)| is_same(known));
    let (_, calls) = paths.min_by_key(|(known, _)| known.matches('{').count())?;
    calls.get(method.as_str().to_lowercase())
}

fn resolve(value: &'static Value) -> &'static Value {
    value["$ref"].as_str().map_or(value, |name| API.pointer(name.trim_start_matches('#')).unwrap())
}

fn all(value: &'static Value) -> &'static [Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn fits(value: &Value, schema: &'static Value) -> Result<(), String> {
    let schema = resolve(schema);
    if let Some(choices) = schema["oneOf"].as_array() {
        let outcomes: Vec<_> = choices.iter().map(|choice| fits(value, choice)).collect();
        return if outcomes.iter().any(Result::is_ok) { Ok(()) } else { Err(format!("{outcomes:?}")) };
    }
    let types = &schema["type"];
    let is_one = |name: &str| types == name || all(types).iter().any(|one| one == name);
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => {
            if value.is_f64() {
                "number"
            } else {
                "integer"
            }
        }
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is_whole_number = kind == "integer" && is_one("number");
    if !types.is_null() && !is_one(kind) && !is_whole_number {
        return Err(format!("{value} is not {types}"));
    }
    if let Some(choices) = schema["enum"].as_array().filter(|choices| !choices.contains(value)) {
        return Err(format!("{value} is none of {choices:?}"));
    }
    for item in value.as_array().into_iter().flatten() {
        fits(item, &schema["items"])?;
    }
    let (mut fields, mut required) = (BTreeMap::new(), Vec::new());
    collect(schema, &mut fields, &mut required);
    let Some(members) = value.as_object().filter(|_| !fields.is_empty()) else { return Ok(()) };
    if let Some(missing) = required.into_iter().find(|name| !members.contains_key(*name)) {
        return Err(format!("{missing} is missing"));
    }
    members.iter().try_for_each(|(name, value)| {
        let field = fields.get(name.as_str()).ok_or_else(|| format!("{name} is not described"))?;
        fits(value, field).map_err(|why| format!("{name}: {why}"))
    })
}

/// The fields of an object and of those that it is made of.
fn collect(schema: &'static Value, fields: &mut BTreeMap<&str, &'static Value>, required: &mut Vec<&str>) {
    let schema = resolve(schema);
    for part in all(&schema["allOf"]) {
        collect(part, fields, required);
    }
    fields.extend(schema["properties"].as_object().into_iter().flatten().map(|(name, field)| (name.as_str(), field)));
    required.extend(all(&schema["required"]).iter().filter_map(Value::as_str));
}
