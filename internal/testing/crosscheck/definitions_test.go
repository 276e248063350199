package crosscheck

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/engines"
	bodies "github.com/assay-smt/assay/internal/mutate/kit/definition"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// reach counts, for one engine, the seeds with definitions that it can use, those whose bodies it has to mutate in some chain, and the
// terms that occur in assertions alone and those that definitions add.
type reach struct {
	usable, reached int
	kept            map[string]int
}

// TestDefinitionsReached measures, for evaluation/engines.md, in how many of the seeds with definitions in the folder ASSAY_SEEDS each
// engine reaches the formulas inside the definitions, in six chains.
func TestDefinitionsReached(t *testing.T) {
	dir := os.Getenv("ASSAY_SEEDS")
	if dir == "" {
		t.Skip("no folder of seeds: set ASSAY_SEEDS")
	}
	var texts []seeds.Seed
	half, inside, all := 0, 0, 0
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".smt2" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || len(text) > 100<<10 || !strings.Contains(string(text), "(define-") {
			return err
		}
		s := seeds.New(strings.TrimPrefix(path, dir), string(text))
		seed, err := mutate.Read(s, theory.Builtin())
		if err != nil || !bodies.Has(seed.Script) {
			return nil // a dialect of its own, or sorts alone
		}
		texts = append(texts, s)
		outside, total := terms(seed.Script)
		inside, all = inside+total-outside, all+total
		if 2*outside < total {
			half++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d seeds with definitions, more than half of the terms inside them in %d; %d of all %d terms", len(texts), half, inside, all)
	var ask mutate.Asker
	if targets := trialtest.Installed(t, "z3", "cvc5"); len(targets) > 0 {
		ask = &query.Answers{Bench: &trial.Bench{}, Targets: targets, Scratch: trialtest.Scratch(t)}
	}
	for _, d := range engines.All() {
		if d.Name == "generate" {
			continue // it takes only the logic from seeds
		}
		e, err := d.New(theory.Builtin(), d.Defaults())
		if err != nil {
			t.Fatal(err)
		}
		n := reach{kept: map[string]int{}}
		for _, s := range texts {
			n.try(t.Context(), e, s, ask)
		}
		t.Logf("%s: %d usable, bodies reached in %d (%.0f %%); %v", d.Name, n.usable, n.reached, 100*float64(n.reached)/float64(n.usable), n.kept)
		if 10*n.reached < 9*n.usable {
			t.Errorf("%s reaches too few bodies", d.Name)
		}
	}
}

// try makes chains of one seed until one of them has the bodies of definitions, or six have been made.
func (n *reach) try(ctx context.Context, e mutate.Engine, s seeds.Seed, ask mutate.Asker) {
	usable := false
	why := ""
	for round := range uint64(6) {
		seed, err := mutate.Read(s, theory.Builtin())
		if err != nil {
			return
		}
		var report *bodies.Report
		env := mutate.Env{
			Asker: ask, Rand: rng.New(1).Split(s.Hash).SplitN(round), Unfolded: func(s *mutate.Seed) { report = s.Definitions },
			Dialects: []mutate.Dialect{{Name: "z3", Version: "4.8.12"}, {Name: "cvc5", Version: "1.0.3"}},
		}
		source, err := e.Prepare(ctx, seed, env)
		if err != nil {
			continue
		}
		usable = true
		if report != nil {
			if report.Gone > 0 || report.Refused == nil {
				n.usable, n.reached = n.usable+1, n.reached+1
				return
			}
			why = report.Refused.Error()
		}
		for k := range uint64(10) {
			m, err := source.Next(rng.New(k))
			if err != nil {
				break
			}
			if step := m.Steps[len(m.Steps)-1]; step.Summary == "" && m.Script.Commands[step.Command].Kind == script.DefineFun {
				n.usable, n.reached = n.usable+1, n.reached+1
				return
			}
		}
	}
	if usable {
		n.usable++
		n.kept[why]++
	}
}

// terms counts the distinct terms in what a script asserts and asks, and those in the whole script, bodies of definitions included.
func terms(s *script.Script) (outside, all int) {
	var roots []*term.Term
	for _, c := range s.Commands {
		roots = append(roots, c.Terms...)
	}
	term.Walk(roots, func(*term.Term) bool { outside++; return true })
	term.Walk(s.Roots(), func(*term.Term) bool { all++; return true })
	return outside, all
}
