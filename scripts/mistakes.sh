#!/usr/bin/env bash
# Measures what the tests catch: makes each mistake of internal/crosscheck/testdata/mistakes in a copy of the tree, one at a
# time, and runs the tests of the packages that depend on the changed one, the nearest first, until one fails.
#
#   scripts/mistakes.sh [RESULTS] [PATTERN]
#
# RESULTS (bin/mistakes.tsv) gets a line for each: the mistake, the package and the test that caught it, or "slipped through".
# What stands there already is not run again. Solvers are hidden from the tests, and comparisons with them are left out: a
# mistake must not depend on a solver to be seen.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

results=${1:-bin/mistakes.tsv}
pattern=${2:-*}
mkdir -p "$(dirname "$results")"
touch "$results"
results=$(realpath "$results")
patches=$PWD/internal/crosscheck/testdata/mistakes
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Without solvers on PATH.
mkdir "$work/path" "$work/tree"
IFS=: read -ra folders <<<"$PATH"
for folder in "${folders[@]}"; do
	for program in "$folder"/*; do
		case ${program##*/} in
		z3* | cvc4* | cvc5* | yices* | boolector* | bitwuzla* | mathsat* | opensmt* | smtinterpol*) continue ;;
		esac
		[ -x "$program" ] && [ ! -e "$work/path/${program##*/}" ] && ln -s "$(realpath "$program")" "$work/path/${program##*/}"
	done
done
goroot=$(go env GOROOT) # go finds its root by its own path, which is a link here
export GOROOT=$goroot PATH=$work/path GOFLAGS="${GOFLAGS:-} -trimpath -buildvcs=false"
unset ASSAY_CROSSCHECK ASSAY_KILLS

git ls-files -z --cached --others --exclude-standard | xargs -0 tar -cf - 2>/dev/null | tar -xf - -C "$work/tree"
cd "$work/tree"
module=$(go list -m)
# Each line: how many packages a test binary is made of, its package, and all of them.
go list -test -f '{{if .ForTest}}{{else}}{{len .Deps}} {{.ImportPath}} {{join .Deps " "}}{{end}}' ./... |
	grep -E '^[0-9]+ [^ ]+\.test ' | sed -E 's/^([0-9]+) ([^ ]+)\.test /\1 \2 /' | sort -n |
	grep -v " $module/internal/crosscheck " >"$work/tests"

# caught runs the tests of packages and prints the package and the test that failed first; nothing when all pass.
caught() {
	go test -json -failfast -timeout 10m "$@" >"$work/log" 2>"$work/errors" && return 0
	if grep -q '"Action":"build-fail"' "$work/log"; then
		echo "does not build"
		return 0
	fi
	local first
	first=$(grep '"Action":"fail"' "$work/log" | grep '"Test":"[^"/]*"' | head -n 1 || true)
	[ -n "$first" ] || first=$(grep '"Action":"fail"' "$work/log" | head -n 1)
	sed -E "s#.*\"Package\":\"$module/?([^\"]*)\".*#\1#" <<<"$first" | tr '\n' '\t'
	sed -nE 's#.*"Test":"([^"]*)".*#\1#p' <<<"$first"
}

for patch in "$patches"/$pattern.patch; do
	name=$(basename "$patch" .patch)
	grep -q "^$name	" "$results" && continue
	if ! patch -s -p1 --dry-run <"$patch" >/dev/null; then
		echo "$name does not apply any more: make the mistake again at its new place" >&2
		exit 1
	fi
	patch -s -p1 --no-backup-if-mismatch <"$patch"
	file=$(sed -n 's#^+++ b/##p' "$patch" | head -n 1)
	changed=$module/$(dirname "$file")
	# The package itself, then those that depend on it, three at a time.
	mapfile -t packages < <(awk -v p="$changed" '$2 != p { for (i = 3; i <= NF; i++) if ($i == p || index($i, p " [") == 1) { print $2; break } }' "$work/tests")
	by=$(caught "$changed")
	for ((i = 0; i < ${#packages[@]} && ${#by} == 0; i += 3)); do
		by=$(caught "${packages[@]:i:3}")
	done
	printf '%s\t%s\n' "$name" "${by:-slipped through}" >>"$results"
	printf '%s: %s\n' "$name" "${by:-slipped through}"
	patch -s -R -p1 --no-backup-if-mismatch <"$patch"
done

awk -F '\t' '$2 == "slipped through" { slipped++ } END { printf "%d of %d mistakes caught\n", NR - slipped, NR }' "$results"
