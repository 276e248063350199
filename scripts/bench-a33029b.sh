#!/usr/bin/env bash
# Compares the mutants per second of this tree with those of commit a33029b, which ran every query in its own process: the same seeds,
# solvers, limits and cores, taking turns.
#
#   scripts/bench-a33029b.sh SEEDS
#
# ROUNDS (3), SHORT (15s) and ALL (60s), the time of a turn on short seeds and on all seeds, and SOLVERS, separated by blanks, are
# taken from the environment. The script continues where it was stopped; bin/bench has everything.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seeds=$(realpath "${1:?usage: scripts/bench-a33029b.sh SEEDS}")
work=$PWD/bin/bench
read -ra solvers <<<"${SOLVERS:-z3 z3@5.4.0 cvc5}"
mkdir -p "$work"

old=$work/assay-a33029b
if [ ! -x "$old" ]; then
	source=$(mktemp -d)
	trap 'rm -rf "$source"' EXIT
	git archive a33029b | tar -x -C "$source"
	(cd "$source" && go build -buildvcs=false -trimpath -o "$old" ./cmd/assay)
fi
go build -C tools -trimpath -o "$work/benchfuzz" ./benchfuzz
go build -trimpath -o "$work/assay" ./cmd/assay

each=()
for s in "${solvers[@]}"; do each+=(-solver "$s"); done
list=$work/short-$(printf '%s\n' "$seeds" "${solvers[@]}" | sha256sum | cut -c1-8)
if [ ! -f "$list" ]; then
	"$work/benchfuzz" -short "${each[@]}" "$seeds" >"$list.new"
	mv "$list.new" "$list"
fi
fuzzers=(-fuzzer "a33029b=assay:$old" -fuzzer "now=assay:$work/assay")
common=(-rounds "${ROUNDS:-3}" -jobs "${JOBS:-2}" -timeout 1s -state "$work/a33029b.state" "${each[@]}")
"$work/benchfuzz" "${common[@]}" "${fuzzers[@]}" -name short -duration "${SHORT:-15s}" -list "$list" | tee "$work/a33029b-short.md"
"$work/benchfuzz" "${common[@]}" "${fuzzers[@]}" -name all -duration "${ALL:-60s}" "$seeds" | tee "$work/a33029b-all.md"
