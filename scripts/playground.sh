#!/usr/bin/env bash
# Builds the page that says why a model is wrong: bin/playground/index.html, one file that works from a disk.
#
#   scripts/playground.sh [OUT.html]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

out=${1:-bin/playground/index.html}
mkdir -p "$(dirname "$out")" bin/playground
GOOS=js GOARCH=wasm go build -trimpath -ldflags '-s -w' -o bin/playground/program.wasm ./cmd/playground
go run ./cmd/playground bin/playground/program.wasm "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$out"

# Only the library may be linked: anything else would make the page larger.
others=$(GOOS=js GOARCH=wasm go list -deps ./cmd/playground | grep '\.' | grep -v '^github.com/assay-smt/assay/\(smt\|cmd/playground\)' || true)
if [ -n "$others" ]; then
	echo "playground.sh: linked beside smt: $others" >&2
	exit 1
fi
printf '%s: %s bytes, of which the program has %s (%s with gzip -9)\n' "$out" "$(wc -c <"$out")" \
	"$(wc -c <bin/playground/program.wasm)" "$(gzip -9c bin/playground/program.wasm | wc -c)"
