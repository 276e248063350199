package cli

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/compare"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/report/comparison"
)

// A comparison that another process is working on is not moved from under it.
func TestNewComparisonBesideARunningOne(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ci")
	if _, err := folder.Take(dir, compare.FolderKind, nil); err != nil {
		t.Fatal(err)
	}
	lock, err := disk.TryLock(filepath.Join(dir, ".lock"))
	if err != nil {
		t.Fatal(err)
	}
	opts := &ciOptions{Streams: nowhere(), Out: dir, New: true}
	var busy *compare.BusyError
	if err := opts.startOver(); !errors.As(err, &busy) || !isThere(dir) || isThere(dir+".old-1") {
		t.Errorf("%v", err)
	}
	lock.Unlock()
	if err := opts.startOver(); err != nil || isThere(dir) || !isThere(dir+".old-1") {
		t.Errorf("once it has ended: %v", err)
	}
	if err := opts.startOver(); err != nil {
		t.Errorf("where there is none: %v", err)
	}
}

// Without any kind, no regression would ever make the command fail.
func TestFailOnNothing(t *testing.T) {
	for value, want := range map[string]string{"": "--fail-on is empty", "slow": "--fail-on slow", "none,wrong": "--fail-on none"} {
		code, said := runLine(t, []string{"ci", "--baseline", "nothing-of-that-name", "--candidate", "nothing-of-that-name", "--mutants", "0", "--out", filepath.Join(t.TempDir(), "ci"), "--fail-on", value})
		if code != exitUsage || !strings.Contains(said, want) {
			t.Errorf("%q: %d: %s", value, code, said)
		}
	}
}

// The findings of a campaign's folder are in a folder of their own there, and so are the places and the formulas that people are shown.
func TestCorpusOfACampaign(t *testing.T) {
	out := t.TempDir()
	store, err := findings.Open(out, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	added, err := store.Add(findings.Hit{Bug: []byte("(check-sat)\n"), Finding: findings.Finding{Class: oracle.CrashClass, Solver: "x", Family: "fake", Signature: "s"}})
	if err != nil {
		t.Fatal(err)
	}
	r := &compare.Report{
		Sides: []compare.SideInfo{{Role: compare.Baseline, Name: "x"}, {Role: compare.Candidate, Name: "y"}}, FailOn: compare.Kinds(),
		Records: []compare.Record{{Source: compare.FromCorpus, Name: filepath.Base(added.Folder), Changes: []compare.Change{{Kind: compare.Crash, Standing: compare.Regression, Candidate: 1, Against: []int{0}}}}},
	}
	for _, corpus := range []string{out, filepath.Dir(added.Folder)} {
		d := comparison.New((&ciOptions{Corpus: corpus}).input(r))
		place := r.Changes(compare.Regression)[0]
		if got := d.Where(place); got != added.Folder {
			t.Errorf("--corpus %s: %s", corpus, got)
		}
		if command, _ := d.Next(); command != "assay replay "+added.Folder {
			t.Errorf("--corpus %s: %s", corpus, command)
		}
		if d.Script(place) != "(check-sat)" {
			t.Errorf("--corpus %s: no formula", corpus)
		}
	}
}

// A comparison that was interrupted says nothing of what it has not done: only a regression is certain.
func TestInterruptedComparison(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	regression := []compare.Change{{Kind: compare.Crash, Standing: compare.Regression, Candidate: 1, Against: []int{0}}}
	for _, tt := range []struct {
		ctx     context.Context
		changes []compare.Change
		want    int
	}{{t.Context(), nil, exitFine}, {ctx, nil, exitInterrupted}, {ctx, regression, exitFindings}, {t.Context(), regression, exitFindings}} {
		r := &compare.Report{
			Sides: []compare.SideInfo{{Role: compare.Baseline, Name: "x"}, {Role: compare.Candidate, Name: "y"}}, FailOn: compare.Kinds(),
			Records: []compare.Record{{Source: compare.FromSeeds, Name: "a.smt2", Changes: tt.changes}},
		}
		opts := &ciOptions{Streams: nowhere(), Out: t.TempDir()}
		code := exitFine
		if err := opts.finish(tt.ctx, r); err != nil {
			code, _ = classify(err)
		}
		if code != tt.want || !isThere(filepath.Join(opts.Out, "summary.md")) {
			t.Errorf("interrupted %v, %d changes: %d", tt.ctx.Err() != nil, len(tt.changes), code)
		}
	}
}
