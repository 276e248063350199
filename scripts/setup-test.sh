#!/usr/bin/env bash
# Installs what the tests need: the solvers, a C compiler for the race detector, and a validator of XML.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
# shellcheck source=scripts/apt.sh
. "$here/apt.sh"

"$here/install-solvers.sh" z3 cvc5 --optional cvc4 boolector

# Go's race detector is linked through cgo on Linux. Nothing else here needs a C compiler.
read -r cc _ < <(go env CC) # CC may carry flags
if ! command -v "$cc" >/dev/null 2>&1; then
	ensure_command gcc gcc libc6-dev || echo "continuing without gcc: tests run without the race detector" >&2
fi

# A program that validates XML against a schema: JUnit files are held to theirs.
ensure_command xmllint libxml2-utils || echo "continuing without xmllint: JUnit files are not validated against the schema" >&2

# Recipes by which solvers are built from their sources are tried with the build system itself.
ensure_command meson meson ninja-build || echo "continuing without meson: recipes for it are not tried" >&2
