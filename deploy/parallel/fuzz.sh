#!/bin/sh
# Runs the shards of a campaign with GNU parallel, and joins them. The same command goes on where it ended.
#
#   fuzz.sh SHARDS OUT ARGUMENTS...     the arguments are those of assay fuzz
#   fuzz.sh 8 nightly --solver z3 --duration 8h path/to/benchmarks
#
# The shards are in OUT-1, OUT-2 and so on, and OUT has all together. JOBS is how many run at the same time (SHARDS). Other machines that share the folder
# take part with PARALLEL='--sshloginfile hosts --workdir .' and JOBS=100%.
set -eu
shards=$1 out=$2
shift 2
log=$out.joblog
# Exit code 10 says that there are findings, which parallel takes for a failure: the log of jobs says what it was.
seq "$shards" | parallel --quote --line-buffer --tag --jobs "${JOBS:-$shards}" --joblog "$log" \
	assay fuzz --plain --jobs 1 --shard "{}/$shards" --out "$out-{}" "$@" || true
awk 'NR > 1 && $7 != 0 && $7 != 10 { print "shard " $1 " ended with exit code " $7; failed = 1 } END { exit failed }' "$log" >&2
dirs=
for i in $(seq "$shards"); do
	dirs="$dirs $out-$i"
done
# shellcheck disable=SC2086 # a word for each folder: OUT has no blanks
exec assay merge "$out" $dirs
