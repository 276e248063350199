#!/usr/bin/env bash
# Runs the tests that compare Assay with real solvers: all tests in the files that call testdepth.Crosscheck.
#
#   scripts/crosscheck.sh short|medium|long [-json]
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
# The largest first, so that no processor waits for it at the end.
mapfile -t folders < <(printf '%s\n' "${files[@]}" | sed 's#/[^/]*$##' | sort | uniq -c | sort -rn | awk '{ print $2 }')

# Two packages at a time, each with the tests of its own files: packages have tests of the same name. What one prints stays together.
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
one() {
	local folder=$1 name=${1//\//-} tests
	shift
	tests=$(printf '%s\n' "${files[@]}" | grep -E "^$folder/[^/]*$" | xargs sed -nE 's/^func (Test[A-Za-z0-9_]*)\(.*/\1/p' | sort -u | paste -sd'|')
	go test -trimpath -vet=off -count=1 -timeout 6h "$@" -run "^($tests)\$" "$folder" >"$out/$name" || touch "$out/failed"
	until mkdir "$out/printing" 2>/dev/null; do sleep 0.05; done
	cat "$out/$name"
	rmdir "$out/printing"
}
export ASSAY_CROSSCHECK=$depth
for folder in "${folders[@]}"; do
	while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n || touch "$out/failed"; done
	one "$folder" "${@:2}" &
done
wait
[ ! -e "$out/failed" ]
