#!/usr/bin/env bash
# Looks for tests that fail now and then: runs the tests of each package many times, shuffled, with rapid drawing anew each time, with
# GOMAXPROCS 1, 2 and 8 in turn, half of the runs while busy loops keep the machine under load. Packages that start goroutines run
# under the race detector.
#
#   scripts/flaky.sh run [PACKAGE...]    RUNS (50) runs of each package, or of all; continues where it was stopped
#   scripts/flaky.sh report              a table of what has run
#
# Runs count for the code that ran: a package whose test binary has changed begins anew, and the table gives the runs of its earlier
# code beside those of the newest.
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
	echo '| package | runs quiet | runs under load | failed | CPU s a run, median | tests that failed | runs of earlier code | failed |'
	echo '|---|---:|---:|---:|---:|---|---:|---:|'
	# The last line of a package has its newest code. Lines are sorted by CPU time for the median.
	awk -F '\t' 'NR == FNR { newest[$1] = $7; next } { print (newest[$1] == $7 ? 1 : 0) "\t" $0 }' "$table" "$table" |
		sort -t $'\t' -k2,2 -k1,1n -k9,9n | awk -F '\t' '
		function row() {
			if (p == "") return
			printf "| %s | %d | %d | %d | %.1f | %s | %d | %d |\n", p, quiet, loaded, failed, cpu[int((n + 1) / 2)], names == "" ? "-" : names, old, oldFailed
		}
		$2 != p { row(); p = $2; quiet = loaded = failed = n = old = oldFailed = 0; names = ""; split("", seen) }
		{ all++; bad += $7 != 0 }
		$1 == 0 { old++; oldFailed += $7 != 0; next }
		{
			cpu[++n] = $9
			if ($4 == 0) quiet++; else loaded++
			if ($7 != 0) { failed++; if (!seen[$10]++) names = names (names == "" ? "" : ", ") $10 }
		}
		END { row(); printf "\n%d runs, %d failed\n", all, bad }'
}

# binary builds the tests of a package, with the race detector if it starts goroutines, and prints the path.
binary() {
	local name
	name=$out/$(tr / - <<<"${1#"$module"/}").test
	if grep -qxF "$1" "$out/raced"; then
		CGO_ENABLED=1 go test -trimpath -buildvcs=false -vet=off -race -c -o "$name" "$1" >&2
	else
		CGO_ENABLED=0 go test -trimpath -buildvcs=false -vet=off -c -o "$name" "$1" >&2
	fi
	echo "$name"
}

# once runs the tests of a package a single time, and adds a line to the table.
once() {
	local package=$1 run=$2 load=$3 test=$4 code=$5 procs log status=0 failed
	procs=$(set -- 1 2 8; shift $((run % 3)); echo "$1")
	log=$out/${test##*/}-$run.txt
	TIMEFORMAT='%U %S'
	{ time (cd "$(go list -f '{{.Dir}}' "$package")" && GORACE=atexit_sleep_ms=20 GOMAXPROCS=$procs RAPID_SEED=$run \
		"$test" -test.shuffle="$run" -test.count=1 -test.timeout=30m >"$log" 2>&1) || status=$?; } 2>"$out/time"
	failed=$(sed -nE 's/^--- FAIL: ([A-Za-z0-9_]+).*/\1/p' "$log" | sort -u | paste -sd' ')
	[ "$status" != 0 ] || rm -f "$log"
	printf '%s\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t%s\n' "${package#"$module"/}" "$run" "$load" "$procs" "$run" "$status" \
		"$code" "$(awk '{ print $1 + $2 }' "$out/time")" "${failed:-}" >>"$table"
	[ "$status" = 0 ] || echo "${package#"$module"/}, run $run: ${failed:-status $status} ($log)"
}

# phase runs what is missing of the runs FIRST to LAST of all packages, under LOAD busy loops.
phase() {
	local first=$1 last=$2 load=$3 package name run test code cpu
	for package in "${packages[@]}"; do
		name=${package#"$module"/}
		cpu=$(awk -F '\t' -v p="$name" '$1 == p { print int($8); exit }' "$table")
		[ "${cpu:-0}" -le "${LIMIT:-1000000}" ] || continue
		test=$(binary "$package")
		code=$(sha256sum "$test" | cut -c 1-12)
		for ((run = first; run <= last; run++)); do
			awk -F '\t' -v p="$name" -v r="$run" -v c="$code" '$1 == p && $2 == r && $7 == c { found = 1; exit } END { exit !found }' "$table" ||
				once "$package" "$run" "$load" "$test" "$code"
		done
		rm -f "$test"
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
	scripts/raced-packages.sh --users >"$out/raced"
	runs=${RUNS:-50} load=${LOAD:-15}
	phase 1 $((runs / 2)) 0
	scripts/load.sh "$load" scripts/flaky.sh phase "$((runs / 2 + 1)) $runs $load" "${packages[@]}"
	report
	;;
*)
	echo "usage: scripts/flaky.sh run [PACKAGE...] | report" >&2
	exit 2
	;;
esac
