#!/usr/bin/env bash
# Measures what the tests catch: makes each mistake of internal/testing/crosscheck/testdata/mistakes in a copy of the tree, one at a
# time, and runs the tests of the changed package and of the nearest packages that depend on it. The mistakes that remain are
# then made together, which saves hours, and the tests of all packages that depend on them are run; each package that fails is
# run again with one mistake at a time.
#
#   scripts/mistakes.sh [RESULTS] [PATTERN]
#
# RESULTS (bin/mistakes.tsv) gets a line for each: the mistake, the package and the test that caught it, or "slipped through".
# Mistakes that it already lists are not run again. Solvers are hidden from the tests, and comparisons with them are left out: a
# mistake must be noticed without any solver. NEAREST (3) is how many dependents count as nearest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

results=${1:-bin/mistakes.tsv}
pattern=${2:-*}
nearest=${NEAREST:-3}
mkdir -p "$(dirname "$results")"
touch "$results"
results=$(realpath "$results")
patches=$PWD/internal/testing/crosscheck/testdata/mistakes
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
unset ASSAY_CROSSCHECK ASSAY_KILLS ASSAY_LONG
export RAPID_SEED=1 # as in make unit

git ls-files -z --cached --others --exclude-standard | xargs -0 tar -cf - 2>/dev/null | tar -xf - -C "$work/tree"
cd "$work/tree"
module=$(go list -m)
# Each line: the number of packages in a test binary, its package, and all of them.
go list -test -f '{{if .ForTest}}{{else}}{{len .Deps}} {{.ImportPath}} {{join .Deps " "}}{{end}}' ./... |
	grep -E '^[0-9]+ [^ ]+\.test ' | sed -E 's/^([0-9]+) ([^ ]+)\.test /\1 \2 /' | sort -n |
	grep -v " $module/internal/testing/crosscheck " >"$work/tests"

# caught runs the tests of packages and prints the package and the test that failed first, or nothing when all pass.
caught() {
	go test -json -failfast -timeout 10m "$@" >"$work/log" 2>"$work/errors" && return 0
	if grep -q '"Action":"build-fail"' "$work/log"; then
		echo "does not build"
		return 0
	fi
	local first
	first=$(grep '"Action":"fail"' "$work/log" | grep '"Test":"[^"/]*"' | head -n 1 || true)
	[ -n "$first" ] || first=$(grep '"Action":"fail"' "$work/log" | head -n 1 || true)
	if [ -z "$first" ]; then
		cat "$work/errors" >&2
		echo "does not run"
		return 0
	fi
	sed -E "s#.*\"Package\":\"$module/?([^\"]*)\".*#\1#" <<<"$first" | tr '\n' '\t'
	sed -nE 's#.*"Test":"([^"]*)".*#\1#p' <<<"$first"
}

# make_mistake applies a patch to the tree, and mend reverts it.
make_mistake() { patch -s -p1 --no-backup-if-mismatch <"$patches/$1.patch"; }
mend() { patch -s -R -p1 --no-backup-if-mismatch <"$patches/$1.patch"; }

# changed prints the package that a mistake changes.
changed() { echo "$module/$(dirname "$(sed -n 's#^+++ b/##p' "$patches/$1.patch" | head -n 1)")"; }

# dependents prints the packages whose tests depend on a package, the nearest first and without the package itself.
dependents() {
	awk -v p="$1" '$2 != p { for (i = 3; i <= NF; i++) if ($i == p || index($i, p " [") == 1) { print $2; break } }' "$work/tests"
}

record() {
	printf '%s\t%s\n' "$1" "$2" >>"$results"
	printf '%s: %s\n' "$1" "$2"
}

# A test that fails without any mistake does not catch one.
mapfile -t packages < <(cut -d ' ' -f 2 "$work/tests")
by=$(caught "${packages[@]}")
if [ -n "$by" ]; then
	echo "a test fails without any mistake: $by" >&2
	exit 1
fi

left=()
for patch in "$patches"/$pattern.patch; do
	name=$(basename "$patch" .patch)
	if ! patch -s -p1 --dry-run <"$patch" >/dev/null; then
		echo "$name no longer applies: make the mistake again at its new place" >&2
		exit 1
	fi
	grep -q "^$name	" "$results" && continue
	make_mistake "$name"
	by=$(caught "$(changed "$name")")
	if [ -z "$by" ] && [ "$nearest" -gt 0 ]; then
		mapfile -t packages < <(dependents "$(changed "$name")" | head -n "$nearest")
		[ "${#packages[@]}" = 0 ] || by=$(caught "${packages[@]}")
	fi
	mend "$name"
	if [ -n "$by" ]; then
		record "$name" "$by"
	else
		left+=("$name")
		echo "$name: not caught by the nearest packages"
	fi
done

# The rest together. Every round catches one or more of them, or is the last.
while [ "${#left[@]}" -gt 0 ]; do
	for name in "${left[@]}"; do make_mistake "$name"; done
	mapfile -t packages < <(for name in "${left[@]}"; do dependents "$(changed "$name")" | tail -n "+$((nearest + 1))"; done | sort -u)
	by=
	[ "${#packages[@]}" = 0 ] || by=$(caught "${packages[@]}")
	for name in "${left[@]}"; do mend "$name"; done
	[ -n "$by" ] || break
	package=$module/${by%%	*}
	still=()
	for name in "${left[@]}"; do
		make_mistake "$name"
		by=$(caught "$package")
		mend "$name"
		if [ -n "$by" ]; then record "$name" "$by"; else still+=("$name"); fi
	done
	if [ "${#still[@]}" = "${#left[@]}" ]; then
		echo "$package fails with all of them together but with none alone: ${left[*]}" >&2
		break
	fi
	left=(${still[@]+"${still[@]}"})
done
for name in ${left[@]+"${left[@]}"}; do record "$name" "slipped through"; done

awk -F '\t' '$2 == "slipped through" || $2 ~ /^does not/ { slipped++ } END { printf "%d of %d mistakes caught\n", NR - slipped, NR }' "$results"
