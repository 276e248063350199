package mutatetest

import (
	"embed"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/theory"
)

//go:embed corpus/*.smt2
var corpusFiles embed.FS

// A Seed is one of the kit's own formulas: small, of one theory or two, and with a status that solvers have confirmed.
type Seed struct {
	Name string // such as "ints.sat"
	Text string
	// Model is a model that satisfies a sat seed, "" where the kit has none: solvers' models of some theories cannot be written
	// down.
	Model string
	// Many says that it asks more than once, each time with its own label.
	Many bool
}

// Corpus returns the kit's seeds sorted by name: all theories, sat and unsat, and scripts that ask many times.
func Corpus() []Seed { return slices.Clone(corpus()) }

// corpus reads the files once.
var corpus = sync.OnceValue(func() []Seed {
	names, err := fs.Glob(corpusFiles, "corpus/*.smt2")
	if err != nil || len(names) == 0 {
		panic("mutatetest: no corpus")
	}
	slices.Sort(names)
	var all []Seed
	for _, file := range names {
		text, err := corpusFiles.ReadFile(file)
		if err != nil {
			panic("mutatetest: " + err.Error()) // it is part of the binary
		}
		name := strings.TrimSuffix(strings.TrimPrefix(file, "corpus/"), ".smt2")
		seed := Seed{Name: name, Many: strings.HasSuffix(name, ".many")}
		for line := range strings.Lines(string(text)) {
			if model, ok := strings.CutPrefix(line, ";= "); ok {
				seed.Model += model
			} else {
				seed.Text += line
			}
		}
		all = append(all, seed)
	}
	return all
})

// Input returns the seed as engines get it. The name serves as its hash, so that mutants stay the same whether or not the text is
// labelled.
func (s Seed) Input() seeds.Seed { return seeds.Seed{Name: s.Name, Hash: s.Name, Text: s.Text} }

// Read reads a seed into a new store.
func (s Seed) Read() (*mutate.Seed, error) {
	return mutate.Read(s.Input(), theory.Builtin())
}

// unlabelled returns the seed with an unknown status.
func (s Seed) unlabelled() Seed {
	s.Text = strings.NewReplacer("(set-info :status sat)\n", "", "(set-info :status unsat)\n", "").Replace(s.Text)
	return s
}

// Partners offers its seeds as partners. They must ask once.
type Partners []Seed

func partners(l labels) Partners {
	return slices.DeleteFunc(l.corpus(), func(s Seed) bool { return s.Many })
}

// labels says whether seeds have their status labels.
type labels uint8

const (
	labelled labels = iota
	unlabelled
)

// corpus returns the corpus with labels or without.
func (l labels) corpus() []Seed {
	all := Corpus()
	if l == unlabelled {
		for i := range all {
			all[i] = all[i].unlabelled()
		}
	}
	return all
}

// Partner implements mutate.Partners.
func (p Partners) Partner(r *rng.Rand, logic string) (seeds.Seed, bool) {
	var fitting []Seed
	for _, s := range p {
		if strings.Contains(s.Text, "(set-logic "+logic+")") {
			fitting = append(fitting, s)
		}
	}
	if len(fitting) == 0 {
		return seeds.Seed{}, false
	}
	s := rng.Pick(r, fitting)
	return s.Input(), true
}
