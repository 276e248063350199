package campaign

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/findings"
)

// elsewhere has the slots of a campaign filled by two labs, so many at a time, the last one first, and each of them brought twice.
func elsewhere(t *testing.T, c Config, atOnce int) Config {
	t.Helper()
	return elsewhereBy(t, func() Config { return c }, c, atOnce)
}

// elsewhereBy is elsewhere with labs that have a Config of their own.
func elsewhereBy(t *testing.T, of func() Config, c Config, atOnce int) Config {
	t.Helper()
	var labs []*Lab
	for range 2 {
		own := of()
		own.Out = t.TempDir()
		l, err := NewLab(own, 1)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(l.Close)
		labs = append(labs, l)
	}
	n := 0
	c.Elsewhere = func(ctx context.Context, d *Desk) error {
		var waiting []*Results
		for {
			var leases []Lease
			for len(leases) < atOnce {
				lease, ok, err := d.Take()
				if err != nil {
					return err
				}
				if !ok {
					break
				}
				leases = append(leases, lease)
			}
			slices.Reverse(leases)
			for _, lease := range leases {
				n++
				r, err := labs[n%2].Fill(ctx, 0, lease)
				if err != nil {
					return err
				}
				labs[n%2].Kept(r)
				waiting = append(waiting, r, r)
			}
			if len(waiting) == 0 {
				return nil
			}
			var still []*Results
			for _, r := range waiting {
				if err := d.Check(r); err != nil {
					return fmt.Errorf("slot %d: %w", r.Slot, err)
				}
				switch entered, err := d.Enter(r); {
				case err != nil:
					return err
				case entered == SlotWaits:
					still = append(still, r)
				}
			}
			waiting = still
		}
	}
	return c
}

// What labs elsewhere make of a campaign is what its own workers make of it: the same mutants, statistics and findings.
func TestElsewhere(t *testing.T) {
	begin := func() Config {
		c := config(t, fake(t, "--opt-a=1 --when='(= . [0-9]*[12])=>crash SEGV' --answer=sat", "--when='(= . [0-9]*[34])=>unsat' --answer=sat")...)
		c.Mutants = 61
		return c
	}
	content := func(c Config) map[string]string {
		mutants := map[string]string{}
		c.Events = sinkFunc(func(e event.Event) {
			if m, ok := e.(event.Mutant); ok {
				mutants["mutant "+m.Mutant] += fmt.Sprintf("%d %t ", m.Text, m.Repeat)
			}
		})
		if sum := mustRun(t, c); sum.Ended != EndMutants || sum.Stats.Mutants != 61 {
			t.Fatalf("%d mutants, ended by %s", sum.Stats.Mutants, sum.Ended)
		}
		all, err := findings.LoadAll(c.Out)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range all {
			bug, err := os.ReadFile(filepath.Join(f.Dir, findings.BugFile))
			if err != nil {
				t.Fatal(err)
			}
			mutants[f.Signature] = fmt.Sprintf("%s\n%d hits\n%s", f.Provenance.Mutant, f.Hits, bug)
		}
		mutants["stats"] = regexp.MustCompile(`"mutant": ".*"`).ReplaceAllString(withoutOrder(t, told(t, c.Out))["stats"], "") // the first one, as an example
		return mutants
	}
	want := content(begin())
	if len(want) < 64 {
		t.Fatalf("too little happens for a test: %v", want)
	}
	for _, atOnce := range []int{1, 7} {
		if diff := cmp.Diff(want, content(elsewhere(t, begin(), atOnce))); diff != "" {
			t.Errorf("%d slots at a time (-here +elsewhere):\n%s", atOnce, diff)
		}
	}
}

// Where effort is adaptive, a lab decides about its slot as the campaign itself would: slot by slot, the campaign is the same.
func TestElsewhereAdaptive(t *testing.T) {
	target, _ := manyOptions(t)
	evaluating := regexp.MustCompile(`"evaluating_seconds":[^,}]*`)
	told := func(change func(*testing.T, Config, int) Config) []string {
		runner := &repeatable{cost: func(n int64) time.Duration { return time.Duration(n*n%977) * 1e6 }}
		c := config(t, target)
		c.Seeds = nil
		for i := range 9 {
			c.Seeds = append(c.Seeds, numberSeed(string(rune('a'+i)), 3+i%4))
		}
		c.Effort, c.Visit, c.Jobs, c.Runner, c.Fresh = effort.Adaptive, 12, 1, runner, runner
		var all []string
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		c.Events = sinkFunc(func(e event.Event) {
			text, err := event.JSON(e)
			if err != nil {
				t.Error(err)
			}
			if all = append(all, evaluating.ReplaceAllString(string(text), "")); len(all) == 2500 {
				cancel()
			}
		})
		if change != nil {
			c = change(t, c, 1)
		}
		if _, err := Run(ctx, c); err != nil {
			t.Fatal(err)
		}
		return all[:min(len(all), 2500)]
	}
	want, got := told(nil), told(elsewhere)
	if n := min(len(want), len(got)); n < 2000 || !strings.Contains(strings.Join(want, "\n"), `"event":"continued"`) {
		t.Fatalf("too little happens for a test: %d events", n)
	} else if diff := cmp.Diff(want[:n], got[:n]); diff != "" {
		t.Errorf("events (-here +elsewhere):\n%s", diff)
	}
}

// The jobs of a campaign elsewhere are those of the workers that are there: the most there were, and their time.
func TestCrew(t *testing.T) {
	c := config(t, fake(t, "--answer=sat")...)
	c.Mutants, c.Jobs = 24, 1
	c = elsewhere(t, c, 3)
	crew := []int{2, 7, 3}
	c.Crew = func() int {
		now := crew[0]
		if len(crew) > 1 {
			crew = crew[1:]
		}
		return now
	}
	s := mustRun(t, c)
	if s.Jobs != 7 || s.Stats.Spent.Workers < 2*s.Stats.Seconds || s.Stats.Spent.Workers > 7*s.Stats.Seconds {
		t.Errorf("%d jobs, %g s of workers in %g s", s.Jobs, s.Stats.Spent.Workers, s.Stats.Seconds)
	}
}

// While results wait for those of slots before them, others of their slot are refused where they differ, and break nothing.
func TestOtherResultsOfWaitingSlot(t *testing.T) {
	for name, change := range map[string]func(*Results){
		"none":  func(r *Results) { r.Made, r.Done, r.Failure = nil, nil, &Failure{Kind: FailureOther, Text: "no"} },
		"fewer": func(r *Results) { r.Made.Mutants, r.Done = 1, r.Done[:1] },
	} {
		t.Run(name, func(t *testing.T) {
			c := config(t, fake(t, "--answer=sat")...)
			c.Seeds, c.Mutants = []SeedSource{numberSeed("a", 3), numberSeed("b", 4), numberSeed("c", 4)}, 5
			lab, err := NewLab(func() Config { own := c; own.Out = t.TempDir(); return own }(), 1)
			if err != nil {
				t.Fatal(err)
			}
			defer lab.Close()
			c.Elsewhere = func(ctx context.Context, d *Desk) error {
				var filled []*Results
				for range 2 {
					lease, ok, err := d.Take()
					if err != nil || !ok {
						return fmt.Errorf("no slot: %w", err)
					}
					r, err := lab.Fill(ctx, 0, lease)
					if err != nil {
						return err
					}
					filled = append(filled, r)
				}
				enter := func(what string, r *Results, want Entered) {
					if got, err := d.Enter(r); err != nil || got != want {
						t.Errorf("%s: %d instead of %d, %v", what, got, want, err)
					}
				}
				other := clone(t, filled[1])
				change(other)
				enter("the second slot", filled[1], SlotWaits)
				if !d.Waits(filled[1].Slot) || d.Waits(filled[0].Slot) {
					t.Error("another slot waits")
				}
				if err := d.Check(other); err == nil {
					t.Error("others are believed")
				}
				if err := d.Check(filled[1]); err != nil {
					t.Error(err)
				}
				enter("the first slot", filled[0], SlotDone)
				enter("others of the second slot", other, SlotKnown)
				enter("the second slot again", filled[1], SlotDone)
				return nil
			}
			if s := mustRun(t, c); s.Stats.Mutants != 5 {
				t.Errorf("%d mutants", s.Stats.Mutants)
			}
		})
	}
}

// A slot that is given up is done: the campaign goes on without it, and says why; so does a later run.
func TestGiveUpSlot(t *testing.T) {
	c := config(t, fake(t, "--answer=sat")...)
	c.Seeds, c.Slots = []SeedSource{numberSeed("a", 3), numberSeed("b", 3)}, 4
	lab, err := NewLab(func() Config { own := c; own.Out = t.TempDir(); return own }(), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer lab.Close()
	c.Elsewhere = func(ctx context.Context, d *Desk) error {
		for {
			lease, ok, err := d.Take()
			if err != nil {
				return err
			}
			switch {
			case !ok && !d.Finished():
				return fmt.Errorf("%d slots are out", d.Outstanding())
			case !ok:
				return nil
			case lease.Slot == 1:
				if err := d.GiveUp(1, "for a test"); err != nil || d.IsOut(1) {
					t.Errorf("it is out: %v", err)
				}
				if err := d.GiveUp(1, "again"); err != nil {
					t.Error(err)
				}
				continue
			}
			r, err := lab.Fill(ctx, 0, lease)
			if err != nil {
				return err
			}
			if entered, err := d.Enter(r); err != nil || entered != SlotDone {
				t.Errorf("slot %d: %d, %v", r.Slot, entered, err)
			}
		}
	}
	for range 2 {
		s := mustRun(t, c)
		if s.Stats.Mutants != 9 || s.Stats.Faults != 1 || !strings.HasSuffix(s.Stats.FaultTexts[0], "is given up: for a test") {
			t.Errorf("%d mutants, %d faults: %q", s.Stats.Mutants, s.Stats.Faults, s.Stats.FaultTexts)
		}
	}
}
