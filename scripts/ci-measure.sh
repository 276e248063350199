#!/usr/bin/env bash
# Measures assay ci: docs/measurements/ci.md.
#
#   scripts/ci-measure.sh same    # ten comparisons of three minutes of a program with itself; nothing may come out
#   scripts/ci-measure.sh known   # known regressions, ten minutes each, on seeds of the logics in which their triggers are
#
# A run that has ended is not done again. The environment may have OUT (bin/ci-measure), the folder of the state, CORE, a processor to run on, SEEDS (../shared/seeds).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

out=${OUT:-bin/ci-measure} seeds=${SEEDS:-../shared/seeds}
mkdir -p "$out"
assay=$out/assay
[ -x "$assay" ] || go build -trimpath -o "$assay" ./cmd/assay
on=()
if [ -n "${CORE:-}" ]; then on=(taskset -c "$CORE"); fi

# compare NAME ARGUMENTS... compares, unless that was done or another process does it, and prints a line: the name, the exit code, the kinds of regressions that
# were found and how many of each, and the known bugs among them.
compare() {
	local name=$1 code=0
	shift
	mkdir "$out/$name.begun" 2>/dev/null || return 0
	"${on[@]}" "$assay" ci "$@" --timeout 2s --jobs 1 --out "$out/$name" --new -q >"$out/$name.txt" 2>&1 || code=$?
	printf '%s\t%s\t%s\t%s\n' "$name" "$code" \
		"$(grep -o '"kind":"[a-z]*","standing":"regression"' "$out/$name/results.jsonl" | cut -d'"' -f4 | sort | uniq -c | tr -s ' \n' '  ')" \
		"$(grep -o '"known":"[^"]*"' "$out/$name/results.jsonl" | cut -d'"' -f4 | sort -u | tr '\n' ' ')" | tee -a "$out/${mode:?}.tsv"
}

# known GOOD BAD LOGICS BUGS compares on the seeds of some logics.
known() {
	local folders=() logic
	for logic in ${3//,/ }; do folders+=("$seeds/$logic"); done
	compare "$4" --baseline "$1" --candidate "$2" --duration 10m "${folders[@]}"
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
	known z3 z3@5.4.0 QF_S,QF_SLIA z3-5.4.0-from-sbv-suffix
	known z3@4.16.0 z3@5.4.1 NRA,QF_NRA z3-5.4.1-asinh-model
	known z3@4.16.0 z3@5.4.0 NRA,QF_NRA z3-5.4.0-tan
	known z3 z3@5.4.0 QF_ABV z3-5.4.0-defined-function-as-array-model
	known z3 z3@4.16.0 QF_S,QF_SLIA z3-4.16.0-replace-re-behind-ite
	known z3 z3@4.16.0 QF_BV z3-4.16.0-elim-uncnstr2-model
	known z3@5.4.1 z3 QF_BV z3-4.8.12-bvsmul-noovfl
	known z3@5.4.1 z3 QF_DT,QF_UFDT z3-4.8.12-datatype-behind-pop
	known z3@5.4.1 z3 QF_FP z3-4.8.12-fma-of-small-formats
	known z3@5.4.1 z3 QF_S,QF_SLIA z3-4.8.12-invalid-model-seq.last_indexof,z3-4.8.12-from-ubv-order
	known z3@5.4.1 z3 QF_LRA z3-4.8.12-maximize-strict
	known cvc5@1.4.2 cvc5 QF_S,QF_SLIA cvc-no-repetition,cvc5-1.0.3-re-loop-of-nothing
	known cvc5@1.4.2 cvc5 QF_FP,QF_BVFP cvc5-1.0.3-fp-add-overflow,cvc5-1.0.3-to-fp-rounds-what-is-exact,cvc5-1.0.3-to-sbv-of-one-bit
	known cvc5@1.4.2 cvc5 QF_ALIRA,AUFLIRA cvc5-1.0.3-integer-as-real-index,cvc5-1.0.3-solution-soundness-div-select
	known cvc5 cvc5@1.4.2 QF_FP,FP cvc5-1.4.2-round-to-integral-of-a-small-format
	;;
*)
	sed -n '2,9s/^# \{0,1\}//p' "$0"
	exit 2
	;;
esac
