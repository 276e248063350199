package install

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
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
	missing    []error  // why lists could not be had
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
	wanted := sourceLists(targets.Stdout, suites)
	if len(wanted) == 0 {
		return nil, &Error{Solver: r.solver, Problem: "apt has no lists of Debian's or Ubuntu's packages", Remedy: "run sudo apt-get update, then try again"}
	}
	home := filepath.Join(r.temp, "apt")
	lists, cache, file := filepath.Join(home, "lists"), filepath.Join(home, "cache"), filepath.Join(home, "sources.list")
	for _, dir := range []string{filepath.Join(lists, "partial"), filepath.Join(cache, "archives", "partial")} {
		if err := disk.MakeDir(dir); err != nil {
			return nil, err
		}
	}
	// Without the first, an update of which every part failed would be a success; without the second, it would remove the other lists.
	for _, o := range []string{"APT::Update::Error-Mode=any", "APT::Get::List-Cleanup=false", "Dir::Etc::sourcelist=" + file, "Dir::Etc::sourceparts=/dev/null",
		"Dir::State::lists=" + lists, "Dir::Cache=" + cache} {
		a.options = append(a.options, "-o", o)
	}
	// A mirror may lack a release, and a system the keys of a newer one: each list counts for itself.
	var had []string
	for _, line := range wanted {
		if err := disk.WriteAtomic(file, []byte(line)); err != nil {
			return nil, err
		}
		_, err := a.apt(ctx, home, a.get, "update")
		var e *Error
		switch {
		case err == nil:
			had = append(had, line)
		case errors.As(err, &e):
			a.missing = append(a.missing, err)
		default:
			return nil, err
		}
	}
	if len(had) == 0 {
		return nil, a.missing[0]
	}
	return a, disk.WriteAtomic(file, []byte(strings.Join(had, "")))
}

func (a aptSources) apt(ctx context.Context, dir, program string, args ...string) (sandbox.Result, error) {
	return a.run(ctx, dir, slices.Concat([]string{program}, a.options, args)...)
}

func (a aptSources) sources(ctx context.Context, name string) (versions []string, missing []error, err error) {
	res, err := a.apt(ctx, a.temp, a.cache, "showsrc", "--only-source", name)
	if err != nil && !aptUnknown.Match(res.Stderr) {
		return nil, nil, err
	}
	for _, s := range stanzas(res.Stdout) {
		if s["Package"] == name && s["Version"] != "" {
			versions = append(versions, s["Version"])
		}
	}
	if len(versions) == 0 {
		return nil, nil, &Error{Solver: a.solver, Problem: "apt has no sources of " + name, Err: errors.Join(a.missing...), Remedy: "build it by hand, and give the path of its program"}
	}
	return versions, a.missing, nil
}

// fetchSources downloads what the solver's developers have released, without what the distribution has changed.
func (a aptSources) fetchSources(ctx context.Context, r solver.Recipe, packed, to string) error {
	_, err := a.apt(ctx, to, a.get, "source", "--download-only", "--tar-only", "--only-source", r.Package+"="+packed)
	return err
}

// sourceLists are the lines of lists of sources that belong to what apt-get indextargets says: for the releases that the system uses, and for suites of
// the mirror of Debian's first release among them.
func sourceLists(targets []byte, suites []string) (lines []string) {
	extended := false
	for _, t := range stanzas(targets) {
		// A mirror of anybody else may have no sources. A list cannot name some addresses, such as those of CDs, and some keys.
		repository, key := t["Repo-URI"], t["Signed-By"]
		if t["Origin"] != "Debian" && t["Origin"] != "Ubuntu" || t["Created-By"] != "Packages" && t["Created-By"] != "Sources" ||
			t["Component"] != "main" && t["Component"] != "universe" || !repositoryAddress.MatchString(repository) || strings.ContainsAny(key, " ]") {
			continue
		}
		if key != "" {
			key = "[signed-by=" + key + "] "
		}
		releases := []string{cmp.Or(t["Release"], t["Codename"])}
		if t["Origin"] == "Debian" && !extended && !strings.Contains(releases[0], "-") {
			releases, extended = append(releases, suites...), true
		}
		for _, release := range releases {
			if line := fmt.Sprintf("deb-src %s%s %s %s\n", key, repository, release, t["Component"]); !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

var repositoryAddress = regexp.MustCompile(`^(?:https?|file):[^\s\[\]]+$`)

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
