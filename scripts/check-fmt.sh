#!/usr/bin/env bash
# Fails if gofmt would change files, and lists them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Test data may hold Go files that are wrong on purpose.
files=$(find . \( -name '.?*' -o -name testdata \) -prune -o -name '*.go' -print)
if [ -z "$files" ]; then
	exit 0
fi
unformatted=$(printf '%s\n' "$files" | tr '\n' '\0' | xargs -0 gofmt -s -l)
if [ -n "$unformatted" ]; then
	printf 'not formatted (run make fmt):\n%s\n' "$unformatted" >&2
	exit 1
fi
