// Package generate makes scripts from nothing but a logic: a probabilistic grammar whose productions are the rows of the operator
// table, whose probabilities every script draws anew (swarm testing), and which derives only what the logic allows. It mutates nothing,
// runs no solver, and says nothing of satisfiability.
//
// After Yao, Huang, Tang, Shi, Wu, Zhang: Fuzzing SMT Solvers via Two-Dimensional Input Space Exploration (ISSTA 2021), section 4.2, and
// Groce, Zhang, Eide, Chen, Regehr: Swarm Testing (ISSTA 2012).
package generate

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

// Options say which scripts are wanted.
type Options struct {
	Table *theory.Table // nil: theory.Builtin()
	// Logic is the name of a logic, "" for scripts without one, which may hold everything.
	Logic string
	// Solvers are those that have to read the scripts; without any, z3 and cvc5 in their newest versions.
	Solvers []theory.Release
	// Kinds restricts the scripts to these kinds of operations: names of operators, and of what Constructs lists. nil stands for all. What
	// is needed to assert something of them comes with them: constants, literals, and an operator that yields Bool for sorts of which
	// the kinds only make values.
	Kinds []string
	// Assertions is the number of assertions of a script, 0 for DefaultAssertions; at most MaxAssertions.
	Assertions int
	// Fewest has scripts draw how many assertions they have, from so many on, few more often than many; 0 is for always Assertions.
	Fewest int
	// Depth bounds how deep operators nest, 0 for DefaultDepth; at most MaxDepth. Terms that were made before stand as leaves too.
	Depth int
	// Incremental is the percentage of scripts that ask many times, if the kinds allow it: with push and pop, assumptions, resets.
	Incremental int
}

// A Grammar is what a logic's scripts are derived from. Immutable, safe for concurrent use.
type Grammar struct {
	opts   Options
	logic  theory.Logic
	common theory.CommonSorts
	kinds  map[string]int // the number of an operator's kind: of the first row of its name
	// restricted says that there are Kinds, constructs are those among them, or all that the logic and the solvers have.
	restricted bool
	constructs constructs
	binary     bool // a solver takes associative operators with two arguments only
	onlyZ3     bool
	negative   bool                    // the logic has negative numbers, which are applications of minus
	worlds     [variants]func() *world // each made once
}

// variants is how many choices of sorts a grammar has, from which every script draws one, and of that some sorts.
const variants = 4

// A KindError says that a grammar cannot be restricted to a kind of operations.
type KindError struct {
	Kind  string
	Logic string
	Known bool // the table or the language has it, and the logic or a solver has not
}

func (e *KindError) Error() string {
	if e.Known {
		return fmt.Sprintf("the logic %s, or one of the solvers, has no %s", e.Logic, e.Kind)
	}
	return fmt.Sprintf("%q is no kind of operations", e.Kind)
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

// Restrict returns the grammar with operations of these kinds only, see Options.Kinds; it makes nothing that g has made already anew.
// The error is a *KindError.
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
