#!/usr/bin/env bash
# Runs a command while busy loops keep the machine under load, as other people's jobs would.
#
#   scripts/load.sh N COMMAND [ARGUMENT...]
#
# N loops run at the command's own priority, and end with it, however it ends. The exit status is the command's.
set -euo pipefail

n=${1:?usage: scripts/load.sh N COMMAND [ARGUMENT...]}
shift
[ $# -gt 0 ] || { echo "load.sh: no command" >&2; exit 2; }

# A loop looks now and then whether this script is still there, so that even SIGKILL leaves none behind.
busy() {
	local i
	while kill -0 "$1" 2>/dev/null; do
		for ((i = 0; i < 200000; i++)); do :; done
	done
}

loops=()
for ((k = 0; k < n; k++)); do
	busy $$ &
	loops+=($!)
done
trap 'kill ${loops[@]+"${loops[@]}"} 2>/dev/null || true' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
status=0
"$@" || status=$?
exit "$status"
