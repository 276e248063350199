#!/usr/bin/env bash
# Tries the packages that scripts/release.sh has built, each from nothing but itself, and builds them again in a fresh clone to compare the bytes.
#
#   scripts/release-check.sh [OUT]
#
# AGAIN=0 leaves the second build out; AGAIN=fresh compiles everything again, with an empty cache. Programs for other processors run where qemu-user is
# installed; those for macOS are only looked at.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

out=$(realpath "${1:-bin/release}")
version=$(cat VERSION)
commit=$(git rev-parse HEAD)
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
failed=0
fail() { echo "FAIL $*" >&2; failed=1; }
says() { # WHAT COMMAND...: it runs, without anything of this environment, and says which version it is
	local what=$1 text
	shift
	text=$(cd / && env -i HOME="$work/home" "$@" version) || { fail "$what does not run"; return; }
	case $text in
	"assay v$version, commit $commit, "*) echo "ok   $what: $text" ;;
	*) fail "$what: $text" ;;
	esac
}
goarch=$(go env GOHOSTARCH)
runner() { # GOARCH: what runs such a program of Linux here, empty for nothing
	[ "$1" = "$goarch" ] && { echo env; return; }
	case $1 in
	arm64) command -v qemu-aarch64-static || command -v qemu-aarch64 || true ;;
	amd64) command -v qemu-x86_64-static || command -v qemu-x86_64 || true ;;
	esac
}
mkdir "$work/home"
(cd "$out" && sha256sum --quiet -c SHA256SUMS) || fail "checksums"

for archive in "$out"/assay-"$version"-*.tar.gz; do
	name=$(basename "$archive" .tar.gz)
	tar -C "$work" -xzf "$archive"
	for part in LICENSE README.md CHANGELOG.md man/assay-fuzz.1 completions/_assay completions/assay.bash completions/assay.fish; do
		[ -s "$work/$name/$part" ] || fail "$name has no $part"
	done
	arch=${name##*-}
	case $name in
	*-linux-*)
		run=$(runner "$arch")
		if [ -n "$run" ]; then says "$name.tar.gz" "$run" "$work/$name/assay"; else echo "-    $name.tar.gz: nothing runs $arch here"; fi
		;;
	*)
		# Mach-O of 64 bits, for the right processor, with the right version in it.
		case $(od -An -tx1 -N8 "$work/$name/assay" | tr -d ' ') in
		cffaedfe07000001) [ "$arch" = amd64 ] || fail "$name is for another processor" ;;
		cffaedfe0c000001) [ "$arch" = arm64 ] || fail "$name is for another processor" ;;
		*) fail "$name is not a program of macOS" ;;
		esac
		grep -aq "v$version" "$work/$name/assay" || fail "$name does not have its version"
		echo "ok   $name.tar.gz: looked at, not run"
		;;
	esac
done

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-index --find-links "$out" "assay-smt==$version"
says "wheel in a fresh venv" "$work/venv/bin/assay"
[ -s "$work/venv/share/man/man1/assay-fuzz.1" ] || fail "the wheel has no manual pages"
printf '(declare-const x Int)\n(assert (< x 3))\n(check-sat)\n' >"$work/f.smt2"
"$work/venv/bin/assay" fmt --check "$work/f.smt2" || fail "assay fmt of the wheel"
"$work/venv/bin/pip" uninstall --quiet --yes assay-smt
[ ! -e "$work/venv/bin/assay" ] || fail "pip leaves the program behind"
python3 - "$out" <<-'EOF' || fail "a wheel is damaged"
	import base64, hashlib, pathlib, sys, zipfile
	for path in sorted(pathlib.Path(sys.argv[1]).glob("*.whl")):
	    with zipfile.ZipFile(path) as z:
	        record = next(n for n in z.namelist() if n.endswith("/RECORD"))
	        listed = [line.rsplit(",", 2) for line in z.read(record).decode().splitlines()]
	        assert {n for n, _, _ in listed} == set(z.namelist()), path
	        for name, digest, size in listed:
	            text = z.read(name)
	            assert not digest or (digest == "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode() and int(size) == len(text)), name
	        print("ok  ", path.name)
EOF

for package in "$out"/*.deb; do
	[ -e "$package" ] || continue
	arch=${package##*_} arch=${arch%.deb}
	root=$work/deb-$arch
	dpkg-deb -x "$package" "$root"
	[ "$(dpkg-deb -f "$package" Version)" = "$version" ] || fail "$package: version"
	run=$(runner "$arch")
	case $run in
	env)
		# In a root of its own there is nothing but the package.
		if [ "$(id -u)" = 0 ]; then says "$(basename "$package") in a root of its own" "$(command -v chroot)" "$root" /usr/bin/assay; else says "$(basename "$package")" "$root/usr/bin/assay"; fi
		;;
	"") echo "-    $(basename "$package"): nothing runs $arch here" ;;
	*) says "$(basename "$package")" "$run" "$root/usr/bin/assay" ;;
	esac
done

for list in "$out"/*.cdx.json; do
	python3 -c 'import json,sys; b=json.load(open(sys.argv[1])); assert b["bomFormat"]=="CycloneDX" and len(b["components"])>10' "$list" || fail "$list"
done
[ -s "$out/NOTES.md" ] || fail "there are no notes"

if [ "${AGAIN:-1}" != 0 ]; then
	git clone --quiet --no-hardlinks . "$work/clone"
	[ "${AGAIN:-1}" = fresh ] && export GOCACHE=$work/cache
	(cd "$work/clone" && scripts/release.sh "$work/again" 2>"$work/log") || { cat "$work/log" >&2; fail "the second build"; }
	if cmp "$out/SHA256SUMS" "$work/again/SHA256SUMS" && diff -rq "$out" "$work/again"; then
		echo "ok   the same bytes again, from a fresh clone in another folder"
	else
		fail "the second build differs"
	fi
fi
exit $failed
