package certify

import (
	"bytes"

	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// A Sequence evaluates scripts of one store, each of which differs little from the one before, as the mutants of a chain do: what
// it knows of the formulas of one holds for the next under the same model. It evaluates the scripts' own terms, not what a solver read of
// them, so that it is no evidence: it serves to see quickly that nothing is wrong, and does not settle the rest. What it settles, a
// Formula of the script's text says too, unless that runs out of instances earlier, since it has quantifiers several times that are one
// term of the script. What it says of a script does not hang on the scripts before. Not safe for concurrent use; it adds terms to the store.
type Sequence struct {
	// Effort bounds the evaluation of each script.
	Effort Effort
	// Done ends evaluations when it is closed: they settle nothing then. nil never does.
	Done <-chan struct{}

	script *script.Script
	terms  int  // of the store at the beginning: what comes later must not decide how much is evaluated
	plain  bool // script is one that a sequence can evaluate
	steady bool // the values of its formulas do not depend on what was evaluated before: no function has a binder in its body
	calls  bool // it has functions with bodies, or binders
	active []script.Assertion
	frame  []*script.Command // the commands around the formulas, of which values depend on

	views    map[slot]*view
	read     map[string]*reading         // by family
	supports map[*term.Term][]*term.Decl // by formula
	fault    *oracle.Fault               // the first one, until somebody asks
}

// Follow goes on to a script of the store; text is what it was printed as. ok is false when the sequence can do nothing with it.
func (q *Sequence) Follow(s *script.Script, text []byte) (ok bool) {
	if s == q.script {
		return q.plain
	}
	if q.script != nil && q.script.Store != s.Store {
		q.forget()
	}
	if q.terms == 0 {
		q.terms = s.Store.Len()
	}
	q.script = s
	q.plain = q.look() && !bytes.Contains(text, []byte(`\u{`))
	return q.plain
}

func (q *Sequence) forget() {
	q.views, q.read, q.supports, q.frame, q.terms = nil, nil, nil, nil, 0
}

// recovered settles nothing when the evaluation has a defect, and keeps what that said. It is to be deferred itself.
func (q *Sequence) recovered(v *oracle.ModelVerdict, ok *bool) {
	if p := recover(); p != nil {
		if f := panicked(p); q.fault == nil {
			q.fault = f
		}
		q.forget()
		*v, *ok = oracle.NoModel, false
	}
}

// Fault returns the first failure of the evaluator since it was asked last, nil for none. What was evaluated then is not settled.
func (q *Sequence) Fault() *oracle.Fault {
	f := q.fault
	q.fault = nil
	return f
}
