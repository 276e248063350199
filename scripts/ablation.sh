#!/usr/bin/env bash
# What learning and searching options gain: campaigns of one solver, from nothing, with the same CPU time, as in tables 5 to 8 of Falcon's paper.
#
#   scripts/ablation.sh SOLVER...
#
# The variants are full (options that matter according to what was learned, searched by the genetic algorithm), search (all options, searched), learn
# (options that matter, at random) and none (the solver as it is), with the engine generate over LOGICS (QF_BV,QF_ABV,QF_AUFBV). For each of ENGINES,
# such as "storm opfuzz", there are also ENGINE and ENGINE-opt, without options and with both (as VARIANTS, ENGINE-one and ENGINE-four, with at most so many configurations on a mutant), on the SEEDS of LOGICS. VARIANTS names other variants:
# VARIANTS="storm storm-opt" leaves generate out. ENGINE@KEY=VALUE, with as many of them as you like, is an engine with other settings, as in storm@storm.depth=5. Learning must be done beforehand: assay options learn SOLVER.
#
# The variant that has used the least CPU time (user and system, solvers included) gets the next turn of TURN (120s), until each has used BUDGET
# seconds (600). GCOV is the folder of a build with gcc --coverage, where it was compiled: each variant counts its lines separately (docs/reference/coverage.md).
# If the first solver counts its basic blocks, such as z3@5.4.1+blocks, each variant counts its own.
# TIMEOUT (1s) of a run, JOBS (1), SEED (1) and FLAGS of all campaigns are taken from the environment. Only the first solver is looked into;
# the others help to judge. The script needs jq. It continues where it was stopped, also with a larger BUDGET; WORK (bin/ablation) has everything,
# with a line for each turn in its turns.tsv (and lines.tsv), and BUDGET=0 prints the tables again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[ $# -gt 0 ] || { echo "usage: scripts/ablation.sh SOLVER..." >&2 && exit 2; }
command -v jq >/dev/null || { echo "ablation.sh: jq is missing: apt-get install jq" >&2 && exit 2; }
work=$(realpath -m "${WORK:-bin/ablation}")
budget=${BUDGET:-600}
logics=${LOGICS:-QF_BV,QF_ABV,QF_AUFBV}
read -ra flags <<<"${FLAGS:-}"
read -ra engines <<<"${ENGINES:-}"
variants=(full search learn none)
for e in "${engines[@]}"; do variants+=("$e" "$e-opt"); done
[ -z "${VARIANTS:-}" ] || read -ra variants <<<"$VARIANTS"
solvers=()
for s in "$@"; do solvers+=(--solver "$s"); done
objects=${GCOV:+$(realpath "$GCOV")}
blocks=
case $1 in *+blocks*) blocks=${1%% *} ;; esac

mkdir -p "$work/logics"
assay=${ASSAY:-$work/assay}
[ -n "${ASSAY:-}" ] || go build -trimpath -o "$assay" ./cmd/assay
for l in ${logics//,/ }; do
	printf '(set-logic %s)\n(assert true)\n(check-sat)\n' "$l" >"$work/logics/$l.smt2"
done

# What distinguishes campaigns that must not be mixed.
same=$(printf '%s\n' "$logics" "${SEEDS:-}" "$objects" "${TIMEOUT:-1s} ${JOBS:-1} ${SEED:-1}" "${flags[@]}" "$@")
if [ -f "$work/same" ] && [ "$(cat "$work/same")" != "$same" ]; then
	echo "ablation.sh: $work has campaigns with other settings, see $work/same: set WORK= to another folder" >&2
	exit 2
fi
printf '%s\n' "$same" >"$work/same"

# seeds VARIANT: the files and folders that it starts from, one per line
seeds() {
	case $1 in
	full | search | learn | none) echo "$work/logics" ;;
	*)
		[ -n "${SEEDS:-}" ] || { echo "ablation.sh: SEEDS is missing: a folder of seeds for $1" >&2 && exit 2; }
		grep -rlE --include='*.smt2' "^\(set-logic (${logics//,/|})\)" "$SEEDS" | LC_ALL=C sort
		;;
	esac
}

# options VARIANT: its flags
options() {
	case $1 in
	full) echo --engine generate --options search --set options.most=0 ;;
	search) echo --engine generate --options search --set options.most=0 --set options.no-learned=true ;;
	learn) echo --engine generate --options search --set options.most=0 --set options.no-genetic=true ;;
	*@*) echo --engine "${1%%@*}" --options none --feedback $(tr '@' '\n' <<<"${1#*@}" | sed 's/^/--set /') ;;
	none) echo --engine generate --options none --feedback ;;
	*-one) echo --engine "${1%-one}" --options search ;;
	*-four) echo --engine "${1%-four}" --options search --set options.most=4 ;;
	*-opt) echo --engine "${1%-opt}" --options search --set options.most=0 ;;
	*) echo --engine "$1" --options none --feedback ;;
	esac
}

# used VARIANT: the seconds of CPU time that its turns have used. A turn that was killed counts as having used all of its time.
used() { awk -F'\t' '{ s += $1 } END { printf "%.1f\n", s }' "$work/$1/cpu" 2>/dev/null || echo 0; }

# turn VARIANT
turn() {
	local dir=$work/$1 code=0 list took
	mkdir -p "$dir"
	mapfile -t list < <(seeds "$1")
	[ ${#list[@]} -gt 0 ] || { echo "ablation.sh: none of the seeds has a logic of $logics" >&2 && exit 2; }
	if [ -n "$objects" ]; then
		export GCOV_PREFIX=$dir/lines
		GCOV_PREFIX_STRIP=$(tr -cd / <<<"$objects" | wc -c)
		export GCOV_PREFIX_STRIP
		# The compiler's notes are read next to the counts.
		(cd "$objects" && find . -name '*.gcno' -print0 | while IFS= read -r -d '' f; do
			[ -f "$dir/lines/$f" ] || { mkdir -p "$dir/lines/$(dirname "$f")" && cp "$f" "$dir/lines/$f"; }
		done)
	fi
	[ -z "$blocks" ] || export ASSAY_BLOCKS=$dir/blocks
	local seconds=${TURN:-120s}
	# A turn cannot use much more than its time, so the last one is as long as the time that is left.
	seconds=$(awk -v turn="${seconds%s}" -v left="$(used "$1")" -v budget="$budget" -v jobs="${JOBS:-1}" \
		'BEGIN { s = int((budget - left) / jobs) + 1; s = s < turn ? s : turn; print (s > 5 ? s : 5) }')
	[ ! -f "$dir/begun" ] || echo "$((seconds * ${JOBS:-1}))	killed" >>"$dir/cpu"
	touch "$dir/begun"
	# shellcheck disable=SC2046 # words
	{
		TIMEFORMAT='%U %S'
		time "$assay" fuzz "${solvers[@]}" $(options "$1") --timeout "${TIMEOUT:-1s}" --jobs "${JOBS:-1}" --seed "${SEED:-1}" "${flags[@]}" \
			--duration "${seconds}s" --quiet --json --out "$dir/campaign" "${list[@]}" 2>"$dir/log" |
			(trap '' INT TERM && exec tail -n 1) >"$dir/summary.new" || code=$?
	} 2>"$dir/time"
	if [ "$code" != 0 ] && [ "$code" != 10 ] && [ "$code" != 130 ]; then
		rm "$dir/begun"
		echo "ablation.sh: $1 ended with status $code:" >&2
		cat "$dir/log" >&2
		exit 1
	fi
	[ ! -s "$dir/summary.new" ] || mv "$dir/summary.new" "$dir/summary.json"
	took=$(awk '{ s = $1 + $2 } END { print s }' "$dir/time")
	printf '%s\t%s\n' "$took" "$(date +%s)" >>"$dir/cpu"
	rm "$dir/begun"
	[ ! -f "$dir/summary.json" ] || printf '%s\t%s\t%s\n' "$1" "$(used "$1")" "$(figures "$1")" >>"$work/turns.tsv"
	[ -z "$objects$blocks" ] || printf '%s\t%s\t%s\n' "$1" "$(used "$1")" "$(lines "$1")" >>"$work/lines.tsv"
}

# lines VARIANT: lines, functions and branches that its runs have reached so far, or blocks and functions; separated by tabs
lines() {
	[ -z "$blocks" ] || { ASSAY_BLOCKS=$work/$1/blocks "$assay" coverage --blocks "$blocks" --json | jq -r 'select(.module == null) | [.blocks.hit, .functions.hit] | @tsv' && return; }
	"$assay" coverage --gcov "$work/$1/lines" --json | jq -r '[.lines.hit, .functions.hit, .branches.hit] | @tsv'
}

# entries VARIANT...: the contents of its maps, a line for each counter with one bucket of its count
entries() {
	for v in "$@"; do
		for map in "$work/$v"/campaign/feedback/*.map; do
			[ -f "$map" ] || continue
			# Masks, in hexadecimal digits, come before quoted keys.
			awk -v map="$(basename "$map")" 'NR > 2 && $1 != "end" {
				key = substr($0, length($1) + 2); mask = 16 * hex(substr($1, 1, 1)) + hex(substr($1, 2, 1))
				for (bit = 0; mask; bit++) { if (mask % 2) print map, bit, key; mask = int(mask / 2) }
			}
			function hex(digit) { return index("0123456789abcdef", digit) - 1 }' "$map"
		done
	done
}

# figures VARIANT: mutants, runs, runs of other configurations, entries, keys, findings; separated by tabs
figures() {
	local found=0
	[ ! -d "$work/$1/campaign/findings" ] || found=$(find "$work/$1/campaign/findings" -mindepth 2 -maxdepth 2 -name finding.json | wc -l)
	jq -r '.stats | [.mutants, ([.solvers[] | .calls + (.configurations.runs // 0)] | add), ([.solvers[].configurations.runs // 0] | add)] | @tsv' \
		"$work/$1/summary.json" | tr -d '\n'
	entries "$1" | awk '{ n++; sub(/ [0-9]+ /, " "); keys[$0] } END { for (k in keys) m++; printf "\t%d\t%d", n, m }'
	printf '\t%s\n' "$found"
}

# alone VARIANT: the number of its entries that no other variant has
alone() {
	local others=()
	for v in "${variants[@]}"; do [ "$v" = "$1" ] || others+=("$v"); done
	LC_ALL=C comm -23 <(entries "$1" | LC_ALL=C sort -u) <(entries "${others[@]}" | LC_ALL=C sort -u) | wc -l
}

# found VARIANT: its findings by class
found() {
	find "$work/$1/campaign/findings" -mindepth 2 -maxdepth 2 -name finding.json -exec jq -r .class {} + 2>/dev/null | LC_ALL=C sort | uniq -c |
		awk '{ printf "%s%d %s", (NR > 1 ? ", " : ""), $1, $2 } END { if (!NR) printf "none" }'
}

tables() {
	# show reports on standard error how much was learned, or that nothing was; then full and learn search all options.
	"$assay" options show "$1" 2>&1 >/dev/null | sed 's/^assay options show: //' || true
	echo
	echo "| variant | CPU s | mutants | runs | of other configurations | entries | keys | in no other variant | findings |"
	echo "|---|---|---|---|---|---|---|---|---|"
	for v in "${variants[@]}"; do
		[ -f "$work/$v/summary.json" ] || continue
		IFS=$'\t' read -r mutants runs others entries keys _ < <(figures "$v")
		echo "| $v | $(used "$v") | $mutants | $runs | $others | $entries | $keys | $(alone "$v") | $(found "$v") |"
	done
	[ -n "$objects$blocks" ] || return 0
	[ -z "$objects" ] || lines_table
	[ -z "$blocks" ] || blocks_table
	echo
	echo "| variant | $([ -n "$blocks" ] && echo blocks || echo lines) after each turn (CPU s) |"
	echo "|---|---|"
	awk -F'\t' '!($1 in at) { names[++n] = $1 } { at[$1] = at[$1] (at[$1] ? ", " : "") $3 " (" int($2) ")" }
		END { for (i = 1; i <= n; i++) print "| " names[i] " | " at[names[i]] " |" }' "$work/lines.tsv"
}

blocks_table() {
	echo
	echo "| variant | blocks | functions |"
	echo "|---|---|---|"
	for v in "${variants[@]}"; do
		[ -d "$work/$v/blocks" ] || continue
		ASSAY_BLOCKS=$work/$v/blocks "$assay" coverage --blocks "$blocks" --json | jq -r --arg v "$v" '
			def share: "\(.hit) of \(.all) (\((1000 * .hit / .all | round) / 10) %)";
			select(.module == null) | "| \($v) | \(.blocks | share) | \(.functions | share) |"'
	done
}

lines_table() {
	echo
	echo "| variant | lines | functions | branches |"
	echo "|---|---|---|---|"
	for v in "${variants[@]}"; do
		[ -d "$work/$v/lines" ] || continue
		"$assay" coverage --gcov "$work/$v/lines" --json | jq -r --arg v "$v" '
			def share: "\(.hit) of \(.all) (\((1000 * .hit / .all | round) / 10) %)";
			"| \($v) | \(.lines | share) | \(.functions | share) | \(.branches | share) |"'
	done
}

# run SOLVER: turns until the budget is used, then the tables
run() {
	local stop='' next least u v
	trap 'stop=1' INT TERM
	while [ -z "$stop" ]; do
		next='' least=$budget
		for v in "${variants[@]}"; do
			u=$(used "$v")
			if awk -v a="$u" -v b="$least" 'BEGIN { exit !(a < b) }'; then next=$v least=$u; fi
		done
		[ -n "$next" ] || break
		turn "$next"
		[ ! -t 2 ] || echo "$next: $(used "$next") s of $budget" >&2
	done
	trap - INT TERM
	tables "$1" | tee "$work/ablation.md"
}
run "$1"; exit # on one line, so that the script may be changed while it runs
