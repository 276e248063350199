#!/usr/bin/env bash
# Builds a pinned tool once for all checkouts, and prints the path of its binary.
#
#   scripts/install-tool.sh golangci-lint|gotestsum|actionlint
#
# Tools live in the user's cache (ASSAY_TOOLS names another folder), so that a fresh clone does not build them again. The path
# contains the tool's version and the Go release: a linter built with an older Go refuses newer modules.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

name=${1:?usage: scripts/install-tool.sh NAME}
case $name in
golangci-lint) version=v2.14.0 package=github.com/golangci/golangci-lint/v2/cmd/golangci-lint ;;
actionlint) version=v1.7.12 package=github.com/rhysd/actionlint/cmd/actionlint ;;
gotestsum) version=v1.13.0 package=gotest.tools/gotestsum ;;
*)
	echo "install-tool.sh: no tool is called $name" >&2
	exit 2
	;;
esac
go_release=$(go env GOVERSION)
dir=${ASSAY_TOOLS:-${XDG_CACHE_HOME:-${HOME:?}/.cache}/assay/tools}/$name-$version-${go_release%% *}
binary=$dir/$name

if [ ! -x "$binary" ]; then
	echo "building $name $version (once, up to a few minutes)" >&2
	mkdir -p "$(dirname "$dir")"
	part=$(mktemp -d "$dir.XXXXXX") # two checkouts may build at the same time
	# GOFLAGS is cleared: flags meant for this module (-mod=mod, -race, ...) do not suit another one.
	GOFLAGS='' CGO_ENABLED=0 GOBIN=$part go install -trimpath "$package@$version" >&2
	mkdir -p "$dir"
	mv -f "$part/$name" "$binary"
	rmdir "$part"
fi
echo "$binary"
