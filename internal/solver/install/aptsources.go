package install

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// aptSources downloads source packages. Most systems list no sources, so it has lists of its own: those of the system's own releases, and of further
// ones from the same mirror. The system's lists stay as they are.
type aptSources struct {
	runner
	get, cache string
	options    []string // which have apt use those lists
}

func newAptSources(ctx context.Context, r runner, suites []string) (sourceClient, error) {
	packages, err := newApt(r)
	if err != nil {
		return nil, err
	}
	a := aptSources{runner: r, get: packages.get, cache: packages.cache}
	targets, err := a.run(ctx, a.temp, a.get, "indextargets")
	if err != nil {
		return nil, err
	}
	list := sourceList(targets.Stdout, suites)
	if len(list) == 0 {
		return nil, &Error{Solver: r.solver, Problem: "apt has no lists of Debian's or Ubuntu's packages", Remedy: "run sudo apt-get update, then try again"}
	}
	home := filepath.Join(r.temp, "apt")
	lists, cache, file := filepath.Join(home, "lists"), filepath.Join(home, "cache"), filepath.Join(home, "sources.list")
	for _, dir := range []string{filepath.Join(lists, "partial"), filepath.Join(cache, "archives", "partial")} {
		if err := disk.MakeDir(dir); err != nil {
			return nil, err
		}
	}
	if err := disk.WriteAtomic(file, []byte(list)); err != nil {
		return nil, err
	}
	for _, o := range []string{"Dir::Etc::sourcelist=" + file, "Dir::Etc::sourceparts=/dev/null", "Dir::State::lists=" + lists, "Dir::Cache=" + cache} {
		a.options = append(a.options, "-o", o)
	}
	_, err = a.apt(ctx, home, a.get, "update")
	return a, err
}

func (a aptSources) apt(ctx context.Context, dir, program string, args ...string) (sandbox.Result, error) {
	return a.run(ctx, dir, slices.Concat([]string{program}, a.options, args)...)
}

func (a aptSources) sources(ctx context.Context, name string) ([]string, error) {
	res, err := a.apt(ctx, a.temp, a.cache, "showsrc", "--only-source", name)
	var e *Error
	if err != nil && !errors.As(err, &e) { // apt calls it an error that there is no such package
		return nil, err
	}
	var all []string
	for _, s := range stanzas(res.Stdout) {
		if s["Package"] == name && s["Version"] != "" {
			all = append(all, s["Version"])
		}
	}
	if len(all) == 0 {
		return nil, &Error{Solver: a.solver, Problem: "apt has no sources of " + name, Remedy: "build it by hand, and give the path of its program"}
	}
	return all, nil
}

// fetchSources downloads what the solver's developers have released, without what the distribution has changed.
func (a aptSources) fetchSources(ctx context.Context, r solver.Recipe, packed, to string) error {
	_, err := a.apt(ctx, to, a.get, "source", "--download-only", "--tar-only", r.Package+"="+packed)
	return err
}

// sourceList makes a list of sources from what apt-get indextargets says: the releases that the system uses, and suites of the mirror of its first one.
func sourceList(targets []byte, suites []string) string {
	var lines []string
	for _, t := range stanzas(targets) {
		if t["Created-By"] != "Packages" && t["Created-By"] != "Sources" || t["Component"] != "main" || t["Repo-URI"] == "" {
			continue
		}
		if t["Origin"] != "Debian" && t["Origin"] != "Ubuntu" { // a mirror of anybody else may have no sources, which is an error for apt
			continue
		}
		option := ""
		if key := t["Signed-By"]; key != "" && !strings.ContainsAny(key, " ]") {
			option = "[signed-by=" + key + "] "
		}
		release := cmp.Or(t["Codename"], t["Release"])
		releases := []string{release}
		if len(lines) == 0 && t["Origin"] == "Debian" && !strings.Contains(release, "-") {
			releases = append(releases, suites...)
		}
		for _, r := range releases {
			if line := fmt.Sprintf("deb-src %s%s %s main\n", option, t["Repo-URI"], r); !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	return strings.Join(lines, "")
}

// stanzas reads what apt prints: fields by name, each on a line, with an empty line between stanzas. Lines that continue a field are left out.
func stanzas(text []byte) []map[string]string {
	var all []map[string]string
	for block := range bytes.SplitSeq(text, []byte("\n\n")) {
		fields := map[string]string{}
		for line := range strings.Lines(string(block)) {
			if name, value, ok := strings.Cut(line, ":"); ok && !strings.HasPrefix(line, " ") {
				fields[name] = strings.TrimSpace(value)
			}
		}
		if len(fields) > 0 {
			all = append(all, fields)
		}
	}
	return all
}
