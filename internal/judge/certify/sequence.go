package certify

import (
	"bytes"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// A Sequence evaluates scripts of one store, each of which differs little from the one before, as the mutants of a chain do: what it knows
// about the formulas of one holds for the next under the same model. It evaluates the scripts' own terms, not the text that a solver read,
// so it is not evidence: it serves to see quickly that nothing is wrong, and does not settle the rest. What it settles, a Formula of the
// script's text confirms, unless the Formula runs out of instances earlier because it has several copies of a quantifier that is one term in
// the script. What it says about a script does not depend on the scripts before. Not safe for concurrent use; it adds terms to the store.
type Sequence struct {
	// Effort bounds the evaluation of each script.
	Effort Effort
	// Done ends evaluations when it is closed: they settle nothing then. nil never does.
	Done <-chan struct{}

	script *script.Script
	check  int                // the one in question, from 0
	terms  int                // of the store at the beginning: later terms must not affect how much is evaluated
	plain  bool               // a sequence can evaluate the script
	steady bool               // the values of its formulas do not depend on what was evaluated before: no function has a binder in its body
	calls  bool               // it has functions with bodies, or binders
	active []script.Assertion // of the check
	frame  []*script.Command  // the commands around the formulas on which values depend

	views    map[slot]*view
	read     map[string]*reading         // by family
	supports map[*term.Term][]*term.Decl // by formula
	fault    *oracle.Fault               // the first one, until it is asked for
}

// Follow goes on to what a check-sat, from 0, of a script of the store asks about; text is the script's printed form. ok is false when the sequence
// cannot evaluate it.
func (q *Sequence) Follow(s *script.Script, check int, text []byte) (ok bool) {
	if s != q.script {
		q.begin(s, text)
		q.check = -1
	}
	if q.plain && check != q.check {
		q.check = check
		q.active, q.plain = s.Active(check) // a check that the script does not have settles nothing, now or later
	}
	return q.plain
}

// begin goes on to a script.
func (q *Sequence) begin(s *script.Script, text []byte) {
	if q.script != nil && q.script.Store != s.Store {
		q.forget()
	}
	if q.terms == 0 {
		q.terms = s.Store.Len()
	}
	q.script = s
	q.plain = q.look() && !bytes.Contains(text, []byte(`\u{`))
}

func (q *Sequence) forget() {
	q.views, q.read, q.supports, q.frame, q.terms = nil, nil, nil, nil, 0
}

// recovered settles nothing when the evaluation has a defect, and keeps what the defect says. It has to be deferred itself.
func (q *Sequence) recovered(v *oracle.ModelVerdict, ok *bool) {
	if p := recover(); p != nil {
		if f := panicked(p); q.fault == nil {
			q.fault = f
		}
		q.forget()
		*v, *ok = oracle.NoModel, false
	}
}

// Fault returns the first failure of the evaluator since Fault was last called, nil for none. What was being evaluated then is not settled.
func (q *Sequence) Fault() *oracle.Fault {
	f := q.fault
	q.fault = nil
	return f
}
