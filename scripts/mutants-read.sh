#!/bin/sh
# mutants-read.sh [GROUP...]: makes mutants of a sample of the seeds by assay mutate, one engine after the other, gives each to the solvers that it was made
# for, and counts those that they refuse, by engine and reason. A GROUP is a list of solvers on PATH separated by semicolons ("z3;cvc5" unless given); - stands
# for no --solver, where z3 and cvc5 read what is made. Seeds that a solver refuses itself do not count for it.
# SEEDS is a folder of seeds. ASSAY, EVERY (one seed in so many, 40), COUNT (mutants of each engine and seed, 3) and ENGINES can be set.
set -eu
cd "$(dirname "$0")/.."
assay=$(realpath "${ASSAY:-bin/assay}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
find "${SEEDS:?a folder of seeds}" -name '*.smt2' -size -20k | LC_ALL=C sort | awk -v n="${EVERY:-40}" 'NR % n == 0' >"$work/seeds"

# refusal SOLVER FILE: the first error that is not about a model or a core, which there need not be.
refusal() {
	case $1 in
	z3*) timeout 3 z3 -T:2 "$2" ;;
	cvc*) timeout 3 "$1" -q --strings-exp --incremental --fp-exp --tlimit-per=2000 "$2" ;;
	*) timeout 3 "$1" "$2" ;;
	esac 2>&1 </dev/null | grep -a '(error\|Error in option' |
		grep -av 'not available\|[Cc]annot get\|is not enabled\|unknown parameter\|annotation that says\|unless' | head -n 1 |
		sed 's/^.*smt2:[0-9.]*: *//; s/line [0-9]* column [0-9]*: //; s/[0-9][0-9]*/N/g' | cut -c 1-70
}

for group in "${@:-z3;cvc5}"; do
	solvers=$(echo "$group" | tr ';' ' ')
	[ "$group" = - ] && solvers='z3 cvc5'
	made=0
	: >"$work/runs"
	while read -r seed; do
		partner=$(awk -v s="$seed" 'last == s { print; exit } { last = $0 }' "$work/seeds")
		able=
		for solver in $solvers; do
			[ -n "$(refusal "$solver" "$seed")" ] || able="$able $solver"
		done
		for engine in ${ENGINES:-typefuzz opfuzz storm fusion weaken diver generate}; do
			rm -rf "$work/out"
			set -- --engine "$engine" --count "${COUNT:-3}" --out "$work/out"
			[ "$engine" = fusion ] && [ -n "$partner" ] && set -- "$@" --partner "$partner"
			[ "$group" = - ] || set -- "$@" --solver "$group"
			timeout 60 "$assay" mutate "$@" "$seed" >/dev/null 2>&1 </dev/null || continue
			for file in "$work"/out/[0-9][0-9][0-9][0-9].smt2; do
				made=$((made + 1))
				for solver in $able; do
					text=${file%.smt2}.$solver.smt2
					[ -f "$text" ] || text=$file
					printf '%s\t%s\t%s\n' "$engine" "$solver" "$(refusal "$solver" "$text")" >>"$work/runs"
					[ -z "${KEEP:-}" ] || [ -z "$(tail -n 1 "$work/runs" | cut -f 3)" ] || cp "$text" "$KEEP/$engine-$solver-$made.smt2"
				done
			done
		done
	done <"$work/seeds"
	echo "== $group: $made mutants of $(wc -l <"$work/seeds") seeds"
	awk -F '\t' '{ runs[$1]++ } $3 != "" { refused[$1]++; n[$1 "\t" $2 "\t" $3]++ }
		END { for (e in runs) printf "%s: %d of %d runs refused\n", e, refused[e], runs[e]; for (k in n) print "  " n[k] "\t" k }' "$work/runs" | LC_ALL=C sort
done
