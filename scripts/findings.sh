#!/bin/sh
# findings.sh [NAME...]: reduces findings/NAME/found.smt2 with the solvers that it names, the blamed one first, tries the result in all versions here and the
# one that it was found with, and leaves report.md and bug.smt2 in findings/NAME. A finding that a solver here does not show is reported and left as it is.
# The header of a known bug stays in bug.smt2. The lines of findings/NAME/notes.md that begin with "- " become a part of the report, below those on versions.
# ASSAY and OUT (findings) can be set.
set -eu
cd "$(dirname "$0")/.."
assay=${ASSAY:-bin/assay}
out=${OUT:-findings}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
wanted=" $* "

# with_notes REPORT FILE: the report with the items of FILE. "Nothing between was tried" is only true of the report's own runs then.
with_notes() {
	awk -v file="$2" '
		BEGIN { while ((getline line < file) > 0) if (line ~ /^- /) { more = more line "\n"; if (line ~ /[a-z0-9]@[0-9]/) versions = 1 } }
		versions { gsub(/\(nothing between was tried\)/, "(nothing between is at hand; see below)"); gsub(/\(none older was tried\)/, "(none older is at hand; see below)")
		gsub(/\(no older one that was tried can say\)/, "(no older one at hand can say; see below)") }
		{ lines[NR] = $0; if (/^- Versions: /) last = NR }
		END {
			if (!last) { print "no line on versions" > "/dev/stderr"; exit 1 }
			for (i = 1; i <= NR; i++) { print lines[i]; if (i == last) printf "%s", more }
		}' "$1"
}

for found in findings/*/found.smt2; do
	name=$(basename "$(dirname "$found")")
	case $wanted in
	"  " | *" $name "*) ;;
	*) continue ;;
	esac
	sed -n 's/^; solver //p' "$found" >"$work/solvers"
	[ -s "$work/solvers" ] || continue # it has no report
	set -- --blame "$(head -n 1 "$work/solvers")"
	while read -r spec; do
		set -- "$@" --solver "$spec"
	done <"$work/solvers"
	rm -rf "$work/c" && mkdir -p "$work/c/findings"
	if ! "$assay" reduce "$@" --out "$work/out.smt2" --finding "$work/c/findings/$name" "$found" 2>"$work/log" </dev/null; then
		echo "$name: $(tail -n 1 "$work/log")"
		continue
	fi
	# triage finds the stack of a crash, tries the versions, and runs the report.
	program=$(sed -n 's/^- Program: `\([^`]*\)`.*/\1/p' "$work/c/findings/$name/report.md" | head -n 1)
	versions=$("$assay" solvers list | awk -v s="${program%%@*}" 'NR > 1 { split($1, n, "@"); if (n[1] == s && $2 !~ /\+/) print s "@" $2 }' | sort -u | paste -sd, -)
	"$assay" triage --known none --unwelcome --locate=false --reduce=false --versions "$program,$versions" "$work/c" >"$work/triage" 2>&1 </dev/null || true
	report=$(echo "$work"/c/clusters/*/report.md)
	if [ ! -f "$report" ]; then
		echo "$name: $(tail -n 1 "$work/triage")"
		continue
	fi
	mkdir -p "$out/$name"
	if grep -qs "^- " "findings/$name/notes.md"; then
		with_notes "$report" "findings/$name/notes.md" >"$work/report.md"
		report=$work/report.md
	fi
	cp "$report" "$out/$name/report.md"
	sed -n '1{/^; assay bug /!q}; /^;/!q; p' "findings/$name/bug.smt2" >"$work/bug.smt2" 2>/dev/null || true
	cat "$work/c/findings/$name/bug.smt2" >>"$work/bug.smt2"
	mv "$work/bug.smt2" "$out/$name/bug.smt2"
	echo "$name: $(grep ' bytes of ' "$work/log" | sed 's/^[^:]*: //')"
done
