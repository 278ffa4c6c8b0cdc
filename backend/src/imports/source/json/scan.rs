//! Finds values in JSON without holding the rest of it.

use super::VALUE;
use std::io::{self, BufRead, BufReader, Read};

/// Most brackets within each other.
const DEPTH: usize = 128;

/// Most bytes of a name that is compared.
const KEY: usize = 64;

/// Gets the number of the wanted path and the value there; `None`: it is too long. An error ends it.
type Each<'f> = dyn FnMut(usize, Option<&[u8]>) -> io::Result<()> + 'f;

/// Gives each value at one of the `wanted` paths to `found`, with the path's number. A step is the name in an object, or `*` for each item
/// of an array. Values within a found one are not looked for.
pub fn scan(file: &mut dyn Read, wanted: &[&[&str]], found: &mut Each<'_>) -> io::Result<()> {
    let mut file = BufReader::with_capacity(64 << 10, file);
    let mut scan = Scan { wanted, found, frames: Vec::new(), value: None, key: Vec::new(), state: State::Between };
    let mut is_first = true;
    loop {
        let mut bytes = file.fill_buf()?;
        let read = bytes.len();
        if std::mem::take(&mut is_first) {
            bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        }
        if read == 0 {
            break;
        }
        for byte in bytes {
            scan.byte(*byte)?;
        }
        file.consume(read);
    }
    scan.end()
}

/// An object or array that is open.
struct Frame {
    is_object: bool,
    awaits_key: bool,
    step: Vec<u8>,
}

/// A found value so far. `None`: it is too long.
struct Value {
    which: usize,
    depth: usize,
    bytes: Option<Vec<u8>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Between,
    /// A number or a word.
    Scalar,
    String {
        is_key: bool,
        is_escaped: bool,
    },
}

struct Scan<'s, 'f> {
    wanted: &'s [&'s [&'s str]],
    found: &'s mut Each<'f>,
    frames: Vec<Frame>,
    value: Option<Value>,
    key: Vec<u8>,
    state: State,
}

impl Scan<'_, '_> {
    fn byte(&mut self, byte: u8) -> io::Result<()> {
        if let State::String { is_key, is_escaped } = self.state {
            self.push(byte);
            return self.in_string(byte, is_key, is_escaped);
        }
        let is_end = matches!(byte, b',' | b':' | b']' | b'}') || byte.is_ascii_whitespace();
        if self.state == State::Scalar && is_end {
            self.state = State::Between;
            self.finish_value()?;
        }
        match byte {
            b'"' => {
                let is_key = self.frames.last().is_some_and(|frame| frame.awaits_key);
                if is_key {
                    self.key.clear();
                } else {
                    self.begin_value();
                }
                self.push(byte);
                self.state = State::String { is_key, is_escaped: false };
            }
            b'{' | b'[' => {
                self.begin_value();
                self.push(byte);
                if self.frames.len() == DEPTH {
                    return Err(broken());
                }
                let is_object = byte == b'{';
                let step = if is_object { Vec::new() } else { b"*".to_vec() };
                self.frames.push(Frame { is_object, awaits_key: is_object, step });
            }
            b'}' | b']' => {
                self.push(byte);
                let frame = self.frames.pop().filter(|frame| frame.is_object == (byte == b'}'));
                frame.ok_or_else(broken)?;
                self.finish_value()?;
            }
            _ if is_end => {
                self.push(byte);
                if let Some(frame) = self.frames.last_mut() {
                    frame.awaits_key = frame.is_object && (byte == b',' || (frame.awaits_key && byte != b':'));
                }
            }
            _ => {
                if self.state == State::Between {
                    self.begin_value();
                    self.state = State::Scalar;
                }
                self.push(byte);
            }
        }
        Ok(())
    }

    fn in_string(&mut self, byte: u8, is_key: bool, is_escaped: bool) -> io::Result<()> {
        if byte != b'"' || is_escaped {
            if is_key && self.key.len() < KEY {
                self.key.push(byte);
            }
            self.state = State::String { is_key, is_escaped: byte == b'\\' && !is_escaped };
            return Ok(());
        }
        self.state = State::Between;
        if !is_key {
            return self.finish_value();
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.step.clone_from(&self.key);
        }
        Ok(())
    }

    fn push(&mut self, byte: u8) {
        if let Some(Value { bytes, .. }) = &mut self.value {
            match bytes {
                Some(held) if held.len() < VALUE => held.push(byte),
                _ => *bytes = None,
            }
        }
    }

    fn begin_value(&mut self) {
        let is_here = |path: &[&str]| {
            path.len() == self.frames.len()
                && self.frames.iter().zip(path).all(|(frame, step)| frame.step == step.as_bytes())
        };
        if self.value.is_none()
            && let Some(which) = self.wanted.iter().position(|path| is_here(path))
        {
            self.value = Some(Value { which, depth: self.frames.len(), bytes: Some(Vec::new()) });
        }
    }

    fn finish_value(&mut self) -> io::Result<()> {
        match self.value.take_if(|value| value.depth == self.frames.len()) {
            Some(value) => (self.found)(value.which, value.bytes.as_deref()),
            None => Ok(()),
        }
    }

    fn end(mut self) -> io::Result<()> {
        if self.state == State::Scalar {
            self.finish_value()?;
        }
        let is_whole = self.frames.is_empty() && !matches!(self.state, State::String { .. });
        if is_whole { Ok(()) } else { Err(broken()) }
    }
}

fn broken() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

#[cfg(test)]
mod tests {
    use super::scan;

    fn found(json: &str, wanted: &[&[&str]]) -> (Vec<(usize, String)>, bool) {
        let mut found = Vec::new();
        let done = scan(&mut json.as_bytes(), wanted, &mut |which, value| {
            found.push((which, String::from_utf8_lossy(value.unwrap_or_default()).into_owned()));
            Ok(())
        });
        (found, done.is_ok())
    }

    #[test]
    fn values_are_found_by_their_path() {
        let json = r#"{"a" : [1, {"b":"]\"}"}, [2]],"v":12 , "c":{"a":[3]}, "d":{"x":[{"y":[4,"5"]},{"y":[]}]}}"#;
        let wanted: [&[&str]; 3] = [&["a", "*"], &["v"], &["d", "*"]];
        let (values, is_whole) = found(json, &wanted);
        let expected = [(0, "1"), (0, r#"{"b":"]\"}"}"#), (0, "[2]"), (1, "12")];
        assert_eq!(values, expected.map(|(which, value)| (which, value.to_owned())));
        assert!(is_whole);
        let (values, _) = found(json, &[&["d", "x", "*", "y", "*"]]);
        assert_eq!(values, [(0, "4".to_owned()), (0, "\"5\"".to_owned())]);
        assert_eq!(found("[1,2]", &[&["*"]]).0.len(), 2);
        assert_eq!(found("\u{feff}{\"v\":1}", &[&["v"]]).0.len(), 1);
        assert_eq!(found("12", &[&[]]).0, [(0, "12".to_owned())]);
    }

    #[test]
    fn what_is_cut_off_or_too_deep_is_told_after_what_was_whole() {
        for json in ["[1,2", "[1,2,\"", "[1,2,{\"a\"", "[1,2}", "[1,2,]]"] {
            let (values, is_whole) = found(json, &[&["*"]]);
            assert!(!values.is_empty() && !is_whole, "{json}");
        }
        assert!(!found(&"[".repeat(1_000_000), &[&["a"]]).1);
    }
}
