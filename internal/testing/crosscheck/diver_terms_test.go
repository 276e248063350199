package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/cputime"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/diver"
	"github.com/assay-smt/assay/internal/mutate/typefuzz"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

// termsLogics are the logics whose seeds are mutated.
var termsLogics = []string{"QF_LIA", "QF_NRA", "QF_S", "QF_SLIA", "QF_BV", "QF_ABV", "QF_FP", "QF_DT", "QF_UFBV"}

// termsSize is the extent of a measurement.
type termsSize struct {
	every int // of the built-in seeds, 0 for the seed folder
	seeds int // of each logic
}

// largestNew is the number of new operators beyond which a mutant does not count: shared terms can be exponentially large when written out.
const largestNew = 60

// TestDiverTerms measures what new terms consist of, over quantifier-free seeds of nine logics under 8 KB that have a model: how many of the new operators lie
// in ground terms, which solvers fold; how many mutants have no others; how many z3's simplifier turns into the simplified seed, or gives another assertion that is true or
// false. These are
// mutants one step from the seed, without fresh variables. Speed and repeats are those of chains of 20 with the usual options. typefuzz is there for
// comparison. Short takes 1 seed of each logic from every 5th built-in seed, medium 2 from all, long 8 from the seed folder.
// ASSAY_DIVER_TERMS_TABLE names a file for the table.
func TestDiverTerms(t *testing.T) {
	size := testdepth.Crosscheck(t, termsSize{5, 1}, termsSize{1, 2}, termsSize{0, 8})
	_, answers := everySolver(t)
	one := with(func(o *diver.Options) { o.Pool, o.Complicate = 0, 0 })
	rows := []*newTerms{
		{name: "diver", single: diver.New(one), usual: diver.New(diver.DefaultOptions())},
		{name: "typefuzz", single: typefuzz.New(typefuzz.Options{}), usual: typefuzz.New(typefuzz.Options{})},
	}
	taken := map[string]int{}
	for _, text := range coverageSeeds(t, size.every) {
		seed, err := mutate.Read(text, theory.Builtin())
		if err != nil || len(text.Text) >= 8<<10 || seed.Script.Status() == "unsat" || hasBinder(seed.Script) {
			continue
		}
		logic := seed.Script.Logic()
		if !slices.Contains(termsLogics, logic) || taken[logic] == size.seeds {
			continue
		}
		used := true
		for _, row := range rows {
			used = row.seed(t, answers, text) && used
		}
		if used {
			taken[logic]++
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Seeds: %v\n\n", taken)
	b.WriteString("| engine | mutants | new operators | different | in ground terms | mutants with all of them there | the seed, after z3's `simplify` | with another constant assertion | mutants per CPU second |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, row := range rows {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %s | %s | %s | %s | %.0f |\n", row.name, row.mutants, row.operators, len(row.different),
			share(row.ground, row.operators), share(row.allGround, row.mutants), share(row.again, row.simplified), share(row.constant, row.simplified), float64(row.chained)/max(row.cpu.Seconds(), 1e-9))
	}
	t.Log("\n" + b.String())
	if rows[0].mutants == 0 {
		t.Error("there are no mutants")
	}
	if file := os.Getenv("ASSAY_DIVER_TERMS_TABLE"); file != "" {
		if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
			t.Error(err)
		}
	}
}

// constants counts the assertions that are true or false.
func constants(assertions []string) int {
	n := 0
	for _, s := range assertions {
		if s == "true" || s == "false" {
			n++
		}
	}
	return n
}

func hasBinder(s *script.Script) bool {
	return slices.ContainsFunc(s.Roots(), (*term.Term).HasBinder)
}

func share(n, of int) string {
	return fmt.Sprintf("%d (%.1f %%)", n, 100*float64(n)/float64(max(of, 1)))
}

// newTerms is a row of the table.
type newTerms struct {
	name                                            string
	single, usual                                   mutate.Engine
	mutants, operators, ground                      int
	allGround, simplified, again, constant, chained int
	different                                       map[string]bool
	cpu                                             time.Duration
}

// singles is how many mutants one step from the seed are made of each seed.
const singles = 4

// seed adds the mutants of a seed; it reports whether there were any.
func (n *newTerms) seed(t *testing.T, asker mutate.Asker, text seeds.Seed) bool {
	if n.different == nil {
		n.different = map[string]bool{}
	}
	var simple []string
	for chain := range singles {
		seed, src, r := n.chain(t, n.single, asker, text, uint64(chain))
		if src == nil {
			return false
		}
		m, err := src.Next(r)
		if err != nil {
			continue
		}
		n.count(seed, &m)
		if simple == nil {
			if simple, err = simplified(seed.Script); err != nil {
				simple = []string{}
			}
		}
		if got, err := simplified(m.Script); err == nil && len(simple) > 0 {
			n.simplified++
			if slices.Equal(got, simple) {
				n.again++
			} else if constants(got) > constants(simple) {
				n.constant++
			}
		}
	}
	for chain := range singles {
		_, src, r := n.chain(t, n.usual, asker, text, uint64(chain))
		if src == nil {
			continue
		}
		began := cputime.Own()
		for range divers {
			if _, err := src.Next(r); err != nil {
				break
			}
			n.chained++
		}
		n.cpu += cputime.Own() - began
	}
	return true
}

// chain starts a chain; the source is nil for seeds that the engine cannot use.
func (n *newTerms) chain(t *testing.T, e mutate.Engine, asker mutate.Asker, text seeds.Seed, chain uint64) (*mutate.Seed, mutate.Source, *rng.Rand) {
	seed, err := mutate.Read(text, theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	r := rng.New(chain).Split(text.Hash)
	src, err := e.Prepare(context.Background(), seed, mutate.Env{Asker: asker, Rand: r.Split("prepare")})
	if errors.Is(err, mutate.ErrNotApplicable) {
		return nil, nil, nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return seed, src, r
}

// count counts the new operators of a mutant.
func (n *newTerms) count(seed *mutate.Seed, m *mutate.Mutant) {
	known := map[*term.Term]bool{}
	term.Walk(seed.Script.Roots(), func(t *term.Term) bool {
		known[t] = true
		return true
	})
	c := groundCount{ev: eval.New(seed.Script.Store, nil, eval.Options{}), store: seed.Script.Store, known: known}
	for _, s := range m.Steps {
		if s.After != nil {
			c.enter(s.After, false)
		}
	}
	if c.all == 0 || c.all > largestNew {
		return
	}
	n.mutants++
	n.operators += c.all
	n.ground += c.ground
	if c.ground == c.all {
		n.allGround++
	}
	for _, name := range c.names {
		n.different[name] = true
	}
}

// groundCount counts operators, occurrence by occurrence. Terms that are written values, such as (- 5), have none.
type groundCount struct {
	ev          *eval.Evaluator
	store       *term.Store
	known       map[*term.Term]bool // of the seed
	all, ground int
	names       []string
}

func (c *groundCount) enter(t *term.Term, inGround bool) {
	if c.known[t] || t.IsLeaf() || c.all > largestNew {
		return
	}
	own := inGround
	if !own && !symbolic(t) {
		v := c.ev.Term(t)
		if w, err := value.Term(c.store, t.Sort(), v); v.IsKnown() && err == nil && w == t {
			return
		}
		own = true
	}
	if t.Kind() == term.App {
		c.all++
		c.names = append(c.names, t.Func().Name())
		if own {
			c.ground++
		}
	}
	for _, a := range t.Args() {
		c.enter(a, own)
	}
}
