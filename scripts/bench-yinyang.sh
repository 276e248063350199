#!/usr/bin/env bash
# Compares the mutants per second of typefuzz and opfuzz of yinyang 0.3.0 with those of the engines of the same names: the same seeds,
# solvers and limits, and one core each.
#
#   scripts/bench-yinyang.sh SEEDS
#
# Seeds that end a run of yinyang are left out. ROUNDS (3), DURATION (20s) of a turn and SOLVERS ("z3;cvc5") are taken from the
# environment. pip installs yinyang into the folder YINYANG, or, if that is not set, into a new one below the temporary folder. The script
# continues where it was stopped; bin/bench has everything.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seeds=$(realpath "${1:?usage: scripts/bench-yinyang.sh SEEDS}")
work=$PWD/bin/bench
solvers=${SOLVERS:-z3;cvc5}
yinyang=${YINYANG:-${TMPDIR:-/tmp}/assay-bench-yinyang}
mkdir -p "$work"

if [ ! -x "$yinyang/bin/typefuzz" ]; then
	python3 -m venv "$yinyang"
	"$yinyang/bin/pip" install --quiet yinyang==0.3.0
fi
go build -C tools -trimpath -o "$work/benchfuzz" ./benchfuzz
go build -trimpath -o "$work/assay" ./cmd/assay

mapfile -t names < <(tr ';' '\n' <<<"$solvers")
each=()
for s in "${names[@]}"; do each+=(-solver "$s"); done
theirs=(-fuzzer "typefuzz=yinyang:$yinyang/bin/typefuzz" -fuzzer "opfuzz=yinyang:$yinyang/bin/opfuzz")
id=$(printf '%s\n' "$seeds" "${names[@]}" | sha256sum | cut -c1-8)
if [ ! -f "$work/short-$id" ]; then
	"$work/benchfuzz" -short "${each[@]}" "$seeds" >"$work/short.new"
	mv "$work/short.new" "$work/short-$id"
fi
taken() { # LIST ARGUMENTS...: the seeds that yinyang accepts
	[ -f "$1" ] || { "$work/benchfuzz" -takes -most "${MOST:-100}" "${theirs[@]}" -solver "$solvers" "${@:2}" >"$1.new" && mv "$1.new" "$1"; }
}
taken "$work/yinyang-short-$id" -list "$work/short-$id"
taken "$work/yinyang-all-$id" "$seeds"
for engine in typefuzz opfuzz; do
	for sample in short all; do
		"$work/benchfuzz" -rounds "${ROUNDS:-3}" -jobs 1 -timeout 1s -duration "${DURATION:-20s}" -iterations "${ITERATIONS:-300}" \
			-state "$work/yinyang.state" -name "$sample, $engine" -solver "$solvers" -list "$work/yinyang-$sample-$id" \
			-fuzzer "yinyang=yinyang:$yinyang/bin/$engine" -fuzzer "assay=assay:$work/assay:$engine" | tee "$work/yinyang-$sample-$engine.md"
	done
done
