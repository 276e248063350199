#!/usr/bin/env bash
# Runs the tests of all packages, or those that arguments for go test select, with the race detector where that is possible.
#
# A package that starts no goroutine, neither itself nor in its tests nor in a package of ours that they use, has nothing to race
# with: it is tested without the detector, in a fifth of the time.
#
# The run is the same every time: rapid draws from a fixed seed, and tests are shuffled by a fixed number. With ASSAY_LONG=1
# both change from run to run, and tests that take samples take everything (internal/testdepth).
#
# The race detector needs cgo on Linux, while the product is built without it. So cgo is switched on for this
# one command, after a trial: a machine may have a compiler but no C library headers, or a platform that
# the race detector does not support.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

race=()
if problem=$(CGO_ENABLED=1 go build -race runtime/race runtime/cgo 2>&1); then
	race=(env CGO_ENABLED=1 "GORACE=atexit_sleep_ms=20 ${GORACE:-}") # without this, every process sleeps for a second before it ends
else
	echo "warning: testing without the race detector: $problem" >&2
fi
shuffle=1 timeout=20m
if [ "${ASSAY_LONG:-}" = 1 ]; then
	shuffle=on timeout=6h
else
	export RAPID_SEED=${RAPID_SEED:-1} # rapid names the seed of a failure, which repeats it
fi

alone() { CGO_ENABLED=0 go test -shuffle="$shuffle" -timeout "$timeout" "$@"; }
raced() { "${race[@]}" go test -race -shuffle="$shuffle" -timeout "$timeout" "$@"; }

if [ ${#race[@]} = 0 ]; then
	alone "${@:-./...}"
	exit
fi
if [ $# -gt 0 ]; then
	raced "$@"
	exit
fi

goroutine='(^|[^[:alnum:]_."/])go (func|[[:alpha:]_][[:alnum:]_.]*\()|\.Go\(|\.Parallel\(\)|AfterFunc\('
# starting prints the packages in which a file, chosen by a template of go list, starts a goroutine.
starting() {
	go list -f "{{\$p := .ImportPath}}{{\$d := .Dir}}$1" ./... | while read -r package file; do
		if grep -qE "$goroutine" "$file"; then echo "$package"; fi
	done | sort -u
}
code=$(starting '{{range .GoFiles}}{{$p}} {{$d}}/{{.}}
{{end}}')
tests=$(starting '{{range .TestGoFiles}}{{$p}} {{$d}}/{{.}}
{{end}}{{range .XTestGoFiles}}{{$p}} {{$d}}/{{.}}
{{end}}')
# The package that go list calls P.test depends on everything that the tests of P use.
using=$(go list -test -f '{{$p := .ImportPath}}{{if eq .Name "main"}}{{range .Deps}}{{$p}} {{.}}
{{end}}{{end}}' ./... | awk -v code="$code" '
	BEGIN { n = split(code, names, "\n"); for (i = 1; i <= n; i++) starts[names[i]] = 1 }
	starts[$2] && sub(/\.test$/, "", $1) { print $1 }')
# In variables, because a failure inside <( ) does not end the script.
all=$(go list ./... | sort)
concurrent=$(printf '%s\n' "$tests" "$using" "$code" | sort -u | sed '/^$/d')
sequential=$(comm -13 <(echo "$concurrent") <(echo "$all"))
mapfile -t concurrent <<<"$concurrent"
mapfile -t sequential < <(sed '/^$/d' <<<"$sequential")
echo "${#concurrent[@]} packages are tested with the race detector; ${#sequential[@]} that start no goroutine are tested without it"
status=0
raced "${concurrent[@]}" || status=$?
if [ ${#sequential[@]} -gt 0 ]; then alone "${sequential[@]}" || status=$?; fi
exit $status
