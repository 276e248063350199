#!/usr/bin/env bash
# Says clearly what is wrong when there is no usable Go.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if ! command -v go >/dev/null 2>&1; then
	echo "Assay needs Go $(sed -n 's/^go //p' go.mod) or newer on PATH: see https://go.dev/doc/install" >&2
	exit 1
fi
# Go itself reports an error when its release is older than go.mod requires and it may not fetch a newer one.
go list -m >/dev/null
