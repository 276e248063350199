#!/usr/bin/env bash
# Tests what a change touches, in about a minute: format, go vet and tests of the changed packages, then of the packages that import
# them, the nearest first, until the minute is used up. What is left out is listed. Go's cache answers for packages that have not
# changed since they last passed, so that a second run gets further. make test is the whole.
#
#   scripts/check.sh
#
# BASE (the branch that HEAD left main at, else HEAD) is what the change is compared with; files that are not committed count.
# SECONDS_FOR_CHECK (60) is the time after which no further package is begun.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

base=${BASE:-}
if [ -z "$base" ]; then
	for branch in origin/main main; do
		if git rev-parse -q --verify "$branch" >/dev/null; then
			base=$(git merge-base HEAD "$branch")
			break
		fi
	done
fi
base=${base:-HEAD}
budget=${SECONDS_FOR_CHECK:-60}

# A file that lies below a package's folder without being a package's own (testdata, embedded files) counts for the nearest package above.
mapfile -t changed < <({
	git diff --name-only "$base" --
	git ls-files --others --exclude-standard
} | sort -u)
[ "${#changed[@]}" -gt 0 ] || { echo "nothing has changed since $(git rev-parse --short "$base")"; exit 0; }
folders=$(go list -f '{{.Dir}} {{.ImportPath}}' ./... | sed "s#^$PWD/##")
mapfile -t touched < <(for file in "${changed[@]}"; do
	folder=$(dirname "$file")
	while [ "$folder" != . ]; do
		package=$(awk -v f="$folder" '$1 == f { print $2 }' <<<"$folders")
		if [ -n "$package" ]; then
			echo "$package"
			break
		fi
		folder=$(dirname "$folder")
	done
done | sort -u)
scripts/check-fmt.sh
status=0
if printf '%s\n' "${changed[@]}" | grep -q '^tools/'; then # a module of its own
	go -C tools vet ./... && go -C tools test -trimpath -vet=off ./... || status=1
fi
[ "${#touched[@]}" -gt 0 ] || { echo "no package has changed since $(git rev-parse --short "$base")"; exit "$status"; }
go vet "${touched[@]}"

# Lines "DISTANCE PACKAGE": 0 for the changed ones, 1 for those whose code or tests import one, and so on; the command line comes last.
near=$(go list -f '{{$p := .ImportPath}}{{range .Imports}}{{$p}} {{.}} code
{{end}}{{range .TestImports}}{{$p}} {{.}} test
{{end}}{{range .XTestImports}}{{$p}} {{.}} test
{{end}}' ./... | awk -v touched="${touched[*]}" '
	BEGIN { n = split(touched, t, " "); for (i = 1; i <= n; i++) { far[t[i]] = 0; through[t[i]] = 1 } }
	NF == 3 { from[++m] = $1; to[m] = $2; how[m] = $3 }
	END {
		for (d = 1; ; d++) {
			found = 0
			for (i = 1; i <= m; i++) # what only a test imports is not passed on
				if (through[to[i]] && far[to[i]] == d - 1) {
					if (!(from[i] in far)) { far[from[i]] = d; found = 1 }
					if (how[i] == "code" && far[from[i]] == d) through[from[i]] = 1
				}
			if (!found) break
		}
		for (p in far) # the tests of the command line take longer than all others
			print (far[p] > 0 && p ~ /\/internal\/cli$/) ? 99 : far[p], p
	}' | sort -n)
total=$(wc -l <<<"$near")
echo "${#touched[@]} packages have changed since $(git rev-parse --short "$base"), $((total - ${#touched[@]})) import them"

export RAPID_SEED=${RAPID_SEED:-1} CGO_ENABLED=0
tested=0
left=()
while read -r distance package; do
	if [ "$distance" -gt 0 ] && [ "$SECONDS" -ge "$budget" ]; then
		left+=("$package")
		continue
	fi
	go test -trimpath -vet=off "$package" || status=1
	tested=$((tested + 1))
done <<<"$near"
if [ "${#left[@]}" -gt 0 ]; then
	module=$(go list -m)
	echo "not tested, for lack of time: ${left[*]#"$module"/}"
fi
echo "$tested of $total packages tested in $SECONDS s, without the race detector"
exit "$status"
