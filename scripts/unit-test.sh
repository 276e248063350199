#!/usr/bin/env bash
# Runs the tests with the race detector where that is possible; arguments go to go test.
#
# The run is the same every time: rapid draws from one seed and tests are shuffled by one number. With ASSAY_LONG=1
# both change from run to run, and tests that take samples take everything (internal/testdepth).
#
# The race detector needs cgo on Linux, while the product is built without it. So cgo is switched on for this
# one command, after a trial: a machine may have a compiler and no C library headers, or a platform that
# the race detector does not know.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if problem=$(CGO_ENABLED=1 go build -race runtime/race runtime/cgo 2>&1); then
	export CGO_ENABLED=1
	# Without this, every process sleeps for a second before it ends, and the tests of the command line start 200.
	export GORACE="atexit_sleep_ms=20 ${GORACE:-}"
	set -- -race "$@"
else
	echo "warning: testing without the race detector: $problem" >&2
	export CGO_ENABLED=0
fi
shuffle=1 timeout=20m
if [ "${ASSAY_LONG:-}" = 1 ]; then
	shuffle=on timeout=6h
else
	export RAPID_SEED=${RAPID_SEED:-1} # that of a failure, which rapid names, repeats it
fi
exec go test -shuffle="$shuffle" -timeout "$timeout" "$@"
