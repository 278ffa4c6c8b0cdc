//! `TextRank`: a sentence counts as much as the sentences that speak of the same things.

use std::collections::BTreeSet;

const DAMPING: f64 = 0.85;
/// Enough for the order to stand; a fixed number keeps time and result the same everywhere.
const ROUNDS: usize = 30;

/// Likeness of two sentences by their stems: what they share over the logarithms of their lengths.
pub fn likeness(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f64 {
    let shared = a.intersection(b).count();
    if shared == 0 {
        return 0.0;
    }
    // One is added so that sentences of a single word do not divide by nothing.
    count(shared) / ((count(a.len()) + 1.0).ln() + (count(b.len()) + 1.0).ln())
}

/// A weight from 0 to 1 for each sentence; all 0 where none has to do with another.
pub fn rank(sentences: &[BTreeSet<String>]) -> Vec<f64> {
    let weights: Vec<Vec<f64>> = sentences
        .iter()
        .enumerate()
        .map(|(i, a)| sentences.iter().enumerate().map(|(j, b)| if i == j { 0.0 } else { likeness(a, b) }).collect())
        .collect();
    let sums: Vec<f64> = weights.iter().map(|row| row.iter().sum()).collect();
    if sums.iter().all(|sum| *sum == 0.0) {
        return vec![0.0; sentences.len()];
    }
    let mut rank = vec![1.0; sentences.len()];
    for _ in 0..ROUNDS {
        rank = (0..sentences.len())
            .map(|i| {
                let given: f64 =
                    (0..sentences.len()).filter(|j| sums[*j] > 0.0).map(|j| weights[j][i] / sums[j] * rank[j]).sum();
                (1.0 - DAMPING) + DAMPING * given
            })
            .collect();
    }
    let most = rank.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    rank.into_iter().map(|value| value / most).collect()
}

/// Numbers here are counts of words: far below what a float holds exactly.
#[expect(clippy::cast_precision_loss, reason = "counts of words of one text")]
pub fn count(n: usize) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use super::rank;
    use std::collections::BTreeSet;

    #[test]
    fn what_the_others_speak_of_counts_most() {
        let set = |words: &[&str]| words.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
        let ranked =
            rank(&[set(&["garten", "regen"]), set(&["garten", "tomate", "regen"]), set(&["tomate"]), set(&["kino"])]);
        assert!(ranked[1] > ranked[0] && ranked[0] > ranked[3], "{ranked:?}");
        assert_eq!(rank(&[set(&["a"]), set(&["b"])]), [0.0, 0.0]);
    }
}
