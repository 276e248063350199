#!/usr/bin/env bash
# Fuzzes z3 and cvc5 on the built-in seeds for a minute. `make quickstart` installs and builds first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

out=${QUICKSTART_OUT:-quickstart-out}
duration=${QUICKSTART_DURATION:-60s}

# A second run is a separate campaign. The findings of the first are kept, under the next free number.
if [ -e "$out" ]; then
	n=1
	while [ -e "$out.$n" ]; do n=$((n + 1)); done
	mv "$out" "$out.$n"
	echo "the last run's results are now in $out.$n"
fi

status=0
bin/assay fuzz --solver z3 --solver cvc5 --timeout 1s --duration "$duration" --out "$out" || status=$?

# Status 10 says that the campaign found something, which is what a campaign is for.
if [ "$status" -eq 10 ]; then
	status=0
fi
exit "$status"
