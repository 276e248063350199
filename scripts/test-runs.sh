#!/usr/bin/env bash
# Runs `make test` again and again in fresh clones of HEAD, the second half under load, and records status, CPU time and wall time.
#
#   scripts/test-runs.sh QUIET LOADED
#
# TEST_RUNS (bin/test-runs) is the folder of results: runs.tsv has a line for each run (commit, run, busy loops, status, CPU s, wall s,
# mean of the load average meanwhile), and each run leaves its output. Runs that it lists are not repeated. Folders beside the checkout
# that tests read (../shared) are linked beside the clones. LOAD (15) is the number of busy loops. TOGETHER (1) is how many of the loaded
# runs take place at once: five of them are a load of 15 to each other, and LOAD may then be 0.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

quiet=${1:?usage: scripts/test-runs.sh QUIET LOADED} loaded=${2:?}
out=${TEST_RUNS:-bin/test-runs}
mkdir -p "$out"
out=$(realpath "$out")
table=$out/runs.tsv
touch "$table"
commit=$(git rev-parse --short HEAD)
place=$(mktemp -d)
trap 'chmod -R u+w "$place"; rm -rf "$place"' EXIT
[ ! -e ../shared ] || ln -s "$(realpath ../shared)" "$place/shared"

run() {
	local number=$1 load=$2 status=0 clone=$place/clone-$1 log=$out/$commit-$1 sampler
	grep -q "^$commit	$number	" "$table" && return
	git clone -q . "$clone"
	: >"$log.load"
	while sleep 5; do cut -d ' ' -f 1 /proc/loadavg >>"$log.load" 2>/dev/null || break; done &
	sampler=$!
	scripts/load.sh "$load" bash -c 'TIMEFORMAT="%U %S %R"; cd "$1" && { time make test >"$2.txt" 2>&1; } 2>"$2.time"' \
		_ "$clone" "$log" || status=$?
	kill "$sampler" 2>/dev/null || true
	awk -v head="$commit	$number	$load	$status" -v load="$(awk '{ s += $1 } END { printf "%s", NR ? sprintf("%.1f", s / NR) : "-" }' "$log.load")" \
		'{ printf "%s\t%.0f\t%.0f\t%s\n", head, $1 + $2, $3, load }' "$log.time" | tee -a "$table"
	rm -rf "$clone"
}

for ((i = 1; i <= quiet; i++)); do run "$i" 0; done
for ((i = quiet + 1; i <= quiet + loaded; i++)); do
	run "$i" "${LOAD:-15}" &
	while [ "$(jobs -rp | wc -l)" -ge "${TOGETHER:-1}" ]; do wait -n; done
done
wait
