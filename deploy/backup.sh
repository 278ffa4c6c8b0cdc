#!/bin/sh
# Copies database and data folder of a server that may be running into a new folder: `sudo deploy/backup.sh /var/backups/tagesecho`.
# The newest 14 copies stay, or as many as the second argument says. The secret is not copied: without it nobody reads a word in a copy. Nor is
# the folder `mail`, where mails lie in the clear if no mail server is set. The newest list of deleted accounts lies beside the copies, for a restore.
# For SQLite; needs sqlite3 and rsync. docs/deployment.md says how to keep the secret and how to restore.
set -eu
umask 077
fail() {
    echo "backup.sh: $1" >&2
    exit 1
}
for tool in sqlite3 rsync; do
    command -v "$tool" > /dev/null || fail "$tool is missing; install the packages sqlite3 and rsync"
done
test $# -ge 1 || fail "name the folder of the copies, such as /var/backups/tagesecho"
keep=${2:-14}
test "$keep" -ge 1 2> /dev/null || fail "'$keep' is no number of copies to keep"
data=${TAGESECHO_DATA:-/var/lib/tagesecho}
test -f "$data/tagesecho.db" || fail "$data/tagesecho.db is missing; TAGESECHO_DATA names the data folder"
copies=$(realpath -m "$1")
new="$copies/$(date -u +%Y-%m-%dT%H%M%SZ)"
mkdir -p "$copies"
mkdir "$new.unfinished"
trap 'rm -rf "$new.unfinished"' EXIT
trap 'exit 1' HUP INT TERM
# The database first: files are written before their rows, so files that are copied later are all there.
sqlite3 "$data/tagesecho.db" ".timeout 10000" ".backup '$new.unfinished/tagesecho.db'"
test "$(sqlite3 "$new.unfinished/tagesecho.db" 'PRAGMA integrity_check')" = ok || fail "the copy of the database is damaged"
# Pictures and recordings never change, so those that the last copy has are linked. 24: somebody has just removed a picture.
set --
test ! -d "$copies/latest" || set -- --link-dest="$copies/latest"
rsync -a --exclude='/tagesecho.db*' --exclude=/secret --exclude=/mail --exclude=/deleted "$@" "$data/" "$new.unfinished/" || test $? = 24
sync -f "$new.unfinished"
mv "$new.unfinished" "$new"
ln -sfn "$new" "$copies/latest"
# Both lists, so that one that began anew on another machine takes nobody out.
if test -f "$data/deleted"; then
    touch "$copies/deleted"
    sort -u -o "$copies/deleted" "$data/deleted" "$copies/deleted"
fi
echo "$new"
# Old copies hold what people have deleted since. Their names sort by time.
set -- "$copies"/[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9][0-9][0-9][0-9][0-9]Z
while test $# -gt "$keep"; do
    test "$1" = "$new" || rm -rf "$1"
    shift
done
if test -f "$data/secret"; then
    echo "backup.sh: $data/secret is not in the copy, and no copy can be opened without it: keep it in another place" >&2
fi
