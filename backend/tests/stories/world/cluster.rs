//! A throw-away PostgreSQL cluster for one run of the tests, and a fresh schema in it for each story.

use futures::TryStreamExt;
use sqlx::{Connection, Executor, PgConnection};
use std::{
    io::{BufRead, BufReader, Read},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
};

/// Makes the cluster, reports it, and removes everything when its standard input closes, however the tests end. `$1` is
/// the folder, `$2` the programs' folder, the rest a command that changes the user.
const KEEPER: &str = r#"
set -e
folder=$1; bin=$2; shift 2
clean() { "$@" "$bin/pg_ctl" -D "$folder/data" -m immediate stop </dev/null || true; rm -rf "$folder"; }
trap 'clean "$@"' EXIT
"$@" "$bin/initdb" -D "$folder/data" -E UTF8 --locale=C -A trust -U postgres --no-sync </dev/null
"$@" "$bin/pg_ctl" -D "$folder/data" -l "$folder/log" -w -o "-k $folder -c listen_addresses= -c fsync=off \
-c full_page_writes=off -c synchronous_commit=off -c max_connections=300 -c shared_buffers=64MB" start </dev/null
echo ready
exec >/dev/null 2>&1
cat
"#;

/// The address of a database where schemas may be made.
fn server() -> &'static str {
    static SERVER: OnceLock<String> = OnceLock::new();
    SERVER.get_or_init(|| std::env::var("TAGESECHO_TEST_POSTGRES").unwrap_or_else(|_| start()))
}

fn start() -> String {
    let bin = programs();
    let folder = tempfile::Builder::new().prefix("tagesecho-pg-").tempdir().unwrap().keep();
    let mut keeper = Command::new("sh");
    keeper.args(["-c", KEEPER, "sh"]).arg(&folder).arg(&bin);
    if is_root() {
        // PostgreSQL refuses to run as root.
        let done = Command::new("chown").arg("postgres").arg(&folder).status().unwrap();
        assert!(done.success(), "the user 'postgres' is missing");
        keeper.args(["runuser", "-u", "postgres", "--"]);
    }
    open_to_all(&folder);
    // A process group of its own: Ctrl-C ends the tests, and the keeper then cleans up.
    let mut child = keeper
        .current_dir(&folder)
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    if !lines.any(|line| line.is_ok_and(|line| line == "ready")) {
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        panic!("no PostgreSQL from {}: {errors}", bin.display());
    }
    // Forgotten on purpose: the pipe closes when this process ends.
    std::mem::forget(child);
    format!("postgres://postgres@{}/postgres", folder.display().to_string().replace('/', "%2F"))
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout.trim_ascii() == b"0")
}

fn open_to_all(folder: &Path) {
    use std::{fs, os::unix::fs::PermissionsExt};
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
}

/// `PG_BIN`, else Debian's folders, newest first, else wherever the path finds `initdb`.
fn programs() -> PathBuf {
    if let Ok(folder) = std::env::var("PG_BIN") {
        return folder.into();
    }
    let debian = (13..=20).rev().map(|version| PathBuf::from(format!("/usr/lib/postgresql/{version}/bin")));
    let path = std::env::var_os("PATH").unwrap_or_default();
    debian.chain(std::env::split_paths(&path)).find(|folder| folder.join("initdb").is_file()).unwrap_or_else(|| {
        panic!(
            "PostgreSQL is missing: install it, or set PG_BIN to its programs or TAGESECHO_TEST_POSTGRES to a database"
        )
    })
}

/// A schema of its own: as separate as a database, and made in a tenth of the time.
pub struct Schema {
    name: String,
    pub url: String,
}

impl Schema {
    pub async fn create() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let server = tokio::task::spawn_blocking(server).await.unwrap();
        let name = format!("story_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        admin(format!("CREATE SCHEMA {name}")).await;
        let and = if server.contains('?') { '&' } else { '?' };
        Self { url: format!("{server}{and}options[search_path]={name}"), name }
    }

    pub async fn drop(self) {
        admin(format!("DROP SCHEMA {} CASCADE", self.name)).await;
    }
}

/// Every row of the schema's tables as a dump has it, and the files of its tables and indexes, with rows that were deleted. Reached past the
/// product's pool: a checkpoint may wait for a busy disk longer than a request would.
pub async fn bytes(url: &str) -> Vec<u8> {
    let mut connection = PgConnection::connect(url).await.unwrap();
    let mut bytes = Vec::new();
    let tables =
        "SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'";
    let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(&mut connection).await.unwrap();
    for table in tables {
        let rows = connection.copy_out_raw(&format!("COPY {table} TO STDOUT")).await.unwrap();
        bytes.extend(rows.try_collect::<Vec<_>>().await.unwrap().concat());
    }
    connection.execute("CHECKPOINT").await.unwrap();
    let files = "SELECT pg_read_binary_file(pg_relation_filepath(f.id)) FROM pg_class c, \
                 LATERAL (VALUES (c.oid), (c.reltoastrelid)) f (id) \
                 WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'i') AND f.id <> 0";
    let files: Vec<Vec<u8>> = sqlx::query_scalar(files).fetch_all(&mut connection).await.unwrap();
    bytes.extend(files.concat());
    connection.close().await.unwrap();
    bytes
}

async fn admin(sql: String) {
    let mut connection = PgConnection::connect(server()).await.unwrap();
    connection.execute(sqlx::AssertSqlSafe(sql)).await.unwrap();
    connection.close().await.unwrap();
}
