package solver

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/smt/theory"
)

// probeTime bounds the commands that examine a solver.
const probeTime = 20 * time.Second

// A Resolver finds the programs of solvers. The zero value knows no profile. All fields may be set before
// first use, but not after. It is safe for concurrent use.
type Resolver struct {
	// Profiles are the profiles to choose from.
	Profiles *Set
	// Installed is the folder of installed versions, as NAME/VERSION/BINARY or
	// NAME/VERSION/bin/BINARY. Empty means that there is none. The version of a spec may be the beginning of
	// one, or Latest: the newest is taken, and the target has its full version. A name without a version that
	// is not on PATH means the newest installed version.
	Installed string
	// Listed reports whether a catalogue says where the solver of that name can be had; nil asks the built-in one. Remedies depend on it.
	Listed func(name string) bool
	// Intact says how an installed version differs from what was installed, and what to do about it; "" when it does not. Nil does not look.
	Intact func(name, version string) (problem, remedy string)
	// LookPath finds a program by name; nil means a search on PATH.
	LookPath func(name string) (string, error)
}

// Resolve reads one spec and finds its solver, using only profiles.
func Resolve(ctx context.Context, spec string, profiles *Set) (Target, error) {
	parsed, err := ParseSpec(spec)
	if err != nil {
		return Target{}, err
	}
	return Resolver{Profiles: profiles}.Resolve(ctx, parsed)
}

// ResolveText reads one spec and resolves it. Errors are those of ParseSpec and Resolve.
func (r Resolver) ResolveText(ctx context.Context, spec string) (Target, error) {
	parsed, err := ParseSpec(spec)
	if err != nil {
		return Target{}, err
	}
	return r.Resolve(ctx, parsed)
}

// Resolve finds the program of a spec and asks it for its version. Errors are
// *UnusableError.
func (r Resolver) Resolve(ctx context.Context, spec Spec) (Target, error) {
	if r.Profiles == nil {
		r.Profiles = &Set{}
	}
	var err error
	if spec, err = r.unquoted(spec); err != nil {
		return Target{}, err
	}
	s, err := r.find(spec)
	if err != nil {
		return Target{}, err
	}
	if s.version, err = probeVersion(ctx, s); err != nil {
		return Target{}, err
	}
	// The version of an installed solver is what its folder says; that of one on PATH is what it reports itself.
	if spec.Version != "" && !r.isInstalled(s.path) {
		if spec.Version == Latest || !InLine(s.version, spec.Version) {
			return Target{}, r.notInstalled(spec, fmt.Sprintf("the one at %s says it is %q", s.path, s.version))
		}
		s.name = spec.Name + "@" + s.version
	}
	s.profile = s.profile.ForVersion(s.version)
	if version, ok := r.buildOf(s); ok {
		s.version = version // what it says about itself is the release
	} else if !r.isInstalled(s.path) && s.version != "" {
		checked, err := s.isChecked(ctx)
		if err != nil {
			return Target{}, err
		}
		if checked {
			s.version += BuildMark + assertionsBuild
		}
	}
	return s, nil
}

// assertionsBuild is what the versions of builds with assertions have behind BuildMark.
const assertionsBuild = "assertions"

// isChecked reports whether somebody's own program is a build with assertions, as far as its profile can tell. The error is that of ctx.
func (t Target) isChecked(ctx context.Context) (bool, error) {
	probe := t.profile.Checked
	if probe.Pattern.re == nil || len(probe.Args) == 0 {
		return false, nil
	}
	res, err := sandbox.Run(ctx, sandbox.Command{Argv: append([]string{t.path}, probe.Args...), Timeout: probeTime, MaxOutput: maxRecord})
	if ctx.Err() != nil {
		return false, fmt.Errorf("solver %s: %w", t, sandbox.Ended(ctx))
	}
	return err == nil && probe.Pattern.re.Match(res.Stdout), nil
}

// buildOf is the version of a build of our own, which is the name of its folder; ok is false for other programs.
func (r Resolver) buildOf(t Target) (version string, ok bool) {
	_, version, _ = strings.Cut(t.name, "@")
	return version, IsBuild(version) && r.isInstalled(t.path)
}

// Find finds the program of a spec as Resolve does, and does not start it: the target has no version unless its folder or the spec says it. Errors
// are *UnusableError.
func (r Resolver) Find(spec Spec) (Target, error) {
	if r.Profiles == nil {
		r.Profiles = &Set{}
	}
	spec, err := r.unquoted(spec)
	if err != nil {
		return Target{}, err
	}
	return r.find(spec)
}

// unquoted is the spec that a quoted one stands for: a whole command line, as in "z3;'cvc5 -q'", is one word so far.
func (r Resolver) unquoted(spec Spec) (Spec, error) {
	if len(spec.Args) == 0 && strings.ContainsAny(spec.Name, blanks) && !isFile(spec.Name) {
		inner, err := ParseSpec(spec.Name)
		if err != nil {
			return spec, err
		}
		if spec.Version != "" {
			return spec, r.unknown(spec)
		}
		return inner, nil
	}
	return spec, nil
}

// At returns the target with the program at another path, which may be of another version. Errors are *UnusableError, and that of ctx.
func (t Target) At(ctx context.Context, path string) (Target, error) {
	if !isFile(path) {
		return t, &UnusableError{Solver: t.String(), Problem: "there is no program at " + path}
	}
	t.path = path
	version, err := probeVersion(ctx, t)
	if err != nil {
		return t, err
	}
	if version != ReleaseOf(t.version) {
		t.version, t.profile = version, t.profile.ForVersion(version)
	}
	return t, nil
}

// ResolveAll resolves each of the solvers in specs, in order.
func (r Resolver) ResolveAll(ctx context.Context, specs string) ([]Target, error) {
	parsed, err := ParseSpecs(specs)
	if err != nil {
		return nil, err
	}
	var solvers []Target
	for _, spec := range parsed {
		s, err := r.Resolve(ctx, spec)
		if err != nil {
			return nil, err
		}
		solvers = append(solvers, s)
	}
	return solvers, nil
}

// ResolveEach resolves the solvers of several specs, each solver once. Those that are named again are in twice, by name.
func (r Resolver) ResolveEach(ctx context.Context, specs []string) (solvers []Target, twice []string, err error) {
	seen := map[string]bool{}
	for _, spec := range specs {
		found, err := r.ResolveAll(ctx, spec)
		if err != nil {
			return nil, twice, err
		}
		for _, s := range found {
			if name := s.String(); seen[name] {
				twice = append(twice, name)
			} else {
				seen[name] = true
				solvers = append(solvers, s)
			}
		}
	}
	return solvers, twice, nil
}

// find locates the program and its profile.
func (r Resolver) find(spec Spec) (Target, error) {
	if strings.Contains(spec.Name, "/") {
		path, err := r.look(spec.Name)
		if err != nil {
			return Target{}, noProgramAt(spec)
		}
		return spec.target(path, r.Profiles.forBinary(filepath.Base(path))), nil
	}
	profile, known := r.Profiles.Profile(spec.Name)
	names := []string{spec.Name}
	if known && profile.Name != GenericName {
		names = profile.Binaries
	} else {
		profile = r.Profiles.forBinary(spec.Name)
	}
	if spec.Version != "" {
		if path, version := r.installed(spec.Name, spec.Version, names); path != "" {
			if err := r.damaged(spec, version); err != nil {
				return Target{}, err
			}
			spec.Version = version
			return spec.target(path, profile), nil
		}
	}
	for _, name := range names {
		if path, err := r.look(name); err == nil {
			return spec.target(path, profile), nil
		}
	}
	if spec.Version == "" {
		if path, version := r.installed(spec.Name, Latest, names); path != "" {
			if err := r.damaged(spec, version); err != nil {
				return Target{}, err
			}
			spec.Version = version
			return spec.target(path, profile), nil
		}
	}
	switch {
	case spec.Version != "" && (known || r.listed(spec.Name)):
		return Target{}, r.notInstalled(spec, "")
	case known:
		e := &UnusableError{Solver: spec.Text, Problem: fmt.Sprintf("there is no program %s on PATH, and no version is installed", strings.Join(names, " or ")),
			Remedy: "install it, or give the path of its program in place of its name"}
		if r.listed(spec.Name) {
			e.Remedy = "run: " + InstallCommand(spec.Name, Latest) + ", or give the path of its program"
		}
		return Target{}, e
	}
	return Target{}, r.unknown(spec)
}

func (r Resolver) look(name string) (string, error) {
	if r.LookPath != nil {
		return r.LookPath(name)
	}
	return sandbox.LookPath(name)
}

// installed returns the program of the newest installed version in a line, and that version; "" when there is none.
func (r Resolver) installed(name, line string, programs []string) (path, version string) {
	versions, paths := r.programs(name, programs)
	version = Newest(versions, line)
	return paths[version], version
}

// InstalledVersions returns the installed versions of a solver, whoever installed them, oldest first. Builds of our own are not among them.
func (r Resolver) InstalledVersions(name string) []string {
	programs := []string{name}
	if p, known := r.Profiles.Profile(name); known {
		programs = p.Binaries
	}
	versions, _ := r.programs(name, programs)
	versions = slices.DeleteFunc(versions, IsBuild)
	slices.SortFunc(versions, theory.CompareVersions)
	return versions
}

// programs returns the installed versions of a solver and the program of each.
func (r Resolver) programs(name string, programs []string) (versions []string, paths map[string]string) {
	if r.Installed == "" || !profileName.MatchString(name) {
		return nil, nil
	}
	entries, _ := os.ReadDir(filepath.Join(r.Installed, name))
	paths = make(map[string]string)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") { // still being made
			continue
		}
		if p := programIn(filepath.Join(r.Installed, name, e.Name()), programs); p != "" {
			paths[e.Name()] = p
			versions = append(versions, e.Name())
		}
	}
	return versions, paths
}

func programIn(dir string, programs []string) string {
	for _, name := range programs {
		for _, path := range []string{filepath.Join(dir, "bin", name), filepath.Join(dir, name)} {
			if isFile(path) {
				return path
			}
		}
	}
	// A solver without a profile may have a program of another name.
	if entries, err := os.ReadDir(filepath.Join(dir, "bin")); err == nil && len(entries) == 1 {
		if path := filepath.Join(dir, "bin", entries[0].Name()); isFile(path) {
			return path
		}
	}
	return ""
}

func (r Resolver) isInstalled(path string) bool {
	return r.Installed != "" && strings.HasPrefix(path, filepath.Clean(r.Installed)+string(filepath.Separator))
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&fs.ModeType == 0
}

// probeVersion asks a program for its version. It is not an error if the program says nothing we understand;
// it is one if it cannot be started.
func probeVersion(ctx context.Context, s Target) (string, error) {
	probe := s.profile.Version
	if probe.Pattern.re == nil || len(probe.Args) == 0 {
		return "", nil
	}
	res, err := sandbox.Run(ctx, sandbox.Command{
		Argv: append([]string{s.path}, probe.Args...), Timeout: probeTime, MaxOutput: maxDetail,
	})
	if err != nil {
		return "", cannotRun(s, err)
	}
	if res.Reason == sandbox.Canceled {
		return "", fmt.Errorf("solver %s: %w", s.String(), sandbox.Ended(ctx))
	}
	for _, stream := range [][]byte{res.Stdout, res.Stderr} {
		if version, ok := (Patterns{probe.Pattern}).Group(string(stream)); ok {
			return oneLine(version), nil
		}
	}
	return "", nil
}
