package crosscheck

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

// probe is a closed term with the value that Assay gives it.
type probe struct {
	op   *operator
	t    *term.Term // what Assay evaluates
	put  *term.Term // what solvers are asked about: t, or its meaning in operators that they have
	v    value.Value
	said *term.Term // v as a term
}

// batch is the unit of work: terms of some operators of one theory, from one seed.
type batch struct {
	seed *rng.Rand
	ops  []*operator
	each int // terms for each operator
}

// worker makes batches and compares them; it owns one process for every solver.
type worker struct {
	*run
	sessions []*session
}

// run is shared by the workers of one cross-check.
type run struct {
	versions map[string]string // of the available solvers
	inner    catalogs
	tally    *groundTally
}

func (r *run) newWorker() *worker {
	w := &worker{run: r}
	for i := range dialects {
		if r.versions[dialects[i].solver] != "" {
			w.sessions = append(w.sessions, &session{dialect: dialects[i], prelude: groundPrelude})
		}
	}
	return w
}

func (w *worker) stop() {
	for _, s := range w.sessions {
		s.stop()
		w.tally.wait(s.name, s.spent)
	}
}

// do compares one batch.
func (w *worker) do(b batch) {
	r := b.seed
	g := newGenerator(w.target(b.ops[0], r), nil, r)
	ev := eval.New(g.st, &model.Model{Script: g.decls}, eval.Options{})
	asked := make([][]*probe, len(w.sessions))
	for _, op := range b.ops {
		for range b.each {
			d := w.target(op, r)
			g.aim(d, w.inner[d.name])
			x := w.probe(g, ev, op)
			if x == nil {
				continue
			}
			for i, s := range w.sessions {
				switch {
				case op.higherOrder() != s.higherOrder():
				case unevaluated[s.solver][op.rowName()] == seldom && r.IntN(10) > 0:
				case w.available(g, s, op, x.put) && w.available(g, s, op, x.said):
					asked[i] = append(asked[i], x)
				default:
					w.tally.count(op, s.solver, notAvailable, 1)
				}
			}
		}
	}
	for i, s := range w.sessions {
		q := &questions{run: w.run, session: s, store: g.st}
		for part := range slices.Chunk(asked[i], perQueryTerms) {
			q.settle(part)
			q.readBack(part, r)
		}
	}
}

func (w *worker) available(g *generator, s *session, op *operator, t *term.Term) bool {
	return availableTo(g.st.Table, &s.dialect, w.versions[s.solver], op, t)
}

// target chooses the solver for which a term of the operator is made.
func (w *worker) target(op *operator, r *rng.Rand) *dialect {
	var fit []*dialect
	for _, s := range w.sessions {
		if s.higherOrder() == op.higherOrder() && op.availableIn(s.solver, w.versions[s.solver]) {
			fit = append(fit, &s.dialect)
		}
	}
	if len(fit) == 0 {
		for _, s := range w.sessions {
			if s.higherOrder() == op.higherOrder() {
				fit = append(fit, &s.dialect)
			}
		}
	}
	if len(fit) == 0 {
		return &dialects[0]
	}
	return rng.Pick(r, fit)
}

// probe makes a term of the operator and evaluates it; nil when there is nothing to compare.
func (w *worker) probe(g *generator, ev *eval.Evaluator, op *operator) *probe {
	t, put := op.make(g)
	if t == nil {
		w.tally.count(op, "", notMade, 1)
		return nil
	}
	x := &probe{op: op, t: t, put: put, v: ev.Term(t)}
	switch {
	case x.v.IsKnown():
	case x.v.HasUnsupported():
		w.tally.unsupported(op, x.v.Reason())
		return nil
	default:
		w.tally.count(op, "", leftOpen, 1)
		return nil
	}
	if x.v.Kind() == value.Field && put.Sort() == sorts.Int {
		x.said = g.integer(x.v.Field().N) // no solver has fields: their elements are compared as numbers
		return x
	}
	said, err := value.Term(g.st, t.Sort(), x.v)
	if err != nil {
		w.tally.unsupported(op, err.Error())
		return nil
	}
	x.said = said
	return x
}

// perQueryTerms is how many terms one query asks about.
const perQueryTerms = 100

// questions asks one solver about the terms of one store.
type questions struct {
	*run
	*session
	store *term.Store
}

// text writes a term for the solver.
func (q *questions) text(t *term.Term) string {
	if q.solver == "cvc4" {
		t = inPairs(q.store, t)
	}
	p := term.Printer{Solver: q.solver}
	return string(p.Append(nil, t))
}

// claim writes that a term does not have the value that Assay gives it.
func (q *questions) claim(x *probe) string {
	return "(distinct " + q.text(x.put) + " " + q.text(x.said) + ")"
}

// settle compares probes, all in one query, and searches for the culprits when the answer is wrong.
func (q *questions) settle(xs []*probe) {
	switch len(xs) {
	case 0:
		return
	case 1:
		o, detail := q.check(q.claim(xs[0]), perQuery)
		if o == crashed || o == disagrees && q.asked > 2 { // the answer must not depend on what was asked before
			q.stop()
			if o, detail = q.check(q.claim(xs[0]), perQuery); o == agrees {
				q.tally.deviation(historyName)
			}
		}
		q.record(xs[0], o, detail)
		return
	}
	var b strings.Builder
	b.WriteString("(or")
	for _, x := range xs {
		b.WriteString("\n " + q.claim(x))
	}
	b.WriteString(")")
	switch o, _ := q.check(b.String(), perBatch); o {
	case agrees:
		for _, x := range xs {
			q.tally.count(x.op, q.solver, compared, 1)
		}
	case undecided: // a binary search would wait for the limit at each step
		for i := range xs {
			q.settle(xs[i : i+1])
		}
	default:
		half := len(xs) / 2
		q.settle(xs[:half])
		q.settle(xs[half:])
	}
}

// record counts the outcome of a single comparison, and explains it unless the solver agrees.
func (q *questions) record(x *probe, o outcome, detail string) {
	switch o {
	case agrees:
		q.tally.count(x.op, q.solver, compared, 1)
		return
	case undecided:
		q.tally.withoutAnswer(x, &q.dialect)
		return
	case disagrees:
		detail = q.value(x.put)
	}
	m := &mismatch{x: x, dialect: &q.dialect, outcome: o, detail: detail, claim: q.claim(x)}
	q.tally.mismatch(m)
}

// value asks the solver for the value of a term.
func (q *questions) value(t *term.Term) string {
	lines, err := q.query("(check-sat)\n(get-value (" + q.text(t) + "))\n")
	if err != nil {
		return err.Error() + ": " + strings.Join(lines, "\n")
	}
	if len(lines) > 0 && lines[0] == "sat" {
		lines = lines[1:]
	}
	return strings.Join(lines, "\n")
}

// inPairs writes operators on sets with two arguments each, as cvc4 reads them.
func inPairs(st *term.Store, t *term.Term) *term.Term {
	made := map[*term.Term]*term.Term{}
	var rebuild func(u *term.Term) *term.Term
	rebuild = func(u *term.Term) *term.Term {
		if len(u.Args()) == 0 {
			return u
		}
		if known := made[u]; known != nil {
			return known
		}
		args := make([]*term.Term, len(u.Args()))
		for i, a := range u.Args() {
			args[i] = rebuild(a)
		}
		switch u.Kind() {
		case term.Quant:
			made[u] = must(st.Quant(u.Binder(), u.Bound(), args[0]))
		case term.Match:
			made[u] = must(st.Match(args[0], u.Cases(), args[1:]))
		default:
			f := u.Func()
			if f.Row != nil && f.Row.Theory == "sets" && f.Row.Assoc == theory.LeftAssoc {
				for len(args) > 2 {
					args = append([]*term.Term{must(st.App(f, args[0], args[1]))}, args[2:]...)
				}
			}
			made[u] = must(st.App(f, args...))
		}
		return made[u]
	}
	return rebuild(t)
}
