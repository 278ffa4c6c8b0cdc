#!/bin/sh
# Copies database and data folder of a server that may be running into a new folder: `sudo deploy/backup.sh /var/backups/tagesecho`.
# For SQLite; needs sqlite3 and rsync. docs/deployment.md says how to restore.
set -eu
umask 077
data=${TAGESECHO_DATA:-/var/lib/tagesecho}
copies=$(realpath -m "$1")
new="$copies/$(date -u +%Y-%m-%dT%H%M%SZ)"
mkdir -p "$new.unfinished"
# The database first: files are written before their rows, so files that are copied later are all there.
sqlite3 "$data/tagesecho.db" ".timeout 10000" ".backup '$new.unfinished/tagesecho.db'"
test "$(sqlite3 "$new.unfinished/tagesecho.db" 'PRAGMA integrity_check')" = ok
# Pictures and recordings never change, so those that the last copy has are linked. 24: somebody has just removed a picture.
set --
test ! -d "$copies/latest" || set -- --link-dest="$copies/latest"
rsync -a --exclude='/tagesecho.db*' "$@" "$data/" "$new.unfinished/" || test $? = 24
sync -f "$new.unfinished"
mv "$new.unfinished" "$new"
ln -sfn "$new" "$copies/latest"
echo "$new"
