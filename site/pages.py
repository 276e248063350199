"""pages.py OUT: writes the pages of the site: those of docs/ and evaluation/, and the list of findings, with the README as the first page.

Links that leave them lead to the repository.
"""

import os
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FINDINGS = ROOT / "findings" / "README.md"
SOURCE = "https://github.com/assay-smt/assay/blob/main/"
PAGES = (".md", ".png", ".svg")  # what of docs/ and evaluation/ is on the site
LINK = re.compile(r"(!?\[(?:[^\]\n]|\n(?!\n))*\]\()([^()\s]+)(\))")  # the text may go on in the next line


def place_of(path):
    """Returns where a file of the repository is on the site, if it is there."""
    if path == ROOT / "README.md":
        return "index.md"
    if path == FINDINGS:
        return "findings.md"
    if path in (ROOT / "evaluation", ROOT / "evaluation" / "README.md"):
        return "evaluation/index.md"
    if path.suffix not in PAGES:
        return None
    if path.is_relative_to(ROOT / "docs"):
        return str(path.relative_to(ROOT / "docs"))
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT / "evaluation") else None


def moved(text, page, to):
    """Rewrites the links of a page of the repository that becomes the page `to` of the site."""

    def link(m):
        target, _, anchor = m[2].partition("#")
        if not target or "://" in target:
            return m[0]
        path = (page.parent / target).resolve()
        anchor = "#" + anchor if anchor else ""
        place = place_of(path)
        if not place:
            return m[1] + SOURCE + str(path.relative_to(ROOT)) + anchor + m[3]
        return m[1] + os.path.relpath(place, pathlib.Path(to).parent) + anchor + m[3]

    # A fence of docs/ names a file, which becomes its title, or says "skip", for the test that runs the pages.
    text = re.sub(r"^( *```\w+) (\S+\.\w+)$", r'\1 title="\2"', text, flags=re.M)
    return LINK.sub(link, re.sub(r"^( *```\w+) skip$", r"\1", text, flags=re.M))


def contents(out, folder, title, about):
    """Writes a page that lists the pages of a folder."""
    text = f"# {title}\n\n{about}\n\n"
    for page in sorted((out / folder).glob("*.md")):
        heading = re.search(r"^# (.*)$", page.read_text(), re.M)
        text += f"- [{heading[1]}]({page.name})\n"
    (out / folder / "index.md").write_text(text)


def main():
    out = pathlib.Path(sys.argv[1])
    for file in [*(ROOT / "docs").rglob("*"), *(ROOT / "evaluation").rglob("*"), FINDINGS]:
        to = place_of(file)
        if not to:
            continue
        (out / to).parent.mkdir(parents=True, exist_ok=True)
        if file.suffix == ".md":
            (out / to).write_text(moved(file.read_text(), file, to))
        else:
            shutil.copy(file, out / to)
    readme = ROOT / "README.md"
    (out / "index.md").write_text(moved(readme.read_text(), readme, "index.md"))
    (out / "playground.md").write_text(
        "# Why is this model wrong?\n\nPaste a formula and what a solver printed for `get-model`. Everything is evaluated in your browser, exactly, and nothing is sent anywhere."
        '\n\n<a class="md-button md-button--primary" href="playground/index.html">Open the page</a>\n'
    )
    contents(out, "adr", "Decisions", "What was decided, and why.")


main()
