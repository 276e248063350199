// Package eval evaluates terms exactly. It gives the value of every SMT-LIB term under a model, or says that
// the standard leaves it open, or that Assay cannot compute it. It does not guess, runs no process and trusts
// no solver, because it certifies that formulas are satisfiable.
//
// An open value spreads as little as logic allows: (or true (= 1 (div x 0))) is true. Applications of one
// operator to equal arguments are equal even when they are open, so (= (div x 0) (div x 0)) is true.
package eval

import (
	"cmp"

	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

// Options bound an evaluation and say how gaps are filled. The zero value is the usual.
type Options struct {
	// Steps bounds the number of terms evaluated, 0: DefaultSteps. Once this bound, or that of Work or Bytes, is exceeded, or
	// Interrupted says so, the value of every term that has not been evaluated yet is unsupported because it is too large.
	Steps int
	// Work bounds the elementary operations inside operators, 0: DefaultWork. One is about the inspection of an
	// element of a collection, or of a machine word of a number, and takes about 10 ns.
	Work int64
	// Bytes bounds the memory of all values that are built, 0: DefaultBytes. Memory that is released in the meantime counts too.
	Bytes int64
	// Interrupted, when not nil, is asked every few thousand operations whether to stop. It must be quick.
	Interrupted func() bool
	// Instances bounds the total number of instances of all quantifiers, including nested ones, 0:
	// DefaultInstances.
	Instances int
	// Missing says how to treat constants and functions that the model omits, and functions at arguments that it omits.
	Missing Missing
	// Heed, when not nil, says for which operators and selectors the model's interpretation of values that
	// the standard leaves open counts; nil means all.
	Heed func(op string) bool
	// Fill, when not nil, chooses the values that the standard leaves open and the model does not fix. It
	// must be a function of its argument; the invalid Value leaves the value open.
	Fill func(Gap) value.Value
}

// Missing is a way to treat what a model omits.
type Missing uint8

// The ways: either the default value of the sort (for functions that the model gives at some arguments, the value of their Body),
// or an open value.
const (
	MissingDefault Missing = iota
	MissingOpen
)

// Gap is an application whose value the standard leaves open.
type Gap struct {
	Op   string // the operator, or the selector
	Args []value.Value
	Sort *sorts.Sort
}

// The usual limits.
const (
	DefaultSteps     = 20_000_000
	DefaultInstances = 1 << 17
	DefaultWork      = 1 << 30
	DefaultBytes     = 1 << 30
)

const (
	// maxCalls bounds how deeply function calls nest.
	maxCalls = 20_000
	// maxBlind bounds how deeply calls of one function nest that know nothing about their arguments. Such a recursion has nothing to end it: the
	// condition that should is open, so both branches are evaluated, until that takes too many steps.
	maxBlind = 10
	// maxNesting bounds how deeply everything that needs the stack nests: calls, binders, matches and labels.
	maxNesting = 50_000
)

// Evaluator evaluates terms of one store under one model. Not safe for concurrent use; it uses the store.
type Evaluator struct {
	opts  Options
	model *model.Model // nil: none
	store *term.Store
	ops   []operator
	dom   value.Domain

	memo   term.Map[value.Value] // of closed terms
	valued []*term.Term          // what has an entry in memo
	local  term.Map[local]       // of terms with free variables
	tasks  []task
	values []value.Value
	steps  int
	// instances of quantifiers evaluated so far
	instances int
	apart     apart
	domains   map[*sorts.Sort][]value.Value // all values of small sorts that quantifiers range over
	constants map[constantsKey][]*term.Term // see eachConstant
	calls     int
	blind     map[*term.Term]int // calls in progress that know nothing about their arguments, by the body of the function
	nesting   int
	idle      []*call                        // see run
	applying  int                            // calls of Apply
	points    map[*term.Decl][][]value.Value // see Points
	meter     *value.Meter

	regex *smtstr.Builder // nil until there is a language, see languages
	// what the regular expressions had cost when that was last taken from the meter
	regexSteps, regexNodes int
	unknowns               map[string]*value.Unknown
	lastID                 int
	key                    []byte                  // scratch
	named                  map[uint64][]namedValue // by hash, see name
	names                  int
	sizes                  term.Map[int]       // see size
	elements               map[*term.Decl]bool // of all universes, nil until asked for
	functions              map[writing]uint64  // see identity
	lastFunction           uint64
	assumed                map[*term.Decl]bool
}

// complete fills in the usual limits.
func (o Options) complete() Options {
	o.Steps, o.Instances = cmp.Or(o.Steps, DefaultSteps), cmp.Or(o.Instances, DefaultInstances)
	o.Work, o.Bytes = cmp.Or(o.Work, DefaultWork), cmp.Or(o.Bytes, DefaultBytes)
	return o
}

// New returns an evaluator of the terms of a store; m is nil for terms without declared symbols.
func New(st *term.Store, m *model.Model, opts Options) *Evaluator {
	opts = opts.complete()
	ev := &Evaluator{
		meter: value.NewMeter(opts.Work, opts.Bytes, opts.Interrupted), constants: map[constantsKey][]*term.Term{}, named: map[uint64][]namedValue{},
		opts: opts, model: m, store: st, ops: operatorsOf(st.Table),
		memo:    term.NewMap[value.Value](st),
		domains: map[*sorts.Sort][]value.Value{}, unknowns: map[string]*value.Unknown{}, assumed: map[*term.Decl]bool{},
		functions: map[writing]uint64{},
	}
	ev.dom = domainOf(st, m)
	ev.dom.Meter = ev.meter
	return ev
}

// Term returns the value of a closed term.
func (ev *Evaluator) Term(t *term.Term) value.Value { return ev.eval(t, nil) }

// Assumed returns the declared constants and functions for which the model has no value and which an
// evaluated term needed.
func (ev *Evaluator) Assumed() []*term.Decl {
	var out []*term.Decl
	for d := range ev.assumed {
		out = append(out, d)
	}
	sortDecls(out)
	return out
}

// Table returns the operator table of the terms.
func (ev *Evaluator) Table() *theory.Table { return ev.store.Table }

// Domain says which values sorts have under the model.
func (ev *Evaluator) Domain() *value.Domain { return &ev.dom }

// task is an application whose arguments are being evaluated.
type task struct {
	t    *term.Term
	base int // where its arguments begin on the stack of values
}

// eval evaluates t in f. It keeps its own stack for the depth of terms; calls and binders recurse.
func (ev *Evaluator) eval(t *term.Term, f *frame) value.Value {
	if v, ok := ev.known(t, f); ok {
		return v
	}
	if ev.over() {
		return ev.spent()
	}
	if ev.nesting++; ev.nesting > maxNesting {
		ev.nesting--
		return ev.tooLarge("calls and binders nest too deeply")
	}
	bottom, top := len(ev.tasks), len(ev.values)
	ev.tasks = append(ev.tasks, task{t: t, base: len(ev.values)})
	for len(ev.tasks) > bottom {
		k := &ev.tasks[len(ev.tasks)-1]
		if c := ev.descend(k, f); c != nil {
			ev.tasks = append(ev.tasks, task{t: c, base: len(ev.values)})
			continue
		}
		u, base := k.t, k.base
		v := ev.finish(u, ev.values[base:], f)
		ev.values = ev.values[:base]
		ev.tasks = ev.tasks[:len(ev.tasks)-1]
		if ev.over() {
			// Its result may depend on work that was interrupted.
			ev.tasks, ev.values = ev.tasks[:bottom], ev.values[:top]
			ev.nesting--
			return ev.spent()
		}
		ev.remember(u, v, f)
		if len(ev.tasks) == bottom {
			ev.nesting--
			return v
		}
		ev.values = append(ev.values, v)
	}
	panic("eval: the stack of tasks ran empty")
}

// descend returns the next argument that has to be evaluated first, nil when there is none left.
func (ev *Evaluator) descend(k *task, f *frame) *term.Term {
	t := k.t
	if t.Kind() != term.App && t.Kind() != term.Annot {
		return nil // binders and matches evaluate their parts in frames of their own
	}
	args := t.Args()
	lazy := strict
	if t.Kind() == term.App {
		lazy = ev.laziness(t.Func())
	}
	for {
		have := len(ev.values) - k.base
		if have == len(args) {
			return nil
		}
		if lazy != strict && have > 0 && lazy.settled(ev.values[k.base:]) {
			return nil
		}
		i := have
		if lazy == choosing && have == 1 && ev.values[k.base].IsFalse() {
			i = 2 // the else branch takes the second place
		}
		v, ok := ev.known(args[i], f)
		if !ok {
			return args[i]
		}
		ev.values = append(ev.values, v)
	}
}

// known returns the value of a term that needs no work.
func (ev *Evaluator) known(t *term.Term, f *frame) (v value.Value, ok bool) {
	if len(t.Free()) == 0 {
		if v = ev.memo.Get(t); v.Kind() != value.Invalid {
			return v, true
		}
		if t.Kind() == term.Literal {
			ev.steps++
			v = ev.literal(t)
			ev.remember(t, v, nil)
			return v, true
		}
		return value.Value{}, false
	}
	if t.Kind() == term.Var {
		v, ok = ev.lookup(f, t)
		if !ok {
			v = ev.unsupported("a variable without a value")
		}
		return v, true
	}
	if h := ev.home(f, t); h != nil {
		v, ok = ev.localValue(t, h)
	}
	return v, ok
}

// remember keeps the value of a term for where it occurs again.
func (ev *Evaluator) remember(t *term.Term, v value.Value, f *frame) {
	if len(t.Free()) > 0 {
		if h := ev.home(f, t); h != nil {
			ev.setLocal(t, h, v)
		}
		return
	}
	ev.memo.Set(t, v)
	ev.valued = append(ev.valued, t)
	if t.HasBinder() {
		ev.apart.quantified = append(ev.apart.quantified, t)
	}
}

// finish returns the value of t from those of its arguments.
func (ev *Evaluator) finish(t *term.Term, args []value.Value, f *frame) value.Value {
	if ev.steps++; ev.steps > ev.opts.Steps {
		ev.meter.Exceed(StepsExceeded)
	}
	if !ev.meter.Spend(1 + len(args)) {
		return ev.spent()
	}
	switch t.Kind() {
	case term.App:
		return ev.apply(t, args)
	case term.Annot:
		return args[0]
	case term.Quant:
		switch t.Binder() {
		case term.Lambda:
			return ev.closure(t, f)
		case term.Comprehension:
			return ev.comprehension(t, f)
		case term.Choice:
			return ev.unsupported("a choice, which may be any of several values")
		}
		return ev.quantified(t, f)
	case term.Match:
		return ev.match(t, f)
	}
	return ev.unsupported("a term of an unknown kind")
}

// apply returns the value of an application.
func (ev *Evaluator) apply(t *term.Term, args []value.Value) value.Value {
	fn := t.Func()
	if fn.Kind == term.TheoryFunc {
		o := &ev.ops[fn.Row.ID]
		if o.run == nil {
			return ev.refuse(t, args)
		}
		if o.needs != nothing {
			for i := range args {
				if args[i].IsOpen() || o.needs == wholly && !args[i].IsKnown() {
					return ev.openApp(t, args)
				}
			}
		}
		if !o.shares && !ev.looks(args) {
			return ev.spent()
		}
		v := ev.run(o, call{ev: ev, t: t, args: args})
		if !o.shares {
			ev.meter.Take(value.Bytes(v))
		}
		return v
	}
	return ev.applyOther(t, args)
}

// StepsExceeded is the reason of values that are open because Options.Steps does not reach for them.
const StepsExceeded = value.TooLarge + ": the evaluation takes too many steps"

// over reports whether a bound is passed for good.
func (ev *Evaluator) over() bool { return ev.meter.Exceeded() != "" }

// spent is the value of a term that a passed bound keeps from being evaluated.
func (ev *Evaluator) spent() value.Value {
	ev.lastID++
	return value.OfUnknown(&value.Unknown{ID: ev.lastID, Unsupported: true, TooLarge: true, Reason: ev.meter.Exceeded()})
}

// laziness returns how an application may end before all arguments are known.
func (ev *Evaluator) laziness(fn *term.Func) laziness {
	if fn.Kind != term.TheoryFunc {
		return strict
	}
	return ev.ops[fn.Row.ID].lazy
}

// Used returns the operations and bytes that the evaluation has taken so far, see Options.Work and Options.Bytes.
func (ev *Evaluator) Used() (work, bytes int64) { return ev.meter.Used() }

// Steps returns the number of terms evaluated so far, each distinct one once in each binding of its variables.
func (ev *Evaluator) Steps() int { return ev.steps }
