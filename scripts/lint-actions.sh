#!/usr/bin/env bash
# Lints action.yml and the example workflow of deploy/github, in a project made of the two: there the example's action is the one beside it, so that
# its inputs are checked as well.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

lint=$(scripts/install-tool.sh actionlint)
project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
mkdir -p "$project/.github/workflows"
cp action.yml "$project/"
sed 's|uses: assay-smt/assay@.*|uses: ./|' deploy/github/solver.yml >"$project/.github/workflows/solver.yml"
cd "$project"
git init -q .
"$lint"
