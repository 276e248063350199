#!/usr/bin/env bash
# Makes a Debian package.
#
#   packaging/deb.sh VERSION ARCH PROGRAM SHARED OUTDIR
#
# SHARED has LICENSE, CHANGELOG.md, man/ and completions/. Dates are SOURCE_DATE_EPOCH.
set -euo pipefail
version=$1 arch=$2 program=$3 shared=$4 out=$5
: "${SOURCE_DATE_EPOCH:?}"

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
install -D -m 755 "$program" "$tree/usr/bin/assay"
for page in "$shared"/man/*.1; do
	mkdir -p "$tree/usr/share/man/man1"
	gzip -9n <"$page" >"$tree/usr/share/man/man1/$(basename "$page").gz"
done
install -D -m 644 "$shared/completions/assay.bash" "$tree/usr/share/bash-completion/completions/assay"
install -D -m 644 "$shared/completions/_assay" "$tree/usr/share/zsh/vendor-completions/_assay"
install -D -m 644 "$shared/completions/assay.fish" "$tree/usr/share/fish/vendor_completions.d/assay.fish"
mkdir -p "$tree/usr/share/doc/assay"
gzip -9n <"$shared/CHANGELOG.md" >"$tree/usr/share/doc/assay/changelog.gz"
{
	echo "Assay is licensed under the Apache License 2.0; on Debian systems, its text is in /usr/share/common-licenses/Apache-2.0."
	echo "Source: https://github.com/assay-smt/assay"
} >"$tree/usr/share/doc/assay/copyright"

mkdir "$tree/DEBIAN"
cat >"$tree/DEBIAN/control" <<-EOF
	Package: assay
	Version: $version
	Architecture: $arch
	Maintainer: The Assay project <assay-smt@users.noreply.github.com>
	Installed-Size: $(du -k --apparent-size -s "$tree/usr" | cut -f1)
	Recommends: z3, cvc5
	Suggests: gdb
	Section: math
	Priority: optional
	Homepage: https://github.com/assay-smt/assay
	Description: finds bugs in SMT solvers, and proves that they are bugs
	 Assay derives mutants from SMT-LIB formulas, runs solvers on them, and decides
	 with an exact evaluator of its own whether answers, models and unsat cores are
	 wrong. It groups what it finds into bugs, reduces and bisects them.
EOF
(cd "$tree" && find usr -type f | LC_ALL=C sort | xargs md5sum >DEBIAN/md5sums)
find "$tree" -type d -exec chmod 755 {} +
find "$tree/usr/share" "$tree/DEBIAN" -type f -exec chmod 644 {} +
find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$tree" "$out/assay_${version}_$arch.deb" >/dev/null
echo "$out/assay_${version}_$arch.deb"
