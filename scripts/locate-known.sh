#!/bin/sh
# locate-known.sh [NAME...]: takes the known bugs that are wrong unsats (`assay bench bugs list`), and for each installed version of
# their solver that still answers unsat prints a line with what `assay locate` says: the bug, the solver, the state, and where it goes wrong. ASSAY and TIMEOUT
# (20s) can be set.
set -eu
cd "$(dirname "$0")/.."
assay=${ASSAY:-bin/assay}
wanted=" $* "
versions=$("$assay" solvers list | awk 'NR > 1 { print $1, $2 }')
"$assay" bench bugs list | awk '$2 == "refutation-soundness" { print $1 }' | while read -r name; do
	case $wanted in
	"  " | *" $name "*) ;;
	*) continue ;;
	esac
	file=findings/$name/bug.smt2
	solver=${name%%-*}
	options=$(sed -n 's/^; options / /p' "$file")
	checks=$(grep -c '^(check-sat' "$file")
	echo "$versions" | awk -v s="$solver" '{ split($1, n, "@"); if (n[1] == s && !seen[$2]++) print $1 }' | while read -r spec; do
		answer=$("$assay" solve --solver "$spec$options" --json --questions 0 --timeout "${TIMEOUT:-20s}" "$file" 2>/dev/null </dev/null | grep -o '"answer":"[a-z ]*"' | tail -n 1 || true)
		case $answer in
		*[\ \"]unsat\") ;; # that of the last check
		*) continue ;;
		esac
		said=$("$assay" locate --solver "$spec$options" --versions none --check "$checks" --timeout "${TIMEOUT:-20s}" "$file" 2>&1 </dev/null | head -n 1 || true)
		printf '%s\t%s\t%s\n' "$name" "$spec$options" "${said#*: }"
	done
done
