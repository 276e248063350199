#!/bin/sh
# findings.sh [NAME...]: reduces the findings of findings/list, bisects them over the installed versions, and leaves report.md and
# bug.smt2 of each in findings/NAME. A finding that a solver here does not show is reported and left as it is.
set -eu
cd "$(dirname "$0")/.."
assay=${ASSAY:-bin/assay}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
wanted=" $* "
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
	if ! "$assay" reduce "$@" --blame "$blamed" --out "$work/out.smt2" --finding "$work/$name" \
		"docs/findings/$name.smt2" 2>"$work/log" </dev/null; then
		echo "$name: $(tail -n 1 "$work/log")"
		continue
	fi
	"$assay" bisect "$work/$name" >"$work/bisect" 2>&1 </dev/null || true
	mkdir -p "findings/$name"
	cp "$work/$name/report.md" "$work/$name/bug.smt2" "findings/$name/"
	echo "$name: $(grep ' bytes of ' "$work/log" | sed 's/^[^:]*: //')"
done
