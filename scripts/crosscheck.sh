#!/usr/bin/env bash
# Runs the tests that compare Assay with real solvers: all tests in the files that call testdepth.Crosscheck.
#
#   scripts/crosscheck.sh short|medium|long [-json]
#
# The tests get the depth in ASSAY_CROSSCHECK; without that variable they are skipped (internal/testing/testdepth).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

depth=${1:?usage: scripts/crosscheck.sh short|medium|long}
mapfile -t files < <(grep -rlE --include='*_test.go' --exclude-dir=testdepth 'testdepth\.Crosscheck\(|ASSAY_CROSSCHECK' . | sort)
if [ "${#files[@]}" -eq 0 ]; then
	echo "no test calls testdepth.Crosscheck" >&2
	exit 0
fi
# Jobs are "FOLDER TESTS", the tests in the form of -run: packages have tests of the same name. A folder with many tests is dealt
# into several jobs, and the largest jobs come first, so that no processor waits for one at the end.
mapfile -t jobs < <(for file in "${files[@]}"; do
	sed -nE "s#^func (Test[A-Za-z0-9_]*)\\(.*#${file%/*} \\1#p" "$file"
done | sort -u | awk '
	{ n[$1]++; k = $1 " " int((n[$1] - 1) % 3); deal[k] = deal[k] "|" $2; size[k]++ }
	function flush(f, i, t, s) {
		for (i = 0; i < 3; i++) { k = f " " i; if (n[f] > 12) { if (k in deal) print size[k], f, substr(deal[k], 2) } else { t = t deal[k]; s += size[k] } }
		if (t != "") print s, f, substr(t, 2)
	}
	END { for (f in n) flush(f, 0, "", 0) }' | sort -rn | cut -d ' ' -f 2-)

# One job more than there are processors: comparisons wait for solvers. What one prints stays together.
most=$(($(getconf _NPROCESSORS_ONLN) + 1))
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
one() {
	local number=$1 folder=$2 tests=$3
	shift 3
	go test -trimpath -vet=off -ldflags=-w -count=1 -timeout 6h "$@" -run "^($tests)\$" "$folder" >"$out/$number" || touch "$out/failed"
	until mkdir "$out/printing" 2>/dev/null; do sleep 0.05; done
	cat "$out/$number"
	rmdir "$out/printing"
}
export ASSAY_CROSSCHECK=$depth
for number in "${!jobs[@]}"; do
	while [ "$(jobs -rp | wc -l)" -ge "$most" ]; do wait -n || touch "$out/failed"; done
	read -r folder tests <<<"${jobs[number]}"
	one "$number" "$folder" "$tests" "${@:2}" &
done
wait
[ ! -e "$out/failed" ]
