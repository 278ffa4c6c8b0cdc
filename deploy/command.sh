#!/bin/sh
# The program's commands with the settings of the service and as its user: `sudo tagesecho invite`.
# Root's own files would lock the service out of its database, so this never runs as root.
set -eu
test "$(id -u)" = 0 || { echo "tagesecho: run it with sudo" >&2; exit 1; }
# shellcheck disable=SC2016 # The inner shell fills in the words.
exec runuser -u tagesecho -- sh -c '
  umask 077
  set -a
  . /etc/tagesecho/tagesecho.env
  cd /var/lib/tagesecho
  exec /opt/tagesecho/tagesecho "$@"
' tagesecho "$@"
