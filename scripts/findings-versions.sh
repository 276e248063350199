#!/bin/sh
# findings-versions.sh [NAME...]: runs each of findings/ on every installed version of its own solver, with the options that it needs, and prints
# a line for each version: the finding, the version, and what solve finds wrong, or else the answer or the outcome. Other solvers are those of findings/list.
# ASSAY and TIMEOUT (10s) can be set. make findings reduces and bisects them; this only looks whether they show.
set -eu
cd "$(dirname "$0")/.."
assay=${ASSAY:-bin/assay}
wanted=" $* "
versions=$("$assay" solvers list | awk 'NR > 1 { print $1, $2 }')
grep -v '^#' findings/list | while read -r name specs; do
	case $wanted in
	"  " | *" $name "*) ;;
	*) continue ;;
	esac
	file=findings/$name/bug.smt2
	[ -f "$file" ] || file=docs/findings/$name.smt2
	first=${specs%% *}
	solver=$(echo "${first%%,*}" | sed 's/@.*//')
	options=$(echo "$first" | sed 's/^[^,]*//; s/,/ /g')
	echo "$versions" | awk -v s="$solver" '{ split($1, n, "@"); if (n[1] == s && !seen[$2]++) print $1, $2 }' | while read -r spec version; do
		blamed="$spec$options"
		set -- --solver "$blamed"
		for other in $specs; do
			if [ "$other" != "$first" ] && [ "$other" != "$blamed" ]; then
				set -- "$@" --solver "$(echo "$other" | tr , ' ')"
			fi
		done
		out=$("$assay" solve "$@" --json --questions 0 --jobs 1 --timeout "${TIMEOUT:-10s}" "$file" 2>/dev/null </dev/null || true)
		classes=$(printf '%s\n' "$out" | grep -o '"class":"[a-z-]*","solver":"[^"]*"' | grep -F "\"solver\":\"$blamed\"" | sed 's/"class":"\([a-z-]*\)".*/\1/' | sort -u | paste -sd, - || true)
		outcome=$(printf '%s\n' "$out" | sed -n 's/.*"runs":\[{"solver":[^}]*"answer":"\([a-z ]*\)".*"outcome":"\([a-z-]*\)".*/\1 (\2)/p' | head -n 1)
		printf '%s\t%s\t%s\n' "$name" "$version" "${classes:-no finding: ${outcome:-not run}}"
	done
done
