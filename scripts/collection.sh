#!/usr/bin/env bash
# collection.sh [DIR]: makes known bugs of the findings that have a report and are none yet: each is certified and run in all installed versions, and bug.smt2 gets the
# header that says so. The reason is printed for one that cannot be certified, or that is a known bug under another name. With a benchmark's folder DIR, the bugs
# that `assay bench bugs judge` found new there become folders of findings/. ASSAY can be set.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

assay=${ASSAY:-bin/assay}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ $# -gt 0 ]; then
	"$assay" bench bugs add "$1" --into "$work/new"
	for file in "$work"/new/*.smt2; do
		[ -e "$file" ] || continue # none is new
		mkdir "findings/$(basename "$file" .smt2)"
		mv "$file" "findings/$(basename "$file" .smt2)/bug.smt2"
	done
	exit
fi
for report in findings/*/report.md; do
	dir=$(dirname "$report")
	name=$(basename "$dir")
	! head -n 1 "$dir/bug.smt2" | grep -q '^; assay bug ' || continue
	solvers=()
	while read -r spec; do solvers+=(--solver "$spec"); done < <(sed -n 's/^; solver //p' "$dir/found.smt2")
	if "$assay" bench bugs add "$dir/bug.smt2" "${solvers[@]}" --name "$name" --into "$work/new" </dev/null && [ -f "$work/new/$name.smt2" ]; then
		# The formula stays the one that the report has.
		{ sed '/^;/!q' "$work/new/$name.smt2" | sed '$d'; cat "$dir/bug.smt2"; } >"$work/bug.smt2"
		mv "$work/bug.smt2" "$dir/bug.smt2"
	else
		echo "$name: not written" >&2
	fi
done
