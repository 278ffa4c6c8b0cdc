//! `tagesecho verify`: checks an archive that somebody took along. It needs neither a server nor settings.

use super::say;
use backend::{
    archive::verify::{Checked, verify},
    error::StartError,
};
use std::{fs::File, io::BufReader, path::Path};

pub fn run(path: &Path) -> Result<(), StartError> {
    let failed = |e: String| StartError(format!("{}: {e}", path.display()));
    let file = File::open(path).map_err(|e| failed(e.to_string()))?;
    let checked = verify(BufReader::new(file)).map_err(|e| failed(e.to_string()))?;
    for problem in &checked.problems {
        say(problem)?;
    }
    say(&summary(&checked))?;
    if checked.problems.is_empty() {
        return say("Every file is there and unchanged.");
    }
    Err(failed("the archive is not as it was exported".to_owned()))
}

fn summary(checked: &Checked) -> String {
    let Checked { days, photos, recordings, lost, .. } = checked;
    format!(
        "{}, {}, {}, {lost} lost.",
        counted(*days, "day"),
        counted(*photos, "photo"),
        counted(*recordings, "recording")
    )
}

fn counted(n: usize, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{} {word}s", grouped(n)) }
}

/// '2,914'.
fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::summary;
    use backend::archive::verify::Checked;

    #[test]
    fn the_summary_counts_in_words() {
        let checked = Checked { days: 2914, photos: 1_006_120, recordings: 1, ..Checked::default() };
        assert_eq!(summary(&checked), "2,914 days, 1,006,120 photos, 1 recording, 0 lost.");
    }
}
