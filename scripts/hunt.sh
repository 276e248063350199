#!/usr/bin/env bash
# The standing hunt: one campaign at the lowest priority, over the newest versions of all solvers, with all engines and configurations.
#
#   scripts/hunt.sh run [SEEDS...]   # until it is interrupted, or for DURATION; continues where it was stopped
#   scripts/hunt.sh triage           # what it has found, grouped into bugs, and a line for each campaign in the record
#   scripts/hunt.sh guided           # after triage: campaigns on the releases, from the formulas on which checks of builds failed, each for DURATION
#
# Builds with checks (assay solvers build) of the versions that are hunted in take part.
#
# The environment may have DURATION (24h), SOLVERS (names without versions, separated by blanks), JOBS (1), TIMEOUT (1s) and HUNT, the folder of its
# state (bin/hunt), which can be thrown away. Another commit, or another version of a solver, begins another campaign there. The record is
# evaluation/hunt.tsv.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

state=${HUNT:-bin/hunt}
record=evaluation/hunt.tsv
mkdir -p "$state"

# builds prints the installed builds with checks of the versions given. A build that only counts what it executes answers as the release, and slower.
builds() {
	local spec
	for spec in "$@"; do
		"$assay" solvers list | awk -v of="$spec+" 'index($1, of) == 1 && $1 !~ /\+(blocks|edges|gcov)$/ { print $1 }'
	done
}

run() {
	local specs commit name out flags spec code=0
	assay=$state/assay
	go build -trimpath -o "$assay.new" ./cmd/assay
	mv "$assay.new" "$assay" # a campaign that runs keeps the old one
	# shellcheck disable=SC2086 # SOLVERS is a list
	mapfile -t specs < <(ASSAY="$assay" scripts/newest.sh ${SOLVERS:-z3 cvc5 bitwuzla yices2})
	[ ${#specs[@]} -gt 0 ] || { echo "hunt: there is no solver to hunt in" >&2; exit 1; }
	mapfile -t -O ${#specs[@]} specs < <(builds "${specs[@]}")
	commit=$(git describe --always --dirty)
	name=$commit-$(printf '%s\n' "${specs[@]}" | cksum | cut -c1-6)
	out=$state/$name
	flags=(--out "$out" --duration "${DURATION:-24h}" --jobs "${JOBS:-1}") # all else that a campaign needs is in its folder
	if [ -e "$out/campaign.toml" ]; then
		echo "hunt: $out goes on" >&2
	else
		for spec in "${specs[@]}"; do flags+=(--solver "$spec"); done
		# Another random seed each time: two campaigns on the same seed formulas would be much alike.
		flags+=(--seed "$(date +%y%m%d%H)" --engine all --options search --timeout "${TIMEOUT:-1s}")
		if [ $# -gt 0 ]; then flags+=("$@"); elif [ -d ../shared/seeds ]; then flags+=(../shared/seeds); fi
		printf '%s\t%s\t%s\n' "$(date -u +%F)" "$commit" "${specs[*]}" >"$out.begun"
		echo "hunt: $out begins, on ${specs[*]}" >&2
	fi
	nice -n 19 "$assay" fuzz "${flags[@]}" || code=$?
	[ "$code" = 0 ] || [ "$code" = 10 ] || exit "$code" # 10: something was found
	echo "hunt: make hunt-triage has the bugs" >&2
}

triage() {
	local begun out row code
	assay=$state/assay
	[ -x "$assay" ] || { echo "hunt: nothing in $state: make hunt begins one" >&2; exit 1; }
	[ -e "$record" ] || printf 'begun\tcommit\tsolvers\thours\tCPU hours\tmutants\truns in other configurations\tfindings\tbugs\tnew\n' >"$record"
	for begun in "$state"/*.begun; do
		out=${begun%.begun}
		[ -e "$out/campaign.toml" ] || { echo "hunt: $out has not begun yet" >&2; continue; }
		code=0
		nice -n 19 "$assay" triage --json "$out" >"$out.triage.jsonl" || code=$?
		# 1: a finding cannot be judged, and all others were.
		[ "$code" = 0 ] || [ "$code" = 10 ] || { [ "$code" = 1 ] && grep -q '"event":"summary"' "$out.triage.jsonl"; } || exit "$code"
		"$assay" stats "$out" time --json >"$out.time.jsonl"
		"$assay" stats "$out" options --json >"$out.options.jsonl"
		row=$(
			grep '"event":"summary"' "$out.triage.jsonl" | tail -n 1 | python3 -c '
import json, sys
begun, time, options = (open(p).read() for p in sys.argv[1:])
triage = json.loads(sys.stdin.read())
figures = {r["key"]: r["value"] for r in map(json.loads, time.splitlines()) if r["table"] == "campaign"}
elsewhere = sum(r["runs"] for r in map(json.loads, options.splitlines()) if r["table"] == "searches" and "runs" in r)
cpu = figures["solver_cpu_seconds"] + figures["own_cpu_seconds"]
print(begun.strip(), "%.2f" % (figures["seconds"] / 3600), "%.2f" % (cpu / 3600), figures["mutants"], elsewhere, triage["findings"], triage["clusters"], triage["new"], sep="\t")
' "$begun" "$out.time.jsonl" "$out.options.jsonl"
		)
		# A campaign has one line, which a later triage replaces; what was new once stays counted when it has become known.
		awk -F'\t' -v OFS='\t' -v row="$row" '
			BEGIN { split(row, new) }
			$1 == new[1] && $2 == new[2] && $3 == new[3] { if ($10 > new[10]) new[10] = $10; next }
			{ print }
			END { for (i = 1; i <= 10; i++) printf "%s%s", new[i], i < 10 ? OFS : ORS }' "$record" >"$record.new"
		mv "$record.new" "$record"
		ls "$out"/clusters/*/report.md 2>/dev/null || true
	done
	column -t -s $'\t' "$record" 2>/dev/null || cat "$record"
	echo "hunt: what is new and true goes into findings/ (make findings), what is known into the list of bugs" >&2
}

# guided mutates what made assertions and sanitizers complain, on the releases: where a check fails, a wrong answer may be near.
guided() {
	local begun out family spec code seeds
	assay=$state/assay
	trap 'exit 130' INT TERM # a campaign ends well when it is interrupted, and the next one would begin
	for begun in "$state"/*.begun; do
		out=${begun%.begun}
		for spec in $(cut -f 3 "$begun"); do
			[[ $spec != *+* ]] || continue
			family=${spec%@*}
			seeds=("$out"/clusters/{assertion,sanitizer}-"$family"-*/bug.smt2)
			mapfile -t seeds < <(ls "${seeds[@]}" 2>/dev/null)
			[ ${#seeds[@]} -gt 0 ] || continue
			echo "hunt: $spec, from ${#seeds[@]} formulas on which a check fails" >&2
			code=0
			nice -n 19 "$assay" fuzz --out "$out.guided-$family" --duration "${DURATION:-1h}" --jobs "${JOBS:-1}" --solver "$spec" --engine all --options search \
				--timeout "${TIMEOUT:-1s}" "${seeds[@]}" || code=$?
			[ "$code" = 0 ] || [ "$code" = 10 ] || exit "$code"
		done
	done
}

case ${1:-} in
run) shift && run "$@" ;;
triage) triage ;;
guided) guided ;;
*) echo "usage: scripts/hunt.sh run [SEEDS...] | triage | guided" >&2 && exit 2 ;;
esac
