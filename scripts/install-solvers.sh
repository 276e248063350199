#!/usr/bin/env bash
# Installs solvers on a Debian-like system; solvers that are already on PATH are left alone.
#
#   scripts/install-solvers.sh [NAME...] [--optional NAME...]
#
# The package of a solver has the solver's name. A solver after --optional may stay missing (Debian releases
# carry different packages, and the tests that need the solver are skipped); any other missing solver is an error.
set -euo pipefail
# shellcheck source=scripts/apt.sh
. "$(dirname "${BASH_SOURCE[0]}")/apt.sh"

optional=
failed=()
for name in "$@"; do
	if [ "$name" = --optional ]; then
		optional=yes
		continue
	fi
	if ensure_command "$name" "$name"; then
		continue
	fi
	if [ -n "$optional" ]; then
		echo "continuing without $name: tests that need it are skipped" >&2
	else
		failed+=("$name")
	fi
done

if [ "${#failed[@]}" -gt 0 ]; then
	cat >&2 <<-EOF

		Missing: ${failed[*]}
		Install them so that they are on PATH (on Debian: apt-get install ${failed[*]}), then run this again.
	EOF
	exit 4
fi
