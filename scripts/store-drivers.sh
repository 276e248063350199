#!/bin/sh
# Measures drivers for SQLite in turns, each in a process of its own, and the size of their stripped binaries.
set -eu
cd "$(dirname "$0")/../tools/storedrivers"
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
for driver in modernc zombiezen ncruces checksums; do
	CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -tags "$driver" -o "$bin/$driver" .
	for system in linux/arm64 darwin/amd64 darwin/arm64; do
		[ "${CROSS:-}" = "" ] || GOOS=${system%/*} GOARCH=${system#*/} CGO_ENABLED=0 go build -tags "$driver" -o /dev/null .
	done
	printf '%s\t%s bytes\n' "$driver" "$(wc -c <"$bin/$driver")"
done
for _ in 1 2 3; do
	for driver in modernc zombiezen ncruces checksums; do "$bin/$driver"; done
done
