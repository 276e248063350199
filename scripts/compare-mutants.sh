#!/usr/bin/env bash
# Compares the mutants that two builds of Assay make from the same seeds, byte by byte, over all engines.
#
#   scripts/compare-mutants.sh OLD NEW SEEDS [NUMBER]
#
# OLD and NEW are programs, SEEDS is a folder, and NUMBER is how many of its seeds are taken, evenly spread (500). A wrapper around
# the solvers keeps their answers for both builds, so that mutants that rest on answers do not differ because a solver was slow.
# The script continues where it was stopped; bin/mutants has everything. The exit status is 1 when something differs, or when
# no mutants were made.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

old=$(realpath "${1:?usage: scripts/compare-mutants.sh OLD NEW SEEDS [NUMBER]}")
new=$(realpath "${2:?usage: scripts/compare-mutants.sh OLD NEW SEEDS [NUMBER]}")
seeds=$(realpath "${3:?usage: scripts/compare-mutants.sh OLD NEW SEEDS [NUMBER]}")
number=${4:-500}
work=$PWD/bin/mutants
# Mutants made by other programs or from other seeds are not mistaken for those of this comparison.
runs=$work/$({ sha256sum <"$old"; sha256sum <"$new"; echo "$seeds $number"; } | sha256sum | cut -c1-16)
mkdir -p "$work/solvers" "$work/answers"

for name in z3 cvc5; do
	real=$(command -v "$name")
	cat >"$work/solvers/$name" <<-WRAPPER
		#!/usr/bin/env bash
		# Runs $name for at most 0.4 s and keeps what it prints, by its arguments and the file's text.
		file=\${!#}
		[ -f "\$file" ] || exec "$real" "\$@"
		key="$work/answers/$name-\$( (printf '%s\n' "\${@:1:\$#-1}"; cat "\$file") | sha256sum | cut -c1-32)"
		if [ ! -f "\$key" ]; then
			timeout 0.4 "$real" "\$@" >"\$key.\$\$" 2>/dev/null || [ \$? -ne 124 ] || echo unknown >"\$key.\$\$"
			mv "\$key.\$\$" "\$key"
		fi
		cat "\$key"
	WRAPPER
	chmod +x "$work/solvers/$name"
done

mapfile -t all < <(find "$seeds" -name '*.smt2' -size -40k | LC_ALL=C sort)
step=$(((${#all[@]} + number - 1) / number))
made=0 different=0
for ((i = 0; i < ${#all[@]}; i += step)); do
	for engine in typefuzz opfuzz storm fusion weaken; do
		for build in old new; do
			out=$runs/$build/$i-$engine
			[ -f "$out/done" ] && continue
			rm -rf "$out"
			mkdir -p "$out"
			# A seed that an engine cannot use has a reason instead of mutants; the reason is compared as well.
			(cd "$out" && timeout 120 "${!build}" mutate --engine "$engine" --count 5 --chain 5 --seed 1 \
				--solver "$work/solvers/z3" --solver "$work/solvers/cvc5" --out mutants "${all[i]}" >log 2>&1) || true
			touch "$out/done"
		done
		made=$((made + $(find "$runs/new/$i-$engine" -name '*.smt2' | wc -l)))
		if ! diff -r "$runs/old/$i-$engine" "$runs/new/$i-$engine" >/dev/null; then
			different=$((different + 1))
			echo "$engine differs on ${all[i]}: diff -r $runs/old/$i-$engine $runs/new/$i-$engine"
		fi
	done
done
echo "$made mutants of $(((${#all[@]} + step - 1) / step)) seeds; $different pairs of seed and engine differ"
[ "$made" -gt 0 ] && [ "$different" -eq 0 ]
