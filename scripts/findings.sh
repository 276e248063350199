#!/bin/sh
# findings.sh [NAME...]: reduces the findings of findings/list, tries them in all versions here and the one that they were found with, and
# leaves report.md and bug.smt2 of each in findings/NAME. A finding that a solver here does not show is reported and left as it is.
# What people know besides, such as runs of versions that are not installed here, stays in findings/NAME/background.md: lines that go below those on
# versions. ASSAY and OUT (findings) can be set.
set -eu
cd "$(dirname "$0")/.."
assay=${ASSAY:-bin/assay}
out=${OUT:-findings}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
wanted=" $* "

# with_background REPORT FILE: the report with the lines of FILE. "Nothing between was tried" is only true of the report's own runs then.
with_background() {
	awk -v file="$2" '
		BEGIN { while ((getline line < file) > 0) { more = more line "\n"; if (line ~ /[a-z0-9]@[0-9]/) versions = 1 } }
		versions { gsub(/\(nothing between was tried\)/, "(nothing between is at hand; see below)"); gsub(/\(none older was tried\)/, "(none older is at hand; see below)")
		gsub(/\(no older one that was tried can say\)/, "(no older one at hand can say; see below)") }
		{ lines[NR] = $0; if (/^- Versions: /) last = NR }
		END {
			if (!last) { print "no line on versions" > "/dev/stderr"; exit 1 }
			for (i = 1; i <= NR; i++) { print lines[i]; if (i == last) printf "%s", more }
		}' "$1"
}

grep -v '^#' findings/list | while read -r name specs; do
	case $wanted in
	"  " | *" $name "*) ;;
	*) continue ;;
	esac
	set --
	blamed=
	for s in $specs; do
		s=$(echo "$s" | tr , ' ')
		set -- "$@" --solver "$s"
		blamed=${blamed:-$s}
	done
	rm -rf "$work/c" && mkdir -p "$work/c/findings"
	if ! "$assay" reduce "$@" --blame "$blamed" --out "$work/out.smt2" --finding "$work/c/findings/$name" \
		"docs/findings/$name.smt2" 2>"$work/log" </dev/null; then
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
	if [ -f "findings/$name/background.md" ]; then
		with_background "$report" "findings/$name/background.md" >"$work/report.md"
		report=$work/report.md
	fi
	cp "$report" "$out/$name/report.md"
	cp "$work/c/findings/$name/bug.smt2" "$out/$name/"
	echo "$name: $(grep ' bytes of ' "$work/log" | sed 's/^[^:]*: //')"
done
