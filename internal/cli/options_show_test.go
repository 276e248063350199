package cli

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign/configspace"
	"github.com/assay-smt/assay/internal/testing/solvertest"
)

// TestShowFallsBack: for a solver about which nothing was learned here, the correlations that come with Assay are shown, with their version.
func TestShowFallsBack(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_DATA_HOME", dir)
	var out, said bytes.Buffer
	opts := &optionsShowOptions{
		Streams: NewStreams(nil, &out, &said), optionsQuery: optionsQuery{
			Profiles: profileFlags{Files: []string{solvertest.WriteProfile(t, t.TempDir())}}, Spec: solvertest.Binary(t),
		},
		Shipped: func(solver, version string) (*configspace.Correlations, bool) {
			if solver != "fake" || version == "" {
				t.Errorf("asked for %q %q", solver, version)
			}
			return &configspace.Correlations{
				Solver: solver, Version: "0.9",
				Options: []configspace.OptionEffects{{Name: "planted.option", Tried: 4, Affected: 4, Relevant: []configspace.Link{{Kind: "bvadd", Affected: 4, Of: 4}}}},
			}, true
		},
	}
	if err := opts.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "planted.option") || !strings.Contains(said.String(), "come with Assay, for version 0.9, the nearest to ") {
		t.Errorf("printed %q, said %q", &out, &said)
	}

	// What was learned here comes first.
	target, err := opts.Profiles.one(t.Context(), opts.Spec)
	if err != nil {
		t.Fatal(err)
	}
	path := learnedFile(target)
	if err := disk.MakeDir(filepath.Dir(path)); err != nil {
		t.Fatal(err)
	}
	if err := disk.WriteAtomic(path, []byte(`{"format":1,"solver":"fake","version":"own","formulas":7,"runs":9,"seconds":1,"kinds":{},"options":[]}`)); err != nil {
		t.Fatal(err)
	}
	said.Reset()
	opts.Streams = NewStreams(nil, io.Discard, &said)
	if err := opts.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := said.String(); !strings.HasPrefix(got, "fake own, learned from 7 formulas") {
		t.Errorf("said %q", got)
	}
}
