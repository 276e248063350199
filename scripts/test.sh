#!/usr/bin/env bash
# Runs tests with a line for each package, a sign of life every fifteen seconds, the ten slowest tests and one closing line.
#
#   scripts/test.sh SUITE...
#
# A SUITE is unit, which takes its packages from PKGS, or crosscheck-DEPTH with the depths of scripts/crosscheck.sh. All suites run
# even if one fails. bin/test.jsonl keeps the events of go test, and bin/test-cpu.txt the CPU time: user, system and wall seconds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# suites runs them one after the other, as a stream of events.
suites() {
	local suite status=0 packages
	read -ra packages <<<"${PKGS:-}"
	for suite in "$@"; do
		case $suite in
		unit) scripts/unit-test.sh -json ${packages[@]+"${packages[@]}"} || status=1 ;;
		crosscheck-*) scripts/crosscheck.sh "${suite#crosscheck-}" -json || status=1 ;;
		*)
			echo "test.sh: no suite is called $suite" >&2
			return 2
			;;
		esac
	done
	return $status
}
if [ "${1:-}" = --events ]; then # what gotestsum below calls
	shift
	suites "$@" 2>>bin/test-stderr.txt # gotestsum would count each line as an error
	exit
fi
[ $# -gt 0 ] || { echo "usage: scripts/test.sh SUITE..." >&2; exit 2; }

mkdir -p bin
events=bin/test.jsonl
: >"$events"
: >bin/test-stderr.txt

# alive says every fifteen seconds how far the run is, so that nobody takes a long package for a hang.
alive() {
	local start=$SECONDS
	while kill -0 "$1" 2>/dev/null; do
		sleep 15 >/dev/null 2>&1 || return 0 # outlives this script: it must not keep a reader of our output waiting
		awk -v t=$((SECONDS - start)) '
			/"Test":/ { next }
			match($0, /"Package":"[^"]*"/) { p = substr($0, RSTART + 11, RLENGTH - 12); sub(/^.*\/assay\//, "", p) }
			/"Action":"start"/ { running[p] = 1 }
			/"Action":"(pass|fail|skip)"/ { delete running[p]; done++ }
			END {
				for (p in running) names = names (names == "" ? "" : ", ") p
				printf "   %d:%02d: %d package runs done, now %s\n", t / 60, t % 60, done, names == "" ? "compiling or comparing with solvers" : names
			}' "$events" >&2
	done
}
alive $$ >/dev/null &
watcher=$!
trap 'kill $watcher 2>/dev/null || true' EXIT

gotestsum=$(scripts/install-tool.sh gotestsum)
status=0
TIMEFORMAT='%U %S %R' # of `time`, which writes to the standard error of this shell: the tests' own goes to descriptor 3
{ time "$gotestsum" --format pkgname --format-icons text --hide-summary skipped --jsonfile "$events" \
	--raw-command -- scripts/test.sh --events "$@" 2>&3 | tee bin/test.txt || status=$?; } 3>&2 2>bin/test-cpu.txt

if [ -s bin/test-stderr.txt ]; then
	echo
	cat bin/test-stderr.txt
fi
echo
echo "The ten slowest tests:"
"$gotestsum" tool slowest --jsonfile "$events" --threshold 1ms --num 10
echo
awk '{ printf "CPU time %.0f s, wall time %.0f s\n", $1 + $2, $3 }' bin/test-cpu.txt
tail -n 1 bin/test.txt # the runner's own closing line once more, as the last
exit "$status"
