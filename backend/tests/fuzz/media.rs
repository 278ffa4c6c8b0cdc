//! Recordings and pictures as they are uploaded.

use crate::{
    engine::{Outcome, Target, about, fuzz, outcome},
    files, target,
};
use backend::{
    Error, Result,
    media::{Decoder, Packer, Purpose, Upload},
};
use bytes::Bytes;
use domain::{SoundFormat, media::Rendition};
use tokio::runtime::{Builder, Runtime};

/// Most bytes of memory for decoding a picture here; larger ones are slow, and no different.
const MEMORY: u64 = 24 << 20;

pub fn mp4() {
    let seeds = files("", &["m4a"]);
    let words = &[
        "ftyp", "moov", "trak", "mdia", "minf", "stbl", "stsz", "stts", "stsc", "stco", "co64", "moof", "traf", "trun",
        "tfhd", "tfdt", "mvex", "trex", "esds", "wave", "meta", "mdat", "soun",
    ];
    recordings(Target { seeds, words, most: 200_000, ..target("mp4") });
}

pub fn webm() {
    let seeds = files("", &["webm"]);
    recordings(Target { seeds, most: 100_000, words: &["webm", "A_OPUS", "OpusHead"], ..target("webm") });
}

fn recordings(target: Target) {
    let (runtime, packer) = (runtime(target.name), Packer::default());
    fuzz(target, move |input| packed(&runtime, &packer, input));
}

/// The threads have the target's name, by which the panics on them are found.
fn runtime(target: &str) -> Runtime {
    Builder::new_current_thread().thread_name(format!("fuzz-{target}")).build().unwrap()
}

/// A packed file is packed again to the same file, is not much larger than the upload, and no longer than was counted.
fn packed(runtime: &Runtime, packer: &Packer, input: &[u8]) -> Outcome {
    let pack = |bytes: &Bytes| runtime.block_on(packer.pack(bytes));
    let sound = match pack(&Bytes::copy_from_slice(input)) {
        Ok(sound) => sound,
        Err(error) => return refused(&error),
    };
    // Sixteen bytes of tables for a packet of one byte, or a cluster for each.
    assert!(sound.bytes.len() < 64 * input.len() + 4096, "{} of {}", sound.bytes.len(), input.len());
    let again = pack(&sound.bytes).unwrap();
    // Packets that overlap count with their whole durations, and the new file has them one after the other.
    assert!(again.format == sound.format && again.milliseconds <= sound.milliseconds, "it hid its length");
    assert!(again.bytes == sound.bytes || again.milliseconds < sound.milliseconds, "another file");
    outcome((sound.format == SoundFormat::Mp4, about(sound.milliseconds as usize), about(sound.bytes.len())))
}

fn refused(error: &Error) -> Outcome {
    match error {
        Error::Refused(refused) => outcome(refused.refusal.code()),
        Error::Broken(broken) => panic!("{broken}"),
    }
}

pub fn picture() {
    let target = target("picture");
    let seeds = files("pictures", &["jpg", "png"]);
    let (runtime, decoder) = (runtime(target.name), Decoder::default());
    let words = &[
        "JFIF",
        "Exif\0\0",
        "ICC_PROFILE\0",
        "Adobe",
        "IHDR",
        "IDAT",
        "iCCP",
        "eXIf",
        "acTL",
        "VP8X",
        "VP8L",
        "ANIM",
        "NETSCAPE2.0",
    ];
    fuzz(Target { seeds, words, tolerates_libraries: true, ..target }, move |input| {
        runtime.block_on(decoded(&decoder, input)).unwrap_or_else(|error| refused(&error))
    });
}

/// Three files without metadata, and the original of an original is the same file.
async fn decoded(decoder: &Decoder, input: &[u8]) -> Result<Outcome> {
    let upload = |bytes| Upload { name: "picture".into(), bytes };
    let accepted = decoder.accept(upload(Bytes::copy_from_slice(input))).await?;
    if accepted.memory(Purpose::Entry) > MEMORY {
        return Ok(0);
    }
    let (format, is_kept) = (accepted.format, accepted.original.is_some());
    let picture = decoder.decode(accepted, Purpose::Entry).await?;
    let [(Rendition::Original, original), (_, optimized), (_, thumbnail)] = picture.files.as_slice() else {
        panic!("{} files", picture.files.len())
    };
    for file in [original, optimized, thumbnail] {
        for mark in [&b"GPS"[..], b"http://ns.adobe.com"] {
            assert!(!file.windows(mark.len()).any(|part| part == mark) || is_kept);
        }
    }
    let again = decoder.accept(upload(original.clone())).await?;
    assert!(again.original.is_some(), "an original of ours is not kept");
    let again = decoder.decode(again, Purpose::Entry).await?;
    assert_eq!((again.image.width, again.image.height), (picture.image.width, picture.image.height));
    assert!(again.files[0].1 == *original || !is_kept, "another original");
    Ok(outcome((format, is_kept, about(picture.image.width as usize), about(picture.image.height as usize))))
}
