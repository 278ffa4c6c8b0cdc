//! The name of every metric, its kind, and the sentence that explains it. deploy/alerts.yml and deploy/grafana.json use them.

use super::{
    Kind::{Counter, Gauge, Histogram},
    Metric,
};

/// Upper bounds of buckets in seconds.
const REQUEST: &[f64] = &[0.005, 0.02, 0.1, 0.5, 2.0, 10.0];
const STATEMENT: &[f64] = &[0.0002, 0.001, 0.005, 0.02, 0.1, 1.0];
const WAIT: &[f64] = &[0.0005, 0.005, 0.05, 0.5];

macro_rules! metrics {
    ($($const:ident: $kind:expr, $name:literal, $help:literal;)*) => {
        $(pub const $const: Metric = Metric { name: $name, kind: $kind, help: $help };)*

        pub const ALL: &[Metric] = &[$($const,)*];
    };
}

metrics! {
    REQUESTS: Counter, "tagesecho_requests_total", "Answered requests by method, route and status.";
    REQUEST_SECONDS: Histogram(REQUEST), "tagesecho_request_seconds", "Time until the head of an answer, by route.";
    REQUESTS_IN_FLIGHT: Gauge, "tagesecho_requests_in_flight", "Requests that wait for the head of their answer.";
    REFUSALS: Counter, "tagesecho_refusals_total", "Refusals and failures by the code that the caller gets.";
    THROTTLED: Counter, "tagesecho_throttled_total", "Attempts beyond a limit, by what was tried.";

    SAVES: Counter, "tagesecho_saves_total", "Saves of entries: accepted, refused to the person, or failed on our side.";
    STORED_BYTES: Gauge, "tagesecho_stored_bytes", "Bytes of the pictures and recordings that rows name, read every ten minutes.";
    DISK_FREE_BYTES: Gauge, "tagesecho_disk_free_bytes", "Free bytes of the disk with the data folder.";
    DISK_BYTES: Gauge, "tagesecho_disk_size_bytes", "All bytes of the disk with the data folder.";
    MEDIA_MEMORY: Gauge, "tagesecho_media_memory_bytes", "Memory that is taken for decoding pictures and repacking recordings.";
    MEDIA_MEMORY_LIMIT: Gauge, "tagesecho_media_memory_limit_bytes", "The most memory for the same work.";

    READY: Gauge, "tagesecho_ready", "1 while the database answers and has the secret of this server, else 0.";
    STATEMENT_SECONDS: Histogram(STATEMENT), "tagesecho_statement_seconds", "Time of SQL statements by kind, including the wait for a connection.";
    STATEMENT_FAILURES: Counter, "tagesecho_statement_failures_total", "Failed SQL statements by kind and cause; a value that is taken is of the cause 'other'.";
    CONNECTION_WAIT: Histogram(WAIT), "tagesecho_connection_wait_seconds", "Wait for a connection to the database, by pool.";
    CONNECTIONS: Gauge, "tagesecho_connections", "Open connections to the database by pool and state.";
    CONNECTIONS_LIMIT: Gauge, "tagesecho_connections_limit", "Most connections of a pool.";

    MAILS: Counter, "tagesecho_mails_total", "Mails that were sent, delayed by a failed attempt, or given up.";
    MAILS_WAITING: Gauge, "tagesecho_mails_waiting", "Mails that wait: new ones, and delayed ones, of which an attempt has failed.";
    IMPORTS: Gauge, "tagesecho_imports", "Imports that wait for a worker, and those that run.";
    ACCOUNTS_LEAVING: Gauge, "tagesecho_accounts_leaving", "Accounts that are going to be deleted: scheduled, and due.";
    JOB_SUCCESS: Gauge, "tagesecho_job_success_timestamp_seconds", "When a job that repeats last succeeded.";
    JOB_FAILURES: Counter, "tagesecho_job_failures_total", "Failed runs of jobs that repeat.";
    WEBHOOKS: Counter, "tagesecho_paypal_webhooks_total", "Webhooks of PayPal: accepted, refused as not PayPal's, or failed to be verified or kept.";

    PASSWORD_HASHES: Gauge, "tagesecho_password_hashes", "Passwords that wait for being hashed, and those that are.";
    // These have the names that other programs give them, so that others' dashboards know them.
    PROCESS_CPU: Counter, "process_cpu_seconds_total", "Whole seconds of processor time that the process has taken.";
    PROCESS_FILES: Gauge, "process_open_fds", "Files and connections that the process has open.";
    PROCESS_MOST_FILES: Gauge, "process_max_fds", "The most files and connections that the process may have open.";
    PROCESS_MEMORY: Gauge, "process_resident_memory_bytes", "Bytes of the process in memory.";
    BUILD_INFO: Gauge, "tagesecho_build_info", "1, with the version of the program and the engine of its database.";
}
