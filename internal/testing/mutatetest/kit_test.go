package mutatetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// plain is an engine that passes: a mutant negates one assertion twice, and keeps the rest. The tests decide what is broken
// about it.
type plain struct {
	settings string
	// spoil changes a mutant, nil for none.
	spoil func(r *rng.Rand, seed *mutate.Seed, m *mutate.Mutant)
	// prepare stands in for Prepare when it returns an error.
	prepare func(ctx context.Context, seed *mutate.Seed, env mutate.Env) error
	// revives makes mutants follow after the end.
	revives bool
	// heedless continues when the context has ended.
	heedless bool
}

func (plain) Name() string { return "plain" }

func (p plain) Configuration() string { return p.settings }

func (p plain) Prepare(ctx context.Context, seed *mutate.Seed, env mutate.Env) (mutate.Source, error) {
	if env.Asker != nil {
		env.Asker.Ask(ctx, seed.Script, mutate.WantVotes)
	}
	if ctx.Err() != nil && !p.heedless {
		return nil, context.Cause(ctx)
	}
	if p.prepare != nil {
		if err := p.prepare(ctx, seed, env); err != nil {
			return nil, err
		}
	}
	return &plainSource{plain: p, seed: seed}, nil
}

type plainSource struct {
	plain
	seed  *mutate.Seed
	made  int
	ended bool
}

func (s *plainSource) Next(r *rng.Rand) (mutate.Mutant, error) {
	if s.made++; s.made > 20 && (!s.revives || !s.ended) {
		s.ended = true
		return mutate.Mutant{}, mutate.ErrExhausted
	}
	var asserts []int
	for i := range s.seed.Script.Commands {
		if s.seed.Script.Commands[i].Kind == script.Assert {
			asserts = append(asserts, i)
		}
	}
	i := rng.Pick(r, asserts)
	c := *s.seed.Script.Commands[i]
	st := s.seed.Script.Store
	before := c.Terms[0]
	t := before
	if t.Kind() != term.Annot { // labels stay outside
		for range 2 {
			var err error
			if t, _, err = st.Overload(st.Table.Lookup("not"), nil, nil, []*term.Term{t}); err != nil {
				return mutate.Mutant{}, err
			}
		}
	}
	c.Terms = []*term.Term{t}
	m := mutate.Mutant{
		Script: s.seed.Script.With(i, c), Truth: s.seed.Truth,
		Steps: []mutate.Step{{Engine: "plain", Rule: "twice", Command: i, Before: before, After: t}},
	}
	if s.spoil != nil {
		s.spoil(r, s.seed, &m)
	}
	return m, nil
}

func kitOf(p plain) Kit {
	return Kit{New: func() (mutate.Engine, error) { return p, nil }, Keeps: Commands, Mutants: 3, Ends: func() (mutate.Engine, string, error) {
		return p, "(declare-const p Bool)(assert p)(check-sat)", nil
	}}
}

// failing returns which of the named checks an engine fails, and all their messages. No name means all checks.
func failing(k Kit, of ...string) (names []string, words string) {
	s := k.session()
	for _, c := range checks() {
		if len(of) > 0 && !slices.Contains(of, c.name) {
			continue
		}
		if f := c.faults(s); len(f) > 0 {
			names = append(names, c.name)
			words += strings.Join(f, "\n") + "\n"
		}
	}
	return names, words
}

// TestPass: an engine that does nothing wrong passes.
func TestPass(t *testing.T) {
	Run(t, kitOf(plain{}))
}

// without removes commands.
func without(kind script.Kind) func(*rng.Rand, *mutate.Seed, *mutate.Mutant) {
	return func(_ *rng.Rand, _ *mutate.Seed, m *mutate.Mutant) {
		out := *m.Script
		out.Commands = slices.DeleteFunc(slices.Clone(out.Commands), func(c *script.Command) bool { return c.Kind == kind })
		m.Script = &out
	}
}

// TestFail: each fault is found by the check for it, and the message says what it is.
func TestFail(t *testing.T) {
	claim := func(truth mutate.Truth) func(*rng.Rand, *mutate.Seed, *mutate.Mutant) {
		return func(_ *rng.Rand, _ *mutate.Seed, m *mutate.Mutant) {
			if m.Script.Checks() == 1 {
				m.Truth = truth
			}
		}
	}
	reasons := []string{"it is so"}
	tests := []struct {
		name  string
		plain plain
		check string // that fails
		words string // in what it says
	}{
		{"a symbol is not declared", plain{spoil: without(script.DeclareFun)}, "well-sorted", "unknown symbol"},
		{"a symbol is declared with another sort", plain{spoil: func(_ *rng.Rand, _ *mutate.Seed, m *mutate.Mutant) {
			for i, command := range m.Script.Commands {
				c := *command
				if c.Kind == script.DeclareFun && c.Decls[0].Result == sorts.Int {
					c.Decls = []*term.Decl{term.NewDecl(term.Declared, c.Decls[0].Name, c.Decls[0].Params, sorts.String)}
					m.Script = m.Script.With(i, c)
					return
				}
			}
		}}, "well-sorted", ": sort: "},
		{"a bound variable escapes", plain{spoil: func(_ *rng.Rand, _ *mutate.Seed, m *mutate.Mutant) {
			for i, command := range m.Script.Commands {
				c := *command
				if c.Kind == script.Assert && c.Terms[0].Kind() == term.Quant {
					c.Terms = c.Terms[0].Args()[:1]
					m.Script = m.Script.With(i, c)
				}
			}
		}}, "well-sorted", "escapes"},
		{"chance of its own", plain{spoil: func(_ *rng.Rand, _ *mutate.Seed, m *mutate.Mutant) {
			if rand.IntN(2) == 0 {
				without(script.SetInfo)(nil, nil, m)
			}
		}}, "deterministic", "two runs differ in mutant"},
		{"as many numbers as it likes", plain{spoil: func(r *rng.Rand, _ *mutate.Seed, _ *mutate.Mutant) {
			for rand.IntN(3) > 0 {
				r.Uint64()
			}
		}}, "deterministic", "two runs differ in"},
		{"reasons by chance", plain{spoil: func(_ *rng.Rand, _ *mutate.Seed, m *mutate.Mutant) {
			m.Truth.Derivation = append(slices.Clone(m.Truth.Derivation), fmt.Sprint(rand.Uint64()))
		}}, "deterministic", "the truth of mutant"},
		{"a witness that does not hold", plain{spoil: func(_ *rng.Rand, s *mutate.Seed, m *mutate.Mutant) {
			if s.Name == "ints.sat" {
				m.Truth = mutate.Truth{Status: smt.Sat, Derivation: reasons, Witness: "((define-fun x () Int 0) (define-fun y () Int 0) (define-fun p () Bool false))"}
			}
		}}, "truth", "its witness fails"},
		{"a witness for something else", plain{spoil: claim(mutate.Truth{Status: smt.Sat, Derivation: reasons, Witness: "((define-fun nosuch () Int 0))"})}, "truth", "its witness "},
		{"unsat without a reason", plain{spoil: claim(mutate.Truth{Status: smt.Unsat})}, "truth", "without a derivation"},
		{"unsat out of nothing", plain{spoil: claim(mutate.Truth{Status: smt.Unsat, Derivation: reasons})}, "truth", "nothing was proved"},
		{"sat out of nothing", plain{spoil: claim(mutate.Truth{Status: smt.Sat, Derivation: reasons, Label: true})}, "truth", "nothing was proved"},
		{"sat without a witness", plain{spoil: claim(mutate.Truth{Status: smt.Sat, Derivation: reasons})}, "truth", "without a witness"},
		{"no status", plain{spoil: claim(mutate.Truth{})}, "truth", "is not a status"},
		{"one truth for many questions", plain{spoil: func(_ *rng.Rand, _ *mutate.Seed, m *mutate.Mutant) {
			m.Truth = mutate.Truth{Status: smt.Sat, Derivation: reasons, Label: true}
		}}, "truth", "is claimed for 3 check-sats"},
		{"too few truths", plain{spoil: func(_ *rng.Rand, _ *mutate.Seed, m *mutate.Mutant) {
			m.Truths = []mutate.Truth{{Status: smt.Unknown}}
		}}, "truth", "1 truths for 3 check-sats"},
		{"a push is lost", plain{spoil: without(script.Push)}, "kept", "closes a level"},
		{"a pop is lost", plain{spoil: without(script.Pop)}, "kept", "commands"},
		{"a reset is lost", plain{spoil: without(script.ResetAssertions)}, "kept", "commands"},
		{"options are lost", plain{spoil: without(script.SetOption)}, "kept", "commands"},
		{"the logic is lost", plain{spoil: without(script.SetLogic)}, "kept", "the logic was"},
		{"the question is lost", plain{spoil: without(script.CheckSat)}, "kept", "it asks nothing"},
		{"assumptions are lost", plain{spoil: func(_ *rng.Rand, _ *mutate.Seed, m *mutate.Mutant) {
			for i, command := range m.Script.Commands {
				c := *command
				if c.Kind == script.CheckSatAssuming {
					c.Terms = c.Terms[:len(c.Terms)-1]
					m.Script = m.Script.With(i, c)
				}
			}
		}}, "kept", "was \"kind"},
		{"labels are lost", plain{spoil: func(_ *rng.Rand, _ *mutate.Seed, m *mutate.Mutant) {
			for i, command := range m.Script.Commands {
				c := *command
				if c.Kind == script.Assert && c.Terms[0].Kind() == term.Annot {
					c.Terms = c.Terms[0].Args()[:1]
					m.Script = m.Script.With(i, c)
				}
			}
		}}, "kept", "labels"},
		{"a level more is closed", plain{spoil: func(_ *rng.Rand, _ *mutate.Seed, m *mutate.Mutant) {
			for i, command := range m.Script.Commands {
				c := *command
				if c.Kind == script.Pop {
					c.Arity++
					m.Script = m.Script.With(i, c)
				}
			}
		}}, "kept", "closes a level"},
		{"it revives", plain{revives: true}, "exhausted", "after the last mutant"},
		{"it is for nothing", plain{prepare: func(context.Context, *mutate.Seed, mutate.Env) error {
			return fmt.Errorf("%w: no", mutate.ErrNotApplicable)
		}}, "usable", "only 0 of"},
		{"it fails", plain{prepare: func(_ context.Context, _ *mutate.Seed, env mutate.Env) error {
			if env.Asker != nil {
				return errors.New("an answer that it does not expect")
			}
			return nil
		}}, "truth", "an answer that it does not expect"},
		{"it is heedless", plain{heedless: true}, "cancelled", "which returns <nil>"},
		{"what is cancelled is unfit", plain{heedless: true, prepare: func(ctx context.Context, _ *mutate.Seed, _ mutate.Env) error {
			if ctx.Err() != nil {
				return fmt.Errorf("%w: nobody answers", mutate.ErrNotApplicable)
			}
			return nil
		}}, "cancelled", "nobody answers"},
		{"a name of two words", plain{settings: "two\nlines"}, "usable", "configured as"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			names, words := failing(kitOf(tt.plain), tt.check)
			if !slices.Contains(names, tt.check) || !strings.Contains(words, tt.words) {
				t.Errorf("%s fails, not %s with %q:\n%.3000s", names, tt.check, tt.words, words)
			}
		})
	}
}

// TestFailOneQuestion: engines that promise less are held to that promise.
func TestFailOneQuestion(t *testing.T) {
	for keeps, words := range map[Keeping]string{
		OneQuestion: "times", OnlyOneQuestion: "asks many times, yet it has mutants", OwnScripts: "1 truths for 3 check-sats", 0: "is not set",
	} {
		k := kitOf(plain{})
		k.Keeps = keeps
		names, all := failing(k, "kept")
		if !slices.Contains(names, "kept") || !strings.Contains(all, words) {
			t.Errorf("keeping %d: %s fails: %.1000s", keeps, names, all)
		}
	}
}

// TestFailConfiguration: two engines made alike have the same configuration.
func TestFailConfiguration(t *testing.T) {
	n := 0
	k := kitOf(plain{})
	k.New = func() (mutate.Engine, error) {
		n++
		return plain{settings: fmt.Sprint(n)}, nil
	}
	if names, words := failing(k); !slices.Contains(names, "usable") || !strings.Contains(words, "made alike") {
		t.Errorf("%s fails: %s", names, words)
	}
	k.New = func() (mutate.Engine, error) { return nil, errors.New("broken") }
	if names, words := failing(k); len(names) != len(checks())-1 || !strings.Contains(words, "broken") {
		t.Errorf("%s fails: %s", names, words)
	}
}

// TestCorpus: each seed can be read, has the status of its name and the model that it claims, and all theories occur.
func TestCorpus(t *testing.T) {
	used := map[string]bool{}
	for _, s := range Corpus() {
		seed, err := s.Read()
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		_, status, _ := strings.Cut(s.Name, ".")
		if s.Many != (seed.Script.Checks() > 1) || !s.Many && seed.Truth.Status.String() != status || s.Many != (status == "many") {
			t.Errorf("%s: %d checks, %v", s.Name, seed.Script.Checks(), seed.Truth.Status)
		}
		if s.Model != "" {
			f, err := certify.NewFormula(s.Text, nil)
			if err != nil {
				t.Fatal(err)
			}
			if r := f.Model(s.Model, "", 0); r.Verdict != oracle.ModelHolds {
				t.Errorf("%s: its model %v: %s", s.Name, r.Verdict, r.Summary)
			}
		}
		if un, err := s.unlabelled().Read(); err != nil || un.Truth.Status != smt.Unknown {
			t.Errorf("%s without labels: %+v, %v", s.Name, un, err)
		}
		for i := range seed.Script.Commands {
			term.Walk(seed.Script.Commands[i].Terms, func(x *term.Term) bool {
				if f := x.Func(); f != nil && f.Row != nil {
					used[f.Row.Theory] = true
				}
				return true
			})
		}
	}
	for _, r := range theory.Builtin().Rows() {
		if !used[r.Theory] {
			used[r.Theory] = true
			t.Errorf("no seed has an operator of the theory %s", r.Theory)
		}
	}
}
