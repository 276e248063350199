#!/usr/bin/env bash
# Prints the packages whose tests run under the race detector, one a line: those that start a goroutine, themselves or in their tests.
#
#   scripts/raced-packages.sh [--users]
#
# With --users it also prints those that use such a package. Without, their tests say little about races: the packages that they use have raced tests
# of their own. The others have nothing to race with.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

goroutine='(^|[;{}:])[[:space:]]*go [[:alpha:]_(]|\.Go\(|\.Parallel\(\)|AfterFunc\('
# starting prints the packages in which a file, chosen by a template of go list, starts a goroutine. Lines that say "// no race: why" do not count.
starting() {
	go list -f "{{\$p := .ImportPath}}{{\$d := .Dir}}$1" ./... | while read -r package file; do
		if [ -n "$(grep -E "$goroutine" "$file" | grep -v '// no race: ')" ]; then echo "$package"; fi
	done | sort -u
}
code=$(starting '{{range .GoFiles}}{{$p}} {{$d}}/{{.}}
{{end}}')
tests=$(starting '{{range .TestGoFiles}}{{$p}} {{$d}}/{{.}}
{{end}}{{range .XTestGoFiles}}{{$p}} {{$d}}/{{.}}
{{end}}')
if [ "${1:-}" != --users ]; then
	printf '%s\n' "$tests" "$code" | sort -u | sed '/^$/d'
	exit
fi
# The package that go list calls P.test depends on everything that the tests of P use.
using=$(go list -test -f '{{$p := .ImportPath}}{{if eq .Name "main"}}{{range .Deps}}{{$p}} {{.}}
{{end}}{{end}}' ./... | awk -v code="$code" '
	BEGIN { n = split(code, names, "\n"); for (i = 1; i <= n; i++) starts[names[i]] = 1 }
	starts[$2] && sub(/\.test$/, "", $1) { print $1 }')
printf '%s\n' "$tests" "$using" "$code" | sort -u | sed '/^$/d'
