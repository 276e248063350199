package triage_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/solvertest"
)

// writeBuild writes a program that is the fake solver with something to do; its version is always the same.
func writeBuild(t *testing.T, path, do string) {
	t.Helper()
	text := fmt.Sprintf("#!/bin/sh\n[ \"$1\" = --version ] && exec %[1]s --version\nexec %[1]s '--do=%[2]s' \"$@\"\n", solvertest.Binary(t), do)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}

// A finding belongs to the build that showed it. Another build of the same version cannot make it gone, and does not replace the recorded one as
// long as that is where it was.
func TestOtherBuild(t *testing.T) {
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	if set, err = set.With("fake.toml", solvertest.Profile); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	recorded, other := filepath.Join(dir, "a", "fakesolver"), filepath.Join(dir, "b", "fakesolver")
	writeBuild(t, recorded, "crash SEGV")
	writeBuild(t, other, "sat")
	now := recorded
	resolve := func(ctx context.Context, spec string) (solver.Target, error) {
		parsed, err := solver.ParseSpec(spec)
		if err != nil {
			return solver.Target{}, err
		}
		return solver.Resolver{Profiles: set, LookPath: func(string) (string, error) { return now, nil }}.Resolve(ctx, parsed)
	}
	s := stored(t, resolve, "(check-sat)", "fakesolver")
	s.Version = s.Finding.Runs[0].Version
	program := s.ProgramOf("fakesolver")
	if program == nil || program.Path != recorded || len(program.SHA256) != 64 {
		t.Fatalf("%+v", program)
	}
	if fake, err := filepath.EvalSymlinks(solvertest.Binary(t)); err != nil || len(program.Parts) != 1 || program.Parts[0].Path != fake || program.Main() != program.Parts[0] {
		t.Errorf("%+v, %v", program, err)
	}
	check := func(resolve triage.Resolve, want triage.ReplayState, verdict bisect.Verdict) {
		t.Helper()
		r, err := replay(t, resolve, s)
		if err != nil || r.State != want {
			t.Fatalf("%v: %s, %q", err, r.State, r.Notes)
		}
		if want == triage.OtherBuild && (len(r.Notes) != 1 || r.Notes[0] != r.Build || !strings.HasPrefix(r.Build, "fake 1.2.3 here is another build (sha256 ") || !strings.Contains(r.Build, ", the finding's is "+program.SHA256[:12]+")")) {
			t.Errorf("%q, %q", r.Notes, r.Build)
		}
		version, err := resolve(t.Context(), "fakesolver")
		if err != nil {
			t.Fatal(err)
		}
		in, err := triage.Replayer{Resolve: resolve}.InVersion(t.Context(), s, version, triage.NeedFor(s.Repeated))
		if err != nil || in.Verdict != verdict {
			t.Errorf("%v: %v (%s)", err, in.Verdict, in.Reason)
		}
		if verdict == bisect.Unclear && !strings.HasPrefix(in.Reason, "sat; fake 1.2.3 here is another build (sha256 ") {
			t.Errorf("%q", in.Reason)
		}
	}
	check(resolve, triage.StillThere, bisect.Shows)
	now = other
	check(resolve, triage.OtherBuild, bisect.Shows) // a version is the recorded build of it, which is still there
	check(triage.Recorded(&s.Finding, resolve), triage.StillThere, bisect.Shows)
	// A build elsewhere is the same build.
	moved := filepath.Join(dir, "c", "fakesolver")
	if err := os.MkdirAll(filepath.Dir(moved), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(recorded, moved); err != nil {
		t.Fatal(err)
	}
	check(triage.Recorded(&s.Finding, resolve), triage.OtherBuild, bisect.Unclear)
	now = moved
	check(resolve, triage.StillThere, bisect.Shows)
	// A build that replaces the recorded one at its path is noticed.
	now = recorded
	writeBuild(t, recorded, "sat")
	check(triage.Recorded(&s.Finding, resolve), triage.OtherBuild, bisect.Unclear)
	// Nothing is known of findings of earlier versions.
	for i := range s.Finding.Runs {
		s.Finding.Runs[i].Program = nil
	}
	check(triage.Recorded(&s.Finding, resolve), triage.Gone, bisect.Absent)
}

// Records of programs are compared by what does the work.
func TestSameProgram(t *testing.T) {
	part := func(name, sum string) findings.Part { return findings.Part{Path: "/x/" + name, SHA256: sum} }
	installed := findings.Program{Path: "/a", SHA256: "launcher", Package: "pip x 1", Parts: []findings.Part{part("libx.so", "1"), part("liby.so", "2")}}
	with := func(change func(p *findings.Program)) *findings.Program {
		p := installed
		change(&p)
		return &p
	}
	for name, tt := range map[string]struct {
		p    *findings.Program
		want string
	}{
		"the same":               {&installed, ""},
		"nothing known":          {nil, ""},
		"another launcher":       {with(func(p *findings.Program) { p.Path, p.SHA256 = "/b", "another" }), ""},
		"another library":        {with(func(p *findings.Program) { p.Parts = []findings.Part{part("libx.so", "1"), part("liby.so", "3")} }), "sha256 3 of liby.so, the finding's is 2"},
		"nobody's launcher":      {with(func(p *findings.Program) { p.Package, p.SHA256 = "", "own" }), "sha256 own, the finding's is 1"},
		"a launcher without all": {with(func(p *findings.Program) { p.Parts = nil }), ""},
		"a program":              {&findings.Program{Path: "/c", SHA256: "program"}, "sha256 program, the finding's is 1"},
	} {
		if got := tt.p.Unlike(&installed); got != tt.want || tt.p.Same(&installed) != (tt.want == "") {
			t.Errorf("%s: %q, not %q", name, got, tt.want)
		}
	}
}
