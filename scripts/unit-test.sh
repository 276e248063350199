#!/usr/bin/env bash
# Runs the tests of all packages, or those that arguments for go test select, with the race detector where that is possible.
#
#   scripts/unit-test.sh [-json] [ARGUMENT...]
#
# A package that starts no goroutine (scripts/raced-packages.sh) is tested without the detector, in a fifth of the time, and with ASSAY_LONG=1
# only if it uses none that does. The command line is tested without it too, except with ASSAY_LONG=1: most of its time goes into scripts that
# run campaigns, whose packages have raced tests of their own.
#
# The run is the same every time: rapid draws from a fixed seed, and tests are shuffled by a fixed number. With ASSAY_LONG=1
# both change from run to run, and tests that take samples take everything (internal/testing/testdepth).
#
# The race detector needs cgo on Linux, while the product is built without it. So cgo is switched on for this
# one command, after a trial: a machine may have a compiler but no C library headers, or a platform that
# the race detector does not support.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Compiled code is shared by all checkouts (-trimpath), make test runs all of go vet before the tests, and linking is faster without DWARF. Some packages mostly wait for
# processes: one more than there are processors keeps these busy.
flags=(-trimpath -vet=off -ldflags=-w -p "$(($(getconf _NPROCESSORS_ONLN) + 1))")
if [ "${1:-}" = -json ]; then
	flags+=(-json)
	shift
fi
race=()
if problem=$(CGO_ENABLED=1 go build -race runtime/race runtime/cgo 2>&1); then
	race=(env CGO_ENABLED=1 "GORACE=atexit_sleep_ms=20 ${GORACE:-}") # without this, every process sleeps for a second before it ends
else
	echo "warning: testing without the race detector: $problem" >&2
fi
if [ "${ASSAY_LONG:-}" = 1 ]; then
	flags+=(-shuffle=on -timeout=6h)
else
	flags+=(-shuffle=1 -timeout=60m)
	export RAPID_SEED=${RAPID_SEED:-1} # rapid names the seed of a failure, which repeats it
fi

alone() { CGO_ENABLED=0 go test "${flags[@]}" "$@"; }
raced() { "${race[@]}" go test -race "${flags[@]}" "$@"; }

if [ ${#race[@]} = 0 ]; then
	alone "${@:-./...}"
	exit
fi
if [ $# -gt 0 ]; then
	raced "$@"
	exit
fi

all=$(go list ./... | sort)
if [ "${ASSAY_LONG:-}" = 1 ]; then
	concurrent=$(scripts/raced-packages.sh --users)
else
	concurrent=$(scripts/raced-packages.sh | grep -v '/internal/cli$')
fi
sequential=$(comm -13 <(echo "$concurrent") <(echo "$all"))
mapfile -t concurrent <<<"$concurrent"
# The command line takes the longest: it comes first, so that it does not run alone at the end.
mapfile -t sequential < <(sed '/^$/d' <<<"$sequential" | awk '/\/internal\/cli$/ { print; next } { rest = rest $0 "\n" } END { printf "%s", rest }')
echo "${#concurrent[@]} packages are tested with the race detector, ${#sequential[@]} without it" >&2
status=0
raced "${concurrent[@]}" || status=$?
if [ ${#sequential[@]} -gt 0 ]; then alone "${sequential[@]}" || status=$?; fi
if [ "${ASSAY_LONG:-}" = 1 ]; then # skipped above: the race detector multiplies memory, which it bounds
	alone -run '^TestHostileFiles$' ./internal/cli || status=$?
fi
# A module of its own: tools for ourselves.
CGO_ENABLED=0 go -C tools test "${flags[@]}" ./... || status=$?
exit $status
