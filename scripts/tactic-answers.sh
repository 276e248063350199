#!/bin/sh
# Compares the answers that z3's tactics give to storm's mutants with the mutants' truth: ten mutants for every NTH seed below SEEDS, each read by every given z3.
#
#   ASSAY=bin/assay SEEDS=seeds NTH=10 OUT=bin/tactics scripts/tactic-answers.sh z3@4.13.4 z3@5.4.0 -- /path/to/z3-4.13.4 /path/to/z3-5.4.0
#
# OUT/answers has a line for each run: version, truth, answer, tactic, file. The summary counts answers by version and lists those that disagree.
set -eu
specs=""
while [ "$1" != -- ]; do specs="$specs --solver $1"; shift; done
shift
mkdir -p "$OUT"
: > "$OUT/answers"
find "$SEEDS" -name '*.smt2' -size -16k | sort | awk "NR % $NTH == 0" | while read -r seed; do
	rm -rf "$OUT/mutants"
	# shellcheck disable=SC2086
	timeout 60 "$ASSAY" mutate --engine storm $specs --storm-tactics 100 --solo 0 --count 10 --seed 1 --out "$OUT/mutants" "$seed" > /dev/null 2>&1 || continue
	for file in "$OUT"/mutants/*.smt2; do
		tactic=$(sed -n 's/^(check-sat-using \(.*\))$/\1/p' "$file")
		truth=$(sed -n 's/^(set-info :status \(.*\))$/\1/p' "$file")
		[ -n "$tactic" ] && [ -n "$truth" ] || continue
		for z3 in "$@"; do
			code=0
			answer=$("$z3" -T:2 -memory:1500 "$file" 2> /dev/null | grep -E '^(sat|unsat|unknown)$' | head -1) || code=$?
			[ -n "$answer" ] || answer=none

			if [ "$answer" != "$truth" ] && { [ "$answer" = sat ] || [ "$answer" = unsat ]; }; then
				mkdir -p "$OUT/wrong"
				cp "$file" "$OUT/wrong/$(basename "$seed" .smt2)-$(basename "$file")"
			fi
			printf '%s\t%s\t%s\t%s\t%s\n' "$("$z3" --version | awk '{ print $3 }')" "$truth" "$answer" "$tactic" "$seed" >> "$OUT/answers"
		done
	done
done
awk -F '\t' '
	{ kind = $3 == "sat" || $3 == "unsat" ? ($3 == $2 ? "right" : "WRONG") : $3; count[$1 "\t" kind]++ }
	kind == "WRONG" { wrong[$1 "\t" $2 " answered " $3 "\t" $4]++ }
	END { for (k in count) print k "\t" count[k]; for (k in wrong) print "wrong\t" k "\t" wrong[k] }' "$OUT/answers" | sort
