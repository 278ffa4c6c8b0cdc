//! Whether a WebP contains the metadata that its headers claim. Its decoder allocates memory for them before it checks.

/// After the file header, each chunk has a name and a length. A chunk of odd length is followed by a padding byte.
pub fn is_complete(bytes: &[u8]) -> bool {
    let mut rest = bytes.get(12..).unwrap_or_default();
    while let Some((header, behind)) = rest.split_first_chunk::<8>() {
        let [name @ .., a, b, c, d] = header;
        let length = u32::from_le_bytes([*a, *b, *c, *d]) as usize;
        if length > behind.len() {
            return !matches!(name, b"ICCP" | b"EXIF" | b"XMP ");
        }
        rest = behind.get(length.next_multiple_of(2)..).unwrap_or_default();
    }
    true
}

#[cfg(test)]
mod tests {
    use super::is_complete;

    const PHOTO: &[u8] = include_bytes!("../../tests/data/retina.webp");

    #[test]
    fn metadata_that_claims_more_than_there_is_is_found() {
        for (appended, complete) in
            [(&b""[..], true), (b"ICCP\x02\0\0\0ab", true), (b"ICCP\xff\xff\xff\xffab", false), (b"appended", true)]
        {
            assert_eq!(is_complete(&[PHOTO, appended].concat()), complete, "{appended:?}");
        }
    }
}
