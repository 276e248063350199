package fuzzer

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// remember keeps what a solver answered to a script, for the mutants that are made of it.
func (c *Chain) remember(s *script.Script, sv *solver.Solver, a smt.Status) {
	if c.answered[s] == nil {
		c.answered[s] = make(map[*solver.Solver]smt.Status)
	}
	c.answered[s][sv] = a
}

// lastStep finds out what the solvers that leave a mutant undecided answer to the script from which the last step made it,
// and enters that into the trial. Most were run on it when it was a mutant itself. That counts only when they were told the same: a step may
// need another logic or further options, in which solvers differ more than in a rewrite, so that the base is run anew then.
func (c *Chain) lastStep(ctx context.Context, i int, at Place, t *trial, observed []oracle.Observation, res *Result) error {
	m := c.mutants[i]
	for _, o := range observed {
		if o.Undecided() {
			res.Undecided = append(res.Undecided, c.solver(o.Solver))
		}
	}
	if m.Base == nil || len(m.Steps) == 0 || len(res.Undecided) == 0 {
		return nil
	}
	before := inLogic(m.Base, m.Script)
	base, err := c.otherTrial(before, at, "base")
	if err != nil {
		return err
	}
	asItWas := before == m.Base && base.content.strings == t.content.strings && base.content.floats == t.content.floats
	base.content.strings, base.content.floats = t.content.strings, t.content.floats
	t.base = base
	t.step = &oracle.Step{Words: m.Steps[len(m.Steps)-1].String(), Answers: make(map[string]smt.Status)}
	for _, s := range res.Undecided {
		a, known := c.answered[m.Base][s]
		if !known || !asItWas {
			run, err := base.run(ctx, s)
			if err != nil {
				return err
			}
			res.Extra = append(res.Extra, run)
			a = run.Answer()
			if asItWas {
				c.remember(m.Base, s, a)
			}
		}
		// What the step does not keep, the solver need not say again.
		if status, ok := answerOf[m.PreservedStatus]; ok && a == status {
			t.step.Answers[s.String()] = a
		}
	}
	return nil
}

// inLogic returns s in the logic of other, s itself when that is its logic or one of them sets none.
func inLogic(s, other *script.Script) *script.Script {
	isLogic := func(c script.Command) bool { return c.Kind == script.SetLogic }
	at, from := slices.IndexFunc(s.Commands, isLogic), slices.IndexFunc(other.Commands, isLogic)
	if at < 0 || from < 0 || s.Commands[at].Name == other.Commands[from].Name {
		return s
	}
	c := s.Commands[at]
	c.Name = other.Commands[from].Name
	return s.With(at, c)
}

// A second is what showed when solvers were run once more.
type second struct {
	found []oracle.Finding
	runs  []solver.Run
	bases []solver.Run // on the base, of the solvers that the step before speaks against
}

// again runs the named solvers once more, in fresh processes, and judges.
func (t *trial) again(ctx context.Context, names []string) (out second, err error) {
	step := &oracle.Step{Answers: make(map[string]smt.Status)}
	for _, s := range t.chain.readers {
		if !slices.Contains(names, s.String()) {
			continue
		}
		run, err := t.run(ctx, s)
		if err != nil {
			return second{}, err
		}
		out.runs = append(out.runs, run)
		if t.step == nil || !decides(t.step.Answers[s.String()]) {
			continue
		}
		if run, err = t.base.run(ctx, s); err != nil {
			return second{}, err
		}
		out.bases = append(out.bases, run)
		step.Words, step.Answers[s.String()] = t.step.Words, run.Answer()
	}
	out.found = t.judgeObserved(t.observeAll(out.runs), step)
	return out, nil
}

// reasonUnknown finds a solver's answer to get-info (SMT-LIB 2.6, section 4.1.8).
var reasonUnknown = regexp.MustCompile(`(?m)^\(:reason-unknown\s+(.+)\)\s*$`)

// ownLimit recognises reasons that are limits of the solver's own: the standard's memout, and the words of z3 and cvc5.
var ownLimit = regexp.MustCompile(`(?i)time-?out|resource|memout|memory|cancel|interrupt`)

// maxReason bounds the bytes of a reason.
const maxReason = 500

// reason asks a solver why it answers unknown, in a run of its own: where the answer is another one, some solvers take the question
// for an error. It is "" for a solver that does not say.
func (t *trial) reason(ctx context.Context, s *solver.Solver, res *Result) (string, error) {
	path := filepath.Join(t.dir, "why.smt2")
	if err := os.WriteFile(path, slices.Concat(t.textFor(s), []byte("(get-info :reason-unknown)\n")), 0o644); err != nil {
		return "", &findings.OutputError{Path: path, Err: err}
	}
	run, err := t.runFile(ctx, s, path)
	if err != nil {
		return "", err
	}
	res.Extra = append(res.Extra, run)
	if m := reasonUnknown.FindSubmatch(run.Raw.Stdout); m != nil {
		return syntax.Clip(string(m[1]), maxReason), nil
	}
	return "", nil
}

func decides(a smt.Status) bool { return a == smt.Sat || a == smt.Unsat }

// maxBrought is how many of the operators that a step brings in take part in a signature.
const maxBrought = 4

// cause names the last step of a mutant: its rule, the head of what it replaced, and the operators that it brought in.
func cause(m mutate.Mutant) string {
	if len(m.Steps) == 0 {
		return "seed"
	}
	step := m.Steps[len(m.Steps)-1]
	before := "none"
	if step.Before != nil {
		before = cmp.Or(head(step.Before), "none")
	}
	return strings.Join([]string{cmp.Or(step.Rule, "none"), before, cmp.Or(strings.Join(brought(step), "+"), "none")}, "/")
}

// brought returns the names of operators that stand in what a step put in and not in what was there, sorted.
func brought(step mutate.Step) []string {
	if step.After == nil || step.Before == nil {
		return nil
	}
	old := operators(step.Before)
	out := slices.DeleteFunc(operators(step.After), func(name string) bool { return slices.Contains(old, name) })
	return out[:min(len(out), maxBrought)]
}

// operators returns the names of the theories' operators in a term, sorted.
func operators(t *term.Term) []string {
	var out []string
	term.Walk([]*term.Term{t}, func(t *term.Term) bool {
		if f := t.Func(); f != nil && f.Row != nil {
			out = append(out, f.Row.Name)
		}
		return true
	})
	slices.Sort(out)
	return slices.Compact(out)
}
