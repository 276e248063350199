// Package seeds holds the built-in seed formulas: small SMT-LIB scripts written for this project,
// embedded in the binary so that a campaign can start without any file.
//
// It is not a loader of the user's seed folders, and it neither parses nor checks what it hands out:
// it imports the standard library only and knows a seed by its place in the file tree.
package seeds

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// The three folder names under a logic.
const (
	// StatusSat labels a script with one check-sat whose answer is sat.
	StatusSat = "sat"
	// StatusUnsat labels a script with one check-sat whose answer is unsat.
	StatusUnsat = "unsat"
	// StatusIncremental labels a script with several checks. Each check is preceded by a
	// (set-info :status ...) of its own that says its answer.
	StatusIncremental = "incremental"
)

// A Seed is the text of a formula to start from.
type Seed struct {
	// Name is shown to users: a path, or, of a built-in seed, "<logic>/<status>/<file name without .smt2>".
	Name string
	// Hash is HashOf(Text). It names the seed in the names of mutants.
	Hash string
	Text string
}

// New returns a seed of a text.
func New(name, text string) Seed { return Seed{Name: name, Hash: HashOf(text), Text: text} }

// HashOf names a text: 16 hexadecimal digits.
func HashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

//go:embed files
var files embed.FS

// All returns every built-in seed, sorted by Name in byte order, so that the same binary always
// yields the same sequence. Every call returns a fresh slice. The texts are UTF-8 with LF line ends. It is safe for concurrent use.
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
	switch status := parts[2]; status {
	case StatusSat, StatusUnsat, StatusIncremental:
	default:
		return Seed{}, fmt.Errorf("%s: unknown status folder %q", p, status)
	}
	text, err := files.ReadFile(p)
	if err != nil {
		return Seed{}, err
	}
	name := strings.TrimSuffix(strings.Join(parts[1:], "/"), ".smt2")
	return New(name, string(text)), nil
}
