#!/usr/bin/env bash
# findings-check.sh: which findings that have a report still show in the newest version of their solver. Known bugs are run by
# `assay bench bugs check`, which certifies them; for the others `assay solve` says whether that version still does something wrong on bug.smt2. The table goes to
# standard output. ASSAY (bin/assay) and SOLVERS (names without versions) can be set.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
assay=${ASSAY:-bin/assay}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# shellcheck disable=SC2086 # SOLVERS is a list
mapfile -t newest < <(scripts/newest.sh ${SOLVERS:-z3 cvc5 bitwuzla yices2 princess ostrich})
[ ${#newest[@]} -gt 0 ] || { echo "findings-check: there is no solver" >&2; exit 1; }

printf 'finding\tversion\toutcome\tdetail\n'
specs=() others=() names=()
for spec in "${newest[@]}"; do
	specs+=(--solver "$spec")
	case $spec in z3@* | cvc5@*) others+=(--solver "$spec") ;; esac # they contradict most
done
# known NAME: the finding is a known bug of the collection.
known() { head -n 1 "findings/$1/bug.smt2" | grep -q '^; assay bug '; }
mapfile -t all < <(for f in findings/*/report.md; do basename "$(dirname "$f")"; done)
for name in "${all[@]}"; do
	! known "$name" || names+=("$name")
done
code=0
"$assay" bench bugs check --json "${specs[@]}" "${names[@]}" >"$work/checked" 2>"$work/said" || code=$?
[ "$code" = 0 ] || [ "$code" = 10 ] || { cat "$work/said" >&2; exit "$code"; }
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" <<<"$2"; }
while read -r line; do
	printf '%s\t%s\t%s\t%s\n' "$(field bug "$line")" "$(field solver "$line")" "$(field outcome "$line")" "$(field words "$line")"
done <"$work/checked"

# The others: with the options that they were found with, and z3 and cvc5 to contradict the blamed one.
for name in "${all[@]}"; do
	! known "$name" || continue
	blamed=$(sed -n 's/^; solver //p;T;q' "findings/$name/found.smt2")
	options=
	case $blamed in *' '*) options=" ${blamed#* }" ;; esac
	solver=${blamed%%[ @]*}
	for spec in "${newest[@]}"; do
		[ "${spec%@*}" = "$solver" ] || continue
		code=0
		"$assay" solve --solver "$spec$options" "${others[@]}" --timeout 5s "findings/$name/bug.smt2" >"$work/solve" 2>&1 </dev/null || code=$?
		case $code in
		10) outcome='still shows' ;;
		0) outcome='does not show it' ;;
		*) outcome='cannot be told' ;;
		esac
		printf '%s\t%s\t%s\t%s\n' "$name" "$spec" "$outcome" "assay solve ends with $code"
	done
done
