package campaign

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/store"
)

// formerCampaign is a campaign that the last version without a database ran, and that was killed: after 17 mutants it was resumed, and after 29 of 40 it was
// killed. change changes its snapshots, which then have their checksum.
func formerCampaign(t *testing.T, mode effort.Mode, change func(text string) string) Config {
	t.Helper()
	c := damaged(t)
	c.Effort, c.Out = mode, filepath.Join(t.TempDir(), "out")
	if err := os.CopyFS(c.Out, os.DirFS(filepath.Join("testdata", "former", string(mode)))); err != nil {
		t.Fatal(err)
	}
	complete, err := c.complete()
	if err != nil {
		t.Fatal(err)
	}
	id := complete.identity()
	for _, path := range formerPaths(c.Out) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		// Operators are added all the time, and do not matter here.
		text := regexp.MustCompile(`"table": "[0-9a-f]+"`).ReplaceAllString(string(data), fmt.Sprintf("%q: %q", "table", id.Table))
		if change != nil {
			text = change(text)
		}
		text = formerChecksum.ReplaceAllString(text, "")
		text = strings.Replace(text, "\n  \"config\"", fmt.Sprintf("\n  \"checksum\": %q,\n  \"config\"", checksum([]byte(text))), 1)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// A campaign that an older version began is read as it is, goes on as if this one had run all of it, and is taken over once.
func TestTakeOver(t *testing.T) {
	for _, mode := range []effort.Mode{effort.Even, effort.Adaptive} {
		t.Run(string(mode), func(t *testing.T) {
			whole := damaged(t)
			whole.Effort = mode
			mustRun(t, whole)
			want := told(t, whole.Out)

			c := formerCampaign(t, mode, nil)
			before := files(t, c.Out)
			sum, err := Load(c.Out, nil)
			if err != nil || sum.Ended != "" || sum.Stats.Mutants < 27 || sum.Stats.Mutants > 30 || len(sum.Findings) < 2 {
				t.Fatalf("%d mutants, %d findings, ended %q, %v", sum.Stats.Mutants, len(sum.Findings), sum.Ended, err)
			}
			if diff := cmp.Diff(before, files(t, c.Out)); diff != "" {
				t.Errorf("reading it changed the folder (-before +after):\n%s", diff)
			}
			mutants := sum.Stats.Mutants
			c.Mutants = mutants
			sum = mustRun(t, c)
			if !sum.Resumed || sum.Stats.Mutants != mutants || len(sum.Notes) != 1 || !strings.Contains(sum.Notes[0], filepath.Join(c.Out, formerAside)) {
				t.Errorf("resumed %v, %d mutants, notes %q", sum.Resumed, sum.Stats.Mutants, sum.Notes)
			}
			for path, text := range before {
				rel, _ := filepath.Rel(c.Out, path)
				if text == "" || rel != formerFile && !strings.HasPrefix(rel, formerBackup) {
					continue
				}
				if _, err := os.Lstat(path); !os.IsNotExist(err) {
					t.Errorf("%s is still there: %v", rel, err)
				}
				if data, err := os.ReadFile(filepath.Join(c.Out, formerAside, rel)); err != nil || !strings.HasSuffix(text, string(data)) {
					t.Errorf("%s is not kept: %v", rel, err)
				}
			}
			c.Mutants = 40
			if sum = mustRun(t, c); len(sum.Notes) > 0 {
				t.Errorf("notes %q", sum.Notes)
			}
			if diff := cmp.Diff(want, told(t, c.Out)); diff != "" {
				t.Errorf("(-begun now +taken over):\n%s", diff)
			}
		})
	}
}

// A kill between the moment when the database has everything and the one when the files are aside loses nothing, and one before takes the campaign over again.
func TestTakeOverAgain(t *testing.T) {
	c := formerCampaign(t, effort.Even, nil)
	left := filepath.Join(t.TempDir(), "left")
	if err := os.CopyFS(left, os.DirFS(c.Out)); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(filepath.Join(c.Out, store.FileName), store.Options{}) // nothing is in it yet
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if sum, err := Load(c.Out, nil); err != nil || sum.Stats.Mutants < 27 {
		t.Errorf("read before it was taken over: %d mutants, %v", sum.Stats.Mutants, err)
	}
	c.Mutants = 35
	if sum := mustRun(t, c); !sum.Resumed || sum.Stats.Mutants != 35 {
		t.Errorf("resumed %v, %d mutants", sum.Resumed, sum.Stats.Mutants)
	}
	// Its files are there once more.
	for _, name := range []string{formerFile, formerBackup} {
		if err := os.Rename(filepath.Join(left, name), filepath.Join(c.Out, name)); err != nil {
			t.Fatal(err)
		}
	}
	c.Mutants = 40
	if sum := mustRun(t, c); !sum.Resumed || sum.Stats.Mutants != 40 || isFormer(c.Out) {
		t.Errorf("resumed %v, %d mutants, notes %q", sum.Resumed, sum.Stats.Mutants, sum.Notes)
	}
	whole := damaged(t)
	mustRun(t, whole)
	if diff := cmp.Diff(told(t, whole.Out), told(t, c.Out)); diff != "" {
		t.Errorf("(-begun now +taken over):\n%s", diff)
	}
}

// Whatever happened to a file of a former campaign, it is named and set aside, and the campaign reaches the same end.
func TestTakeOverDamaged(t *testing.T) {
	whole := damaged(t)
	mustRun(t, whole)
	want := told(t, whole.Out)
	for _, file := range []string{formerFile, filepath.Join(formerBackup, formerFile), filepath.Join(formerBackup, "journal.3"), filepath.Join(formerBackup, formerWindow)} {
		for name, do := range damages {
			c := formerCampaign(t, effort.Even, nil)
			path := filepath.Join(c.Out, file)
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := do(path, data); err != nil {
				t.Fatal(err)
			}
			sum := mustRun(t, c)
			if diff := cmp.Diff(want, told(t, c.Out)); diff != "" {
				t.Errorf("%s %s, notes %q (-whole +damaged):\n%s", file, name, sum.Notes, diff)
			}
			named := slices.ContainsFunc(sum.Notes, func(n string) bool { return strings.HasPrefix(n, path) })
			// Only the newest snapshot counts, a journal without an end was being written, and what was deleted may never have been there.
			if expected := file == formerFile && name != "deleted" || file == filepath.Join(formerBackup, formerWindow); named != expected && !strings.Contains(file, "journal") && file != filepath.Join(formerBackup, formerFile) {
				t.Errorf("%s %s: notes %q", file, name, sum.Notes)
			}
		}
	}
	c := formerCampaign(t, effort.Even, nil)
	for _, path := range formerPaths(c.Out) {
		if err := os.WriteFile(path, []byte("{"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if sum := mustRun(t, c); sum.Resumed || sum.Stats.Mutants != 40 || len(sum.Findings) < 2 || len(sum.Notes) < 3 {
		t.Errorf("all lost: resumed %v, %d mutants, %d findings, notes %q", sum.Resumed, sum.Stats.Mutants, len(sum.Findings), sum.Notes)
	}
}

// Former campaigns without what the first formats lacked are taken over too, and those of other versions are refused.
func TestFormerFormats(t *testing.T) {
	first := func(text string) string {
		text = strings.Replace(text, `"format": 2`, `"format": 1`, 1)
		return regexp.MustCompile(`(?ms),\n  "last_run": \{.*^  \}`).ReplaceAllString(text, "")
	}
	c := formerCampaign(t, effort.Even, first)
	if sum, err := Load(c.Out, nil); err != nil || sum.Jobs == 0 {
		t.Errorf("%d jobs, %v", sum.Jobs, err)
	}
	c.Mutants = 35
	if sum := mustRun(t, c); !sum.Resumed || sum.Stats.Mutants != 35 {
		t.Errorf("resumed %v, %d mutants", sum.Resumed, sum.Stats.Mutants)
	}

	var mismatch *MismatchError
	c = formerCampaign(t, effort.Even, func(text string) string {
		return regexp.MustCompile(`\n *"table": "[0-9a-f]+",`).ReplaceAllString(text, "")
	})
	if _, err := Run(t.Context(), c); !errors.As(err, &mismatch) || mismatch.What != "operator table" || !strings.Contains(err.Error(), "older version of Assay") {
		t.Errorf("%v", err)
	}
	c = formerCampaign(t, effort.Even, func(text string) string { return strings.Replace(text, `"format": 2`, `"format": 99`, 1) })
	if _, err := Run(t.Context(), c); !errors.As(err, &mismatch) || mismatch.What != "format" {
		t.Errorf("%v", err)
	}
	if _, err := Load(c.Out, nil); err == nil || errors.Is(err, os.ErrNotExist) {
		t.Errorf("of another version: %v", err)
	}
	if _, err := Load(t.TempDir(), nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no campaign: %v", err)
	}
	c = formerCampaign(t, effort.Even, nil)
	c.Seed++
	before := files(t, c.Out)
	if _, err := Run(t.Context(), c); !errors.As(err, &mismatch) || mismatch.What != "campaign seed" {
		t.Errorf("%v", err)
	}
	if diff := cmp.Diff(before, files(t, c.Out)); diff != "" {
		t.Errorf("it was touched:\n%s", diff)
	}
	// While a snapshot replaced another, only the earlier one was there.
	c = formerCampaign(t, effort.Even, nil)
	if err := os.Remove(filepath.Join(c.Out, formerFile)); err != nil {
		t.Fatal(err)
	}
	if got, err := Load(c.Out, nil); err != nil || got.Stats.Mutants < 27 {
		t.Errorf("between two snapshots: %d mutants, %v", got.Stats.Mutants, err)
	}
}
