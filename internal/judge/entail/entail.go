package entail

import (
	"slices"

	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// By says which reasoning an entailment needed.
type By string

// The ways, the simplest first. Each may use those before it.
const (
	Unsettled     By = ""
	Propositional By = "propositional reasoning" // connectives alone
	Equality      By = "equality and values"     // congruence, and exact evaluation of terms without symbols
	Normal        By = "normal forms"            // of polynomials, inequalities and their sums, arrangements of arguments, memberships of words
	Bits          By = "bits"                    // of bit-vectors
)

// Ways are all of them, in the order in which they are tried. The caller must not change it.
var Ways = []By{Propositional, Equality, Normal, Bits}

// A Budget bounds what a kernel does.
type Budget struct {
	// Work bounds the terms, clauses and rows that one question looks at in each way, each as often as it does.
	Work int
	// All bounds the work for all questions together.
	All int
}

// DefaultBudget is some tenths of a second for a question at most, and less than a minute for all.
var DefaultBudget = Budget{Work: 1_000_000, All: 1_000_000_000}

// A Kernel answers questions about the terms of one store. It belongs to one goroutine.
type Kernel struct {
	store  *term.Store
	values *eval.Evaluator
	known  map[*term.Term]value.Value // of terms without symbols
	budget Budget
	left   int
	// same maps terms with binders to the first that equals them up to the names of variables.
	same    map[*term.Term]*term.Term
	binders map[int][]*term.Term // by size
}

// New returns a kernel. The zero budget stands for DefaultBudget.
func New(st *term.Store, b Budget) *Kernel {
	if b == (Budget{}) {
		b = DefaultBudget
	}
	return &Kernel{
		store: st, budget: b, left: b.All, same: map[*term.Term]*term.Term{}, binders: map[int][]*term.Term{},
		known: map[*term.Term]value.Value{}, values: eval.New(st, nil, eval.Options{}),
	}
}

// Entails says by which reasoning the conclusion follows from the premises, Unsettled when that is not known. All are formulas of the kernel's store.
func (k *Kernel) Entails(premises []*term.Term, conclusion *term.Term) By {
	for _, way := range attempts {
		left := min(k.budget.Work, k.left)
		q := &question{
			kernel: k, attempt: way, left: left, literals: map[*term.Term]literal{}, atoms: map[atomKey]literal{}, equalities: map[literal]equation{},
			index: map[*term.Term]int{}, numbers: newNumbers(), vectorBits: newVectorBits(), flats: map[*term.Term]string{},
		}
		refuted := q.refutes(premises, conclusion)
		k.left -= left - max(q.left, 0)
		if refuted {
			return way.by
		}
	}
	return Unsettled
}

// An attempt is a way of reasoning with formulas as atoms that are nested deeper than a number of connectives: many steps are about the outermost ones of
// large formulas.
type attempt struct {
	by    By
	depth int
}

const unlimited = 1 << 30

var attempts = []attempt{{Propositional, 2}, {Propositional, unlimited}, {Equality, unlimited}, {Normal, unlimited}, {Bits, unlimited}}

// Holds reports whether a formula is true in all interpretations because evaluation says so.
func (k *Kernel) Holds(t *term.Term) bool { return k.value(t).IsTrue() }

// Spent reports whether the work for all questions together is used up, so that further answers say only that.
func (k *Kernel) Spent() bool { return k.left <= 0 }

// A question is one entailment, examined in one way.
type question struct {
	kernel *Kernel
	attempt
	left int // of the work
	vars int
	// clauses are to be satisfied.
	clauses [][]literal
	// literals are those of the formulas met so far, atoms those of atoms by what they say.
	literals map[*term.Term]literal
	atoms    map[atomKey]literal
	// equalities are the atoms that congruence closure knows: an equation between two terms, or a formula that is an argument or has arguments.
	equalities map[literal]equation
	order      []literal // of equalities, as they were met
	// terms are those of congruence closure, arguments first, by index.
	terms []*term.Term
	index map[*term.Term]int
	numbers
	vectorBits
	flats map[*term.Term]string
}

// A literal is a variable, from 1, or its negation.
type literal int32

// spend counts work, and reports whether some is left.
func (q *question) spend(n int) bool {
	q.left -= n
	return q.left > 0
}

// refutes reports whether the premises and the negated conclusion have no model.
func (q *question) refutes(premises []*term.Term, conclusion *term.Term) bool {
	for _, p := range premises {
		q.add(q.formula(p))
	}
	q.add(-q.formula(conclusion))
	if q.by != Propositional {
		q.complete()
	}
	if q.left <= 0 {
		return false
	}
	return q.search()
}

// add adds a clause. The search relies on literals that differ.
func (q *question) add(clause ...literal) {
	q.spend(len(clause))
	slices.Sort(clause)
	q.clauses = append(q.clauses, slices.Compact(clause))
}

func isBool(t *term.Term) bool { return t.Sort() == sorts.Bool }
