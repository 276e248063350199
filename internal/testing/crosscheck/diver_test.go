package crosscheck

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/diver"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

const (
	// divers is how many mutants are made from each seed.
	divers = 20
	// diverTime is how long a solver has for a mutant.
	diverTime = 500 * time.Millisecond
)

// TestDiver makes 20 mutants of each quantifier-free seed that is labelled sat, for z3, cvc5 and cvc4 in turn as chains for one solver
// alone. Each is printed, read again, and evaluated under its witness, with more effort than the engine spends. Then the solver reads it. Seeds with
// a model that yield no mutants are listed with the reason. Short is over every 20th of the built-in seeds, and solvers read one mutant of each;
// medium is over every 5th with five mutants, long over all of the seed folder. ASSAY_DIVER_TABLE names a file for the counts, ASSAY_DIVER_READ says
// how many mutants of each chain solvers read in a long run, if not all, and ASSAY_DIVER_REJECTED names a folder for mutants that show something.
func TestDiver(t *testing.T) {
	size := testdepth.Crosscheck(t, diverSize{20, 1}, diverSize{5, 5}, diverSize{0, divers})
	if n, err := strconv.Atoi(os.Getenv("ASSAY_DIVER_READ")); err == nil {
		size.read = n
	}
	all := slices.DeleteFunc(coverageSeeds(t, size.every), func(s seeds.Seed) bool { return !quantifierFree(s) })
	f, answers := everySolver(t)
	e := diver.New(diver.DefaultOptions())
	tally := &walkTally{counts: map[string]int{}, reasons: map[string]int{}}
	work := make(chan int)
	var wg sync.WaitGroup
	for w := range workers {
		dir := t.TempDir()
		wg.Go(func() {
			for i := range work {
				d := diverRun{t: t, tally: tally, engine: e, asker: answers, reads: size.read, scratch: filepath.Join(dir, fmt.Sprintf("%d.smt2", w))}
				for _, target := range f.Targets {
					if name := target.Profile().Dialect; name == "z3" || name == "cvc5" || name == "cvc4" {
						d.seed(target, all[i])
					}
				}
			}
		})
	}
	for i := range all {
		work <- i
	}
	close(work)
	wg.Wait()
	t.Logf("%+v\n%s", answers.Stats(), tally)
	if tally.counts["mutants: true"] == 0 {
		t.Error("there are no mutants")
	}
	if file := os.Getenv("ASSAY_DIVER_TABLE"); file != "" {
		if err := os.WriteFile(file, []byte(tally.String()), 0o600); err != nil {
			t.Error(err)
		}
	}
}

// quantifierFree reports whether a seed is labelled sat and has no binder.
func quantifierFree(s seeds.Seed) bool {
	seed, err := mutate.Read(s, theory.Builtin())
	if err != nil || seed.Script.Status() != "sat" {
		return false
	}
	free := true
	term.Walk(seed.Script.Roots(), func(t *term.Term) bool {
		free = free && t.Kind() != term.Quant
		return free
	})
	return free
}

// diverRun makes and checks the mutants of seeds, one after the other.
type diverRun struct {
	t       *testing.T
	tally   *walkTally
	engine  *diver.Engine
	asker   mutate.Asker
	reads   int // how many mutants of a chain the solver reads
	scratch string
}

// diverSize is the extent of a run.
type diverSize struct {
	every int // of the built-in seeds, 0 for the seed folder
	read  int // mutants of each chain
}

func (d *diverRun) seed(target solver.Target, text seeds.Seed) {
	name := target.Profile().Dialect
	seed, err := mutate.Read(text, theory.Builtin())
	if err != nil {
		d.t.Errorf("%s: %v", text.Name, err)
		return
	}
	d.tally.count(name + ": seeds")
	r := rng.New(1).Split(text.Hash)
	src, err := d.engine.Prepare(context.Background(), seed, mutate.Env{
		Asker: d.asker, Rand: r.Split("prepare"), Dialects: []mutate.Dialect{{Name: name, Version: target.Version()}},
	})
	if errors.Is(err, mutate.ErrNotApplicable) {
		d.reason(name, "not applicable", text.Name, err)
		return
	}
	if err != nil {
		d.t.Errorf("%s: %v", text.Name, err)
		return
	}
	p := script.Printer{Solver: name, ForSolver: true}
	refused := ask(d.t, target, d.scratch, p.Append(nil, seed.Script), seed.Script, diverTime).Rejected
	made := 0
	for range divers {
		m, err := src.Next(r)
		if err != nil {
			if !errors.Is(err, mutate.ErrExhausted) {
				d.t.Errorf("%s: %v", text.Name, err)
			}
			d.reason(name, "ended early", text.Name, err)
			break
		}
		made++
		if !d.certified(text.Name, &m) {
			return
		}
		if made > d.reads {
			continue
		}
		if refused {
			d.tally.count(name + ": mutants of seeds that it refuses")
			continue
		}
		d.read(target, name, text.Name, p.Append(nil, m.Script), &m)
	}
	d.tally.count(name + ": seeds with a model")
	if made == divers {
		d.tally.count(name + ": seeds with all mutants")
	}
}

// certified evaluates the witnesses of a mutant.
func (d *diverRun) certified(name string, m *mutate.Mutant) bool {
	formula, err := certify.NewFormula(m.Script.String(), theory.Builtin())
	if err != nil {
		d.t.Errorf("%s: %v in\n%s", name, err, m.Script)
		return false
	}
	for check, known := range m.Known() {
		if known.Witness == "" {
			continue
		}
		truth := oracle.Truth{Status: smt.Sat, Witness: known.Witness}
		certify.Confirm(&truth, formula, check)
		d.tally.count("mutants: " + map[oracle.ModelVerdict]string{oracle.ModelHolds: "true", oracle.ModelFails: "false"}[truth.Model.Verdict])
		if truth.Model.Verdict != oracle.ModelHolds {
			d.t.Errorf("%s: the witness does not make a mutant true after %s: %s\n%s\n%s", name, m.Steps[len(m.Steps)-1], truth.Model.Summary, known.Witness, m.Script)
			return false
		}
	}
	return true
}

// read makes the solver read a mutant.
func (d *diverRun) read(target solver.Target, name, seed string, text []byte, m *mutate.Mutant) {
	run := ask(d.t, target, d.scratch, text, m.Script, diverTime)
	switch {
	case foreign(m.Script, name, target.Version()):
		d.tally.count(name + ": mutants with operators that it lacks")
	case run.Unsupported:
		d.tally.count(name + ": mutants: unsupported")
	case run.Crash != nil:
		d.tally.count(name + ": mutants: crash")
	case run.Rejected:
		d.tally.count(name + ": mutants: rejected")
		reason := cmp.Or(strings.Join(run.Errors[:min(1, len(run.Errors))], ""), "no reason")
		why := named.ReplaceAllString(digits.ReplaceAllString(reason, "N"), "'...'")
		if d.noted(name + ": rejected: " + why[:min(len(why), 140)]) {
			if dir := os.Getenv("ASSAY_DIVER_REJECTED"); dir != "" {
				_ = os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%x.smt2", name, rng.New(1).Split(why).Uint64())), fmt.Appendf(nil, "; %s\n; %s\n; %s\n%s", reason, seed, m.Steps[len(m.Steps)-1], text), 0o600)
			}
		}
	default:
		d.tally.count(name + ": mutants: read")
		for i, answer := range run.Answers {
			if i < len(m.Known()) && m.Known()[i].Status == smt.Sat && answer == smt.Unsat {
				d.tally.count(name + ": mutants: unsat")
				if d.noted(name+": unsat: "+seed) && os.Getenv("ASSAY_DIVER_REJECTED") != "" {
					_ = os.WriteFile(filepath.Join(os.Getenv("ASSAY_DIVER_REJECTED"), fmt.Sprintf("unsat-%s-%x.smt2", name, rng.New(1).Split(string(text)).Uint64())), text, 0o600)
				}
			}
		}
	}
}

// noted counts a reason. It reports whether it is the first of its kind.
func (d *diverRun) noted(what string) bool {
	d.tally.mu.Lock()
	defer d.tally.mu.Unlock()
	d.tally.reasons[what]++
	return d.tally.reasons[what] == 1
}

func (d *diverRun) reason(name, what, seed string, err error) {
	d.tally.count(name + ": seeds that " + map[string]string{"not applicable": "have no model", "ended early": "ended early"}[what])
	if name == "z3" {
		d.noted(fmt.Sprintf("%s: %s: %s", what, filepath.Base(seed), strings.TrimPrefix(err.Error(), mutate.ErrNotApplicable.Error()+": ")))
	}
}
