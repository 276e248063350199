package configspace

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/theory"
)

// learned are the correlations that come with Assay: SOLVER-VERSION.json.
//
//go:embed learned
var learned embed.FS

// Shipped returns the correlations that come with Assay for a version of a solver, given by its profile's name: those of that version, or else of the
// nearest older one, whose version they then have. It returns false when there are none.
func Shipped(solver, version string) (*Correlations, bool) { return shipped(learned, solver, version) }

// LearnedAbout returns what is known about a target's options: what the record in a file says, "" or missing for none, joined with what comes with
// Assay; nil for nothing.
func LearnedAbout(t solver.Target, file string) (*Lore, error) {
	var own *Correlations
	if file != "" {
		h, lessons, err := ReadRecord(file)
		switch {
		case err == nil:
			own = Summarize(h, lessons)
		case !errors.Is(err, ErrNoLessons) && !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	shipped, _ := Shipped(t.Profile().Name, solver.ReleaseOf(t.Version()))
	return Join(own, shipped), nil
}

func shipped(files fs.FS, solver, version string) (*Correlations, bool) {
	names, err := fs.Glob(files, "learned/*.json")
	if err != nil {
		return nil, false
	}
	best := ""
	for _, name := range names {
		v, ok := versionOf(name, solver)
		if ok && (v == version || isVersion(version) && isVersion(v) && theory.CompareVersions(v, version) <= 0) {
			if best == "" || v == version || best != version && theory.CompareVersions(v, best) > 0 {
				best = v
			}
		}
	}
	if best == "" {
		return nil, false
	}
	c, err := readShipped(files, "learned/"+solver+"-"+best+".json")
	return c, err == nil
}

// versionOf extracts the version from the name of a file.
func versionOf(name, solver string) (string, bool) {
	name, ok := strings.CutPrefix(path.Base(name), solver+"-")
	return strings.TrimSuffix(name, ".json"), ok
}

// isVersion distinguishes versions, which have an order, from the rest of another solver's name and from revisions.
func isVersion(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// readShipped reads a file, whose contents must agree with its name. A test checks that all files do.
func readShipped(files fs.FS, name string) (*Correlations, error) {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	c, err := ReadCorrelations(text)
	if err != nil {
		return nil, err
	}
	if want := "learned/" + c.Solver + "-" + c.Version + ".json"; name != want {
		return nil, fmt.Errorf("%s: these are the correlations of %s %s", name, c.Solver, c.Version)
	}
	return c, nil
}
