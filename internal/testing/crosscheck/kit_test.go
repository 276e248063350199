package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/engines"
	"github.com/assay-smt/assay/internal/mutate/fusion"
	"github.com/assay-smt/assay/internal/mutate/storm"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// How many mutants of each seed solvers read, by the depth of the comparison.
const (
	fewMutants  = 1
	moreMutants = 5
	manyMutants = 40
)

const (
	// readTime is for how long a solver reads a mutant: whether it takes the mutant shows at once, and an answer is welcome.
	readTime = 300 * time.Millisecond
	// guardTime ends solvers that hang. Other than that, those that must answer are limited by the work that they count themselves.
	guardTime = time.Minute
)

// readers are the solvers that read mutants. Their limits are many times what they need for the kit's seeds.
var readers = map[string]string{"z3": "z3 rlimit=3000000", "cvc5": "cvc5 --rlimit=100000"}

// endless are the seeds of the kit that a solver works on for ever without counting it.
var endless = map[string][]string{"cvc5": {"setfunctions.sat"}}

// kitted are the settings with which packages of engines run the kit, where these are not the usual ones.
func kitted() map[string][]func() (mutate.Engine, error) {
	calm := func(incremental int) func() (mutate.Engine, error) {
		return func() (mutate.Engine, error) {
			o := storm.DefaultOptions()
			o.Incremental, o.Enrichment, o.MaxAsserts = incremental, 150, 8
			return storm.New(o), nil
		}
	}
	return map[string][]func() (mutate.Engine, error){
		"storm":  {calm(0), calm(70)},
		"fusion": {someFunctions},
	}
}

// someFunctions returns fusion with a few functions for each sort: proving them takes most of the time. A sample is every 12th, otherwise
// every 4th.
func someFunctions() (mutate.Engine, error) {
	all, err := fusion.Builtin(theory.Builtin())
	if err != nil {
		return nil, err
	}
	o := fusion.DefaultOptions()
	every := testdepth.Sample(12, 4)
	for i, f := range all {
		if i%every == 1 || len(all)-i <= 4 { // the last four are for every sort
			o.Functions = append(o.Functions, f)
		}
	}
	return fusion.New(o)
}

// TestKit lets z3 and cvc5 read mutants that each engine makes for them of the kit's seeds. None may be rejected, and no answer may
// contradict a truth. Short is over one mutant of each seed, medium over 5, long over 40.
func TestKit(t *testing.T) {
	length := testdepth.Crosscheck(t, fewMutants, moreMutants, manyMutants)
	kits := kitted()
	for _, name := range []string{"z3", "cvc5"} {
		t.Run(name, func(t *testing.T) {
			r := newKitReader(t, name, readTime)
			for _, d := range engines.All() {
				settings := kits[d.Name]
				if settings == nil {
					settings = append(settings, func() (mutate.Engine, error) { return d.New(theory.Builtin(), d.Defaults()) })
				}
				for i, make := range settings {
					t.Run(fmt.Sprintf("%s/%d", d.Name, i), func(t *testing.T) {
						e, err := make()
						if err != nil {
							t.Fatal(err)
						}
						read, faults := r.corpus(e, length)
						for _, f := range faults {
							t.Error(f)
						}
						t.Logf("%d mutants were read", read)
						if read == 0 {
							t.Error("there is no mutant that the solver could read")
						}
					})
				}
			}
		})
	}
}

// kitReader lets one solver read scripts.
type kitReader struct {
	name    string
	target  solver.Target
	scratch *disk.Scratch
	time    time.Duration // for a mutant
	// seeds are those that the solver takes: mutants of others are rejected as well. They do not even count as partners.
	seeds []mutatetest.Seed
}

// newKitReader finds a solver, and the seeds that it takes; without the solver, the test is skipped.
func newKitReader(t *testing.T, name string, mutant time.Duration) kitReader {
	t.Helper()
	targets := trialtest.Installed(t, readers[name])
	if len(targets) == 0 {
		t.Skipf("%s is not installed", name)
	}
	r := kitReader{name: name, target: targets[0], scratch: trialtest.Scratch(t), time: mutant}
	for _, s := range mutatetest.Corpus() {
		_, run, err := r.seed(s)
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		if !run.Rejected {
			r.seeds = append(r.seeds, s)
		}
	}
	return r
}

func (r kitReader) bench(limit time.Duration) *trial.Bench {
	bench := &trial.Bench{Limits: solver.Limits{Time: limit, Memory: 2 << 30}}
	return bench.In(r.scratch)
}

func (r kitReader) run(s *script.Script, limit time.Duration) (solver.Run, error) {
	return r.bench(limit).New(s, trial.Facts{Plan: trial.AskNothing}).Run(context.Background(), r.target)
}

// seed runs the solver on a seed. Whether the solver takes it does not depend on how fast the machine is.
func (r kitReader) seed(s mutatetest.Seed) (*mutate.Seed, solver.Run, error) {
	seed, err := s.Read()
	if err != nil {
		return nil, solver.Run{}, err
	}
	limit := guardTime
	if slices.Contains(endless[r.name], s.Name) {
		limit = readTime
	}
	run, err := r.run(seed.Script, limit)
	return seed, run, err
}

// corpus returns how many mutants the solver read, and what was wrong.
func (r kitReader) corpus(e mutate.Engine, length int) (read int, faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	partners := slices.DeleteFunc(slices.Clone(r.seeds), func(s mutatetest.Seed) bool { return s.Many })
	f := &fuzzer.Fuzzer{
		Bench: r.bench(r.time), Targets: []solver.Target{r.target}, Seed: 1, Plan: fuzzer.Plan{Chain: length}, Partners: mutatetest.Partners(partners),
	}
	for _, s := range r.seeds {
		f.Asker = mutatetest.Truthful(s)
		chain, err := f.Chain(context.Background(), s.Input(), e, 0, fuzzer.Place{})
		if errors.Is(err, mutate.ErrNotApplicable) {
			continue
		}
		if err == nil {
			err = chain.Broken
		}
		if err != nil {
			fault("%s: %v", s.Name, err)
			continue
		}
		for i := range chain.Len() {
			read++
			if err := r.mutant(chain, i); err != nil {
				fault("%s, mutant %d: %v\n%s", s.Name, i, err, textOf(chain, i, r.target.Profile().Dialect))
			}
		}
	}
	return read, faults
}

// mutant returns what is wrong with a mutant according to the solver.
func (r kitReader) mutant(chain *fuzzer.Chain, i int) error {
	m := chain.Mutant(i)
	run, err := r.run(m.Script, r.time)
	if err != nil {
		return err
	}
	if run.Rejected {
		return fmt.Errorf("rejected: %q\nafter %s", run.Errors, m.Steps[len(m.Steps)-1])
	}
	return contradiction(m, run.Answers)
}

// contradiction returns an error where an answer contradicts a truth. A witness was evaluated: a solver that contradicts it is
// wrong, and finding that is the job of a campaign.
func contradiction(m mutate.Mutant, answers []smt.Status) error {
	for n, t := range m.Known() {
		if n >= len(answers) || t.Witness != "" || t.Status == smt.Unknown || answers[n] != smt.Sat && answers[n] != smt.Unsat || answers[n] == t.Status {
			continue
		}
		return fmt.Errorf("check %d is claimed to be %v because of %q, but the answer is %v", n, t.Status, t.Derivation, answers[n])
	}
	return nil
}

// twice is an engine whose mutants negate the first assertion twice, and what spoil makes of them.
type twice struct{ spoil func(m *mutate.Mutant) }

func (twice) Name() string { return "twice" }

func (twice) Configuration() string { return "" }

func (e twice) Prepare(_ context.Context, seed *mutate.Seed, _ mutate.Env) (mutate.Source, error) {
	return &twiceSource{e, *seed}, nil
}

type twiceSource struct {
	twice
	seed mutate.Seed
}

// Next negates the formula of the mutant before, so that every mutant is another one.
func (s *twiceSource) Next(*rng.Rand) (mutate.Mutant, error) {
	i := slices.IndexFunc(s.seed.Script.Commands, func(c *script.Command) bool {
		return c.Kind == script.Assert && c.Terms[0].Kind() != term.Annot // labels stay outside
	})
	if i < 0 {
		return mutate.Mutant{}, mutate.ErrExhausted
	}
	c := *s.seed.Script.Commands[i]
	st, before := s.seed.Script.Store, c.Terms[0]
	t := before
	for range 2 {
		var err error
		if t, _, err = st.Overload(st.Table.Lookup("not"), nil, nil, []*term.Term{t}); err != nil {
			return mutate.Mutant{}, err
		}
	}
	c.Terms = []*term.Term{t}
	s.seed.Script = s.seed.Script.With(i, c)
	m := mutate.Mutant{
		Script: s.seed.Script, Truth: s.seed.Truth,
		Steps: []mutate.Step{{Engine: "twice", Rule: "twice", Command: i, Before: before, After: t}},
	}
	s.spoil(&m)
	return m, nil
}

// TestKitFails: a mutant that a solver rejects, or answers differently, is found.
func TestKitFails(t *testing.T) {
	testdepth.Crosscheck(t, 0, 0, 0)
	r := newKitReader(t, "z3", guardTime)
	for name, tt := range map[string]struct {
		spoil func(*mutate.Mutant)
		words string
	}{
		"rejected": {func(m *mutate.Mutant) {
			out := *m.Script
			out.Commands = slices.DeleteFunc(slices.Clone(out.Commands), func(c *script.Command) bool { return c.Kind == script.DeclareFun })
			m.Script = &out
		}, "rejected: "},
		"a lie": {func(m *mutate.Mutant) {
			m.Truth = mutate.Truth{Status: smt.Unsat, Derivation: []string{"a lie"}}
		}, `because of ["a lie"], but the answer is sat`},
	} {
		t.Run(name, func(t *testing.T) {
			_, found := r.corpus(twice{tt.spoil}, 1)
			if words := strings.Join(found, "\n"); !strings.Contains(words, tt.words) {
				t.Errorf("%.2000s", words)
			}
		})
	}
}

// TestKitStatus: no solver denies a label of the kit's seeds.
func TestKitStatus(t *testing.T) {
	testdepth.Crosscheck(t, 0, 0, 0)
	for _, name := range []string{"z3", "cvc5"} {
		t.Run(name, func(t *testing.T) {
			r := newKitReader(t, name, readTime)
			confirmed := 0
			for _, s := range mutatetest.Corpus() {
				seed, run, err := r.seed(s)
				if err != nil {
					t.Fatal(err)
				}
				var labels []string
				for _, c := range seed.Script.Commands {
					if c.Kind == script.SetInfo && c.Name == ":status" {
						labels = append(labels, c.Text)
					}
				}
				for i, a := range run.Answers {
					if a == smt.Unknown {
						continue
					}
					if confirmed++; a.String() != labels[i] {
						t.Errorf("%s: check %d is labelled %s, and the answer is %v", s.Name, i, labels[i], a)
					}
				}
			}
			if t.Logf("%d labels are confirmed", confirmed); confirmed < 20 {
				t.Errorf("only %d labels are confirmed", confirmed)
			}
		})
	}
}
