package mutatetest

import (
	"context"
	"strings"
	"sync"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// asker is a mutate.Asker with scripted answers: the same question gets the same answer. Safe for concurrent use as long as
// the function is.
type asker func(s *script.Script, want mutate.Want) []mutate.Reply

// Ask implements mutate.Asker.
func (a asker) Ask(_ context.Context, s *script.Script, want mutate.Want) []mutate.Reply {
	return a(s, want)
}

// A witness says who answers an engine's questions, and what the answers are worth.
type witness struct {
	name  string
	asker func(Seed) mutate.Asker // for the mutants of a seed; returns nil for none
	// worthless says that its answers prove nothing: no truth may rest on them.
	worthless bool
}

// witnesses returns all the ways in which questions are answered.
func witnesses() []witness {
	say := func(answer asker) func(Seed) mutate.Asker { return func(Seed) mutate.Asker { return answer } }
	return []witness{
		{"nobody", func(Seed) mutate.Asker { return nil }, true},
		{"silence", say(func(*script.Script, mutate.Want) []mutate.Reply { return nil }), true},
		{"the truth", func(s Seed) mutate.Asker { return Truthful(s) }, false},
		{"models that cannot be read", say(func(*script.Script, mutate.Want) []mutate.Reply {
			return []mutate.Reply{sat("z3", "((define-fun"), sat("cvc5", "((define-fun nosuch () Nosuch 0))")}
		}), true},
		{"models that say nothing", say(func(*script.Script, mutate.Want) []mutate.Reply {
			return []mutate.Reply{sat("z3", "()"), sat("cvc5", "")}
		}), true},
		{"contradictions", say(func(s *script.Script, _ mutate.Want) []mutate.Reply {
			return []mutate.Reply{sat("z3", ""), unsat("cvc5", s)}
		}), true},
		{"one codebase alone", say(func(s *script.Script, want mutate.Want) []mutate.Reply {
			one, two := unsat("z3", s), unsat("z3", s)
			if two.Solver = "z3 2"; want == mutate.WantCore {
				return []mutate.Reply{one}
			}
			return []mutate.Reply{one, two}
		}), true},
		{"cores of nothing", say(func(s *script.Script, want mutate.Want) []mutate.Reply {
			r := unsat("z3", s)
			r.Core = []string{"nosuch", ""}
			return []mutate.Reply{r}
		}), true},
	}
}

func sat(who, model string) mutate.Reply {
	return mutate.Reply{Solver: who + " 1", Codebase: who, Status: smt.Sat, Model: model}
}

// unsat is a reply with a core of all names.
func unsat(who string, s *script.Script) mutate.Reply {
	r := mutate.Reply{Solver: who + " 1", Codebase: who, Status: smt.Unsat}
	for i := range s.Commands {
		if c := s.Commands[i]; c.Kind == script.Assert {
			term.Labels(c.Terms[0], func(d *term.Decl) { r.Core = append(r.Core, d.Name) })
		}
	}
	return r
}

// Truthful answers what the kit knows: a seed's model where that makes the question true, and unsat where the question
// contains all formulas of a seed that is unsat. It does not answer anything else. Seeds other than the one it is about come last.
func Truthful(about Seed) mutate.Asker {
	known := []Seed{about}
	for _, s := range Corpus() {
		if s.Name != about.Name {
			known = append(known, s)
		}
	}
	return asker(func(q *script.Script, want mutate.Want) []mutate.Reply {
		asked := newQuestion(q)
		for _, s := range known {
			switch {
			case s.Model != "" && asked.holds(s.Model):
				if want == mutate.WantVotes || want == mutate.WantAgreement {
					return []mutate.Reply{sat("z3", ""), sat("cvc5", "")}
				}
				return []mutate.Reply{sat("z3", s.Model)}
			case strings.HasSuffix(s.Name, ".unsat") && asked.includes(s):
				if want == mutate.WantCore || want == mutate.WantModel {
					return []mutate.Reply{unsat("z3", q)}
				}
				return []mutate.Reply{unsat("z3", q), unsat("cvc5", q)}
			}
		}
		return nil
	})
}

// A question is a script with one check-sat, to be compared with all seeds.
type question struct {
	formula  *certify.Formula // nil when its text cannot be read
	declared []string
	asserted map[string]bool
}

func newQuestion(q *script.Script) question {
	out := question{asserted: asserted(q)}
	f, err := certify.NewFormula(q.String(), theory.Builtin())
	if err != nil {
		return out
	}
	out.formula = f
	for i := range f.Script().Commands {
		for _, d := range f.Script().Commands[i].Decls {
			if d.Kind == term.Declared {
				out.declared = append(out.declared, d.Text)
			}
		}
	}
	return out
}

// holds reports whether a model that defines all symbols makes the question true.
func (q question) holds(model string) bool {
	if q.formula == nil {
		return false
	}
	for _, name := range q.declared {
		if !strings.Contains(model, "define-fun "+name+" ") {
			return false
		}
	}
	return q.formula.Model(model, "", 0).Verdict == oracle.ModelHolds
}

// includes reports whether the question asserts every formula of a seed, named or not.
func (q question) includes(s Seed) bool {
	formulas := seedFormulas()[s.Name]
	for f := range formulas {
		if !q.asserted[f] {
			return false
		}
	}
	return formulas != nil
}

// seedFormulas are the formulas that each seed of the corpus asserts, by its name. They are the same with labels and without.
var seedFormulas = sync.OnceValue(func() map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for _, s := range Corpus() {
		if seed, err := s.Read(); err == nil {
			out[s.Name] = asserted(seed.Script)
		}
	}
	return out
})

// asserted returns the text of the formulas that a script asserts, without their names.
func asserted(s *script.Script) map[string]bool {
	out := map[string]bool{}
	for i := range s.Commands {
		if c := s.Commands[i]; c.Kind == script.Assert {
			t := c.Terms[0]
			if t.Kind() == term.Annot {
				t = t.Args()[0]
			}
			out[t.String()] = true
		}
	}
	return out
}
