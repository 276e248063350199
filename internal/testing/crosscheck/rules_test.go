package crosscheck

import (
	"cmp"
	"context"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	ended "github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// A prover is a solver that proves rules, limited by the work that it counts itself, so that a busy machine proves as much.
type prover struct{ name, spec string }

// provers prove the built-in rules. At most two: a record has a bit for each.
var provers = []prover{
	{"z3", "z3 rlimit=10000000 smt.max_conflicts=3000"},
	{"cvc5", "cvc5 --rlimit=300000"},
}

const (
	proofsFile = "testdata/rules.txt"
	// proofGuard ends a prover that works without counting. A recording in which that happens has failed.
	proofGuard = 15 * time.Minute
)

func builtinRules(t *testing.T) []*rules.Rule {
	t.Helper()
	rs, err := rules.Builtin(theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// enough reports whether a rule may be built in: nothing refutes it, and unless an argument is written beside it, a prover proved one of
// its instances for all values.
func enough(v rules.Verdict) bool { return v.State.Fine() && (v.General > 0 || v.Rule.Argued != "") }

// limitedProvers ask the installed provers under their limits of work.
type limitedProvers struct {
	t       *testing.T
	answers *query.Answers
}

func newLimitedProvers(t *testing.T) *limitedProvers {
	t.Helper()
	var specs []string
	for _, p := range provers {
		specs = append(specs, p.spec)
	}
	targets := trialtest.Installed(t, specs...)
	if len(targets) == 0 {
		t.Skip("neither z3 nor cvc5 is installed")
	}
	return &limitedProvers{t, &query.Answers{Bench: &trial.Bench{}, Targets: targets, Scratch: trialtest.Scratch(t), Time: proofGuard}}
}

// versions are the provers with their versions, as a record names them.
func (l *limitedProvers) versions() []string {
	var out []string
	for i, target := range l.answers.Targets {
		out = append(out, provers[i].spec+", "+target.Version())
	}
	return out
}

// all reports whether all provers are installed.
func (l *limitedProvers) all() bool { return len(l.answers.Targets) == len(provers) }

// Ask implements rules.Asker.
func (l *limitedProvers) Ask(ctx context.Context, claim *script.Script) []rules.Answer {
	var out []rules.Answer
	for _, r := range l.answers.Ask(ctx, claim, mutate.WantModels) {
		out = append(out, rules.Answer{Solver: r.Solver, Status: r.Status, Model: r.Model})
	}
	for _, target := range l.answers.Targets {
		// What Ask has just asked is remembered.
		if s, ok := l.answers.Solve(ctx, target, claim); ok && s.Outcome == ended.Timeout {
			l.t.Errorf("%s worked for %v without reaching its own limit:\n%s", target, proofGuard, claim)
		}
	}
	return out
}

// TestRulesProved has the installed provers prove built-in rules anew: none may be refuted, and where a prover has the version of the record, it
// has to answer as recorded. Short takes every 100th of the 754 rules, medium and long all of them.
//
// ASSAY_RECORD=changed proves those that are not recorded as they are, ASSAY_RECORD=all every one; both write the record.
func TestRulesProved(t *testing.T) {
	every := testdepth.Crosscheck(t, 100, 1, 1)
	l := newLimitedProvers(t)
	record, err := readProofs(proofsFile)
	if err != nil {
		t.Fatal(err)
	}
	mode := os.Getenv("ASSAY_RECORD")
	rs := builtinRules(t)
	var chosen []*rules.Rule
	for i, r := range rs {
		switch mode {
		case "":
			if i%every == 1%every {
				chosen = append(chosen, r)
			}
		case "all":
			chosen = append(chosen, r)
		case "changed":
			if _, why := replayed(t, r, record.rules[r.Name]); why != "" {
				chosen = append(chosen, r)
			}
		default:
			t.Fatalf("ASSAY_RECORD is %q, and neither changed nor all", mode)
		}
	}
	if mode != "" && !l.all() {
		t.Fatalf("a record needs all of %v", provers)
	}
	if mode != "" && len(chosen) < len(rs) && !slices.Equal(record.provers, l.versions()) {
		t.Fatalf("the record is of %v and not of %v: ASSAY_RECORD=all makes a new one", record.provers, l.versions())
	}
	same := slices.Equal(record.provers, l.versions())
	made := make([]transcript, len(chosen))
	states := map[rules.State]int{}
	var mu sync.Mutex
	t.Run("rules", func(t *testing.T) {
		for i, r := range chosen {
			t.Run(r.Name, func(t *testing.T) {
				t.Parallel() // most of the time is spent waiting for solvers
				rec := &recorder{asker: l, sum: newClaimSum()}
				v, err := rules.Verify(t.Context(), r, rec, rules.Options{})
				if err != nil {
					t.Fatal(err)
				}
				made[i] = rec.transcript()
				mu.Lock()
				states[v.State]++
				mu.Unlock()
				for _, w := range v.Wrong {
					t.Logf("%s: wrong sat of %s%s\n%s%s", r.Name, w.Solver, w.Instance, w.Script, w.Model)
				}
				switch recorded := record.rules[r.Name]; {
				case v.State == rules.Refuted || (mode != "" || same) && !enough(v):
					t.Error(v)
				case mode == "" && same && made[i] != recorded:
					t.Errorf("%s: answers are %v and were recorded as %v; make rules-record", r.Name, made[i], recorded)
				}
			})
		}
	})
	t.Log(states)
	if mode == "" || t.Failed() {
		return
	}
	if len(chosen) == len(rs) {
		record = &proofRecord{provers: l.versions(), rules: map[string]transcript{}}
	}
	var names []string
	for _, r := range rs {
		names = append(names, r.Name)
	}
	for i, r := range chosen {
		record.rules[r.Name] = made[i]
	}
	if err := record.write(cmp.Or(os.Getenv("ASSAY_RECORD_FILE"), proofsFile), names); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d rules were proved anew, and are in %s", len(chosen), proofsFile)
}
