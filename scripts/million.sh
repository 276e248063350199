#!/usr/bin/env bash
# One campaign of a million mutants, and what Assay holds meanwhile: memory, files, goroutines, threads and processes must stay flat.
#
#   scripts/million.sh [SEEDS...]
#
# MUTANTS (1000000), SOLVER (z3) and FLAGS for the campaign are taken from the environment. SOLVER=fake is a program that answers unknown
# immediately. Without SEEDS, the built-in ones are used.
# bin/million has the campaign, and bin/million.tsv has a line for every ten seconds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mutants=${MUTANTS:-1000000}
out=$PWD/bin/million
read -ra flags <<<"${FLAGS:-}"
mkdir -p bin
go build -trimpath -o bin/million-assay ./cmd/assay
rm -rf "$out" "$out.tsv"
solver=${SOLVER:-z3}
if [ "$solver" = fake ]; then
	go build -trimpath -o bin/fakesolver ./cmd/fakesolver
	solver="$PWD/bin/fakesolver --answer=unknown"
	{
		cat internal/testing/solvertest/fake.toml
		printf '%s\n' '[session]' 'args = ["-"]' 'reset = "(reset)"' 'push = true' \
			'[probe]' 'script = "; fake: sat\n(check-sat)"' 'answer = "sat"' 'unsat = "; fake: unsat\n(check-sat)"'
	} >bin/fake.toml
	flags+=(--profile bin/fake.toml)
fi
code=0
time bin/million-assay fuzz --solver "$solver" --mutants "$mutants" --timeout 1s "${flags[@]}" --quiet --resources "$out.tsv" --out "$out" \
	"$@" || code=$?
[ "$code" = 0 ] || [ "$code" = 10 ] || exit "$code"

# A line for each tenth of the mutants.
awk -F'\t' -v all="$mutants" '
	NR == 1 { printf "|"; for (i = 1; i <= NF; i++) printf " %s |", $i; print ""; printf "|"; for (i = 1; i <= NF; i++) printf "---:|"; print ""; next }
	$2 >= next_one || $2 >= all { printf "|"; for (i = 1; i <= NF; i++) printf " %s |", $i; print ""; while (next_one <= $2) next_one += all / 10 }
' "$out.tsv" | uniq | tee "$out.md"
