#!/usr/bin/env bash
# Runs the tests that compare Assay with real solvers: functions named TestCrossCheck*.
#
#   scripts/crosscheck.sh short|long
#
# The depth reaches the tests as ASSAY_CROSSCHECK; without that variable they skip.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

depth=${1:?usage: scripts/crosscheck.sh short|long}
mapfile -t packages < <(grep -rlE --include='*_test.go' '^func TestCrossCheck' . | sed 's#/[^/]*$##' | sort -u)
if [ "${#packages[@]}" -eq 0 ]; then
	echo "no test is named TestCrossCheck*" >&2
	exit 0
fi
# One package at a time: these tests have time limits for solvers, which another package's load would eat.
ASSAY_CROSSCHECK=$depth exec go test -p 1 -count=1 -timeout 6h -v -run '^TestCrossCheck' "${packages[@]}"
