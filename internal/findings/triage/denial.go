package triage

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// A Denial is one application of an operator about which a solver is wrong alone: it denies that any arguments give a value, and the witness of the
// finding has some that do. Two wrong unsats with the same denial are wrong about the same.
type Denial struct {
	// Script asks whether there are such arguments. The solver says unsat. It identifies the operator, the sorts, literal arguments, and the value.
	Script string `json:"script,omitempty"`
	// Words say it in short, "" where no application alone is denied.
	Words string `json:"words,omitempty"`
	// Every: the solver denies each value that the application has, for all arguments there are.
	Every bool `json:"every,omitempty"`
	// Of is the application with its arguments' sorts, and unless Every with the value: denials with one Of are the same.
	Of string `json:"of,omitempty"`
}

const (
	// mostDenials bounds the applications of a formula that are tried, denialTime each run, and denialBytes the text of each.
	mostDenials = 16
	denialTime  = 5 * time.Second
	denialBytes = 1 << 10
	// mostBits bounds the arguments that are tried, in all their values.
	mostBits = 3
)

// Deny looks for the smallest application in a formula that the blamed solver denies: innermost ones first, and only those with a value under the
// witness, outside binders, over sorts that need no declaration. Errors are those of Locate.
func (l Locator) Deny(ctx context.Context, q Wrongly) (Denial, error) {
	if q.Witness == "" {
		if q.Witness = decided(ctx, q, l.Bench); q.Witness == "" {
			return Denial{}, ErrNoWitness
		}
	}
	m, err := model.Read(q.Witness, q.Script, q.Check, model.Options{Done: ctx.Done()})
	if err != nil {
		return Denial{}, fmt.Errorf("%w: the one given cannot be read: %w", ErrNoWitness, err)
	}
	active, ok := q.Script.Active(q.Check)
	if !ok {
		return Denial{}, ErrNoWitness
	}
	d := denying{of: eval.New(q.Script.Store, m, eval.Options{Interrupted: func() bool { return ctx.Err() != nil }}), store: q.Script.Store, seen: map[*term.Term]bool{}, tried: map[string]bool{}}
	for _, a := range active {
		d.collect(a.Term)
	}
	for _, one := range d.found {
		wrong, err := l.denies(ctx, q, one)
		if err != nil {
			return Denial{}, err
		}
		if !wrong {
			continue
		}
		every, err := l.every(ctx, q, one)
		if err != nil {
			return Denial{}, err
		}
		out := Denial{Script: one.text, Words: one.words, Every: every, Of: strings.Join(append(one.signature(), one.words), " ")}
		if every {
			out.Of = strings.Join(append(one.signature(), one.app), " ") + " and every value"
		}
		return out, nil
	}
	return Denial{}, context.Cause(ctx)
}

// denies reports whether the blamed solver says unsat to a question whose answer evaluation knows to be sat.
func (l Locator) denies(ctx context.Context, q Wrongly, one application) (bool, error) {
	s, err := elab.Script(one.text, elab.Options{Table: q.Script.Store.Table})
	if err != nil {
		return false, nil //nolint:nilerr // what cannot be read is not asked
	}
	m, err := model.Read(one.model, s, 0, model.Options{})
	if err != nil {
		return false, nil //nolint:nilerr // likewise
	}
	if e, err := certify.Plain(m); err != nil || !e.Holds() || trial.Unreadable(q.Blamed, s) != "" {
		return false, nil //nolint:nilerr // likewise
	}
	bench := *l.Bench
	bench.Limits.Time = denialTime
	t := bench.OnFresh().New(s, trial.Facts{Name: "denial", Plan: trial.AskNothing})
	defer t.Close()
	run, err := t.Run(ctx, q.Blamed)
	if err != nil {
		return false, err
	}
	return !run.Void && run.Crash == nil && run.Answer() == smt.Unsat, nil
}

// every reports whether the blamed solver denies all values that an application has. It is false where there are many arguments.
func (l Locator) every(ctx context.Context, q Wrongly, one application) (bool, error) {
	bits := 0
	for _, s := range one.sorts {
		if s.Kind() != sorts.BitVec || bits+s.Width() > mostBits {
			return false, nil
		}
		bits += s.Width()
	}
	script, err := elab.Script(one.declared()+"(assert (= "+one.app+" "+one.app+"))\n(check-sat)\n", elab.Options{Table: q.Script.Store.Table})
	if err != nil {
		return false, nil //nolint:nilerr // then nothing is known of all
	}
	active, _ := script.Active(0)
	app := active[0].Term.Args()[0]
	asked := map[string]bool{one.words: true}
	for all := range 1 << bits {
		text := ""
		for i, s := range one.sorts {
			text += fmt.Sprintf("(define-fun x%d () %v #b%0*b)\n", i+1, s, s.Width(), all&(1<<s.Width()-1))
			all >>= s.Width()
		}
		m, err := model.Read("("+text+")", script, 0, model.Options{})
		if err != nil {
			return false, nil //nolint:nilerr // likewise
		}
		worth := eval.New(script.Store, m, eval.Options{}).Term(app)
		if !worth.IsKnown() {
			return false, nil
		}
		result, err := value.Term(script.Store, app.Sort(), worth)
		if err != nil {
			return false, nil //nolint:nilerr // likewise
		}
		words := fmt.Sprintf("(= %s %v)", one.app, result)
		if asked[words] {
			continue
		}
		asked[words] = true
		wrong, err := l.denies(ctx, q, application{text: one.declared() + "(assert " + words + ")\n(check-sat)\n", model: "(" + text + ")"})
		if err != nil || !wrong {
			return false, err
		}
	}
	return true, nil
}

// An application is a question about one, and the model that answers it.
type application struct {
	text, model, words string
	// app is the application of constants x1, x2 and so on, of these sorts.
	app   string
	sorts []*sorts.Sort
}

// declared declares the constants.
func (a application) declared() (out string) {
	for i, s := range a.sorts {
		out += fmt.Sprintf("(declare-const x%d %v)\n", i+1, s)
	}
	return out
}

// signature are the sorts of the constants in words.
func (a application) signature() (out []string) {
	for i, s := range a.sorts {
		out = append(out, fmt.Sprintf("x%d: %v;", i+1, s))
	}
	return out
}

// denying collects applications.
type denying struct {
	of    *eval.Evaluator
	store *term.Store
	seen  map[*term.Term]bool
	tried map[string]bool
	found []application
}

// collect adds the applications of a term, the innermost first.
func (d *denying) collect(t *term.Term) {
	if d.seen[t] || len(d.found) >= mostDenials || t.Kind() != term.App && t.Kind() != term.Annot {
		return
	}
	d.seen[t] = true
	for _, a := range t.Args() {
		d.collect(a)
	}
	if f := t.Func(); t.Kind() != term.App || f == nil || f.Row == nil || len(t.Args()) == 0 || len(d.found) >= mostDenials {
		return
	}
	if one, ok := d.question(t); ok && !d.tried[one.text] {
		d.tried[one.text] = true
		d.found = append(d.found, one)
	}
}

// question asks for arguments that give an application its value. Literals stay, so that it is not about other operators' arguments.
func (d *denying) question(t *term.Term) (application, bool) {
	worth := d.of.Term(t)
	if !worth.IsKnown() || !plainSort(t.Sort()) {
		return application{}, false
	}
	result, err := value.Term(d.store, t.Sort(), worth)
	if err != nil {
		return application{}, false
	}
	var defined strings.Builder
	one := application{}
	args := make([]*term.Term, len(t.Args()))
	constants := map[*term.Term]*term.Term{}
	for i, a := range t.Args() {
		if args[i] = a; a.Kind() == term.Literal {
			continue
		}
		if args[i] = constants[a]; args[i] != nil {
			continue
		}
		v := d.of.Term(a)
		if !v.IsKnown() || !plainSort(a.Sort()) {
			return application{}, false
		}
		body, err := value.Term(d.store, a.Sort(), v)
		if err != nil {
			return application{}, false
		}
		name := fmt.Sprintf("x%d", len(constants)+1)
		args[i] = d.store.NewVar(name, a.Sort())
		constants[a] = args[i]
		one.sorts = append(one.sorts, a.Sort())
		fmt.Fprintf(&defined, "(define-fun %s () %v %v)\n", name, a.Sort(), body)
	}
	if len(constants) == 0 {
		return application{}, false // a solver computes it
	}
	app, err := d.store.WithArgs(t, args)
	if err != nil {
		return application{}, false
	}
	one.app, one.words, one.model = app.String(), fmt.Sprintf("(= %v %v)", app, result), "("+defined.String()+")"
	one.text = one.declared() + "(assert " + one.words + ")\n(check-sat)\n"
	return one, len(one.text) <= denialBytes
}

// plainSort reports whether a sort is one of the theories through and through, so that no script has to declare it.
func plainSort(s *sorts.Sort) bool {
	return s.Kind() != sorts.User && s.Kind() != sorts.Param && !slices.ContainsFunc(s.Args(), func(a *sorts.Sort) bool { return !plainSort(a) })
}
