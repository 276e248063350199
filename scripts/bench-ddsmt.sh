#!/usr/bin/env bash
# Compares assay reduce with ddSMT on the same 30 inputs of 1 to 20 KB, with the same predicates, cores and limits, one after the other and interleaved.
#
#   scripts/bench-ddsmt.sh SEEDS
#
# Inputs are built from seeds: ten are mutants of a seed with a solver's bug grafted onto it (findings/), where two solvers disagree or one
# crashes; ten keep a solver's answer and two operators; ten keep two operators for the fake solver, which takes no time. JOBS (2),
# LIMIT (100 s for one reduction) and ONLY (a pattern of names) are taken from the environment. pip installs ddSMT into the folder DDSMT. The script
# continues where it was stopped; bin/bench/ddsmt has everything.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seeds=$(realpath "${1:?usage: scripts/bench-ddsmt.sh SEEDS}")
work=$PWD/bin/bench/ddsmt
jobs=${JOBS:-2}
limit=${LIMIT:-100}
ddsmt=${DDSMT:-${TMPDIR:-/tmp}/assay-bench-ddsmt}
mkdir -p "$work/in" "$work/out" "$work/tmp"
if [ ! -x "$ddsmt/bin/ddsmt" ]; then
	python3 -m venv "$ddsmt"
	"$ddsmt/bin/pip" install --quiet ddSMT
fi
go build -trimpath -o "$work/assay" ./cmd/assay
go build -trimpath -o "$work/fakesolver" ./cmd/fakesolver

# Predicates. Each is a script that ends with status 42 on input that shows the same behaviour, and counts its runs in a file.
predicate() { # NAME <BODY
	{
		echo '#!/bin/bash'
		echo 'printf . >>"$COUNT"'
		cat
	} >"$work/in/$1.sh"
	chmod +x "$work/in/$1.sh"
}
answers() { # NAME SOLVER ANSWER SOLVER ANSWER: two solvers give these answers
	predicate "$1" <<-EOF
		[ "\$(timeout 2 $2 "\$1" 2>&1 | head -1)" = $3 ] || exit 1
		[ "\$(timeout 2 $4 "\$1" 2>&1 | head -1)" = $5 ] || exit 1
		exit 42
	EOF
}
says() { # NAME SOLVER TEXT: a solver prints a text
	predicate "$1" <<-EOF
		timeout 2 $2 "\$1" 2>&1 | grep -q '$3' && exit 42
		exit 1
	EOF
}
keeps() { # NAME SOLVER ANSWER OPERATOR OPERATOR: a solver gives an answer, and the operators stay
	predicate "$1" <<-EOF
		grep -qF '($4 ' "\$1" && grep -qF '($5 ' "\$1" || exit 1
		[ "\$(timeout 2 $2 "\$1" 2>&1 | head -1)" = $3 ] && exit 42
		exit 1
	EOF
}
has() { # NAME OPERATOR OPERATOR: a solver that reads only files that sort-check fails on those with both operators
	predicate "$1" <<-EOF
		grep -qF '($2 ' "\$1" && grep -qF '($3 ' "\$1" || exit 1
		$work/assay check --strict "\$1" >/dev/null 2>&1 || exit 1
		exec $work/fakesolver '--when=check-sat=>exit 42' --do=sat "\$1"
	EOF
}
holds() { # NAME FILE
	COUNT=/dev/null "$work/in/$1.sh" "$2" >/dev/null 2>&1 && return 1
	[ $? = 42 ]
}
sized() { find "$seeds/$1" -name '*.smt2' -size +0 2>/dev/null | sort | while read -r f; do
	n=$(wc -c <"$f")
	[ "$n" -ge "${2:-1000}" ] && [ "$n" -le "${3:-20000}" ] && echo "$f"
done; }
# graft NAME BUG LOGIC: the first mutant for which the predicate holds, of a seed of the logic with the bug's commands in it.
graft() {
	[ -f "$work/in/$1.smt2" ] && return
	local seed mutant
	while read -r seed; do
		{
			echo '(set-logic ALL)'
			"$work/assay" check --print "$seed" 2>/dev/null | sed '/^(set-info.*[^)]$/,/|)$/d' | grep -v -e '^(set-' -e '^(check-sat' -e '^(exit' -e '^(get-' || true
			"$work/assay" check --print "findings/$2/found.smt2" | grep -v '^(set-' |
				sed 's/\([( ]\)\([abcknmrsxy]\)\b/\1bug_\2/g'
		} >"$work/tmp/graft.smt2"
		rm -rf "$work/tmp/m"
		timeout 20 "$work/assay" mutate --engine typefuzz --count 6 --seed 7 --out "$work/tmp/m" "$work/tmp/graft.smt2" >/dev/null 2>&1 || true
		for mutant in "$work"/tmp/m/*.smt2 "$work/tmp/graft.smt2"; do
			if [ -f "$mutant" ] && [ "$(wc -c <"$mutant")" -ge 1000 ] && [ "$(wc -c <"$mutant")" -le 20000 ] && holds "$1" "$mutant"; then
				cp "$mutant" "$work/in/$1.smt2"
				return
			fi
		done
	done < <(sized "$3" 1000 15000 | awk 'NR % 3 == 1' | head -${4:-12})
	echo "$1: no input found" >&2
}
# pick NAME LOGIC: the first seed of a logic for which the predicate holds.
pick() {
	[ -f "$work/in/$1.smt2" ] && return
	local seed
	while read -r seed; do
		if holds "$1" "$seed"; then
			cp "$seed" "$work/in/$1.smt2"
			return
		fi
	done < <(sized "$2" "${3:-1000}")
	echo "$1: no input found" >&2
}

answers bug01 "cvc4 --strings-exp" unsat z3 sat
graft bug01 cvc4-1.8-re-diff-more-arguments QF_S/sat
answers bug02 cvc5 sat z3 unsat
graft bug02 cvc5-1.0.3-fp-add-overflow QF_LIA/sat
answers bug03 cvc5 sat z3 unsat
graft bug03 cvc5-1.0.3-integer-as-real-index QF_AX/sat
answers bug04 cvc5 unsat z3 sat
graft bug04 cvc5-1.0.3-to-fp-rounds-what-is-exact QF_FP/sat
answers bug05 z3 sat cvc5 unsat
graft bug05 z3-4.8.12-fma-of-small-formats QF_BV
says bug06 z3 "ASSERTION VIOLATION"
graft bug06 z3-4.8.12-quantified-rounding-mode FP/sat
says bug07 z3 "fpa2bv_converter.cpp"
graft bug07 z3-4.8.12-rounding-mode-of-a-sequence QF_SLIA/sat
answers bug08 "cvc5 --strings-exp" sat z3 unsat
graft bug08 cvc-no-repetition QF_S/sat
answers bug09 cvc5 sat z3 unsat
graft bug09 cvc5-1.0.3-integer-as-real-index QF_LRA
answers bug10 cvc5 unknown z3 sat
graft bug10 cvc5-1.0.3-uf-exists-unknown QF_AX/sat

keeps keep01 "cvc5 --strings-exp" unsat str.in_re re.++
pick keep01 QF_S/unsat
keeps keep02 z3 unsat str.at str.len
pick keep02 QF_SLIA/unsat
keeps keep03 z3 sat "*" "+"
pick keep03 QF_NRA/sat
keeps keep04 z3 unsat "<=" "*"
pick keep04 QF_LIA/unsat
keeps keep05 z3 sat select store
pick keep05 QF_AX/sat
keeps keep06 z3 unsat select store
pick keep06 QF_AUFLIA/unsat
keeps keep07 z3 unsat exists fp.leq
pick keep07 FP/unsat
keeps keep08 z3 unsat forall bvmul
pick keep08 BV/unsat
keeps keep09 cvc5 unsat forall exists
pick keep09 LRA/unsat
keeps keep10 z3 unsat forall select
pick keep10 AUFLIA/unsat

has fake01 str.substr str.at
pick fake01 QF_SLIA
has fake02 "re.*" re.++
pick fake02 QF_S
has fake03 "*" "/"
pick fake03 QF_NRA
has fake04 "-" ite
pick fake04 QF_LRA
has fake05 bvadd bvshl
pick fake05 QF_BV
has fake06 concat select
pick fake06 QF_ABVFP
has fake07 fp.mul fp.div
pick fake07 FP
has fake08 store select
pick fake08 QF_ALIA
has fake09 forall bvneg
pick fake09 BV
has fake10 forall store
pick fake10 AUFDTLIA

# A reduction: wall time, tests, size, and whether the result still shows the behaviour.
reduce() { # TOOL NAME
	local out="$work/out/$2.$1" began ended lost=no
	[ -f "$out.tsv" ] && return
	rm -f "$out.count" "$out.smt2"
	touch "$out.count"
	began=$(date +%s.%N)
	case $1 in
	assay) COUNT=$out.count timeout -s INT "$limit" "$work/assay" reduce -q -j "$jobs" --out "$out.smt2" "$work/in/$2.smt2" -- "$work/in/$2.sh" >"$out.log" 2>&1 || true ;;
	ddsmt) COUNT=$out.count timeout -s INT -k 5 "$limit" "$ddsmt/bin/ddsmt" -j "$jobs" --ignore-output "$work/in/$2.smt2" "$out.smt2" "$work/in/$2.sh" >"$out.log" 2>&1 || true ;;
	esac
	ended=$(date +%s.%N)
	[ -s "$out.smt2" ] && holds "$2" "$out.smt2" || lost=yes
	printf '%s\t%s\t%s\t%.2f\t%d\t%d\t%s\n' "$1" "$2" "$(wc -c <"$work/in/$2.smt2")" "$(echo "$ended - $began" | bc)" \
		"$(wc -c <"$out.count")" "$(tr -s ' \n' ' ' <"$out.smt2" 2>/dev/null | wc -c)" "$lost" >"$out.new"
	mv "$out.new" "$out.tsv"
}
turn=0
for in in "$work"/in/*.smt2; do
	name=$(basename "$in" .smt2)
	[[ $name == ${ONLY:-*} ]] || continue
	if ((turn++ % 2)); then order="ddsmt assay"; else order="assay ddsmt"; fi
	for tool in $order; do reduce "$tool" "$name"; done
done
"$ddsmt/bin/python" - "$work"/out/*.tsv <<'EOF' | tee "$work/table.md"
import statistics, sys
rows = {}
for file in sys.argv[1:]:
    tool, name, size, wall, tests, result, lost = open(file).read().split("\t")
    rows.setdefault(name, {})[tool] = (int(size), float(wall), int(tests), int(result), lost.strip() == "yes")
rows = {name: r for name, r in sorted(rows.items()) if len(r) == 2}
print("| input | bytes | assay s | ddSMT s | assay tests | ddSMT tests | assay bytes | ddSMT bytes |\n|---|---|---|---|---|---|---|---|")
for name, r in rows.items():
    a, d = r["assay"], r["ddsmt"]
    shown = lambda x: "lost" if x[4] else str(x[3])
    print(f"| {name} | {a[0]} | {a[1]:.1f} | {d[1]:.1f} | {a[2]} | {d[2]} | {shown(a)} | {shown(d)} |")
both = list(rows.values())
median = lambda f: statistics.median(f(r["assay"], r["ddsmt"]) for r in both)
kept = [r for r in both if not r["assay"][4] and not r["ddsmt"][4]]
print(f"""
{len(both)} inputs. Medians: ddSMT's time over assay's {median(lambda a, d: d[1] / a[1]):.1f}, its tests over assay's {median(lambda a, d: d[2] / max(1, a[2])):.1f};
assay's result over ddSMT's in bytes {statistics.median(r["assay"][3] / max(1, r["ddsmt"][3]) for r in kept):.2f}. Together {sum(r["assay"][1] for r in both):.0f} s and {sum(r["ddsmt"][1] for r in both):.0f} s.
Larger than ddSMT's: {sum(r["assay"][3] > r["ddsmt"][3] for r in kept)}. Lost: assay {sum(r["assay"][4] for r in both)}, ddSMT {sum(r["ddsmt"][4] for r in both)}.""")
EOF
