package install

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage/blocks"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// Folders of a version whose blocks are counted. Those of counts change, and are not in the manifest.
const (
	blocksDir = "blocks"
	countsDir = "counts"
)

// CountBlocks is the command of Assay that runs the program of a build, with the folders of the build and of its counts before the program's arguments.
const CountBlocks = "run-blocks"

// countBlocks installs a release, and beside it the same program with its basic blocks counted.
func (in *Installer) countBlocks(ctx context.Context, name, line string, v Variant) (Manifest, State, error) {
	if !blocks.Here {
		return Manifest{}, "", &Error{Solver: name + "@" + line, Problem: "blocks are counted on Linux on amd64 only", Remedy: "--coverage edges compiles the solver"}
	}
	release, _, err := in.Install(ctx, name, line)
	if err != nil {
		return Manifest{}, "", err
	}
	version := v.version(release.Version)
	if m, err := in.Manifest(name, version); err == nil {
		return m, Present, nil
	}
	listing, _ := in.Catalogue.Listing(name)
	choice := Choice{Name: name, Version: version, Packaged: release.PackageVersion, listing: listing}
	unlock, err := in.lock(ctx, choice)
	if err != nil {
		return Manifest{}, "", err
	}
	defer unlock()
	if m, err := in.Manifest(name, version); err == nil {
		return m, Present, nil // another process was faster
	}
	m, err := in.makeCounted(ctx, release, choice)
	return m, Fresh, err
}

// makeCounted makes the folder of a version whose blocks are counted. The caller holds the lock.
func (in *Installer) makeCounted(ctx context.Context, release Manifest, c Choice) (Manifest, error) {
	home := filepath.Join(in.Dir, c.Name)
	work, err := os.MkdirTemp(home, unfinished+c.Version+"-")
	if err != nil {
		return Manifest{}, &disk.OutputError{Path: home, Err: err}
	}
	defer func() { _ = os.RemoveAll(work) }()
	w := workshop{dir: work, tree: filepath.Join(work, "tree")}
	if err := disk.MakeDir(filepath.Join(w.tree, "bin")); err != nil {
		return Manifest{}, err
	}
	in.tell("finding blocks", c.String(), "")
	b, err := blocks.Make(filepath.Join(w.tree, blocksDir), release.dir, release.Program, ownCode(c.Name, c.listing.Program))
	if err != nil {
		return Manifest{}, &Error{Solver: c.String(), Problem: "its blocks cannot be found", Err: err}
	}
	m := Manifest{Format: manifestFormat, Name: c.Name, Version: c.Version, Client: release.Client, Package: release.Package, PackageVersion: release.PackageVersion,
		Program: "bin/" + c.listing.Program, Downloads: release.Downloads, dir: filepath.Join(in.Dir, c.Name, c.Version), Build: &BuildRecord{Blocks: b.Blocks()}}
	if err := os.WriteFile(w.program(c), []byte(countingLauncher(in.Self)), 0o755); err != nil { //nolint:gosec // a program
		return m, &disk.OutputError{Path: w.program(c), Err: err}
	}
	in.tell("trying", c.String(), "")
	apart := *in // the user's counts are for the user's runs
	apart.Env = slices.DeleteFunc(slices.Clone(in.Env), func(v string) bool { return strings.HasPrefix(v, blocks.CountsVariable+"=") })
	in = &apart
	if m.Says, err = in.try(ctx, c, w); err != nil {
		return m, err
	}
	if err := b.Settle(func(counts string) error { return in.runUsual(ctx, w, c, counts) }); err != nil {
		return m, err
	}
	if m.Files, err = sums(w.tree); err != nil {
		return m, err
	}
	m.Files = slices.DeleteFunc(m.Files, func(s Sum) bool { return strings.HasPrefix(s.Path, countsDir+"/") })
	if err := m.write(w.tree); err != nil {
		return m, err
	}
	return m, in.place(w.tree, c)
}

// usualScript makes a solver do what it does for any script.
const usualScript = "(set-logic QF_UF)\n(declare-const p Bool)\n(assert p)\n(check-sat)\n(exit)\n"

// runUsual runs a program on usualScript with a folder of counts. What it answers does not matter.
func (in *Installer) runUsual(ctx context.Context, w workshop, c Choice, counts string) error {
	script := filepath.Join(w.dir, "usual.smt2")
	if err := disk.WriteAtomic(script, []byte(usualScript)); err != nil {
		return err
	}
	_, err := sandbox.Run(ctx, sandbox.Command{
		Argv: []string{w.program(c), script}, Dir: w.dir, Env: in.Env, Vars: []string{blocks.CountsVariable + "=" + counts}, Timeout: tryTime, MaxOutput: clientOutput,
	})
	return err
}

// ownCode recognises the files of a solver's package that are its own, and not libraries that come with it.
func ownCode(name, program string) func(path string) bool {
	return func(path string) bool {
		base := filepath.Base(path)
		return strings.Contains(base, name) || strings.Contains(base, program)
	}
}

// countingLauncher returns a program that runs the counted one under Assay.
func countingLauncher(assay string) string {
	return home + fmt.Sprintf("exec %s %s \"$here/%s\" \"${%s:-$here/%s}\" \"$@\"\n", shell.Quote([]string{assay}), CountBlocks, blocksDir, blocks.CountsVariable, countsDir)
}

// Blocks returns the build of a version whose blocks are counted, and its folder of counts: that which the variable blocks.CountsVariable names in env, or
// its own. The error is an *Error.
func (m Manifest) Blocks(env []string) (b *blocks.Build, counts string, err error) {
	if m.Build == nil || m.Build.Blocks == 0 {
		return nil, "", &Error{Solver: m.Spec(), Problem: "its blocks are not counted", Remedy: "assay solvers build " + m.Name + "@" + solver.ReleaseOf(m.Version) + " --coverage blocks"}
	}
	if b, err = blocks.Open(filepath.Join(m.dir, blocksDir)); err != nil {
		return nil, "", &Error{Solver: m.Spec(), Problem: "its blocks cannot be read", Err: err, Remedy: "assay solvers remove " + m.Spec() + ", and build it again"}
	}
	if err := blocks.CheckCounts(env); err != nil {
		return nil, "", &Error{Solver: m.Spec(), Problem: "its counts are nowhere", Err: err}
	}
	counts = filepath.Join(m.dir, countsDir)
	for _, v := range env {
		if dir, ok := strings.CutPrefix(v, blocks.CountsVariable+"="); ok && dir != "" {
			counts = dir
		}
	}
	return b, counts, nil
}
