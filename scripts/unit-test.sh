#!/usr/bin/env bash
# Runs the tests with the race detector where that is possible; arguments go to go test.
#
# The race detector needs cgo on Linux, while the product is built without it. So cgo is switched on for this
# one command, after a trial: a machine may have a compiler and no C library headers, or a platform that
# the race detector does not know.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if problem=$(CGO_ENABLED=1 go build -race runtime/race runtime/cgo 2>&1); then
	export CGO_ENABLED=1
	set -- -race "$@"
else
	echo "warning: testing without the race detector: $problem" >&2
	export CGO_ENABLED=0
fi
exec go test -shuffle=on -timeout 20m "$@"
