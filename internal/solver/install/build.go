package install

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/smt/theory"
)

const (
	// buildPrefix is the beginning of the names of folders in which programs are compiled. An interrupted build goes on there.
	buildPrefix = ".build-"
	// compileTime bounds the compilation of a solver.
	compileTime = 24 * time.Hour
)

// A build is a version of a solver that is being compiled.
type build struct {
	in      *Installer
	name    string
	release string
	variant Variant
	recipe  solver.Recipe
	client  sourceClient // nil where the sources are there
	packed  string       // the package's own version
	listing solver.Listing

	work  string // the folder in which it is compiled
	edges string // the runtime that counts edges, compiled
	jobs  int
}

func (b *build) version() string { return b.variant.version(b.release) }
func (b *build) spec() string    { return b.name + "@" + b.version() }

// Build compiles a version of a solver from its sources, with what the variant wants, and installs it beside the releases, as NAME@RELEASE+VARIANT. The
// line is a version, its beginning, or solver.Latest. Jobs is how many compilers run at once. A build that was interrupted goes on where it was; where the line is
// its very release, no package client is asked. Errors are *Error, *disk.OutputError, and that of ctx.
func (in *Installer) Build(ctx context.Context, name, line string, v Variant, jobs int) (Manifest, State, error) {
	if v.String() == "" {
		return Manifest{}, "", &Error{Solver: name + "@" + line, Problem: "a build has assertions, a sanitizer or coverage", Remedy: "assay solvers install has releases"}
	}
	if m, err := in.Manifest(name, v.version(line)); err == nil {
		return m, Present, nil
	}
	if v.Blocks {
		return in.countBlocks(ctx, name, line, v)
	}
	temp, err := disk.NewTemp("build")
	if err != nil {
		return Manifest{}, "", err
	}
	defer temp.Remove()
	b := in.begunBuild(name, line, v)
	if b == nil {
		if b, err = in.planBuild(ctx, name, line, v, temp.Path("ask")); err != nil {
			return Manifest{}, "", err
		}
	}
	b.jobs = jobs
	if m, err := in.Manifest(name, b.version()); err == nil {
		return m, Present, nil
	}
	if _, err := folder.Take(in.Dir, in.kind(), nil); err != nil {
		return Manifest{}, "", err
	}
	unlock, err := b.begin(ctx)
	if err != nil {
		return Manifest{}, "", err
	}
	defer unlock()
	if m, err := in.Manifest(name, b.version()); err == nil { // another process was faster
		b.discard() // where this one waited
		return m, Present, nil
	}
	m, err := b.make(ctx)
	if err != nil && !b.begun() {
		b.discard() // there is nothing to go on from
	}
	return m, Fresh, err
}

// begunBuild is the build of a release whose sources are there already, nil if they are not.
func (in *Installer) begunBuild(name, release string, v Variant) *build {
	listing, _ := in.Catalogue.Listing(name)
	u, ok := readUnpacked(in.buildFolder(name, v.version(release)))
	for _, r := range listing.Recipes {
		if version, its := r.SolverVersion(u.PackageVersion); ok && its && version == release && u.of(r) {
			return &build{in: in, name: name, release: release, variant: v, recipe: r, packed: u.PackageVersion, listing: listing}
		}
	}
	return nil
}

// planBuild finds the release and its source package.
func (in *Installer) planBuild(ctx context.Context, name, line string, v Variant, temp string) (*build, error) {
	listing, ok := in.Catalogue.Listing(name)
	if !ok || len(listing.Recipes) == 0 {
		return nil, &Error{Solver: name, Problem: "there is no recipe to build it",
			Remedy: "there are recipes for " + strings.Join(in.Catalogue.Buildable(), ", ") + "; the path of your own build is a SPEC too; docs/reference/solvers.md says how to add a recipe"}
	}
	if err := disk.MakeDir(temp); err != nil {
		return nil, err
	}
	var versions []string
	var missing []error
	var old *solver.Recipe
	for _, r := range listing.Recipes {
		in.tell("asking", name, r.Client+" about the sources of "+r.Package)
		client, err := in.sourceClient(ctx, name+"@"+line, r, temp)
		if err != nil {
			return nil, err
		}
		packages, lacking, err := client.sources(ctx, r.Package)
		if err != nil {
			return nil, err
		}
		missing = append(missing, lacking...)
		slices.SortFunc(packages, theory.CompareVersions) // if a version has several packages, the newest counts
		of := map[string]string{}
		for _, packed := range packages {
			if version, ok := r.SolverVersion(packed); ok {
				of[version] = packed
				versions = append(versions, version)
			}
		}
		if best := solver.Newest(versions, line); best != "" && of[best] != "" {
			b := &build{in: in, name: name, release: best, variant: v, recipe: r, client: client, packed: of[best], listing: listing}
			return b, b.complete(line, missing)
		}
		old = &r
	}
	e := &Error{Solver: name + "@" + line, Problem: "there is no source package of such a version"}
	for _, err := range missing {
		var one *Error
		if errors.As(err, &one) {
			e.Problem += "; " + one.Problem
			e.Offline = e.Offline || one.Offline
		}
	}
	if old.From != "" {
		e.Problem += fmt.Sprintf(" (before %s, %s)", old.From, old.Why)
	}
	slices.SortFunc(versions, func(a, b string) int { return theory.CompareVersions(b, a) })
	if near := nearest(versions, line, 5); len(near) > 0 {
		e.Remedy = "nearest are " + strings.Join(near, ", ")
	}
	return nil, e
}

// complete says what lists of sources were missing when the newest release in a line was looked for. One that could not be reached may have a newer one, so that
// this is an error.
func (b *build) complete(line string, missing []error) error {
	if b.release == line {
		return nil
	}
	var one *Error
	if errors.As(offline(missing), &one) {
		return &Error{Solver: b.name + "@" + line, Offline: true, Problem: "there may be a newer release than " + b.release + ": " + one.Problem,
			Remedy: "check the network and the proxy, and try again, or run: " + solver.InstallCommand(b.name, b.version())}
	}
	for _, err := range missing {
		if errors.As(err, &one) {
			b.in.tell("passing over", b.name, one.Problem)
		}
	}
	return nil
}

// buildFolder is the folder in which a version is compiled.
func (in *Installer) buildFolder(name, version string) string {
	return filepath.Join(in.Dir, name, buildPrefix+version)
}

// begin takes the folder of the build, so that no other process compiles in it.
func (b *build) begin(ctx context.Context) (unlock func(), err error) {
	b.work = b.in.buildFolder(b.name, b.version())
	if err := disk.MakeDir(b.work); err != nil {
		return nil, err
	}
	// Compilers have the real path.
	if b.work, err = filepath.EvalSymlinks(b.work); err != nil {
		return nil, &disk.OutputError{Path: b.in.Dir, Err: err}
	}
	b.edges = filepath.Join(b.work, "edges.o")
	for told := false; ; told = true {
		l, err := disk.TryLock(filepath.Join(b.work, lockName))
		if err == nil {
			return l.Unlock, nil
		}
		if !errors.Is(err, disk.ErrLocked) {
			return nil, err
		}
		if !told {
			b.in.tell("waiting", b.spec(), "another assay, which builds it")
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(lockEvery):
		}
	}
}

// discard removes the folder of the build. It is renamed first, since a process that waits for it may make it again meanwhile; Sweep finds what is left.
func (b *build) discard() {
	away := filepath.Join(b.in.Dir, b.name, disk.TempPrefix+"removed-"+b.version())
	_ = os.RemoveAll(away) // of a process that was killed
	if err := os.Rename(b.work, away); err == nil {
		_ = os.RemoveAll(away)
	}
}

// begun reports whether the sources are there.
func (b *build) begun() bool {
	_, err := os.Stat(filepath.Join(b.work, unpackedMark))
	return err == nil
}

// make compiles the program, tries it and puts it in place.
func (b *build) make(ctx context.Context) (Manifest, error) {
	sources, downloads, err := b.sources(ctx)
	if err != nil {
		return Manifest{}, err
	}
	c, err := b.compiler(ctx)
	if err != nil {
		return Manifest{}, err
	}
	system, err := b.system(ctx, sources)
	if err != nil {
		return Manifest{}, err
	}
	flags, err := b.configure(ctx, system, c, sources)
	if err != nil {
		return Manifest{}, err
	}
	if err := b.compile(ctx, system); err != nil {
		return Manifest{}, err
	}
	m := Manifest{Format: manifestFormat, Name: b.name, Version: b.version(), Client: b.recipe.Client, Package: b.recipe.Package, PackageVersion: b.packed,
		Program: "bin/" + b.listing.Program, Downloads: downloads, dir: filepath.Join(b.in.Dir, b.name, b.version()),
		Build: &BuildRecord{Assertions: b.variant.Assertions, Sanitizers: b.variant.Sanitizers, Edges: b.variant.Edges, Gcov: b.variant.Gcov, Compiler: c.String(), Flags: flags}}
	if b.variant.Gcov {
		m.Build.Sources = sources
	}
	return m, b.install(ctx, &m)
}

// install copies the program into a folder of its own, tries it there, and renames that.
func (b *build) install(ctx context.Context, m *Manifest) error {
	choice := Choice{Name: b.name, Version: b.version(), Packaged: b.packed, listing: b.listing,
		Source: solver.PackageSource{Client: b.recipe.Client, Package: b.recipe.Package}}
	unlock, err := b.in.lock(ctx, choice)
	if err != nil {
		return err
	}
	defer unlock()
	home := filepath.Join(b.in.Dir, b.name)
	work, err := os.MkdirTemp(home, unfinished+b.version()+"-")
	if err != nil {
		return &disk.OutputError{Path: home, Err: err}
	}
	defer func() { _ = os.RemoveAll(work) }()
	w := workshop{dir: work, tree: filepath.Join(work, "tree")}
	if err := disk.MakeDir(filepath.Join(w.tree, "bin")); err != nil {
		return err
	}
	built := filepath.Join(b.buildDir(), filepath.FromSlash(b.recipe.File))
	if info, err := os.Stat(built); err != nil || !info.Mode().IsRegular() {
		return &Error{Solver: b.spec(), Problem: "the build has not made " + b.recipe.File, Remedy: "read " + b.log()}
	}
	keep := func() error { return copyProgram(built, w.program(choice)) }
	if b.variant.Gcov {
		keep = func() error { return b.keepCounting(built, w, choice) }
	}
	if err := keep(); err != nil {
		return err
	}
	b.in.tell("trying", b.spec(), "")
	if m.Says, err = b.in.try(ctx, choice, w); err != nil {
		return err
	}
	if b.variant.Gcov {
		if err := b.afterTrial(w.tree); err != nil {
			return err
		}
	}
	if m.Files, err = sums(w.tree); err != nil {
		return err
	}
	if err := m.write(w.tree); err != nil {
		return err
	}
	if err := b.in.place(w.tree, choice); err != nil {
		return err
	}
	b.discard()
	return nil
}

// A stamp says with what a step was done, so that it is done again where that has changed.
type stamp struct {
	Compiler string `json:"compiler"`
	// Programs are the whole paths of the compilers: several folders may have one of the same name. Stamps of older versions of Assay lack them.
	Programs []string `json:"programs,omitempty"`
	Flags    []string `json:"flags"`
	// Env are the variables that say where libraries are.
	Env []string `json:"env,omitempty"`
}

// changed says what is not as it was, and nothing where all is.
func (s stamp) changed(was stamp) string {
	var all []string
	if s.Compiler != was.Compiler || was.Programs != nil && !slices.Equal(s.Programs, was.Programs) {
		all = append(all, "the compiler")
	}
	if !slices.Equal(s.Flags, was.Flags) {
		all = append(all, "the flags")
	}
	for _, name := range searchPaths {
		if s.variable(name) != was.variable(name) {
			all = append(all, name)
		}
	}
	return strings.Join(all, ", ")
}

// variable is the value of one of Env, "" where it is not set.
func (s stamp) variable(name string) string {
	for _, v := range s.Env {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			return value
		}
	}
	return ""
}

// searchPaths are the variables in which users say where libraries are that build systems do not find by themselves.
var searchPaths = []string{"CMAKE_PREFIX_PATH", "PKG_CONFIG_PATH"}

func (b *build) buildDir() string { return filepath.Join(b.work, "build") }
func (b *build) log() string      { return filepath.Join(b.work, "build.log") }

// stampFile says with what the folder of the build was configured. It is there while that folder is whole.
func (b *build) stampFile() string { return filepath.Join(b.work, "configured.json") }

// forget removes a file that says that a step was done, before anything of that step is undone. It lasts even if the machine stops.
func forget(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &disk.OutputError{Path: path, Err: err}
	}
	return disk.SyncDir(filepath.Dir(path))
}

// configure configures the sources, unless that was done with the same arguments before. It returns the flags.
func (b *build) configure(ctx context.Context, system buildSystem, c compiler, sources string) ([]string, error) {
	link := slices.Concat(c.flags, b.variant.flags(c))
	if b.variant.Edges {
		link = append(link, shell.Quote([]string{b.edges})) // a shell splits the flags
	}
	flags := slices.Concat(b.recipe.Flags, b.recipe.Release)
	if b.variant.Assertions {
		flags = slices.Concat(b.recipe.Flags, b.recipe.Assertions)
	}
	own := b.variant.flags(c)
	if !strings.ContainsAny(sources, " \t'\"\\$") { // the build systems' own tests of the compiler do not survive quotes
		// What an assertion prints then has the place in the sources, and no folder of this machine.
		prefixMap := "-ffile-prefix-map="
		if b.variant.Gcov { // gcov has to know which files are the same
			prefixMap = "-fmacro-prefix-map="
		}
		for _, prefix := range system.prefixes(sources) {
			own = append(own, prefixMap+prefix+"=")
		}
	}
	flags = append(flags, system.flags(b.variant, c, own, link)...)
	want := stamp{Compiler: c.String(), Programs: []string{c.c, c.cxx}, Flags: flags}
	for _, name := range searchPaths {
		if value := b.in.variable(name); value != "" {
			want.Env = append(want.Env, name+"="+value)
		}
	}
	with := "with " + c.String()
	var have stamp
	if data, err := os.ReadFile(b.stampFile()); err == nil && json.Unmarshal(data, &have) == nil {
		changed := want.changed(have)
		if changed == "" {
			return flags, nil
		}
		with += ", again: " + changed + " changed since the last time"
	}
	// Until this configuration is whole, there is none: it may fail or be killed, and the next one may be as the former one was.
	if err := forget(b.stampFile()); err != nil {
		return nil, err
	}
	if err := os.RemoveAll(b.buildDir()); err != nil {
		return nil, &disk.OutputError{Path: b.buildDir(), Err: err}
	}
	b.in.tell("configuring", b.spec(), with)
	folder := filepath.Join(sources, filepath.FromSlash(b.recipe.Folder))
	if res, err := b.run(ctx, b.work, system.configure(c, folder, b.buildDir(), flags)...); err != nil {
		var e *Error
		if errors.As(err, &e) {
			log := slices.Concat(res.Stdout, res.Stderr)
			_ = disk.WriteAtomic(b.log(), log)
			e.Problem = system.name() + " cannot configure it"
			switch m := configureError.FindSubmatch(log); {
			case res.Reason == sandbox.TimedOut:
				e.Problem += fmt.Sprintf(": it did not end within %v", clientTime)
			case m != nil:
				e.Problem += ": " + strings.TrimSpace(string(m[1])+string(m[2]))
			}
			e.Offline, e.Remedy = false, "read "+b.log()+"; "+system.remedy()
		}
		return nil, err
	}
	data, err := json.Marshal(want)
	if err != nil {
		return nil, err
	}
	return flags, disk.WriteAtomic(b.stampFile(), data)
}

// configureError finds the first complaint of a build system about sources.
var configureError = regexp.MustCompile(`(?m)(?:^|[: ])ERROR: (.+)$|^CMake Error[^\n]*:\n+ +(.+)$`)

// run runs a tool of the build, as package clients are run.
func (b *build) run(ctx context.Context, dir string, argv ...string) (sandbox.Result, error) {
	r := runner{in: b.in, solver: b.spec(), client: filepath.Base(argv[0]), temp: b.work}
	return r.run(ctx, dir, argv...)
}
