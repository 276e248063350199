#!/usr/bin/env bash
# Runs the tests with the race detector where that is possible; arguments go to go test.
#
# The race detector needs cgo on Linux, while the product is built without it. So cgo is switched on for this
# one command, after a trial: a machine may have a compiler and no C library headers, or a platform that
# the race detector does not know.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# internal/archtest is small and has no dependencies: if its test binary links, all of them do.
if CGO_ENABLED=1 go test -race -run '^$' ./internal/archtest >/dev/null 2>&1; then
	export CGO_ENABLED=1
	set -- -race "$@"
else
	echo "warning: no race detector here (it needs a C compiler); testing without it" >&2
fi
exec go test -shuffle=on -timeout 20m "$@"
