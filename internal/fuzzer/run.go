package fuzzer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/certify"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/sandbox"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// A Result is what came of one mutant.
type Result struct {
	Name  Name
	Logic string
	Made  Made
	// Runs are the runs of the solvers that read the script, in the order of Fuzzer.Solvers. Skipped are those
	// that do not, SeedToo those that refuse the unmutated seed as well, GaveUp those that ran out of time too
	// often in this chain.
	Runs            []solver.Run
	Skipped, GaveUp []*solver.Solver
	SeedToo         []Refused
	// Extra are the runs that served to confirm hits, or to find out about the seed.
	Extra []solver.Run
	// Excused counts disagreements that operators with open values explain.
	Excused int
	// Undecided are the solvers that answered unknown of their own accord, without reaching a limit. Unsupported are the
	// findings about such answers that were dropped.
	Undecided   []*solver.Solver
	Unsupported []Unsupported
	// Models counts the models behind sat by what evaluation says of them; Evaluating is the time that took.
	Models     [oracle.ModelRefused + 1]int
	Evaluating time.Duration
	Hits       []findings.Hit
}

// Refused is a solver that does not take a script, and its reason.
type Refused struct {
	Solver *solver.Solver
	Reason string
}

// A Place says where in a campaign a mutant stands and where its files may lie.
type Place struct {
	Job uint64
	// Dir is a folder for scratch files, of this goroutine alone.
	Dir string
}

// blame is under which signature a class and solver family showed first in a chain.
type blame struct {
	signature string
	seedShows bool
}

// Run runs all solvers on a mutant, 0 <= i < Len, judges what they did, and repeats what it finds. Errors are
// *findings.OutputError, *solver.UnusableError and what ctx ended with; a mutant with an error counts as not run.
func (c *Chain) Run(ctx context.Context, i int, at Place) (Result, error) {
	m := c.mutants[i]
	t := trial{chain: c, script: m.Script, content: contentOf(m.Script), dir: at.Dir}
	t.truths = truths(m)
	res := Result{Name: c.Name(i), Logic: c.Logic(), Made: c.made(i)}
	for _, s := range c.fuzzer.Solvers {
		if !slices.Contains(c.readers, s) {
			res.Skipped = append(res.Skipped, s)
			continue
		}
		if k := c.fuzzer.giveUp(); k > 0 && c.late[s] >= k {
			res.GaveUp = append(res.GaveUp, s)
			continue
		}
		if r := c.refuses[s]; r.state == refusesSeed {
			res.SeedToo = append(res.SeedToo, Refused{s, r.reason})
			continue
		}
		// A crash of one says nothing about the others.
		run, err := t.run(ctx, s)
		if err != nil {
			return Result{}, err
		}
		if refused(run) && c.refuses[s].state == unasked {
			if err := c.askRefuser(ctx, s, at, &res); err != nil {
				return Result{}, err
			}
			if r := c.refuses[s]; r.state == refusesSeed {
				res.Extra = append(res.Extra, run)
				res.SeedToo = append(res.SeedToo, Refused{s, r.reason})
				continue
			}
		}
		res.Runs = append(res.Runs, run)
		c.remember(m.Script, s, run.Answer())
		if run.Limit == solver.LimitTime {
			c.late[s]++
		} else {
			c.late[s] = 0
		}
	}
	observed := t.observeAll(res.Runs)
	for _, o := range observed {
		for _, m := range o.Models {
			res.Models[m.Verdict]++
		}
	}
	if err := c.lastStep(ctx, i, at, &t, observed, &res); err != nil {
		return Result{}, err
	}
	found, excused := oracle.Excuse(t.judgeObserved(observed, t.step), slices.Sorted(maps.Keys(t.content.open)))
	res.Evaluating = t.spent
	res.Excused = len(excused)
	found, err := c.explain(ctx, i, &t, found, &res)
	if err != nil {
		return Result{}, err
	}
	if len(found) == 0 {
		return res, nil
	}
	hits, err := c.hits(ctx, i, at, &t, found, &res)
	res.Hits = hits
	return res, err
}

// A refusal is what is known of a solver that refuses mutants.
type refusal struct {
	state  refusalState
	reason string
}

type refusalState uint8

const (
	unasked     refusalState = iota
	refusesSeed              // it refuses the seed too: the engine is not to blame, and there is no point in going on
	takesSeed
)

// refused reports whether a run ended because the solver does not take the script.
func refused(r solver.Run) bool {
	return r.Crash == nil && (r.Rejected || r.Unsupported || r.BadOptions)
}

// askRefuser runs what is not mutated on a solver that refused a mutant: the seed, and what else the mutants are made of.
func (c *Chain) askRefuser(ctx context.Context, s *solver.Solver, at Place, res *Result) error {
	c.refuses[s] = refusal{state: takesSeed}
	for _, base := range append([]*script.Script{c.script}, c.bases...) {
		t, err := c.otherTrial(base, at, "seed")
		if err != nil {
			return err
		}
		run, err := t.run(ctx, s)
		if err != nil {
			return err
		}
		res.Extra = append(res.Extra, run)
		if refused(run) {
			c.refuses[s] = refusal{state: refusesSeed, reason: run.Reason}
			return nil
		}
	}
	return nil
}

// answerOf are the statuses that answers have.
var answerOf = map[smt.Status]smt.Status{smt.Sat: smt.Sat, smt.Unsat: smt.Unsat}

// truths is what the oracle may hold against solvers.
func truths(m mutate.Mutant) []oracle.Truth {
	known := m.Known()
	if len(known) != m.Script.Checks() {
		return nil
	}
	out := make([]oracle.Truth, len(known))
	some := false
	for i, t := range known {
		out[i] = oracle.Truth{Status: smt.Unknown}
		if s, ok := answerOf[t.Status]; ok {
			out[i] = oracle.Truth{Status: s, Reason: strings.Join(t.Derivation, "; "), Label: t.Label, Witness: t.Witness}
			some = true
		}
	}
	if !some {
		return nil
	}
	return out
}

// A trial is one script on its way through solvers.
type trial struct {
	chain   *Chain
	script  *script.Script
	content content
	truths  []oracle.Truth
	dir     string
	files   []*textFile        // by manner, each written once
	kinds   []certify.CoreKind // nil until asked for
	// step is the implication that led to the script, nil for none, and base the trial of what was before it.
	step *oracle.Step
	base *trial
	// lost are the operators behind regressions.
	lost []loss
	// spent is the time that went into reading and evaluating models.
	spent time.Duration
}

type textFile struct {
	manner  manner
	path    string
	text    []byte
	formula *certify.Formula // nil until a model is to be evaluated
}

// manner says how a solver gets the script. Of scripts that ask many times, unsat cores are asked for where the truth is
// unsat and the script allows it.
func (t *trial) manner(s *solver.Solver) manner {
	m := mannerFor(s, t.script)
	if m.model != "" {
		return m
	}
	for i, kind := range t.coreKinds() {
		if i < len(t.truths) && t.truths[i].Status == smt.Unsat && s.Profile().Show.CoreCommand(kind) != "" {
			m.cores = true
		}
	}
	return m
}

// coreKinds returns for each check which cores can be asked for.
func (t *trial) coreKinds() []certify.CoreKind {
	if t.kinds == nil {
		t.kinds = certify.CoreKinds(t.script)
	}
	return t.kinds
}

// behind returns the commands behind checks, nil where the manner says all.
func (t *trial) behind(s *solver.Solver, m manner) func(check int) string {
	if !m.cores {
		return nil
	}
	return func(check int) string {
		if check >= len(t.truths) || t.truths[check].Status != smt.Unsat {
			return ""
		}
		return s.Profile().Show.CoreCommand(t.coreKinds()[check])
	}
}

// witnesses are the texts of the models that are known, by check.
func (t *trial) witnesses() []string {
	var out []string
	for _, truth := range t.truths {
		out = append(out, truth.Witness)
	}
	return out
}

// file writes the script for a solver, once for all that read it in the same manner.
func (t *trial) file(s *solver.Solver) (*textFile, error) {
	m := t.manner(s)
	for _, f := range t.files {
		if f.manner == m {
			return f, nil
		}
	}
	f := &textFile{
		manner: m, text: t.chain.text(t.script, m, t.behind(s, m)),
		path: filepath.Join(t.dir, fmt.Sprintf("m%d.smt2", len(t.files))),
	}
	if err := os.WriteFile(f.path, f.text, 0o644); err != nil {
		return f, &findings.OutputError{Path: f.path, Err: err}
	}
	t.files = append(t.files, f)
	return f, nil
}

// observe evaluates the models of a run on what the solver read.
func (t *trial) observe(r solver.Run) oracle.Observation {
	o := r.Observation()
	file := t.fileFor(t.chain.solver(r.Solver))
	models := r.AskedModels && slices.Contains(r.Answers, smt.Sat)
	cores := file.manner.cores && slices.Contains(r.Answers, smt.Unsat)
	if r.Void || !models && !cores {
		return o
	}
	started := time.Now()
	defer func() { t.spent += time.Since(started) }()
	f := t.formula(file)
	if f == nil {
		return o
	}
	if models {
		o = r.Certify(f)
	}
	if cores {
		o.Cores = r.Cores(f, t.witnesses())
	}
	return o
}

// formula reads what solvers read; nil when that fails: a text that we print and cannot read is found by the printer's
// tests.
func (t *trial) formula(f *textFile) *certify.Formula {
	if f.formula == nil {
		f.formula, _ = certify.NewFormula(string(f.text), t.chain.fuzzer.Table)
		if f.formula != nil {
			f.formula.Effort = certify.Quick
		}
	}
	return f.formula
}

// confirm evaluates the witnesses of truths that solvers contradict, on what these solvers read.
func (t *trial) confirm(c oracle.Case) {
	started := time.Now()
	for check := range c.Truths {
		if o, ok := c.Contradicted(check); ok {
			certify.Confirm(&c.Truths[check], t.formula(t.fileFor(t.chain.solver(o.Solver))), check)
		}
	}
	t.spent += time.Since(started)
}

func (t *trial) options(s *solver.Solver) solver.Options {
	o := t.content.options(t.script, t.chain.fuzzer.SelfCheck)
	o.Models = mannerFor(s, t.script).model != ""
	return o
}

// run runs one solver in a fresh process.
func (t *trial) run(ctx context.Context, s *solver.Solver) (solver.Run, error) {
	f, err := t.file(s)
	if err != nil {
		return solver.Run{}, err
	}
	return t.runFile(ctx, s, f.path)
}

// runFile runs one solver on a file that holds the script.
func (t *trial) runFile(ctx context.Context, s *solver.Solver, path string) (solver.Run, error) {
	q := solver.Query{File: path, Checks: t.script.Checks(), Limits: t.chain.fuzzer.Limits, Options: t.options(s)}
	for attempt := 1; ; attempt++ {
		run, err := s.Run(ctx, q)
		var start *sandbox.StartError
		if err == nil || ctx.Err() != nil || !errors.As(err, &start) || attempt == startAttempts {
			return run, err
		}
		// The system may be out of processes or memory for a moment; a campaign of days must survive that.
		select {
		case <-ctx.Done():
		case <-time.After(startPause):
		}
	}
}

const (
	startAttempts = 5
	startPause    = 200 * time.Millisecond
)

// observeAll evaluates the models of all runs.
func (t *trial) observeAll(runs []solver.Run) []oracle.Observation {
	var out []oracle.Observation
	for _, r := range runs {
		o := t.observe(r)
		o.Late = findings.Late(r, t.chain.fuzzer.Limits)
		out = append(out, o)
	}
	return out
}

func (t *trial) judgeObserved(observed []oracle.Observation, step *oracle.Step) []oracle.Finding {
	c := oracle.Case{
		Logic: t.script.Logic(), Checks: t.script.Checks(), Truths: t.truths, Observations: observed,
		Baselines: t.chain.fuzzer.Baselines, Step: step,
	}
	t.confirm(c)
	return oracle.Judge(c)
}
