#!/usr/bin/env bash
# Looks at the pages of assay serve in chromium, with scripts/pages.
#
#   scripts/pages.sh access      axe-core on all pages, the keyboard, and how fast they are, on a campaign of half a minute
#   scripts/pages.sh large       how fast they are for a campaign of 10,000 findings and a million mutants
#   scripts/pages.sh hour        a page stays open on a running campaign for an hour (MINUTES=60): the memory of page and server
#
# It needs chromium, python3, z3 and cvc5, and npm for axe-core. Everything is below bin/pages.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

what=${1:?usage: scripts/pages.sh access|large|hour}
minutes=${MINUTES:-60}
dir=bin/pages
port=${PORT:-7290}
mkdir -p "$dir"
go build -o bin/assay ./cmd/assay

started=()
trap 'for p in "${started[@]}"; do kill "$p" 2>/dev/null || true; done' EXIT

serve() {
	bin/assay serve --listen "127.0.0.1:$port" "$@" >"$dir/serve.log" 2>&1 &
	server=$!
	started+=("$server")
	for _ in $(seq 100); do
		if grep -q http "$dir/serve.log"; then return; fi
		sleep 0.1
	done
	cat "$dir/serve.log" >&2
	exit 1
}

fuzz() {
	bin/assay fuzz --solver z3 --solver cvc5 --timeout 500ms --jobs 1 --options search --plain "$@"
}

case $what in
access)
	if [ ! -e "$dir/made" ]; then
		rm -rf "$dir/small" "$dir/again" # what an interrupted run has left
		for seconds in 30 15; do # two sessions
			fuzz --duration "${seconds}s" --out "$dir/small" >"$dir/small.log" 2>&1 || [ $? = 10 ]
		done
		cp -r "$dir/small" "$dir/again" # a second one, whose findings are in clusters
		bin/assay triage --reduce=false --versions none "$dir/again" >"$dir/triage.log" 2>&1 || [ $? = 10 ]
		touch "$dir/made"
	fi
	[ -e "$dir/axe/node_modules/axe-core/axe.min.js" ] || npm install --prefix "$dir/axe" --no-audit --no-fund axe-core@4 >/dev/null
	serve "$dir/again" "$dir/small"
	scripts/pages keys "http://127.0.0.1:$port"
	scripts/pages paint "http://127.0.0.1:$port"
	scripts/pages axe "http://127.0.0.1:$port" "$dir/axe/node_modules/axe-core/axe.min.js"
	;;
large)
	rm -rf "$dir/large"
	ASSAY_LARGE=$PWD/$dir/large go test -count=1 -run '^TestLargeCampaign$' ./internal/campaign
	serve "$dir/large"
	scripts/pages paint "http://127.0.0.1:$port"
	;;
hour)
	rm -rf "$dir/hour"
	fuzz --duration "$((minutes + 3))m" --out "$dir/hour" >"$dir/hour.log" 2>&1 &
	started+=("$!")
	until [ -e "$dir/hour/campaign.db" ]; do sleep 0.2; done
	sleep 5
	serve "$dir/hour"
	scripts/pages watch "http://127.0.0.1:$port" "$server" "$minutes" "$dir/hour.tsv"
	cat "$dir/hour.tsv"
	;;
*)
	echo "pages.sh: there is no $what" >&2
	exit 2
	;;
esac
