package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/install"
	"github.com/assay-smt/assay/smt/theory"
)

// recorded finds the solvers of findings by their records.
type recorded struct {
	Profiles profileFlags
	Theory   []string
	// Checks are programs of the user's to ask again.
	Checks []trial.Check
}

// replayer returns what runs a finding again, and what finds its solvers.
func (r *recorded) replayer(ctx context.Context, f findings.Stored) (triage.Replayer, solver.Resolver, error) {
	var table *theory.Table // that of the finding
	if len(r.Theory) > 0 {
		var err error
		if table, err = extendTable(ctx, r.Theory); err != nil {
			return triage.Replayer{}, solver.Resolver{}, err
		}
	}
	resolver, err := r.Profiles.resolverWith(f.Profiles)
	if err != nil {
		return triage.Replayer{}, solver.Resolver{}, err
	}
	return triage.Replayer{Table: table, Checks: r.Checks, Resolve: triage.Recorded(&f.Finding, resolver.ResolveText)}, resolver, nil
}

// versionFlags choose versions of a solver.
type versionFlags struct {
	List    string
	Install bool
	JSON    bool // how installing is shown
	// Codebase: the list is for one finding, and may have versions of other solvers of its codebase. Otherwise it is for many findings, and
	// each takes those of its own solver.
	Codebase bool
}

// about returns those items of a list that are about a finding of a solver.
func (v *versionFlags) about(items []solver.VersionItem, r solver.Resolver, family string) []solver.VersionItem {
	codebase := func(name string) string {
		if p, ok := r.Profiles.Profile(name); ok && p.Codebase != "" {
			return p.Codebase
		}
		return name
	}
	return slices.DeleteFunc(slices.Clone(items), func(it solver.VersionItem) bool {
		return it.Name != family && !(v.Codebase && codebase(it.Name) == codebase(family))
	})
}

// foreign returns those parts of the list that are about none of some solvers.
func (v *versionFlags) foreign(families []string) []string {
	if v.List == "" || v.List == noVersions {
		return nil
	}
	items, err := solver.ParseVersionList(v.List, "")
	if err != nil {
		return nil // parts without a name are about every solver
	}
	var out []string
	for _, it := range items {
		if !slices.Contains(families, it.Name) {
			out = append(out, it.Text)
		}
	}
	return out
}

// candidates returns the versions to run for a finding, the oldest first, in the order of the names in the list. Versions that are neither installed
// nor to be installed are among them, and cannot say. Without a list, and with one for many findings, the version with which the finding was found is
// always there: it may be the one on PATH.
func (v *versionFlags) candidates(ctx context.Context, s *Streams, f findings.Stored, r solver.Resolver) ([]triage.Candidate, error) {
	name, args := f.Family, []string(nil)
	if spec, err := solver.ParseSpec(f.Solver); err == nil {
		args = spec.Args
	}
	list := v.List
	if list == "" {
		list = codebaseList(r, name)
	}
	items, err := solver.ParseVersionList(list, name)
	if err != nil {
		return nil, wrongVersions(list, err)
	}
	if v.List != "" {
		if items = v.about(items, r, name); len(items) == 0 {
			return nil, nil
		}
	}
	in, err := (&solversOptions{Streams: s}).installer()
	if err != nil {
		return nil, err
	}
	own := ownVersion(f)
	switch {
	case v.List == "":
	case v.Codebase:
		own = aVersion{} // exactly those of the list
	case own != aVersion{}:
		// The list is for many findings, and the version that is known to show this one may not be in it.
		items = append(items, solver.VersionItem{Text: own.name + "@" + own.version, Name: own.name, Version: own.version})
	}
	chosen, err := chooseVersions(ctx, in, r, choice{items, own, v.Install})
	if err != nil {
		return nil, err
	}
	if f.Class.Checked() { // releases lack the check, and would all look good
		chosen = slices.DeleteFunc(chosen, func(c aVersion) bool { return !solver.IsBuild(c.version) })
	}
	if v.List == "" && len(chosen) == 1 && chosen[0] == own && !slices.Contains(r.InstalledVersions(own.name), own.version) {
		return nil, nil // what it does is known, and there is nothing to compare it with
	}
	var out []triage.Candidate
	for _, c := range chosen {
		mark, err := programMark(ctx, r, c, f)
		if err != nil {
			return nil, err
		}
		spec := c.name + "@" + c.version
		if len(args) > 0 {
			spec += " " + shell.Quote(args)
		}
		out = append(out, triage.Candidate{
			Name: c.name + "@" + c.version, Found: c.name == f.Family && c.version == f.Version, Program: mark,
			Target: func(ctx context.Context) (solver.Target, error) {
				parsed, err := solver.ParseSpec(spec)
				if err != nil {
					return solver.Target{}, err
				}
				// The one on PATH is of that version, or nothing is: then another build of it is not installed beside it.
				var missing *solver.UnusableError
				if t, err := r.Resolve(ctx, parsed); !errors.As(err, &missing) || !v.Install {
					return t, err
				}
				if _, err := in.Manifest(c.name, c.version); err != nil && v.Install {
					p := newInstallProgress(s, v.JSON)
					in.Tell = p.step
					_, _, err := in.Install(ctx, c.name, c.version)
					p.end()
					if err != nil && ctx.Err() == nil && !disk.NoSpace(err) {
						return solver.Target{}, &solver.UnusableError{Solver: spec, Problem: err.Error()}
					}
					if err != nil {
						return solver.Target{}, err
					}
				}
				return r.Resolve(ctx, parsed)
			},
		})
	}
	return out, nil
}

// ownVersion is the version with which a finding was found, none if its solver was named by a path, or its version cannot be named.
func ownVersion(f findings.Stored) aVersion {
	said, err := solver.ParseSpec(f.Solver)
	if err != nil || said.Name != f.Family || f.Version == "" {
		return aVersion{}
	}
	own, err := solver.ParseSpec(f.Family + "@" + f.Version)
	if err != nil || own.Name != f.Family || own.Version != f.Version || len(own.Args) > 0 {
		return aVersion{}
	}
	return aVersion{f.Family, f.Version}
}

// codebaseList is the list of all versions of a solver. If at most one is installed, it has those of the other solvers of its codebase as well, since
// what became of the solver under another name is worth knowing. The codebase is ordered by name: cvc4 before cvc5.
func codebaseList(r solver.Resolver, name string) string {
	list := name + "@.."
	own, known := r.Profiles.Profile(name)
	if !known || len(r.InstalledVersions(name)) > 1 {
		return list
	}
	names := []string{name}
	for _, p := range r.Profiles.Profiles() {
		if p.Codebase == own.Codebase && p.Name != name && len(r.InstalledVersions(p.Name)) > 0 {
			names = append(names, p.Name)
		}
	}
	slices.Sort(names)
	return strings.Join(names, "@..,") + "@.."
}

// aVersion is a version of a solver by its names.
type aVersion struct{ name, version string }

// A choice of versions is what items stand for.
type choice struct {
	items []solver.VersionItem
	// own is one that is there though it may not be installed, the zero value for none.
	own aVersion
	// install allows those that can be installed.
	install bool
}

// chooseVersions returns the versions of a choice: installed ones, and also those that can be installed if that is allowed. A single
// version that is not there stays in the list.
func chooseVersions(ctx context.Context, in *install.Installer, r solver.Resolver, ch choice) ([]aVersion, error) {
	known := make(map[string][]string)
	var names []string
	for _, it := range ch.items {
		if slices.Contains(names, it.Name) {
			continue
		}
		names = append(names, it.Name)
		known[it.Name] = r.InstalledVersions(it.Name)
		if it.Name == ch.own.name && !slices.Contains(known[it.Name], ch.own.version) {
			known[it.Name] = append(known[it.Name], ch.own.version)
		}
		if _, listed := in.Catalogue.Listing(it.Name); !ch.install || !listed {
			continue
		}
		all, _, err := in.Available(ctx, it.Name)
		if err != nil {
			return nil, err
		}
		for _, c := range all {
			if !slices.Contains(known[it.Name], c.Version) {
				known[it.Name] = append(known[it.Name], c.Version)
			}
		}
	}
	var out []aVersion
	for _, name := range names {
		var versions []string
		for _, it := range ch.items {
			if it.Name != name {
				continue
			}
			found := it.Of(known[name])
			if len(found) == 0 && it.Version != "" && it.Version != solver.Latest {
				found = []string{it.Version}
			}
			versions = append(versions, found...)
		}
		slices.SortFunc(versions, theory.CompareVersions)
		for _, v := range slices.Compact(versions) {
			out = append(out, aVersion{name, v})
		}
	}
	return out, nil
}

// programMark identifies the build of a version, so that a verdict is about that very program; "" when it is not there. The error is that of ctx.
func programMark(ctx context.Context, r solver.Resolver, version aVersion, f findings.Stored) (string, error) {
	spec, err := solver.ParseSpec(version.name + "@" + version.version)
	if err != nil {
		return "", nil //nolint:nilerr // the verdict says it
	}
	var t solver.Target
	if slices.Contains(r.InstalledVersions(version.name), version.version) && version != (aVersion{f.Family, f.Version}) {
		t, err = r.Find(spec) // its folder says which version it is
	} else {
		t, err = r.Resolve(ctx, spec)
	}
	if err != nil {
		return "", context.Cause(ctx) // there is no such program, or it cannot be used: the verdict says it
	}
	return triage.ProgramMark(ctx, t, f)
}

// loadFinding reads the folder of one finding, or of a bug, for which its smallest finding stands.
func loadFinding(dir string, edited bool) (findings.Stored, error) {
	dir = findingOf(dir)
	if !isFindingFolder(dir) {
		return findings.Stored{}, noFinding(dir)
	}
	load := findings.Load
	if edited {
		load = findings.LoadRecord
	}
	f, err := load(dir)
	if err != nil {
		return f, usagef("%w", err)
	}
	return f, nil
}

// wrongVersions is the error for a list of versions that cannot be read.
func wrongVersions(list string, err error) error {
	var spec *solver.SpecError
	if errors.As(err, &spec) {
		return usagef("--versions %s: %s; %s", list, spec.Problem, spec.Remedy)
	}
	return usagef("--versions %s: %w", list, err)
}

// notEnough is the error when there is no version to run.
func notEnough(f findings.Stored, list string) error {
	if f.Class.Checked() {
		return usagef("only builds with checks show findings of class %s: build other versions (assay solvers build), and name them all with --versions, as in --versions %s@%s", f.Class, f.Family, f.Version)
	}
	if list == "" {
		return usagef("no version of %s is installed: name some with --versions and --install, as in --versions %[1]s@.. --install (assay solvers list --available %[1]s lists all)", f.Family)
	}
	if items, err := solver.ParseVersionList(list, f.Family); err == nil && !slices.ContainsFunc(items, func(it solver.VersionItem) bool { return it.Name == f.Family }) {
		return usagef("--versions %s: none of these is a version of %s, which the finding is about; %[2]s@.. stands for all of them", list, f.Family)
	}
	return usagef("--versions %s: none of these is installed; --install installs them, and assay solvers list shows those that are", list)
}

// versionLine is what is said about one version.
func versionLine(v triage.VersionVerdict) string {
	about := v.Reason
	if v.Runs > 1 && v.Verdict != bisect.MayBeGood {
		about += fmt.Sprintf(", %d of %d runs", v.Shown, v.Runs)
	}
	if v.Original {
		about += ", with the formula as it was found"
	}
	text := fmt.Sprintf("%-20s %s", v.Name, v.Verdict)
	if about = strings.TrimPrefix(about, ", "); about != "" {
		text += "  (" + about + ")"
	}
	return text + "\n"
}

func unusableVersion(name, problem string) error {
	return &solver.UnusableError{Solver: name, Problem: problem}
}

// withConfiguration is the spec of a program with the configuration of another spec.
func withConfiguration(path, spec string) string {
	words := []string{path}
	if parsed, err := solver.ParseSpec(spec); err == nil {
		words = append(words, parsed.Args...)
	}
	return shell.Quote(words)
}

// bisected runs a finding in all versions, and returns what runs it again. Errors are those of triage.Bisector.Run, and about versions and solvers.
func (r *recorded) bisected(ctx context.Context, s *Streams, v *versionFlags, f findings.Stored) (b triage.Bisection, replayer triage.Replayer, err error) {
	replayer, resolver, err := r.replayer(ctx, f)
	if err != nil {
		return b, replayer, err
	}
	bisector, err := v.bisector(ctx, s, f, replayer, resolver)
	if err != nil {
		return b, replayer, err
	}
	b, err = bisector.Run(ctx, f)
	return b, replayer, err
}

// bisector returns what runs a finding in all versions. It has no candidates where candidates returns none.
func (v *versionFlags) bisector(ctx context.Context, s *Streams, f findings.Stored, replayer triage.Replayer, r solver.Resolver) (triage.Bisector, error) {
	b := triage.Bisector{Replayer: replayer}
	var err error
	if b.Candidates, err = v.candidates(ctx, s, f, r); err != nil || len(b.Candidates) == 0 {
		return b, err
	}
	in, err := (&solversOptions{Streams: s}).installer()
	if err != nil {
		return b, err
	}
	b.Releases = releases(in.Catalogue, r, f.Family)
	return b, nil
}

// releases are the versions of a solver that are known to exist, as NAME@VERSION, the oldest first: those of the catalogue, and those that are
// installed between two of these. Nothing is known of what was released after the last one.
func releases(c solver.Catalogue, r solver.Resolver, name string) []string {
	listing, ok := c.Listing(name)
	if !ok || len(listing.Releases) == 0 {
		return nil
	}
	last := listing.Releases[len(listing.Releases)-1]
	all := slices.Concat(listing.Releases, slices.DeleteFunc(r.InstalledVersions(name), func(v string) bool { return theory.CompareVersions(v, last) > 0 }))
	slices.SortFunc(all, theory.CompareVersions)
	var out []string
	for _, v := range slices.Compact(all) {
		out = append(out, name+"@"+v)
	}
	return out
}
