//! The lines between two `---` at the beginning of a note. Only the few forms of YAML that notes have are read, so that nothing unfolds.

use super::super::dates::{self, Moment};

/// Most lines, and most tags.
const LINES: usize = 500;
const TAGS: usize = 100;

/// Technical fields, of the making of a note or of its display, which say nothing of the day. With those that entries have.
const OTHERS: &str = "date, datum, fecha, created, title, tags, tag, favorite, favourite, starred, id, uid, uuid, guid, layout, \
    template, type, class, cssclass, cssclasses, alias, aliases, slug, permalink, publish, draft, version, updated, modified, \
    lastmod, last modified, created_at, updated_at, createdat, updatedat, date created, date modified, creation date, \
    modification date, creationdate, modifieddate, modified_date, timezone, time zone, time_zone, editingtime, duration";

#[derive(Debug, Default)]
pub struct FrontMatter(Vec<Field>);

#[derive(Debug)]
struct Field {
    name: String,
    /// One, or the items of a list.
    values: Vec<String>,
    /// Fields of its own, or a text of several lines.
    has_more: bool,
}

/// The front matter, and the text behind it. Without a second `---` there is none.
pub fn split(text: &str) -> (FrontMatter, &str) {
    let Some(rest) = text.strip_prefix("---").and_then(|rest| rest.trim_start_matches([' ', '\t']).strip_prefix('\n'))
    else {
        return (FrontMatter::default(), text);
    };
    let mut fields: Vec<Field> = Vec::new();
    let mut at = 0;
    for line in rest.split_inclusive('\n').take(LINES) {
        at += line.len();
        let line = line.trim_end();
        if matches!(line, "---" | "...") {
            return (FrontMatter(fields), &rest[at..]);
        }
        let item = line.trim_start().strip_prefix('-').filter(|item| item.is_empty() || item.starts_with(' '));
        match (item, line.split_once(':')) {
            (Some(item), _) => {
                if let Some(field) = fields.last_mut() {
                    field.values.push(unquoted(item));
                }
            }
            (None, Some((name, value))) if !name.starts_with([' ', '\t', '#']) => {
                fields.push(Field { name: unquoted(name), values: values(value), has_more: false });
            }
            // A blank line, a comment, a field of a field, or the next line of a text.
            _ => {
                if let Some(field) = fields.last_mut() {
                    field.has_more |= line.starts_with([' ', '\t']);
                }
            }
        }
    }
    (FrontMatter::default(), text)
}

/// `a`, `"a"` or `[a, b]`.
fn values(value: &str) -> Vec<String> {
    let value = value.trim();
    let items = value.strip_prefix('[').and_then(|items| items.strip_suffix(']'));
    match items {
        Some(items) if !items.starts_with('[') => {
            items.split(',').map(unquoted).filter(|one| !one.is_empty()).collect()
        }
        _ if value.is_empty() => Vec::new(),
        _ => vec![unquoted(value)],
    }
}

fn unquoted(value: &str) -> String {
    let value = value.trim();
    let inner = ['"', '\''].iter().find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote));
    inner.unwrap_or_else(|| value.split(" #").next().unwrap_or(value).trim_end()).to_owned()
}

impl FrontMatter {
    fn all(&self, name: &str) -> &[String] {
        self.0.iter().find(|field| field.name.eq_ignore_ascii_case(name)).map_or(&[], |field| &field.values)
    }

    fn one(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|name| self.all(name).first()).map(String::as_str)
    }

    /// The day in `date`, in German or Spanish, else in `created`.
    pub fn moment(&self) -> Option<Moment> {
        ["date", "datum", "fecha", "created"].iter().find_map(|name| dates::moment(self.one(&[name])?))
    }

    /// A title that is not only a day.
    pub fn title(&self) -> Option<&str> {
        self.one(&["title"]).filter(|title| dates::whole(title).is_none())
    }

    /// `tags` as a list, or in a line with commas or blanks between.
    pub fn tags(&self) -> Vec<String> {
        let values = ["tags", "tag"].iter().map(|name| self.all(name)).find(|values| !values.is_empty());
        let mut tags: Vec<String> = match values.unwrap_or_default() {
            [line] if line.contains(',') => line.split(',').map(str::to_owned).collect(),
            [line] if line.contains('#') => line.split_whitespace().map(str::to_owned).collect(),
            values => values.to_vec(),
        };
        tags.truncate(TAGS);
        tags
    }

    /// A number from 1 to 10.
    pub fn mood(&self) -> Option<u8> {
        self.one(&["mood"])?.parse().ok().filter(|level| (1..=10).contains(level))
    }

    pub fn is_favorite(&self) -> bool {
        self.one(&["favorite", "favourite", "starred"]) == Some("true")
    }

    /// The names of fields that say something and have no place here.
    pub fn left_out(&self) -> impl Iterator<Item = &str> {
        let left_out = |field: &&Field| {
            let name = field.name.to_lowercase();
            let is_technical = ["creationdevice", "creationos"].iter().any(|start| name.starts_with(start));
            let is_taken = is_technical
                || OTHERS.split(", ").any(|other| other == name)
                || name == "mood" && self.mood().is_some();
            let says = |value: &String| !matches!(value.as_str(), "" | "null" | "~" | "false");
            !is_taken && !name.is_empty() && (field.has_more || field.values.iter().any(says))
        };
        self.0.iter().filter(left_out).map(|field| field.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn front_matter_is_read_as_notes_have_it() {
        let text =
            "---\nDate: \"2024-05-01T10:00:00+02:00\"\ntags: [a, 'b c']\nmood: 7 # gut\nsub:\n  date: 1\n---\nText";
        let (fields, rest) = split(text);
        assert_eq!((fields.moment().unwrap().0.to_string().as_str(), rest), ("2024-05-01", "Text"));
        assert_eq!((fields.tags(), fields.mood()), (vec!["a".to_owned(), "b c".to_owned()], Some(7)));
        let (fields, _) = split("---\ntags:\n  - x\n- y\ncreated: 01.05.2024\n---\n");
        assert_eq!((fields.tags().len(), fields.moment().is_some(), fields.mood()), (2, true, None));
        for text in ["---\ndate: 2024-05-01\nText", "--- a\n---\n", "----\n---\n"] {
            assert_eq!(split(text).1, text);
        }
    }

    #[test]
    fn fields_without_a_place_are_told_unless_they_are_empty_or_technical() {
        let text = "---\nUUID: 1\nWeather: rain\nperson:\n  - Ada\nplace:\n  lat: 1\nrating:\nmood: happy\nempty: []\n\
                    creationDeviceModel: x\nDatum: 12.07.2026\n---\nText";
        let (fields, _) = split(text);
        assert_eq!(fields.left_out().collect::<Vec<_>>(), ["Weather", "person", "place", "mood"]);
        assert_eq!(fields.moment().unwrap().0.to_string(), "2026-07-12");
        assert_eq!(split("---\nmood: 7\ntitle: a\n---\n").0.left_out().count(), 0);
    }

    #[test]
    fn nothing_unfolds() {
        let bomb = format!("---\na: &a [x,x]\n{}tags: *i\n---\n", "b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n".repeat(50));
        assert_eq!(split(&bomb).0.tags(), ["*i"]);
        split(&format!("---\n{}", "[".repeat(1_000_000)));
    }
}
