#!/usr/bin/env bash
# Builds the packages of the version in VERSION.
#
#   scripts/release.sh [OUT]
#
# OUT is bin/release. It is emptied first, so a folder that has something else than packages is refused. PLATFORMS names others than the four usual ones, such as PLATFORMS=linux/amd64. Equal sources and an equal Go give equal bytes,
# wherever and whenever they are built: scripts/release-check.sh tries it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

out=$(realpath -m "${1:-bin/release}")
if [ -e "$out" ] && [ -n "$(ls -A "$out")" ] && ! compgen -G "$out/assay-*-*.tar.gz" >/dev/null; then
	echo "release.sh: $out is not empty, and has no packages: it would be emptied; name another folder" >&2
	exit 2
fi
version=$(cat VERSION)
commit=$(git rev-parse HEAD)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH CGO_ENABLED=0 GOFLAGS="-trimpath -buildvcs=false" GOTOOLCHAIN=local LC_ALL=C TZ=UTC
read -ra platforms <<<"${PLATFORMS:-linux/amd64 linux/arm64 darwin/amd64 darwin/arm64}"

rm -rf "$out"
mkdir -p "$out"
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT

# A value that -X sets has to be the same everywhere, or the programs differ.
flags="-s -w -buildid= -X github.com/assay-smt/assay/internal/cli.release=v$version -X github.com/assay-smt/assay/internal/cli.releaseCommit=$commit"
build() { # GOOS GOARCH
	local from=$SECONDS
	GOOS=$1 GOARCH=$2 go build -ldflags "$flags" -o "$parts/assay-$1-$2" ./cmd/assay
	echo "built $1/$2 in $((SECONDS - from)) s" >&2
}
for p in "${platforms[@]}"; do build "${p%/*}" "${p#*/}"; done

# Manual pages and completions come from the program of this machine.
host=$(go env GOHOSTOS)/$(go env GOHOSTARCH)
own=$parts/assay-${host/\//-}
[ -x "$own" ] || build "${host%/*}" "${host#*/}"
shared=$parts/shared
mkdir -p "$shared/completions"
"$own" man --out "$shared/pages" >/dev/null
mkdir "$shared/man"
mv "$shared"/pages/*.1 "$shared/man"
rm -rf "$shared/pages"
"$own" completion bash >"$shared/completions/assay.bash"
"$own" completion zsh >"$shared/completions/_assay"
"$own" completion fish >"$shared/completions/assay.fish"
cp LICENSE README.md CHANGELOG.md "$shared"

for p in "${platforms[@]}"; do
	os=${p%/*} arch=${p#*/}
	program=$parts/assay-$os-$arch
	name=assay-$version-$os-$arch
	mkdir "$parts/$name"
	cp -r "$shared"/. "$parts/$name"
	install -m 755 "$program" "$parts/$name/assay"
	tar -C "$parts" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --format=ustar -cf - "$name" |
		gzip -9n >"$out/$name.tar.gz"
	python3 packaging/wheel.py "$version" "$os" "$arch" "$program" "$shared/man" LICENSE README.md "$out" >/dev/null
	if [ "$os" = linux ]; then
		if command -v dpkg-deb >/dev/null; then
			packaging/deb.sh "$version" "$arch" "$program" "$shared" "$out" >/dev/null
		else
			echo "release.sh: there is no dpkg-deb: no package for $p" >&2
		fi
	fi
	go version -m "$program" | python3 packaging/sbom.py "$version" >"$out/$name.cdx.json"
done

# What users are told: the part of the changelog about this version, or about what is not released yet.
awk -v version="$version" '
	/^## \[/ { on = index($0, "[" version "]") || index($0, "[Unreleased]") && !seen; seen = 1; next }
	on' CHANGELOG.md >"$out/NOTES.md"
cp packaging/Containerfile "$out"
(cd "$out" && sha256sum -- *.tar.gz *.whl *.cdx.json $(ls -- *.deb 2>/dev/null) >SHA256SUMS)
echo "v$version, commit $commit, in $out:" >&2
(cd "$out" && du -b -- * | awk '{ printf "%12d  %s\n", $1, $2 }') >&2
