// Package seeds holds the built-in seed formulas: small SMT-LIB scripts written for this project,
// embedded in the binary so that a campaign can start without any file.
//
// It is not a loader of the user's seed folders, and it neither parses nor checks what it hands out:
// it imports the standard library only and knows a seed by its place in the file tree.
package seeds

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// The three folder names under a logic, and so the three values of [Seed.Status].
const (
	// StatusSat labels a script with one check-sat whose answer is sat.
	StatusSat = "sat"
	// StatusUnsat labels a script with one check-sat whose answer is unsat.
	StatusUnsat = "unsat"
	// StatusIncremental labels a script with several checks. Each check is preceded by a
	// (set-info :status ...) of its own that says its answer.
	StatusIncremental = "incremental"
)

// A Seed is one built-in script.
type Seed struct {
	// Name is "<logic>/<status>/<file name without .smt2>"; unique among all seeds.
	Name string
	// Logic is the SMT-LIB logic that the script sets.
	Logic string
	// Status is StatusSat, StatusUnsat or StatusIncremental.
	Status string
	// Text is the whole script, UTF-8 with LF line ends. The caller owns it.
	Text []byte
}

//go:embed files
var files embed.FS

// All returns every built-in seed, sorted by Name in byte order, so that the same binary always
// yields the same sequence. Every call returns fresh copies: the caller may change the slice and
// the texts. It is safe for concurrent use.
func All() []Seed {
	var all []Seed
	err := fs.WalkDir(files, "files", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		s, err := load(p)
		if err != nil {
			return err
		}
		all = append(all, s)
		return nil
	})
	if err != nil {
		// The tree is fixed when the binary is built and walked whole by the tests.
		panic(fmt.Sprintf("seeds: broken embedded tree: %v", err))
	}
	// The walk goes through folders, where "A/x" and "A-b/x" come in another order than as names.
	slices.SortFunc(all, func(a, b Seed) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// load reads the embedded file p, which must lie at files/<logic>/<status>/<name>.smt2.
func load(p string) (Seed, error) {
	parts := strings.Split(p, "/")
	if len(parts) != 4 || path.Ext(p) != ".smt2" {
		return Seed{}, fmt.Errorf("%s: not of the form files/<logic>/<status>/<name>.smt2", p)
	}
	logic, status := parts[1], parts[2]
	switch status {
	case StatusSat, StatusUnsat, StatusIncremental:
	default:
		return Seed{}, fmt.Errorf("%s: unknown status folder %q", p, status)
	}
	text, err := files.ReadFile(p)
	if err != nil {
		return Seed{}, err
	}
	name := strings.TrimSuffix(strings.Join(parts[1:], "/"), ".smt2")
	return Seed{Name: name, Logic: logic, Status: status, Text: text}, nil
}
