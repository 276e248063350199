#!/usr/bin/env bash
# Looks for tests that fail now and then: runs the tests of each package many times, shuffled, with rapid drawing anew each time, with
# GOMAXPROCS 1, 2 and 8 in turn, half of the runs while busy loops keep the machine under load. Packages that start goroutines run
# under the race detector.
#
#   scripts/flaky.sh run [PACKAGE...]    RUNS (50) runs of each package, or of all; continues where it was stopped
#   scripts/flaky.sh report              a table of what has run
#
# FLAKY (bin/flaky) is the folder of results: runs.tsv has a line for each run, and a failed run leaves its output beside it. LOAD (15)
# is the number of busy loops. LIMIT (none) leaves out packages whose first run took more CPU seconds than that.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

out=${FLAKY:-bin/flaky}
mkdir -p "$out"
out=$(realpath "$out")
table=$out/runs.tsv
touch "$table"

report() {
	echo '| package | runs quiet | runs under load | failed | CPU s a run, median | tests that failed |'
	echo '|---|---:|---:|---:|---:|---|'
	sort -t $'\t' -k1,1 -k8,8n "$table" | awk -F '\t' '
		function row() {
			if (p == "") return
			if (names == "") names = "-"
			printf "| %s | %d | %d | %d | %.1f | %s |\n", p, quiet, loaded, failed, cpu[int((n + 1) / 2)], names
		}
		$1 != p { row(); p = $1; quiet = loaded = failed = n = 0; names = ""; split("", seen) }
		{
			cpu[++n] = $8
			if ($3 == 0) quiet++; else loaded++
			if ($6 != 0) { failed++; if (!seen[$9]++) names = names (names == "" ? "" : ", ") $9 }
			all++; bad += $6 != 0
		}
		END { row(); printf "\n%d runs, %d failed\n", all, bad }'
}

# binary builds the tests of a package, with the race detector if it starts goroutines, and prints the path.
binary() {
	local name
	name=$out/$(tr / - <<<"${1#"$module"/}").test
	if grep -qxF "$1" "$out/raced"; then
		CGO_ENABLED=1 go test -trimpath -vet=off -race -c -o "$name" "$1" >&2
	else
		CGO_ENABLED=0 go test -trimpath -vet=off -c -o "$name" "$1" >&2
	fi
	echo "$name"
}

# once runs the tests of a package a single time, and adds a line to the table.
once() {
	local package=$1 run=$2 load=$3 test=$4 procs log status=0 failed
	procs=$(set -- 1 2 8; shift $((run % 3)); echo "$1")
	log=$out/${test##*/}-$run.txt
	TIMEFORMAT='%U %S'
	{ time (cd "$(go list -f '{{.Dir}}' "$package")" && GORACE=atexit_sleep_ms=20 GOMAXPROCS=$procs RAPID_SEED=$run \
		"$test" -test.shuffle="$run" -test.count=1 -test.timeout=30m >"$log" 2>&1) || status=$?; } 2>"$out/time"
	failed=$(sed -nE 's/^--- FAIL: ([A-Za-z0-9_]+).*/\1/p' "$log" | sort -u | paste -sd' ')
	[ "$status" != 0 ] || rm -f "$log"
	printf '%s\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t%s\n' "${package#"$module"/}" "$run" "$load" "$procs" "$run" "$status" \
		"$(git rev-parse --short HEAD)" "$(awk '{ print $1 + $2 }' "$out/time")" "${failed:-}" >>"$table"
	[ "$status" = 0 ] || echo "${package#"$module"/}, run $run: ${failed:-status $status} ($log)"
}

# phase runs what is missing of the runs FIRST to LAST of all packages, under LOAD busy loops.
phase() {
	local first=$1 last=$2 load=$3 package run test cpu
	for package in "${packages[@]}"; do
		test=
		for ((run = first; run <= last; run++)); do
			grep -q "^${package#"$module"/}	$run	" "$table" && continue
			cpu=$(awk -F '\t' -v p="${package#"$module"/}" '$1 == p { print int($8); exit }' "$table")
			[ "${cpu:-0}" -le "${LIMIT:-1000000}" ] || break
			[ -n "$test" ] || test=$(binary "$package")
			once "$package" "$run" "$load" "$test"
		done
		[ -z "$test" ] || rm -f "$test"
	done
}

case ${1:-} in
report) report ;;
run | phase)
	verb=$1
	shift
	module=$(go list -m)
	if [ "$verb" = phase ]; then
		IFS=' ' read -r first last load <<<"$1"
		shift
		packages=("$@")
		phase "$first" "$last" "$load"
		exit
	fi
	mapfile -t packages < <(go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' "${@:-./...}" | sed '/^$/d')
	scripts/raced-packages.sh >"$out/raced"
	runs=${RUNS:-50} load=${LOAD:-15}
	phase 1 $((runs / 2)) 0
	scripts/load.sh "$load" "$0" phase "$((runs / 2 + 1)) $runs $load" "${packages[@]}"
	report
	;;
*)
	echo "usage: scripts/flaky.sh run [PACKAGE...] | report" >&2
	exit 2
	;;
esac
