//! The bench's tables, in Markdown.

use super::{Sample, Settings, Target, pages::Bytes};

/// Prints each page before the static response of the same size.
pub fn speed(targets: &[Target], settings: &Settings) {
    println!(
        "\nOne core for the server, one for the load; {} rounds of {} s, median (least to most). {} connections as fast as they go; calm: {} requests \
         per second.\n",
        settings.rounds, settings.seconds, settings.connections, settings.rate
    );
    println!(
        "| page | requests/s | CPU us per request | p50 ms | p99 ms | calm p50 ms | calm p99 ms | throughput / static | CPU / static |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for pair in targets.chunks(2) {
        for (at, target) in pair.iter().enumerate() {
            let column = |pick: fn(&Sample) -> f64, digits: usize| spread(&target.samples, pick, digits);
            let ratio = match (at, pair) {
                (0, [page, still]) => {
                    let times = |pick: fn(&Sample) -> f64| median(page, pick) / median(still, pick);
                    format!("{:.2} | {:.1}", times(rate), times(cpu))
                }
                _ => " | ".into(),
            };
            println!(
                "| {} | {} | {} | {} | {} | {} | {} | {ratio} |",
                target.name,
                column(rate, 0),
                column(cpu, 1),
                column(|s| s.p50, 2),
                column(|s| s.p99, 2),
                column(|s| s.calm_p50, 2),
                column(|s| s.calm_p99, 2),
            );
        }
    }
}

fn rate(sample: &Sample) -> f64 {
    sample.per_second
}

fn cpu(sample: &Sample) -> f64 {
    sample.cpu_micros
}

fn median(target: &Target, pick: fn(&Sample) -> f64) -> f64 {
    middle(&mut target.samples.iter().map(pick).collect::<Vec<_>>())
}

pub fn middle(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

fn spread(samples: &[Sample], pick: fn(&Sample) -> f64, digits: usize) -> String {
    let mut values: Vec<f64> = samples.iter().map(pick).collect();
    let middle = middle(&mut values);
    let (least, most) = (values.first().copied().unwrap_or_default(), values.last().copied().unwrap_or_default());
    format!("{middle:.digits$} ({least:.digits$} to {most:.digits$})")
}

pub fn sizes(pages: &[(&str, Bytes)]) {
    println!("Bytes as sent; all but the first two columns are brotli.\n");
    println!("| page | HTML | HTML gzip | HTML brotli | CSS | fonts | script | script on demand | WASM and glue |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (name, b) in pages {
        println!(
            "| {name} | {} | {} | {} | {} | {} | {} | {} | {} |",
            b.html, b.html_gzip, b.html_brotli, b.css, b.fonts, b.script, b.on_demand, b.wasm
        );
    }
}

#[cfg(test)]
mod tests {
    use super::middle;

    #[test]
    fn the_median_ignores_the_order() {
        assert!((middle(&mut [9.0, 1.0, 5.0]) - 5.0).abs() < f64::EPSILON);
    }
}
