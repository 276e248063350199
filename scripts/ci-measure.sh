#!/usr/bin/env bash
# Measures assay ci: evaluation/ci.md.
#
#   scripts/ci-measure.sh same    # ten comparisons of three minutes of a program with itself; nothing may come out
#   scripts/ci-measure.sh known   # known regressions, ten minutes each, on seeds of the logics in which their triggers are
#
# A run that has ended is not done again; one that was interrupted, or failed because a solver is missing, is. The environment may have OUT (bin/ci-measure), the folder of the state, CORE, a processor to run on, SEEDS (../shared/seeds).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

out=${OUT:-bin/ci-measure} seeds=${SEEDS:-../shared/seeds}
mkdir -p "$out"
assay=$out/assay
[ -x "$assay" ] || go build -trimpath -o "$assay" ./cmd/assay
on=()
if [ -n "${CORE:-}" ]; then on=(taskset -c "$CORE"); fi
stop='' failed=0
trap 'stop=1' INT TERM # assay ends by itself then, and the next run would begin

# compare NAME ARGUMENTS... compares, unless that was done or another process does it, and prints a line: the name, the exit code, the kinds of regressions that
# were found and how many of each, and the known bugs among them.
compare() {
	local name=$1 code=0
	shift
	mkdir "$out/$name.begun" 2>/dev/null || return 0
	"${on[@]}" "$assay" ci "$@" --timeout 2s --jobs 1 --out "$out/$name" --new -q >"$out/$name.txt" 2>&1 || code=$?
	if [ -n "$stop" ]; then
		rmdir "$out/$name.begun"
		exit 130
	fi
	if [ "$code" != 0 ] && [ "$code" != 10 ]; then
		rmdir "$out/$name.begun"
		echo "ci-measure.sh: $name ended with status $code: $(tail -n 1 "$out/$name.txt")" >&2
		failed=1
		return 0
	fi
	printf '%s\t%s\t%s\t%s\n' "$name" "$code" \
		"$(grep -o '"kind":"[a-z]*","standing":"regression"' "$out/$name/results.jsonl" | cut -d'"' -f4 | sort | uniq -c | tr -s ' \n' '  ')" \
		"$(grep -o '"known":"[^"]*"' "$out/$name/results.jsonl" | cut -d'"' -f4 | sort -u | tr '\n' ' ')" | tee -a "$out/${mode:?}.tsv"
}

# known NAME GOOD BAD LOGICS [FLAGS] compares a good version with a bad one, whose known bugs are planted, on seeds of some logics. The bugs: evaluation/ci.md.
known() {
	local folders=() logic
	for logic in ${4//,/ }; do folders+=("$seeds/$logic"); done
	# shellcheck disable=SC2086 # flags are a list
	compare "$1" --baseline "$2" --candidate "$3" --duration 10m ${5:-} "${folders[@]}"
}

mode=${1:-}
case $mode in
same)
	for i in 1 2 3 4 5 6 7 8 9 10; do
		case $((i % 3)) in 0) spec=cvc5@1.4.2 ;; 1) spec=z3@5.4.1 ;; *) spec=z3 ;; esac
		compare "same-$i" --baseline "$spec" --candidate "$spec" --duration 3m --seed "$i" "$seeds"
	done
	;;
known)
	known cvc5-fp cvc5@1.4.2 cvc5 QF_FP,QF_BVFP
	known z3-s z3@5.4.1 z3 QF_S,QF_SLIA
	known cvc5-s cvc5@1.4.2 cvc5 QF_S,QF_SLIA
	known z3-fp z3@5.4.1 z3 QF_FP
	known z3-all z3@4.16.0 z3@5.4.1 ALL,NONE,QF_NRA
	known cvc5-arrays cvc5@1.4.2 cvc5 QF_ALIRA,AUFLIRA
	known z3-lra z3@5.4.1 z3 QF_LRA
	known cvc5-new-fp cvc5 cvc5@1.4.2 QF_FP,FP
	known z3-dt z3@5.4.1 z3 QF_DT,QF_UFDT
	known z3-bv z3@5.4.1 z3 QF_BV
	known z3-options z3@4.8.12 z3@5.4.1 QF_ABV,QF_S "--options search"
	known z3-new-s z3 z3@5.4.0 QF_S,QF_SLIA
	known z3-new-nra z3@4.16.0 z3@5.4.0 NRA,QF_NRA
	known z3-new-abv z3 z3@5.4.0 QF_ABV
	;;
*)
	sed -n '2,9s/^# \{0,1\}//p' "$0"
	exit 2
	;;
esac
exit "$failed"
