// Package foldertest makes folders like those of users, and says whether a program touched one.
package foldertest

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// foreign are the files of a user's folder, by path. Many have names that Assay uses in its own folders.
var foreign = map[string]string{
	"main.c": "int main(void) { return 0; }\n", "0001.smt2": "(check-sat)\n", "QF_BV-0001.smt2": "(check-sat)\n", "report.html": "<p>mine</p>\n",
	".hidden": "secret\n", ".tmp-mine": "not Assay's\n", "notes.new": "to do\n", "finding.json.new": "{}\n", "known.txt": "; mine\n",
	"campaign.json": "{\"name\": \"summer sale\", \"format\": 1}\n", "campaign.lock": "", "campaign.db": "mine\n", "plan.json": "{\"format\": 1, \"arms\": []}\n",
	"backup/campaign.json": "{}\n", "backup/journal.1": "mine\n", "answers/a.json": "{}\n", "feedback/0-x.map": "x", "damaged/old": "kept\n",
	"scratch/x.c": "int x;\n", "scratch/0/deep/y.c": "int y;\n",
	"findings/x/bug.smt2": "(check-sat)\n", "findings/x/report.md": "# mine\n", "findings/y/finding.json": "{\"format\": 7}\n", "findings/.new-z/keep": "me\n",
	"clusters/c/cluster.json": "{\"name\": \"c\"}\n", "clusters/c/report.md": "# mine\n", "bugs/b.txt": "mine\n", "runs/r/cpu.tsv": "mine\n",
	"work/w/x": "mine\n", "verdicts/v.json": "{}\n", "programs/p/assay": "mine\n", "z3/.lock": "", "z3/.tmp-4.13.0-mine/x": "mine\n", "z3/4.13.0/bin/z3": "#!/bin/sh\n",
	".git/HEAD": "ref: refs/heads/main\n", ".git/config": "[core]\n\tbare = false\n", ".git/refs/heads/main": "0123456789012345678901234567890123456789\n",
	".git/index": "DIRC\x00\x00\x00\x02\x00\x00\x00\x00",
}

// Foreign makes a user's folder, with a checkout, hidden files, links, and names that Assay uses itself.
func Foreign(t testing.TB, dir string) {
	t.Helper()
	for name, text := range foreign {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	err := errors.Join(
		os.Symlink("main.c", filepath.Join(dir, "link")), os.Symlink("/nowhere", filepath.Join(dir, "dangling")), os.Symlink("../main.c", filepath.Join(dir, "scratch", "link")),
		os.Mkdir(filepath.Join(dir, "empty"), 0o700), os.Chmod(filepath.Join(dir, ".hidden"), 0o600), os.Chmod(filepath.Join(dir, "z3", "4.13.0", "bin", "z3"), 0o755),
	)
	if err != nil {
		t.Fatal(err)
	}
}

// State has a line for everything in a folder, and for the folder itself: names, kinds, modes, times of change, contents, and what links lead
// to. A file that was made and removed again shows in the time of its folder.
func State(t testing.TB, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		line := fmt.Sprintf("%s %v %d", rel, info.Mode(), info.ModTime().UnixNano())
		switch info.Mode().Type() {
		case fs.ModeSymlink:
			to, err := os.Readlink(path)
			if err != nil {
				return err
			}
			line += " -> " + to
		case 0:
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			line += fmt.Sprintf(" %x", sha256.Sum256(data))
		}
		out = append(out, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
