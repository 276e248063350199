package solve

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// A Job is what all scripts have in common. Safe for concurrent use.
type Job struct {
	Bench   *trial.Bench
	Targets []solver.Target
	// Claim is the truth of scripts with one check-sat, without a status for what their labels say. Claims are those of scripts with as many
	// check-sats; those without a status are not known.
	Claim  oracle.Truth
	Claims []oracle.Truth
	// AsIs gives targets the text unchanged, and asks them nothing.
	AsIs bool
	// Cores gives the unsat cores of targets to all of them.
	Cores bool
	// Plain asks targets for nothing but an answer too.
	Plain bool
	// Questions is the number of rounds of further questions, and MostBytes bounds the texts about which they are drawn: all of the text is
	// printed, read and evaluated again for each of them.
	Questions, MostBytes int
	// Cheap is the CPU time above which a run is dear: then nothing is asked that takes another run. 0 is no limit.
	Cheap time.Duration
}

// dear reports whether a run was too dear to ask for more.
func (j *Job) dear(r *solver.Run) bool { return j.Cheap > 0 && r.CPU > j.Cheap }

// A Case is one script with what targets did on it. It belongs to one goroutine.
type Case struct {
	*Job
	// Trial is the script's.
	Trial *trial.Trial
	// Ran has an entry for each of the job's targets, in their order.
	Ran []Ran
	// Found is what is wrong.
	Found []oracle.Finding

	name   string       // begins the names of its files
	bench  *trial.Bench // of this script alone
	text   string
	script *script.Script // nil when Assay cannot read it
}

// A Ran is one target on a script.
type Ran struct {
	Target solver.Target
	// Unable says why the target was not run, "" if it was; then the other fields say what it did.
	Unable   string
	Run      solver.Run
	Observed oracle.Observation
}

// Judge runs all targets on script number i, which tells its files from those of others, and judges them. s is nil when Assay cannot read
// the text. The caller closes the case's trial. Errors are those of trial.Trial.Run, and what ctx ended with.
func (j *Job) Judge(ctx context.Context, i int, text string, s *script.Script) (*Case, error) {
	c := j.open(i, text, s)
	var observed []oracle.Observation
	for _, target := range j.Targets {
		ran, err := c.run(ctx, target)
		if err != nil {
			c.Trial.Close()
			return nil, err
		}
		if ran.Unable == "" {
			observed = append(observed, ran.Observed)
		}
		c.Ran = append(c.Ran, ran)
	}
	v, err := c.Trial.Judge(ctx, observed)
	if err != nil {
		c.Trial.Close()
		return nil, err
	}
	c.Found = v.Found
	return c, nil
}

func (j *Job) open(i int, text string, s *script.Script) *Case {
	c := &Case{Job: j, name: fmt.Sprintf("%06d-", i), bench: j.Bench.In(j.Bench.Dir), text: text, script: s}
	facts := trial.Facts{Name: c.name, Plan: trial.AskEverySat}
	if s != nil {
		facts.Truths = Labels(s)
		if j.Claim.Status != smt.NoStatus && len(facts.Truths) == 1 {
			facts.Truths[0] = j.Claim
		}
		if len(j.Claims) == len(facts.Truths) && len(j.Claims) > 0 {
			facts.Truths = j.Claims
		}
	}
	if j.AsIs {
		c.Trial = c.bench.Raw(c.bench.RawText(c.name+"raw.smt2", []byte(text)), s, facts)
	} else {
		c.Trial = c.bench.New(s, facts)
	}
	return c
}

// run runs one target.
func (c *Case) run(ctx context.Context, target solver.Target) (Ran, error) {
	out := Ran{Target: target}
	if c.script != nil {
		if out.Unable = cmp.Or(trial.Unreadable(target, c.script), c.Trial.Misread(ctx, target)); out.Unable != "" {
			return out, nil
		}
	}
	var err error
	if out.Run, err = c.Trial.Run(ctx, target); err != nil {
		return out, err
	}
	out.Observed = c.Trial.Observe(ctx, out.Run)
	if !c.Cores || c.AsIs || out.Run.Answer() != smt.Unsat || c.dear(&out.Run) {
		return out, nil
	}
	report, err := query.RefuteCore(ctx, c.bench, c.Targets, target, c.script, c.name)
	if report.Verdict == oracle.ModelHolds {
		out.Observed.Cores = []oracle.ModelReport{report}
	}
	return out, err
}

// Labels returns what a script itself says about the checks that it executes: the last :status in front of each of them.
func Labels(s *script.Script) []oracle.Truth {
	var truths []oracle.Truth
	label := oracle.Truth{Status: smt.Unknown}
	for i := range s.Commands {
		c := s.Commands[i]
		switch {
		case c.Kind == script.SetInfo && c.Name == ":status":
			label = oracle.Truth{Status: smt.Unknown}
			if status, err := smt.ParseStatus(c.Text); err == nil {
				label = oracle.Truth{Status: status, Reason: "its status label says so", Label: true}
			}
		case c.IsCheck():
			truths = append(truths, label)
			label = oracle.Truth{Status: smt.Unknown}
		case c.Kind == script.Exit:
			return truths
		}
	}
	return truths
}
