package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/findings"
)

// What a worker elsewhere cannot have seen is refused, whatever it is; and what this machine knows better is put right.
func TestDeskChecks(t *testing.T) {
	c := config(t, fake(t, "--do='crash SEGV'")...)
	c.Mutants = 12
	lab, err := NewLab(func() Config { own := c; own.Out = t.TempDir(); return own }(), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer lab.Close()
	enough := errors.New("enough")
	c.Elsewhere = func(ctx context.Context, d *Desk) error {
		var good *Results
		for good == nil || len(good.Done) < 2 {
			lease, ok, err := d.Take()
			if err != nil || !ok {
				t.Fatalf("no slot: %v", err)
			}
			if good, err = lab.Fill(ctx, 0, lease); err != nil {
				t.Fatal(err)
			}
		}
		for name, change := range wrongs {
			r := clone(t, good)
			change(r)
			if err := d.Check(r); err == nil {
				t.Errorf("%s: it is believed", name)
			}
		}
		r := clone(t, good)
		f := &r.Done[0].Hits[0].Finding
		f.Path, f.Family, f.Runs[0].Command[0] = "/bin/sh", "../..", "rm"
		f.Profiles = []findings.Source{{Name: "evil.toml", Text: `binaries = ["/bin/sh"]`}}
		r.Done[0].Hits[0].Seed = []byte("another")
		if err := d.Check(r); err != nil {
			t.Error(err)
		}
		program := c.Targets[0].Path()
		if f.Path != program || f.Family != "fake" || f.Runs[0].Command[0] != program || strings.Contains(string(r.Done[0].Hits[0].Seed), "another") {
			t.Errorf("it is kept as %s of %s, with the command %q", f.Path, f.Family, f.Runs[0].Command)
		}
		for _, p := range f.Profiles {
			if p.Name == "evil.toml" {
				t.Error("a profile of the worker's is kept")
			}
		}
		return enough
	}
	if _, err := Run(t.Context(), c); !errors.Is(err, enough) {
		t.Error(err)
	}
}

// clone copies results as far as they are changed here.
func clone(t *testing.T, r *Results) *Results {
	t.Helper()
	out := *r
	made := *r.Made
	out.Made = &made
	out.Done = nil
	for _, d := range r.Done {
		n := Done{Events: append([]event.Event(nil), d.Events...)}
		for _, h := range d.Hits {
			text, err := json.Marshal(h)
			if err != nil {
				t.Fatal(err)
			}
			var again findings.Hit
			if err := json.Unmarshal(text, &again); err != nil {
				t.Fatal(err)
			}
			n.Hits = append(n.Hits, again)
		}
		out.Done = append(out.Done, n)
	}
	return &out
}

// changeRun changes the first run of the first mutant.
func changeRun(r *Results, change func(*event.Run)) {
	for i, e := range r.Done[0].Events {
		if run, ok := e.(event.Run); ok {
			change(&run)
			r.Done[0].Events[i] = run
			return
		}
	}
	panic("no run")
}

var wrongs = map[string]func(*Results){
	"neither mutants nor a reason": func(r *Results) { r.Made = nil },
	"both":                         func(r *Results) { r.Failure = &Failure{Kind: FailureOther} },
	"more mutants than a chain":    func(r *Results) { r.Made.Mutants = 1000 },
	"a mutant too few":             func(r *Results) { r.Done = r.Done[1:] },
	"a later beginning":            func(r *Results) { r.From = 1 },
	"a visit that goes on":         func(r *Results) { r.Grown = []Growth{{At: r.Made.Mutants - 1, Mutants: 50}} },
	"a negative count":             func(r *Results) { r.Made.Rejected = map[string]int{"no": -1} },
	"a mutant twice":               func(r *Results) { r.Done[0].Events = append(r.Done[0].Events, r.Done[0].Events[0]) },
	"another mutant":               func(r *Results) { r.Done[0], r.Done[1] = r.Done[1], r.Done[0] },
	"no events":                    func(r *Results) { r.Done[0].Events = nil },
	"a seed's event":               func(r *Results) { r.Done[0].Events = append(r.Done[0].Events, event.Seed{}) },
	"a finding's event":            func(r *Results) { r.Done[0].Events = append(r.Done[0].Events, event.Finding{}) },
	"an unknown solver":            func(r *Results) { changeRun(r, func(e *event.Run) { e.Solver = "sh" }) },
	"an unknown outcome":           func(r *Results) { changeRun(r, func(e *event.Run) { e.Outcome = "won" }) },
	"negative time":                func(r *Results) { changeRun(r, func(e *event.Run) { e.CPU = -1 }) },
	"no number":                    func(r *Results) { changeRun(r, func(e *event.Run) { e.CPU = math.NaN() }) },
	"a year":                       func(r *Results) { changeRun(r, func(e *event.Run) { e.Seconds = 3.2e7 }) },
	"a long text":                  func(r *Results) { changeRun(r, func(e *event.Run) { e.Reason = strings.Repeat("x", 1<<20) }) },
	"feedback":                     func(r *Results) { changeRun(r, func(e *event.Run) { e.NewBehaviour = 9 }) },
	"too many events":              func(r *Results) { r.Done[0].Events = append(r.Done[0].Events, make([]event.Event, 5000)...) },
	"too many findings":            func(r *Results) { r.Done[0].Hits = make([]findings.Hit, 100) },
	"a file of ours":               func(r *Results) { r.Done[0].Hits[0].Others = map[string][]byte{"bug.smt2": nil} },
	"a path":                       func(r *Results) { r.Done[0].Hits[0].Others = map[string][]byte{"../x.smt2": nil} },
	"a record":                     func(r *Results) { r.Done[0].Hits[0].Others = map[string][]byte{"finding.json": nil} },
	"no formula":                   func(r *Results) { r.Done[0].Hits[0].Bug = nil },
	"an unknown class":             func(r *Results) { r.Done[0].Hits[0].Finding.Class = "../../x" },
	"no signature":                 func(r *Results) { r.Done[0].Hits[0].Finding.Signature = "" },
	"another place":                func(r *Results) { r.Done[0].Hits[0].Finding.Provenance.Job = 999 },
	"another campaign":             func(r *Results) { r.Done[0].Hits[0].Finding.Provenance.CampaignSeed = 999 },
	"the blame of another":         func(r *Results) { r.Done[0].Hits[0].Finding.Solver = "z3" },
	"a run on a file elsewhere":    func(r *Results) { r.Done[0].Hits[0].Finding.Runs[0].File = "/etc/passwd" },
	"a run of another":             func(r *Results) { r.Done[0].Hits[0].Finding.Runs[0].Solver = "sh" },
	"a run without a command":      func(r *Results) { r.Done[0].Hits[0].Finding.Runs[0].Command = nil },
}

// A worker leaves findings out that are larger than the campaign takes, and says so: the rest of its slot counts.
func TestOversizedFindings(t *testing.T) {
	c := config(t, fake(t, "--do='crash SEGV'")...)
	c.Seeds, c.Mutants = []SeedSource{numberSeed("a", 3), numberSeed("b", 3)}, 12
	lab, err := NewLab(func() Config { own := c; own.Out = t.TempDir(); return own }(), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer lab.Close()
	enough, large := errors.New("enough"), make([]byte, mostFormula+1)
	c.Elsewhere = func(ctx context.Context, d *Desk) error {
		lease, ok, err := d.Take()
		if err != nil || !ok {
			t.Fatalf("no slot: %v", err)
		}
		good, err := lab.Fill(ctx, 0, lease)
		if err != nil {
			t.Fatal(err)
		}
		for name, change := range map[string]func(*findings.Hit){
			"a formula":   func(h *findings.Hit) { h.Bug = large },
			"a file":      func(h *findings.Hit) { h.Others = map[string][]byte{"base.smt2": large} },
			"a signature": func(h *findings.Hit) { h.Finding.Signature = strings.Repeat("x", mostText+1) },
			"steps":       func(h *findings.Hit) { h.Finding.Provenance.Steps = make([]string, mostEvents+1) },
			"a reason":    func(h *findings.Hit) { h.Finding.Runs[0].Reason = strings.Repeat("x", mostText+1) },
			"files": func(h *findings.Hit) {
				h.Others = make(map[string][]byte)
				for i := range mostFiles + 1 {
					h.Others[strings.Repeat("x", i+1)+".smt2"] = []byte("x")
				}
			},
		} {
			r := clone(t, good)
			h := r.Done[0].Hits[0]
			h.Finding.Runs = slices.Clone(h.Finding.Runs)
			change(&h)
			r.Done[0].Hits = append(r.Done[0].Hits, h)
			if err := d.Check(r); err == nil {
				t.Errorf("%s: it is not too large", name)
			}
			s := sheet{c: lab.c, lease: lease, out: Results{Slot: r.Slot, Made: r.Made}}
			for i, one := range r.Done {
				if err := s.record(assignment{}, mutantDone{index: i, Result: fuzzer.Result{Events: one.Events, Hits: one.Hits}}); err != nil {
					t.Fatal(err)
				}
			}
			if err := d.Check(&s.out); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			first := s.out.Done[0]
			if f, ok := first.Events[len(first.Events)-1].(event.Fault); !ok || len(first.Hits) != 1 || !strings.Contains(f.Text, h.Finding.Provenance.Mutant) || len(f.Text) > 1000 {
				t.Errorf("%s: %d findings, and at the end of the events %+v", name, len(first.Hits), f)
			}
		}
		return enough
	}
	if _, err := Run(t.Context(), c); !errors.Is(err, enough) {
		t.Error(err)
	}
}
