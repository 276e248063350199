#!/bin/sh
# Asks versions of z3 for their tactics and prints the table of internal/mutate/kit/tactics/z3.txt, keeping what it says about each tactic:
#
#   scripts/tactics.sh /path/to/z3-4.8.12 /path/to/z3-5.4.0 ... > new.txt
#
# SINCE is the first of these versions that lists the tactic (- for the oldest of all), and UNTIL is the first one after it that does not (- for none).
# A tactic that the table does not have yet is printed with the use "new": say what it is before you commit the table.
set -eu
table=$(dirname "$0")/../internal/mutate/kit/tactics/z3.txt
for z3 in "$@"; do
	version=$("$z3" --version | awk '{ print $3 }')
	# Probes come after the tactics, and their names do not occur anywhere else.
	echo '(help-tactic)' | "$z3" -in | sed -n '/^builtin tactics:/,/^builtin probes:/s/^- \([a-z][a-z0-9_-]*\) .*/\1/p' | sed "s/^/$version /"
done | sort -t ' ' -k1,1V -k2,2 | awk -v table="$table" '
	BEGIN {
		while ((getline line < table) > 0) {
			if (line ~ /^#/) { print line; continue }
			n = split(line, f, /[ \t]+/)
			rest = f[4]
			for (i = 5; i <= n; i++) rest = rest " " f[i]
			use[f[1]] = rest
		}
	}
	!($1 in seen) { seen[$1] = ++versions; name[versions] = $1 }
	{ if (!($2 in first)) { first[$2] = versions; order[++rows] = $2 } last[$2] = versions }
	END {
		for (i = 1; i <= rows; i++) {
			t = order[i]
			since = first[t] == 1 ? "-" : name[first[t]]
			until = last[t] == versions ? "-" : name[last[t] + 1]
			print t, since, until, (t in use ? use[t] : "new") | "sort"
		}
	}'
