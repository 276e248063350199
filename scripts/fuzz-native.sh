#!/usr/bin/env bash
# Runs every native fuzz target of the module for a while, one after the other.
#
#   scripts/fuzz-native.sh DURATION [PATTERN]
#
# PATTERN (an extended regular expression) selects targets by "package-folder Name". All targets run even
# when one fails; the exit status is 1 if any failed. Go keeps a failing input below the package's
# testdata/fuzz/, where it is a regression test from then on.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

duration=${1:?usage: scripts/fuzz-native.sh DURATION [PATTERN]}
pattern=${2:-.}

targets=$(grep -rE --include='*_test.go' -o '^func Fuzz[A-Za-z0-9_]*\(' . |
	sed -E 's#^(.*)/[^/]*_test\.go:func (Fuzz[A-Za-z0-9_]*)\($#\1 \2#' | sort -u | grep -E "$pattern" || true)
if [ -z "$targets" ]; then
	echo "no fuzz target matches $pattern" >&2
	exit 2
fi

failed=()
while read -r dir name; do
	echo "== $dir $name for $duration"
	go test -run '^$' -fuzz "^$name\$" -fuzztime "$duration" "$dir" </dev/null || failed+=("$dir $name")
done <<<"$targets"

if [ "${#failed[@]}" -gt 0 ]; then
	printf 'FAILED %s\n' "${failed[@]}" >&2
	exit 1
fi
