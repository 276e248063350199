#!/usr/bin/env bash
# newest.sh NAME...: prints the newest version of each solver that can be had, as a SPEC, and installs it where it is missing. Without a network, the
# newest that is installed. What cannot be had is said and left out. ASSAY (bin/assay) can be set.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
assay=${ASSAY:-bin/assay}
said=$(mktemp)
trap 'rm -f "$said"' EXIT
for name in "$@"; do
	spec=$("$assay" solvers install --json "$name@latest" 2>"$said" | sed -n 's/.*"spec":"\([^"]*\)".*/\1/p' | tail -n 1) || true
	if [ -z "$spec" ]; then
		echo "$name@latest cannot be installed: $(tail -n 1 "$said")" >&2
		spec=$("$assay" solvers list | awk -v name="$name@" 'index($1, name) == 1 && !/\+/ { print $1 }' | sort -V | tail -n 1)
	fi
	[ -z "$spec" ] || echo "$spec"
done
