package living_test

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/living"
	"github.com/assay-smt/assay/internal/seeds"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testdepth"
	"github.com/assay-smt/assay/internal/trial"
	"github.com/assay-smt/assay/internal/trial/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
)

// targets returns solvers on PATH and installed ones, as ASSAY_SOLVERS names them.
func targets(t testing.TB) []solver.Target {
	t.Helper()
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	home, _ := os.UserHomeDir()
	data := cmp.Or(os.Getenv("XDG_DATA_HOME"), filepath.Join(home, ".local", "share"))
	resolver := solver.Resolver{Profiles: set, Installed: filepath.Join(data, "assay", "solvers")}
	var out []solver.Target
	for _, text := range strings.Fields(cmp.Or(os.Getenv("ASSAY_SOLVERS"), "z3 cvc5 cvc4 yices2")) {
		spec, err := solver.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		target, err := resolver.Resolve(t.Context(), spec)
		if err != nil {
			t.Logf("without %s: %v", text, err)
			continue
		}
		out = append(out, target)
	}
	if len(out) == 0 {
		t.Skip("no solver is installed")
	}
	return out
}

// scripts returns the built-in seeds, or those in the folder ASSAY_SEEDS, every k-th so that there are at most n.
func scripts(t *testing.T, n int) (names []string, out []*script.Script) {
	t.Helper()
	var all []seeds.Seed
	if dir := os.Getenv("ASSAY_SEEDS"); dir != "" {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".smt2" {
				return err
			}
			if info, err := d.Info(); err != nil || info.Size() > 200<<10 {
				return err
			}
			text, err := os.ReadFile(path)
			all = append(all, seeds.New(path, string(text)))
			return err
		})
	} else {
		all = seeds.All()
	}
	step := max(1, (len(all)+n-1)/n)
	for i := 0; i < len(all); i += step {
		s, err := elab.Script(all[i].Text, elab.Options{})
		if err != nil {
			continue
		}
		names, out = append(names, all[i].Name), append(out, s)
	}
	return names, out
}

func ownCPU() time.Duration {
	var ru syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &ru)
	return time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
}

// In every mode solvers give the answers that they give in processes of their own, but for unknown and time-outs.
func TestSameAnswers(t *testing.T) {
	n := testdepth.Crosscheck(t, 40, 500, 1<<20)
	names, all := scripts(t, n)
	for _, target := range targets(t) {
		modes := []solver.Mode{solver.Process}
		for _, m := range []solver.Mode{solver.Reset, solver.Push} {
			if target.Profile().Living.Can(m) {
				modes = append(modes, m)
			}
		}
		reference := make([]solver.Run, len(all))
		for _, mode := range modes {
			t.Run(target.String()+"/"+string(mode), func(t *testing.T) {
				runner := living.New(living.Config{Mode: mode})
				defer runner.Close()
				bench := (&trial.Bench{Runner: runner, Limits: solver.Limits{Time: time.Second, Memory: 2 << 30}}).In(trialtest.Scratch(t))
				var solving time.Duration
				began, own := time.Now(), ownCPU()
				differ, decided, lively := 0, 0, 0
				for i, s := range all {
					if !target.Profile().Reads(s.Logic()) {
						continue
					}
					run, err := bench.New(s, trial.Facts{}).Run(t.Context(), target)
					if err != nil {
						t.Fatal(err)
					}
					solving += run.CPU
					if !run.Mode.Fresh() {
						solving += run.Start
						lively++
					}
					if mode == solver.Process {
						reference[i] = run
						continue
					}
					if run.Answer().Decides() {
						decided++
					}
					if why := difference(reference[i], run); why != "" {
						differ++
						t.Logf("%s: %s", names[i], why)
						if strings.HasPrefix(why, "CONTRADICTION") {
							t.Errorf("%s: %s", names[i], why)
						}
					}
				}
				report := runner.Report()
				t.Logf("%d scripts, %d in living processes, %d decided, %d differ; wall %v, solver CPU %v, own CPU %v; restarts %v, repeated %v, alone %v, starts %v",
					len(all), lively, decided, differ, time.Since(began).Round(time.Millisecond), solving.Round(time.Millisecond), (ownCPU() - own).Round(time.Millisecond), report.Restarts, report.Repeated, report.Alone, report.Starts)
			})
		}
	}
}

func difference(fresh, alive solver.Run) string {
	if slices.Equal(fresh.Answers, alive.Answers) && fresh.Outcome() == alive.Outcome() {
		if fresh.Answer() == smt.Sat && (fresh.Return(0, solver.Model) == "") != (alive.Return(0, solver.Model) == "") {
			return "a model in one mode only"
		}
		return ""
	}
	for i := range min(len(fresh.Answers), len(alive.Answers)) {
		if a, b := fresh.Answers[i], alive.Answers[i]; a.Decides() && b.Decides() && a != b && !fresh.Void && !alive.Void {
			return fmt.Sprintf("CONTRADICTION: %v in a process of its own, %v in mode %s", fresh.Answers, alive.Answers, alive.Mode)
		}
	}
	return fmt.Sprintf("%s %v in %v against %s %v in %v (%s)", fresh.Outcome(), fresh.Answers, fresh.Wall, alive.Outcome(), alive.Answers, alive.Wall, alive.Mode)
}
