package certified_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// A world is what is true of a script with only Booleans and two-bit vectors. The test finds that out with its own evaluation of all
// assignments, which shares no code with the evaluator that certifies.
type world struct {
	script *script.Script
	names  []*term.Decl
	widths []int
	vars   map[*term.Decl]uint64
	lets   map[*term.Decl]uint64
}

const mostBits = 12

// worldOf reads a script; nil when it is not of that kind.
func worldOf(text string) *world {
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		return nil
	}
	w := &world{script: s, vars: map[*term.Decl]uint64{}, lets: map[*term.Decl]uint64{}}
	bits := 0
	for _, c := range s.Commands {
		if c.Kind != script.DeclareFun {
			continue
		}
		d := c.Decls[0]
		width := max(1, d.Result.Width())
		w.names, w.widths = append(w.names, d), append(w.widths, width)
		bits += width
	}
	if bits > mostBits || !w.evaluates() {
		return nil
	}
	return w
}

// evaluates reports whether all operators are known. A reduction may introduce others, such as a comparison in place of its negation.
func (w *world) evaluates() (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	active, _ := w.script.Active(0)
	for _, a := range active {
		w.value(a.Term)
	}
	return true
}

// each calls f with every assignment until it returns false.
func (w *world) each(f func() bool) {
	total := 0
	for _, n := range w.widths {
		total += n
	}
	for a := range uint64(1) << total {
		for i, d := range w.names {
			w.vars[d] = a & (1<<w.widths[i] - 1)
			a >>= w.widths[i]
		}
		if !f() {
			return
		}
	}
}

// truth is the answer to the only check-sat, with a model after sat.
func (w *world) truth() (smt.Status, string) {
	answer, model := smt.Unsat, ""
	w.each(func() bool {
		if !w.holds() {
			return true
		}
		answer, model = smt.Sat, w.model()
		return false
	})
	return answer, model
}

// wrong is a model under which some assertion is false, "" when there is none.
func (w *world) wrong() (model string) {
	w.each(func() bool {
		if w.holds() {
			return true
		}
		model = w.model()
		return false
	})
	return model
}

// model writes the assignment.
func (w *world) model() string {
	var b strings.Builder
	b.WriteString("(\n")
	for i, d := range w.names {
		v := fmt.Sprintf("#b%0*b", w.widths[i], w.vars[d])
		if d.Result.Width() == 0 {
			v = fmt.Sprint(w.vars[d] == 1)
		}
		fmt.Fprintf(&b, "  (define-fun %s () %v %s)\n", d.Text, d.Result, v)
	}
	return b.String() + ")\n"
}

// holds evaluates all assertions under the assignment.
func (w *world) holds() bool {
	active, _ := w.script.Active(0)
	for _, a := range active {
		if w.value(a.Term) == 0 {
			return false
		}
	}
	return true
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// value is the value of a term. It knows the operators that the formulas here have, and panics at others.
func (w *world) value(t *term.Term) uint64 {
	if t.Kind() == term.Literal {
		var v uint64
		if _, err := fmt.Sscanf(strings.Replace(t.Text(), "#", "0", 1), "%v", &v); err != nil {
			panic(err)
		}
		return v
	}
	if t.Kind() == term.Annot {
		return w.value(t.Args()[0])
	}
	f := t.Func()
	if f == nil {
		panic("no value of " + t.String())
	}
	if f.Kind == term.UserFunc {
		if f.Decl.Body != nil {
			for i, v := range f.Decl.Vars {
				_ = v
				panic(fmt.Sprint("a definition with parameters ", i))
			}
			return w.value(f.Decl.Body)
		}
		return w.vars[f.Decl]
	}
	var args []uint64
	for _, a := range t.Args() {
		args = append(args, w.value(a))
	}
	return w.apply(f.Name(), t, args)
}

func (w *world) apply(name string, t *term.Term, args []uint64) uint64 {
	mask := uint64(1)<<max(1, t.Sort().Width()) - 1
	fold := func(f func(a, b uint64) uint64) uint64 {
		v := args[0]
		for _, a := range args[1:] {
			v = f(v, a) & mask
		}
		return v
	}
	chain := func(f func(a, b uint64) bool) uint64 {
		for i := range args[1:] {
			if !f(args[i], args[i+1]) {
				return 0
			}
		}
		return 1
	}
	switch name {
	case "true":
		return 1
	case "false":
		return 0
	case "not":
		return 1 - args[0]
	case "and", "bvand":
		return fold(func(a, b uint64) uint64 { return a & b })
	case "or", "bvor":
		return fold(func(a, b uint64) uint64 { return a | b })
	case "xor", "bvxor":
		return fold(func(a, b uint64) uint64 { return a ^ b })
	case "=>":
		v := args[len(args)-1]
		for i := len(args) - 2; i >= 0; i-- {
			v |= 1 - args[i]
		}
		return v
	case "bvadd":
		return fold(func(a, b uint64) uint64 { return a + b })
	case "bvmul":
		return fold(func(a, b uint64) uint64 { return a * b })
	case "bvnot":
		return ^args[0] & mask
	case "bvult":
		return b2u(args[0] < args[1])
	case "bvuge":
		return b2u(args[0] >= args[1])
	case "bvule":
		return b2u(args[0] <= args[1])
	case "bvugt":
		return b2u(args[0] > args[1])
	case "=":
		return chain(func(a, b uint64) bool { return a == b })
	case "distinct":
		for i := range args {
			for k := range i {
				if args[i] == args[k] {
					return 0
				}
			}
		}
		return 1
	case "ite":
		return args[2-args[0]]
	}
	panic("the operator " + name + " in " + t.String())
}

// planted is a trial.Runner of solvers without processes. Solvers without a planted bug answer what is true, with a model.
type planted struct {
	// bugs say what a target answers to a text instead; ok is false for the truth.
	bugs map[solver.Target]func(text string, w *world) (v solver.Verdict, ok bool)
}

func (p *planted) Run(ctx context.Context, r trial.Request) (solver.Run, error) {
	if ctx.Err() != nil {
		return solver.Run{}, context.Cause(ctx)
	}
	run := solver.Run{
		Target: r.Target, Solver: r.Target.String(), Family: r.Target.Profile().Name, Questions: r.Text.Questions, Limits: r.Limits,
		Command: []string{r.Target.String()},
	}
	text := string(r.Text.Bytes)
	w := worldOf(text)
	if bug := p.bugs[r.Target]; bug != nil {
		if v, ok := bug(text, w); ok {
			run.Verdict = v
			return run, nil
		}
	}
	if w == nil || w.script.Checks() != 1 {
		run.Verdict = solver.Verdict{Answers: []smt.Status{smt.Unknown}}
		return run, nil
	}
	answer, model := w.truth()
	run.Verdict = said(answer, model, text)
	return run, nil
}

// said is the verdict of an answer, with a model where the text asks for one.
func said(answer smt.Status, model, text string) solver.Verdict {
	v := solver.Verdict{Answers: []smt.Status{answer}}
	if answer == smt.Sat && strings.Contains(text, "(get-model)") {
		v.Returns = []solver.Return{{Check: 0, Kind: question.Model, Text: model}}
	}
	return v
}
