package storm

import (
	"context"
	"errors"
	"fmt"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Minimisation makes a script that asks once smaller by means of the engine itself (section 3.4 and algorithm 2 of the paper). It halves the
// bound on the number of assertions, and then the one on their depth. Under each bound it makes instances of the smallest script so far. If some
// of them show what is looked for, the search continues with the smallest by that bound, and the bound becomes the upper one; if none does, the
// bound becomes the lower one. Atoms stay unchanged: a reducer continues from the result.
type Minimisation struct {
	Table *theory.Table // nil: theory.Builtin()
	// Asker gives models of the intermediate scripts, which become the assignments; nil means random assignments, as in the paper.
	Asker mutate.Asker
	// Instances is how many instances are made under a bound, 0 for DefaultInstances.
	Instances int
}

// DefaultInstances is less than in the paper: each instance is run and certified.
const DefaultInstances = 12

// minimisedEnrichment is how many formulas are built from the fragments.
const minimisedEnrichment = 40

// Minimised is the result of minimisation.
type Minimised struct {
	Text              string // the input, when no instance was smaller
	Tests             int    // calls of shows
	Assertions, Depth int    // of the text
}

// Run minimises a text. shows reports whether a text shows what is looked for. An error of shows ends the search, as does the end of ctx; what
// was found by then is returned with the error. The error wraps mutate.ErrNotApplicable for a script that asks several times, or under
// assumptions. The same arguments give the same result, provided that shows and the Asker behave the same.
func (m Minimisation) Run(ctx context.Context, text string, r *rng.Rand, shows func(ctx context.Context, text string) (bool, error)) (Minimised, error) {
	if m.Table == nil {
		m.Table = theory.Builtin()
	}
	if m.Instances == 0 {
		m.Instances = DefaultInstances
	}
	s := &minimiser{Minimisation: m, rand: r, shows: shows}
	var err error
	if s.best, err = s.read(text); err != nil {
		return Minimised{Text: text}, err
	}
	// The paper's order.
	for _, by := range [...]func(*instance) *int{(*instance).asserted, (*instance).deep} {
		if err = s.bound(ctx, by, 0, *by(s.best)); err != nil {
			break
		}
	}
	return Minimised{Text: s.best.text, Tests: s.tests, Assertions: s.best.assertions, Depth: s.best.depth}, err
}

// minimiser is one run of Minimisation.
type minimiser struct {
	Minimisation
	rand  *rng.Rand
	shows func(context.Context, string) (bool, error)
	best  *instance
	tests int
	round uint64
}

// instance is a script with its sizes.
type instance struct {
	text              string
	script            *script.Script
	assertions, depth int
}

func (i *instance) asserted() *int { return &i.assertions }
func (i *instance) deep() *int     { return &i.depth }

// read returns a text as an instance.
func (s *minimiser) read(text string) (*instance, error) {
	seed, err := mutate.Read(seeds.New("instance", text), s.Table)
	if err != nil {
		return nil, err
	}
	i := &instance{text: text, script: seed.Script}
	depth := map[*term.Term]int{}
	for _, c := range seed.Script.Commands {
		switch c.Kind {
		case script.Assert:
			i.assertions++
			term.Walk(c.Terms[:1], func(t *term.Term) bool {
				depth[t] = depthOf(t, func(a *term.Term) int { return depth[a] })
				return true
			})
			i.depth = max(i.depth, depth[c.Terms[0]])
		case script.Push, script.Pop, script.Reset, script.ResetAssertions, script.CheckSatAssuming:
			return nil, fmt.Errorf("%w: the script asks in steps", mutate.ErrNotApplicable)
		}
	}
	if seed.Script.Checks() != 1 {
		return nil, fmt.Errorf("%w: the script asks %d times", mutate.ErrNotApplicable, seed.Script.Checks())
	}
	return i, nil
}

// bound finds the least value of a bound above low, no higher than high, under which instances still show what is looked for.
func (s *minimiser) bound(ctx context.Context, by func(*instance) *int, low, high int) error {
	for low+1 < high {
		limit := *s.best
		mid := (low + high) / 2
		*by(&limit) = mid
		found, err := s.fuzz(ctx, &limit, by)
		switch {
		case err != nil:
			return err
		case found == nil:
			low = mid
		default:
			s.best, high = found, *by(found)
		}
	}
	return nil
}

// fuzz makes instances of the best script under the sizes of limit, and returns the smallest that shows what is looked for, nil for none. It
// does not try instances as large as another one that shows it.
func (s *minimiser) fuzz(ctx context.Context, limit *instance, by func(*instance) *int) (*instance, error) {
	s.round++
	r := s.rand.SplitN(s.round)
	seed, err := mutate.Read(seeds.New("instance", s.best.text), s.Table)
	if err != nil {
		return nil, err
	}
	engine := New(Options{
		Table: s.Table, MaxDepth: limit.depth, MinAsserts: 1, MaxAsserts: limit.assertions, Enrichment: minimisedEnrichment,
		Initial: 60, Connectives: PaperConnectives, Assignments: 1,
	})
	source, err := engine.Prepare(ctx, seed, mutate.Env{Asker: s.Asker, Rand: r.Split("prepare")})
	if errors.Is(err, mutate.ErrNotApplicable) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var found *instance
	for range s.Instances {
		m, err := source.Next(r)
		if errors.Is(err, mutate.ErrExhausted) {
			break
		}
		if err != nil {
			return nil, err
		}
		made, err := s.read(s.dressedAs(m.Script))
		if err != nil || *by(made) > *by(limit) || len(made.text) >= len(s.best.text) || found != nil && *by(made) >= *by(found) {
			continue // a disguised negation may be deeper than what it negates
		}
		s.tests++
		ok, err := s.shows(ctx, made.text)
		if err != nil {
			return nil, err
		}
		if ok {
			found = made
		}
	}
	return found, nil
}

// dressedAs returns an instance as text, with the options of the best script and its form of the question.
func (s *minimiser) dressedAs(made *script.Script) string {
	out := &script.Script{Store: made.Store}
	asks := false
	var behind []*script.Command
	for _, c := range s.best.script.Commands {
		asks = asks || c.IsCheck()
		switch {
		case c.Kind == script.SetOption:
			out.Commands = append(out.Commands, c)
		case asks && len(c.Terms) == 0:
			behind = append(behind, c)
		}
	}
	for _, c := range made.Commands {
		if !c.IsCheck() {
			out.Commands = append(out.Commands, c)
		}
	}
	out.Commands = append(out.Commands, behind...)
	return out.String()
}
