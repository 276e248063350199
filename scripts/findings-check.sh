#!/usr/bin/env bash
# findings-check.sh: which entries of findings/ still show in the newest version of their solver. Known bugs of the collection are run by
# `assay bench bugs check`, which certifies them; for the others `assay solve` says whether that version still does something wrong on the file. The table goes to
# standard output. ASSAY (bin/assay) and SOLVERS (names without versions) can be set.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
assay=${ASSAY:-bin/assay}
collection=internal/findings/bugs/collection
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
while read -r name _; do
	[ ! -e "$collection/$name.smt2" ] || names+=("$name")
done < <(grep -v '^#' findings/list)
code=0
"$assay" bench bugs check --json "${specs[@]}" "${names[@]}" >"$work/checked" 2>"$work/said" || code=$?
[ "$code" = 0 ] || [ "$code" = 10 ] || { cat "$work/said" >&2; exit "$code"; }
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" <<<"$2"; }
while read -r line; do
	printf '%s\t%s\t%s\t%s\n' "$(field bug "$line")" "$(field solver "$line")" "$(field outcome "$line")" "$(field words "$line")"
done <"$work/checked"

# The others: with the options of the list, and z3 and cvc5 to contradict the blamed one.
grep -v '^#' findings/list | while read -r name blamed _; do
	[ ! -e "$collection/$name.smt2" ] || continue
	options=
	case $blamed in *,*) options=" ${blamed#*,}" ;; esac
	solver=${blamed%%[,@]*}
	for spec in "${newest[@]}"; do
		[ "${spec%@*}" = "$solver" ] || continue
		code=0
		"$assay" solve --solver "$spec${options//,/ }" "${others[@]}" --timeout 5s "findings/$name/bug.smt2" >"$work/solve" 2>&1 </dev/null || code=$?
		case $code in
		10) outcome='still shows' ;;
		0) outcome='does not show it' ;;
		*) outcome='cannot be told' ;;
		esac
		printf '%s\t%s\t%s\t%s\n' "$name" "$spec" "$outcome" "assay solve ends with $code"
	done
done
