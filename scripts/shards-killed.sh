#!/bin/bash
# Kills the shards of a campaign, and merges of them, again and again, and compares what comes out with one process that nobody killed.
# usage: scripts/shards-killed.sh   (needs Go and python3; takes some minutes)
set -u
cd "$(dirname "$0")/.." || exit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
CGO_ENABLED=0 go build -o "$work/" ./cmd/assay ./cmd/fakesolver || exit
{
	cat internal/testing/solvertest/fake.toml
	printf '\n[probe]\nscript = "; fake: sat\\n(check-sat)"\nanswer = "sat"\nunsat = "; fake: unsat\\n(check-sat)"\n'
} >"$work/fake.toml"
cd "$work" || exit
export PATH="$work:$PATH"

run() {
	exec assay fuzz -q --jobs 1 --profile fake.toml --solver 'fake --when="bvule|str.<=|xor=>crash SEGV" --when="bvsle|fp.leq=>crash ABRT"' \
		--engine typefuzz,opfuzz --slots 150 "$@" >/dev/null 2>&1
}

# killed runs a shard until it ends by itself.
killed() {
	while :; do
		run --shard "$1/3" --out "s$1" &
		shard=$!
		(sleep "0.$((RANDOM % 8 + 2))"; kill -9 "$shard" 2>/dev/null) &
		wait "$shard"
		code=$?
		[ "$code" -ne 137 ] && break
	done
	[ "$code" -eq 10 ] || echo "shard $1 ended with exit code $code"
}

(run --out one)
for i in 1 2 3; do
	killed "$i" 2>/dev/null &
done
merges=0 dead=0
while jobs -r | grep -q .; do
	assay merge all s1 s2 s3 >merge.log 2>&1 &
	merge=$!
	if [ $((RANDOM % 2)) = 0 ]; then
		sleep "0.0$((RANDOM % 9))"
		kill -9 "$merge" 2>/dev/null
	fi
	wait "$merge" 2>/dev/null
	code=$?
	merges=$((merges + 1))
	case $code in
	0) ;;
	137) dead=$((dead + 1)) ;;
	*) grep -q "no such file or folder\|is not a campaign" merge.log || cat merge.log ;; # a shard has not begun yet
	esac
	sleep 0.1
done
echo "$merges merges, $dead of them killed"
assay merge all s3 s1 s2
assay merge fresh s1 s2 s3 >/dev/null
python3 - <<'END'
import sqlite3, sys
queries = ["SELECT signature, hits, slot, place FROM findings", "SELECT solver, outcome, runs FROM outcomes ORDER BY 1, 2",
           "SELECT value FROM totals WHERE name = 'slots_done'", "SELECT engine, rule, mutants FROM rules ORDER BY 1, 2",
           "SELECT engine, logic, seeds, used FROM coverage ORDER BY 1, 2", "SELECT engine, hash, mutants FROM texts ORDER BY 1, 2"]
failed = False
for query in queries:
    rows = [sqlite3.connect(f"file:{d}/campaign.db?mode=ro", uri=True).execute(query).fetchall() for d in ("one", "all", "fresh")]
    same = rows[0] == rows[1] == rows[2] != []
    failed |= not same
    print("same" if same else "DIFFERENT", len(rows[0]), "rows:", query)
sys.exit(failed)
END
