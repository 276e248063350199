#!/usr/bin/env bash
# Runs the tests that compare Assay with real solvers: all tests in the files that call testdepth.Crosscheck.
#
#   scripts/crosscheck.sh short|medium|long
#
# The tests get the depth in ASSAY_CROSSCHECK; without that variable they are skipped (internal/testdepth).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

depth=${1:?usage: scripts/crosscheck.sh short|medium|long}
mapfile -t files < <(grep -rlE --include='*_test.go' --exclude-dir=testdepth 'testdepth\.Crosscheck\(|ASSAY_CROSSCHECK' . | sort)
if [ "${#files[@]}" -eq 0 ]; then
	echo "no test calls testdepth.Crosscheck" >&2
	exit 0
fi
mapfile -t packages < <(printf '%s\n' "${files[@]}" | sed 's#/[^/]*$##' | sort -u)
tests=$(sed -nE 's/^func (Test[A-Za-z0-9_]*)\(.*/\1/p' "${files[@]}" | sort -u | paste -sd'|')
# One package at a time: these tests have time limits for solvers, which another package's load would use up.
ASSAY_CROSSCHECK=$depth exec go test -p 1 -count=1 -timeout 6h -run "^($tests)\$" "${packages[@]}"
