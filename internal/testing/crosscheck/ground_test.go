package crosscheck

import (
	"cmp"
	"context"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/testdepth"
)

// depth of a cross-check of ground terms.
type depth struct {
	comparisons int // how many are required, rounded up to whole rounds
	each        int // the least number for every operator that solvers compute
}

// TestGround evaluates random ground terms of every operator and compares the values with those of the solvers on
// PATH. Short makes 5,000 comparisons (in whole rounds over all operators), medium 25,000, long a million.
// ASSAY_GROUND_STATE names a file in which rounds without failures are kept, so that the next run continues after
// them. ASSAY_GROUND sets the number of comparisons, ASSAY_GROUND_SEED another seed than 1, ASSAY_GROUND_OPS
// restricts the operators to those whose name or theory contains one of the words, and ASSAY_GROUND_TABLE names a
// file for the table of results.
func TestGround(t *testing.T) {
	d := testdepth.Crosscheck(t, depth{comparisons: 5_000}, depth{comparisons: 25_000}, depth{comparisons: 1_000_000, each: 500})
	if n := number(t, "ASSAY_GROUND"); n > 0 {
		d = depth{comparisons: n, each: min(500, n/500)}
	}
	r := &run{versions: installed(t), tally: newGroundTally()}
	r.inner = newCatalogs(r.versions)
	ops := chosen(operators(r.versions), strings.Fields(os.Getenv("ASSAY_GROUND_OPS")))
	if err := r.all(ops, d, uint64(max(1, number(t, "ASSAY_GROUND_SEED"))), os.Getenv("ASSAY_GROUND_STATE")); err != nil {
		t.Fatal(err)
	}
	r.report(t, ops, d)
}

func number(t *testing.T, env string) int {
	n, err := strconv.Atoi(cmp.Or(os.Getenv(env), "0"))
	if err != nil {
		t.Fatalf("%s: %v", env, err)
	}
	return n
}

// installed returns the versions of the available solvers, by name.
func installed(t *testing.T) map[string]string {
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	versions := map[string]string{}
	for _, name := range reported {
		if s, err := solver.Resolve(context.Background(), name, set); err == nil {
			versions[name] = s.Version()
		}
	}
	if len(versions) == 0 {
		t.Skip("no solver is installed")
	}
	return versions
}

// chosen returns the operators that match one of the words, or all if there are no words.
func chosen(ops []*operator, words []string) []*operator {
	if len(words) == 0 {
		return ops
	}
	var out []*operator
	for _, o := range ops {
		for _, w := range words {
			if strings.Contains(o.name, w) || o.theory == w {
				out = append(out, o)
				break
			}
		}
	}
	return out
}

// The sizes of the work.
const (
	termsPerRound = 4       // of each operator
	opsPerBatch   = 25      // operators of one theory that share a store
	maxRounds     = 100_000 // when the number of comparisons does not grow
	moreRounds    = 40      // for operators with too few comparisons
	workers       = 2
)

// all compares until the depth is reached: rounds over all operators, then more for those with too few
// comparisons. The rounds are kept in the file state unless it is "".
func (r *run) all(ops []*operator, d depth, seed uint64, state string) error {
	done, err := r.load(state, ops, seed)
	if err != nil {
		return err
	}
	root := rng.New(seed)
	work := make(chan batch)
	var wg sync.WaitGroup
	var round sync.WaitGroup // batches under way
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			w := r.newWorker()
			defer w.stop()
			for b := range work {
				w.do(b)
				round.Done()
			}
		}()
	}
	defer wg.Wait()
	defer close(work)
	groups := byTheory(ops)
	for n := done; n < maxRounds; n++ {
		if total, _ := r.tally.comparisons(nil); total >= d.comparisons || n > 2 && total == 0 || r.tally.hopeless() {
			break
		}
		for i, g := range groups {
			round.Add(1)
			work <- batch{seed: root.SplitN(uint64(n)).SplitN(uint64(i)), ops: g, each: termsPerRound}
		}
		round.Wait()
		if state != "" && r.tally.failed > 0 {
			return nil // the next run starts with this round
		}
		if state != "" {
			if err := r.save(state, seed, n+1); err != nil {
				return err
			}
		}
	}
	for n := range moreRounds {
		if r.tally.hopeless() {
			break
		}
		for i, op := range ops {
			if _, of := r.tally.comparisons(op); of >= d.each || incomparable(op) != "" {
				continue
			}
			round.Add(1)
			work <- batch{seed: root.Split("more").SplitN(uint64(n)).SplitN(uint64(i)), ops: []*operator{op}, each: 100}
		}
		round.Wait()
	}
	return nil
}

// byTheory groups operators for batches.
func byTheory(ops []*operator) [][]*operator {
	var groups [][]*operator
	last := map[string]int{}
	for _, o := range ops {
		key := o.theory + strconv.FormatBool(o.high)
		i, ok := last[key]
		if !ok || len(groups[i]) == opsPerBatch {
			i = len(groups)
			groups = append(groups, nil)
			last[key] = i
		}
		groups[i] = append(groups[i], o)
	}
	return groups
}

// report fails for every unexplained disagreement, and writes the table.
func (r *run) report(t *testing.T, ops []*operator, d depth) {
	total, _ := r.tally.comparisons(nil)
	t.Logf("%d comparisons with %v, waiting %v", total, r.versions, r.tally.waited)
	for _, f := range r.tally.failures {
		t.Error(f)
	}
	for _, f := range r.tally.slow {
		t.Log(f)
	}
	if r.tally.failed > len(r.tally.failures) {
		t.Errorf("and %d more", r.tally.failed-len(r.tally.failures))
	}
	for _, op := range ops {
		switch _, of := r.tally.comparisons(op); {
		case of >= d.each || incomparable(op) != "":
		case of == 0 && r.tally.unanswered(op) >= d.each:
			t.Logf("%s: no solver here computes it in these versions", op.name)
		default:
			t.Errorf("%s: compared %d times, fewer than %d", op.name, of, d.each)
		}
	}
	if total == 0 {
		t.Error("nothing was compared")
	}
	if file := os.Getenv("ASSAY_GROUND_TABLE"); file != "" {
		if err := os.WriteFile(file, []byte(r.tally.markdown(ops)), 0o600); err != nil {
			t.Error(err)
		}
	}
}

// incomparable returns why an operator cannot be compared as often as others, "" for most.
func incomparable(op *operator) string {
	if op.row != nil && op.row.Partial == "always" {
		return "open everywhere"
	}
	return withoutComparison[op.rowName()]
}

// withoutComparison gives the reason by the name of the row.
var withoutComparison = map[string]string{
	"char":      "a literal, which occurs inside other terms",
	"array-ext": skolem, "@diff": skolem,
	"real.pi": transcendent, "euler": transcendent, "csc": transcendent, "cot": transcendent, "arccsc": transcendent, "arccot": transcendent, "atan2": transcendent,
	"sinh": unanswered, "cosh": unanswered, "tanh": unanswered, "asinh": unanswered, "acosh": unanswered, "atanh": unanswered, "log": unanswered,
	"arcsec": unanswered, "sqrt": "cvc5 and cvc4, which alone have it, do not fix the sign of the root",
	"seq.last_indexof": "z3, which alone has it, computes it wrongly", "bvsmul_noovfl": "z3, which alone has it, computes it wrongly",
}

const (
	skolem       = "any index where the arrays differ"
	transcendent = "no argument gives a value that is known exactly"
	unanswered   = "no solver computes it, not even where the value is 0 or 1"
)
