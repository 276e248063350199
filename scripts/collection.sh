#!/usr/bin/env bash
# Writes the bugs of findings/list into the collection of known bugs, internal/findings/bugs/collection: each is certified and run in all installed versions. Bugs that are
# already there stay; for a bug that cannot be written, the reason is printed. The triggers are those of findings/, and the engine is the one that docs/findings.md names, if any.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

assay=${ASSAY:-bin/assay}
into=${INTO:-internal/findings/bugs/collection}
while read -r name blamed others; do
	[ -n "$name" ] && [ "${name#\#}" = "$name" ] || continue
	file=findings/$name/bug.smt2
	if [ ! -f "$file" ] || [ -f "$into/$name.smt2" ]; then continue; fi
	# Commas separate a solver and its options.
	solvers=(--solver "${blamed//,/ }")
	for s in $others; do solvers+=(--solver "${s//,/ }"); done
	"$assay" bench bugs add "$file" "${solvers[@]}" --name "$name" --origin "docs/findings.md" --into "$into" || echo "$name: not written" >&2
done <findings/list
