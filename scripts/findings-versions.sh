#!/bin/sh
# findings-versions.sh [NAME...]: runs each of findings/ on every installed version of its own solver, with the options that it needs, and prints
# a line for each version: the finding, the version, and what solve finds wrong, or else the answer or the outcome. Other solvers are those of found.smt2.
# ASSAY and TIMEOUT (10s) can be set. make findings reduces and bisects them; this only looks whether they show.
set -eu
cd "$(dirname "$0")/.."
assay=${ASSAY:-bin/assay}
wanted=" $* "
versions=$("$assay" solvers list | awk 'NR > 1 { print $1, $2 }')
for file in findings/*/bug.smt2; do
	dir=$(dirname "$file")
	name=$(basename "$dir")
	case $wanted in
	"  " | *" $name "*) ;;
	*) continue ;;
	esac
	[ -f "$dir/report.md" ] || continue
	specs=$(sed -n 's/^; solver //p' "$dir/found.smt2")
	first=$(echo "$specs" | head -n 1)
	solver=${first%%[ @]*}
	options=${first#"${first%% *}"}
	echo "$versions" | awk -v s="$solver" '{ split($1, n, "@"); if (n[1] == s && !seen[$2]++) print $1, $2 }' | while read -r spec version; do
		blamed="$spec$options"
		set -- --solver "$blamed"
		while read -r other; do
			if [ "$other" != "$first" ] && [ "$other" != "$blamed" ]; then
				set -- "$@" --solver "$other"
			fi
		done <<-EOF
			$specs
		EOF
		out=$("$assay" solve "$@" --json --questions 0 --jobs 1 --timeout "${TIMEOUT:-10s}" "$file" 2>/dev/null </dev/null || true)
		classes=$(printf '%s\n' "$out" | grep -o '"class":"[a-z-]*","solver":"[^"]*"' | grep -F "\"solver\":\"$blamed\"" | sed 's/"class":"\([a-z-]*\)".*/\1/' | sort -u | paste -sd, - || true)
		outcome=$(printf '%s\n' "$out" | sed -n 's/.*"runs":\[{"solver":[^}]*"answer":"\([a-z ]*\)".*"outcome":"\([a-z-]*\)".*/\1 (\2)/p' | head -n 1)
		printf '%s\t%s\t%s\n' "$name" "$version" "${classes:-no finding: ${outcome:-not run}}"
	done
done
