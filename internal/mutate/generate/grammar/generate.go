// Package grammar makes scripts from nothing but a logic, with a probabilistic grammar. Its productions are the rows of the operator
// table, every script draws their probabilities anew (swarm testing), and it derives only what the logic allows. The package mutates
// nothing, runs no solver, and says nothing about satisfiability.
//
// After Yao, Huang, Tang, Shi, Wu, Zhang: Fuzzing SMT Solvers via Two-Dimensional Input Space Exploration (ISSTA 2021), section 4.2, and
// Groce, Zhang, Eide, Chen, Regehr: Swarm Testing (ISSTA 2012).
package grammar

import (
	"fmt"
	"slices"
	"sync"

	"github.com/assay-smt/assay/smt/theory"
)

// The usual sizes of scripts, and their bounds.
const (
	DefaultAssertions = 20
	MaxAssertions     = 10_000
	DefaultDepth      = 4
	MaxDepth          = 12
	// DefaultIncremental is the percentage of scripts that ask many times.
	DefaultIncremental = 30
)

// Options say which scripts to make.
type Options struct {
	Table *theory.Table // nil: theory.Builtin()
	// Logic is the name of a logic, "" for scripts without one, which may contain everything.
	Logic string
	// Solvers are those that have to read the scripts; the default is the newest versions of z3 and cvc5.
	Solvers []theory.Release
	// Kinds restricts the scripts to these kinds of operations: names of operators, and of what Constructs lists. nil means all. What it
	// takes to assert something about them is added: constants, literals, and, for sorts of which the kinds only make values, an operator
	// that yields Bool.
	Kinds []string
	// Assertions is the number of assertions of a script, 0 for DefaultAssertions; at most MaxAssertions.
	Assertions int
	// Fewest makes scripts draw their number of assertions, from this minimum on, few more often than many; 0 always gives Assertions.
	Fewest int
	// Depth bounds how deep operators nest, 0 for DefaultDepth; at most MaxDepth. Terms made earlier serve as leaves too.
	Depth int
	// Incremental is the percentage of scripts that ask many times, if the kinds allow it: with push and pop, assumptions, and resets.
	Incremental int
}

// A Grammar is what a logic's scripts are derived from. Immutable, safe for concurrent use.
type Grammar struct {
	opts   Options
	logic  theory.Logic
	common theory.CommonSorts
	kinds  map[string]int // the number of an operator's kind, which is that of the first row with its name
	// restricted says that Kinds is set. constructs are those among the Kinds, or else all that the logic and the solvers have.
	restricted bool
	constructs constructs
	binary     bool // a solver takes associative operators with two arguments only
	onlyZ3     bool
	negative   bool                    // the logic has negative numbers, which are applications of minus
	worlds     [variants]func() *world // each is made once
}

// variants is how many choices of sorts a grammar has. Every script draws one of them, and some sorts from it.
const variants = 4

// A KindError says that a grammar cannot be restricted to a kind of operations.
type KindError struct {
	Kind  string
	Logic string
	Known bool // the table or the language has it, but the logic or a solver does not
}

func (e *KindError) Error() string {
	if e.Known {
		return fmt.Sprintf("the logic %s, or one of the solvers, has no %s", e.Logic, e.Kind)
	}
	return fmt.Sprintf("%q is not a kind of operations", e.Kind)
}

// New returns the grammar of a logic. The error is a *KindError.
func New(o Options) (*Grammar, error) {
	if o.Table == nil {
		o.Table = theory.Builtin()
	}
	if len(o.Solvers) == 0 {
		o.Solvers = []theory.Release{{Name: "z3"}, {Name: "cvc5"}}
	}
	if o.Assertions == 0 {
		o.Assertions = DefaultAssertions
	}
	if o.Depth == 0 {
		o.Depth = DefaultDepth
	}
	g := &Grammar{
		opts: o, logic: theory.ParseLogic(o.Logic), common: o.Table.CommonSorts(o.Solvers), kinds: map[string]int{}, onlyZ3: true,
	}
	for _, s := range o.Solvers {
		g.onlyZ3 = g.onlyZ3 && s.Name == "z3"
		g.binary = g.binary || s.Name == "boolector"
	}
	g.constructs = g.available()
	for _, r := range o.Table.Rows() {
		if _, known := g.kinds[r.Name]; !known {
			g.kinds[r.Name] = r.ID
		}
		g.negative = g.negative || r.Name == "-" && g.logic.Allows(r)
	}
	for i := range g.worlds {
		g.worlds[i] = sync.OnceValue(func() *world { return g.newWorld(i) })
	}
	if o.Kinds == nil {
		return g, nil
	}
	return g.Restrict(o.Kinds)
}

// Kinds returns the kinds of operations that scripts of the grammar can have, sorted.
func (g *Grammar) Kinds() []string {
	var out []string
	seen := map[int]bool{}
	for _, made := range g.worlds {
		rules := made().rules
		for i := range rules {
			if r := &rules[i]; !r.glue && !seen[r.kind] {
				seen[r.kind] = true
				out = append(out, r.row.Name)
			}
		}
	}
	out = append(out, g.constructs.names()...)
	slices.Sort(out)
	return slices.Compact(out)
}

// Restrict returns the grammar with only the operations of these kinds, see Options.Kinds; it does not remake anything that g has
// already made. The error is a *KindError.
func (g *Grammar) Restrict(kinds []string) (*Grammar, error) {
	out := *g
	out.restricted, out.opts.Kinds, out.constructs = true, kinds, 0
	wanted := map[int]bool{}
	has := g.Kinds()
	for _, k := range kinds {
		if c, ok := constructOf(k); ok && g.constructs.has(c) {
			out.constructs.add(c)
			continue
		}
		if _, ok := slices.BinarySearch(has, k); !ok {
			_, construct := constructOf(k)
			return nil, &KindError{Kind: k, Logic: g.opts.Logic, Known: construct || len(g.opts.Table.Lookup(k)) > 0}
		}
		wanted[g.kinds[k]] = true
	}
	for i, made := range g.worlds {
		w := made().restricted(&out, wanted)
		out.worlds[i] = func() *world { return w }
	}
	return &out, nil
}
