#!/usr/bin/env bash
# Builds the pinned linter below .bin/ and prints the path of its binary.
#
#   scripts/install-lint.sh
#
# The path contains the version and the Go release: a linter built with an older Go refuses newer modules.
# So a change of either rebuilds it; otherwise the existing one is found there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

version=v2.14.0
go_release=$(go env GOVERSION)
dir=$PWD/.bin/golangci-lint-$version-${go_release%% *}
binary=$dir/golangci-lint

if [ ! -x "$binary" ]; then
	echo "building golangci-lint $version (once, a few minutes)" >&2
	rm -rf "$dir.part"
	# GOFLAGS is cleared: flags meant for this module (-mod=mod, -race, ...) do not suit another one.
	GOFLAGS='' CGO_ENABLED=0 GOBIN=$dir.part \
		go install -trimpath "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$version" >&2
	rm -rf "$dir"
	mv "$dir.part" "$dir"
fi
echo "$binary"
