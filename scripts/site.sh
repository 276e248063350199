#!/usr/bin/env bash
# site.sh: builds the site into bin/site/html, with the page that evaluates models in the browser. Needs python3 with venv; the generator is installed into
# bin/site/venv at the versions of site/requirements.txt. Links between pages and their headings are checked, and a broken one is an error.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

out=bin/site
venv=$out/venv
if ! cmp -s site/requirements.txt "$venv/requirements.txt"; then
	rm -rf "$venv"
	mkdir -p "$out"
	python3 -m venv "$venv"
	"$venv/bin/pip" install --quiet --requirement site/requirements.txt
	cp site/requirements.txt "$venv/requirements.txt"
fi
rm -rf "$out/pages" "$out/html"
"$venv/bin/python" site/pages.py "$out/pages"
NO_MKDOCS_2_WARNING=1 "$venv/bin/mkdocs" build --strict --config-file site/mkdocs.yml
scripts/playground.sh
mkdir -p "$out/html/playground"
cp bin/playground/index.html "$out/html/playground/index.html"
echo "site: $out/html/index.html: $(find "$out/html" -name '*.html' | wc -l) pages, $(du -sh "$out/html" | cut -f1)" >&2
