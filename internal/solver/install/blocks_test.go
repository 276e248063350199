package install

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage/blocks"
)

// TestMain stands for Assay's command that runs counted programs.
func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == CountBlocks {
		os.Exit(blocks.Serve(os.Args[2], os.Args[3], os.Args[4:], os.Environ(), os.Stderr))
	}
	os.Exit(m.Run())
}

// A release is installed, and beside it its program with counted blocks, which says what the release says.
func TestCountBlocks(t *testing.T) {
	if !blocks.Here {
		t.Skip("blocks are counted on Linux on amd64 only")
	}
	program := filepath.Join(t.TempDir(), "fake")
	c := exec.Command("go", "build", "-o", program, "../coverage/blocks/testdata/acting")
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	code, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	b := newBench(t, fakeListing)
	b.wheel("3.1.0.0", map[string]string{"fake_wheel-3.1.0.0.data/data/bin/fake": string(code)})
	if b.Self, err = os.Executable(); err != nil {
		t.Fatal(err)
	}
	v, err := ParseVariant(false, nil, "blocks")
	if err != nil {
		t.Fatal(err)
	}
	m, state, err := b.Build(t.Context(), "fake", "3", v, 1)
	if err != nil {
		t.Fatal(err)
	}
	if m.Spec() != "fake@3.1.0+blocks" || state != Fresh || m.Says != "Fake solver version 1" || m.Build.Blocks == 0 {
		t.Errorf("%s, %s, says %q, %+v", m.Spec(), state, m.Says, m.Build)
	}
	if release, err := b.Manifest("fake", "3.1.0"); err != nil || release.Build != nil {
		t.Errorf("the release: %+v, %v", release, err)
	}
	build, counts, err := m.Blocks(nil)
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(m.Path(), "left").Output(); string(out) != "left 3\n" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
	if got, err := build.Read(counts, nil); err != nil || got.Blocks == 0 || got.AllBlocks != m.Build.Blocks {
		t.Errorf("%+v, %v", got, err)
	}
	// Counting changes no file that was installed.
	if err := m.Check(); err != nil {
		t.Error(err)
	}
	other := filepath.Join(t.TempDir(), "other")
	run := exec.Command(m.Path(), "right")
	run.Env = append(os.Environ(), blocks.CountsVariable+"="+other)
	if out, err := run.Output(); string(out) != "right 1\n" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
	if _, counts, _ := m.Blocks(run.Env); counts != other {
		t.Errorf("counts in %s", counts)
	}
	right := map[string]int{}
	for _, dir := range []string{counts, other} {
		if _, err := build.Read(dir, func(f blocks.Function, hit int) {
			if f.Name == "main.right" {
				right[dir] = hit
			}
		}); err != nil {
			t.Error(err)
		}
	}
	if right[counts] != 0 || right[other] == 0 {
		t.Errorf("right ran with other counts: %v", right)
	}
	if _, state, err := b.Build(t.Context(), "fake", "3.1.0", v, 1); err != nil || state != Present {
		t.Errorf("a second time: %s, %v", state, err)
	}
	if left := b.left(); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	r := solver.Resolver{Profiles: &solver.Set{}, Installed: b.Dir, LookPath: func(string) (string, error) { return "", errors.New("not on PATH") }}
	if all, err := r.ResolveAll(t.Context(), "fake@latest"); err != nil || all[0].String() != "fake@3.1.0" {
		t.Errorf("the newest version: %v, %v", all, err)
	}
}

func TestBlocksNeedAProgramWithCode(t *testing.T) {
	if !blocks.Here {
		t.Skip("blocks are counted on Linux on amd64 only")
	}
	b := newBench(t, fakeListing)
	v := Variant{Blocks: true}
	_, _, err := b.Build(t.Context(), "fake", "latest", v, 1)
	if err == nil || !strings.Contains(err.Error(), "its blocks cannot be found") {
		t.Errorf("a script has no blocks: %v", err)
	}
	if left := b.left(); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestParseVariantBlocks(t *testing.T) {
	for _, tt := range []struct {
		assertions bool
		sanitizers []string
		coverage   string
		want       string
	}{
		{true, nil, "blocks", "release's own program"},
		{false, []string{"address"}, "blocks", "release's own program"},
		{false, nil, "lines", "give edges, gcov or blocks"},
	} {
		if _, err := ParseVariant(tt.assertions, tt.sanitizers, tt.coverage); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v", tt, err)
		}
	}
}
