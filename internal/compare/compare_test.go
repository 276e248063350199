package compare

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/run/timing"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

const models = "evidence = {model = \"(get-model)\"}\nstatistics = {command = \"(get-info :all-statistics)\", work = [\"effort\"]}\n"

// sidesOf returns a baseline and a candidate of the fake solver.
func sidesOf(t *testing.T, baseline, candidate string) []Side {
	t.Helper()
	targets := trialtest.Fakes(t, models, baseline, candidate)
	return []Side{
		{Target: targets[0], SideInfo: SideInfo{Role: Baseline, Program: "1"}},
		{Target: targets[1], SideInfo: SideInfo{Role: Candidate, Program: "1"}},
	}
}

// asking returns the script that asks for n.
func asking(n int) Script {
	text := fmt.Sprintf("(set-logic QF_LIA)\n(declare-const n Int)\n(assert (= n %d))\n(check-sat)\n", n)
	return Script{Name: fmt.Sprintf("%03d.smt2", n), Logic: "QF_LIA", Hash: fmt.Sprint(n), Read: func() (string, error) { return text, nil }}
}

func scripts(numbers ...int) (out []Script) {
	for _, n := range numbers {
		out = append(out, asking(n))
	}
	return out
}

func configOf(t *testing.T, sides []Side, scripts []Script) Config {
	return Config{
		Sides: sides, Scripts: scripts, Out: filepath.Join(t.TempDir(), "out"), Jobs: 2,
		Limits: solver.Limits{Time: 10 * time.Second}, Slower: timing.Limit{Ratio: 3, Difference: 100 * time.Millisecond}, FailOn: Kinds(),
	}
}

// lines are the changes of a report, one line each.
func lines(r *Report) []string {
	var out []string
	for _, standing := range []Standing{Regression, Improved, Both, Unsure, Gone} {
		for _, p := range r.Changes(standing) {
			line := fmt.Sprintf("%s %s %s", p.Standing, p.Kind, p.Name)
			if p.Class != "" {
				line += " " + string(p.Class)
			}
			if p.Suspect {
				line += " suspected"
			}
			out = append(out, line)
		}
	}
	return out
}

// on makes the fake solver do something about one number, and right otherwise.
func on(actions ...string) string {
	out := `'--do=right witness'`
	for i := len(actions) - 2; i >= 0; i -= 2 {
		out = fmt.Sprintf(`'--when=n %s[)]=>%s' `, actions[i], actions[i+1]) + out
	}
	return out
}

func TestCompare(t *testing.T) {
	baseline := on("100", "crash SEGV", "102", "crash ABRT", "104", "unsat", "106", "unknown", "108", `error "no"`)
	candidate := on("2", "unsat", "4", "crash SEGV", "6", "unknown", "8", `error "no"`, "10", "spin 400 right witness", "12", "invalid-model",
		"102", "crash ABRT", "14", "unknown")
	numbers := []int{2, 4, 6, 8, 10, 14, 20, 22, 100, 102, 104, 106, 108}
	r, err := Compare(t.Context(), configOf(t, sidesOf(t, baseline, candidate), scripts(numbers...)))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"regression wrong 002.smt2 refutation-soundness",
		"regression crash 004.smt2 crash",
		"regression error 008.smt2",
		"regression lost 006.smt2",
		"regression lost 014.smt2",
		"regression slower 010.smt2",
		"improved wrong 104.smt2 refutation-soundness",
		"improved crash 100.smt2 crash",
		"improved error 108.smt2",
		"improved lost 106.smt2",
		"both crash 102.smt2 crash",
	}
	if d := cmp.Diff(want, lines(r)); d != "" {
		t.Errorf("changes (-want +got):\n%s", d)
	}
	s := r.Duels[0].All
	if s.Files != len(numbers) || s.Contradict != 2 || s.Lost != 4 || s.Gained != 3 || s.Same != 4 || s.Other != 0 {
		t.Errorf("%+v", s)
	}
	if len(r.Left) > 0 || len(r.Same) > 0 || r.Useless() >= 0 {
		t.Errorf("left %v, same %v, useless %d", r.Left, r.Same, r.Useless())
	}
}

// A program that is compared with itself shows nothing, whatever it does.
func TestCompareWithItself(t *testing.T) {
	all := on("2", "unsat", "4", "crash SEGV", "6", "unknown", "8", `error "no"`, "10", "spin 50 right witness")
	sides := sidesOf(t, all, all)
	r, err := Compare(t.Context(), configOf(t, sides, scripts(2, 4, 6, 8, 10, 12)))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"both wrong 002.smt2 refutation-soundness", "both crash 004.smt2 crash"}
	if d := cmp.Diff(want, lines(r)); d != "" || len(r.Same) != 1 {
		t.Errorf("same: %v, changes (-want +got):\n%s", r.Same, d)
	}
	if r.Sides[0].Name == r.Sides[1].Name || r.Sides[0].Spec != r.Sides[1].Spec {
		t.Errorf("names %q and %q, specifications %q and %q", r.Sides[0].Name, r.Sides[1].Name, r.Sides[0].Spec, r.Sides[1].Spec)
	}
	if len(r.Failed()) != 0 {
		t.Errorf("%d regressions count", len(r.Failed()))
	}
}

// A candidate that takes too long to show what the baseline does wrong has not mended it.
func TestCompareWithTooLong(t *testing.T) {
	config := configOf(t, sidesOf(t, on("2", "unsat"), on("2", "spin 600000 right witness")), scripts(2, 4))
	config.Limits.Time = time.Second
	r, err := Compare(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	all := r.Changes(Unsure)
	if d := cmp.Diff([]string{"unsure wrong 002.smt2 refutation-soundness"}, lines(r)); d != "" || len(all) != 1 {
		t.Fatalf("changes (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]Count{{Side: 1, Of: fewRepeats, Cut: fewRepeats}, {Side: 0, Of: fewRepeats, Shows: fewRepeats}}, all[0].Counts); d != "" {
		t.Error(d)
	}
}

// Nothing says who is right when two sides contradict each other on what no model decides.
func TestDispute(t *testing.T) {
	c := Change{Kind: Wrong, Candidate: 1, Against: []int{0}}
	for _, tt := range []struct {
		shows int
		want  Standing
	}{{5, Regression}, {3, Unsure}, {0, Gone}} {
		if c.settleDispute(tt.shows, 5); c.Standing != tt.want {
			t.Errorf("%d of 5: %s", tt.shows, c.Standing)
		}
	}
}

func TestSettle(t *testing.T) {
	for _, tt := range []struct {
		name      string
		by        Role
		mine      int
		theirs    []int // of two baselines
		cut       []int // of the runs of each side, and mine last
		want      Standing
		remaining int
	}{
		{"always here, never there", Candidate, 5, []int{0, 0}, nil, Regression, 2},
		{"always here, with one baseline too", Candidate, 5, []int{5, 0}, nil, Regression, 1},
		{"everywhere", Candidate, 5, []int{5, 5}, nil, Both, 2},
		{"seldom here, never there", Candidate, 1, []int{0, 0}, nil, Unsure, 2},
		{"seldom on both", Candidate, 2, []int{1, 2}, nil, Both, 2},
		{"not again", Candidate, 0, []int{0, 0}, nil, Gone, 2},
		{"always there, never here", Baseline, 0, []int{5, 5}, nil, Improved, 2},
		{"with one of the baselines, never here", Baseline, 0, []int{5, 0}, nil, Improved, 1},
		{"here as well", Baseline, 4, []int{5, 5}, nil, Both, 2},
		{"not there again", Baseline, 0, []int{0, 0}, nil, Gone, 2},
		{"never here, since a limit ends each run", Baseline, 0, []int{5, 5}, []int{0, 0, 5}, Unsure, 2},
		{"never here, where a limit ends most runs", Baseline, 0, []int{5, 5}, []int{0, 0, 3}, Unsure, 2},
		{"always here, where a limit ends the runs of the baselines", Candidate, 5, []int{0, 0}, []int{5, 5, 0}, Regression, 2},
	} {
		c := Change{Kind: Crash, Shown: tt.by, Candidate: 2, Against: []int{0, 1}}
		var sides []Count
		for side, shows := range []int{tt.theirs[0], tt.theirs[1], tt.mine} {
			sides = append(sides, Count{Side: side, Shows: shows, Of: 5})
			if tt.cut != nil {
				sides[side].Cut = tt.cut[side]
			}
		}
		c.settle(sides)
		if c.Standing != tt.want || len(c.Against) != tt.remaining {
			t.Errorf("%s: %s against %v", tt.name, c.Standing, c.Against)
		}
	}
}

// TestApart holds the bound to Fisher's test by hand: 5 of 10 runs fall on one side with a chance of 1/252, 4 with 5/210, 3 with 10/120.
func TestApart(t *testing.T) {
	for k, want := range map[int]bool{5: true, 4: false, 3: false, 0: false} {
		if got := apart(k, 5, 5); got != want {
			t.Errorf("%d of 5: %v", k, got)
		}
	}
	if !apart(6, 12, 12) || apart(4, 12, 12) || apart(12, 12, 0) || apart(12, 12, 2) || !apart(12, 12, 3) {
		t.Error("6 and 4 of 12, and 12 of 12 against none, 2 and 3")
	}
}

func TestOverall(t *testing.T) {
	gone := func(by Role, n int) (out []Record) {
		for i := range n {
			r := record(fmt.Sprintf("%s%d", by, i), "QF_LIA", "sat", "sat", 0.01, 0.01,
				Change{Kind: Lost, Standing: Gone, Shown: by, Candidate: 1, Against: []int{0}})
			out = append(out, r)
		}
		return out
	}
	slow := func(ratio float64) (out []Record) {
		for i := range 20 {
			out = append(out, record(fmt.Sprint(i), "QF_LIA", "sat", "sat", 1, ratio))
		}
		return out
	}
	for _, tt := range []struct {
		name    string
		records []Record
		want    []string
	}{
		{"nothing", nil, nil},
		{"twenty to none", gone(Candidate, 20), []string{"regression lost all scripts"}},
		{"none to twenty", gone(Baseline, 20), []string{"improved lost all scripts"}},
		{"twenty to eighteen", append(gone(Candidate, 20), gone(Baseline, 18)...), nil},
		{"four to none", gone(Candidate, 4), nil},
		{"half as long again", slow(1.5), nil},
		{"two and a half times as long", slow(2.5), []string{"regression slower all scripts"}},
		{"ten times as fast", slow(0.1), []string{"improved slower all scripts"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := Report{Sides: []SideInfo{{Role: Baseline, Name: "old"}, {Role: Candidate, Name: "new"}}, Timeout: 10, Slower: timing.Default, Records: tt.records}
			r.Tally()
			all := r.overall()
			r.Records = []Record{all}
			if d := cmp.Diff(tt.want, lines(&r)); d != "" {
				t.Error(d)
			}
		})
	}
}

// However many scripts were unsteady, chance is told from more than chance.
func TestUnsteady(t *testing.T) {
	for _, tt := range []struct {
		k, m int
		want bool
	}{{4, 0, false}, {9, 0, false}, {10, 0, true}, {20, 18, false}, {18, 20, false}, {64, 30, true}, {800, 400, true}, {20_000, 10_000, true}, {1210, 1200, false}, {100_000, 99_900, false}} {
		if got := unsteady(tt.k, tt.m); got != tt.want {
			t.Errorf("%d against %d: %v", tt.k, tt.m, got)
		}
	}
}

// A comparison that was interrupted goes on with what is left, and comes to the same.
func TestResume(t *testing.T) {
	sides := sidesOf(t, on(), on("2", "unsat", "6", "unknown"))
	config := configOf(t, sides, scripts(2, 4, 6, 8, 10, 12))
	whole, err := Compare(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	config.Out = filepath.Join(t.TempDir(), "other")
	config.Jobs = 1
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		config.Progress = func(p Progress) {
			if p.Phase == "scripts" && p.Done == 1 {
				cancel()
			}
		}
		r, err := Compare(ctx, config)
		cancel()
		if err != nil || len(r.Left) == 0 {
			t.Fatalf("interrupted: %v, left %v", err, r)
		}
		// What a kill leaves of a line is done again.
		journal := filepath.Join(config.Out, JournalFile)
		text, err := os.ReadFile(journal)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(journal, append(text, `{"settled":true,"rec`...), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	most := 0
	config.Progress = func(p Progress) {
		if p.Phase == "scripts" {
			most = max(most, p.Total)
		}
	}
	r, err := Compare(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(lines(whole), lines(r)); d != "" || most == 0 || most >= 6 {
		t.Errorf("%d scripts were left; changes (-in one go +resumed):\n%s", most, d)
	}
	config.Limits.Time++
	if _, err := Compare(t.Context(), config); err == nil || !strings.Contains(err.Error(), "other limits") {
		t.Errorf("with another limit: %v", err)
	}
}

// Regressions become small findings, as far as there is time.
func TestReduce(t *testing.T) {
	for _, tt := range []struct {
		each  time.Duration
		want  string
		found bool
	}{{0, "reduced", true}, {1, "not reduced: it took too long", false}} {
		config := configOf(t, sidesOf(t, on(), on("2", "unsat")), scripts(2, 4))
		config.Reducer = &Reducer{Each: tt.each, Referees: func(context.Context, string) (certified.Referees, error) { return certified.Referees{}, nil }}
		r, err := Compare(t.Context(), config)
		if err != nil {
			t.Fatal(err)
		}
		all := r.Changes(Regression)
		if len(all) != 1 || all[0].Reduced != tt.want {
			t.Fatalf("within %v: %+v", tt.each, all)
		}
		if _, err := findings.Load(filepath.Join(config.Out, all[0].Finding)); (err == nil) != tt.found {
			t.Errorf("within %v: the finding %q: %v", tt.each, all[0].Finding, err)
		}
	}
}

// Two processes do not compare in one folder.
func TestBusy(t *testing.T) {
	config := configOf(t, sidesOf(t, on(), on()), scripts(2, 4))
	var inner error
	config.Progress = func(Progress) {
		if inner == nil {
			other := config
			other.Progress = nil
			_, inner = Compare(t.Context(), other)
		}
	}
	if _, err := Compare(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	var busy *BusyError
	if !errors.As(inner, &busy) {
		t.Errorf("the second one: %v", inner)
	}
}

// A campaign compares versions. Whatever else there is to compare takes part as a solver of its own.
func TestTested(t *testing.T) {
	fakes := trialtest.Fakes(t, models, "--opt-old=1", "--opt-new=1", "--opt-same=1", "--opt-same=1")
	other := trialtest.Printing(t, "z3", "sat\n")
	side := func(role Role, target solver.Target, program string) Side {
		return Side{Target: target, SideInfo: SideInfo{Role: role, Program: program, Spec: target.String()}}
	}
	for _, tt := range []struct {
		name              string
		sides             []Side
		solvers, baseline int
	}{
		{"another version", []Side{side(Baseline, fakes[0], "1"), side(Candidate, fakes[1], "2")}, 1, 1},
		{"the same program", []Side{side(Baseline, fakes[2], "1"), side(Candidate, fakes[3], "1")}, 1, 0},
		{"another solver", []Side{side(Baseline, other, "1"), side(Candidate, fakes[1], "2")}, 2, 0},
		{"with a witness", []Side{side(Baseline, fakes[0], "1"), side(Candidate, fakes[1], "2"), side(Witness, other, "3")}, 2, 1},
	} {
		c := &comparison{Config: &Config{Sides: tt.sides}}
		if solvers, baselines := c.tested(); len(solvers) != tt.solvers || len(baselines) != tt.baseline {
			t.Errorf("%s: solvers %q, baselines %q", tt.name, solvers, baselines)
		}
	}
}

// The duration ends a comparison, which says what it has left.
func TestDuration(t *testing.T) {
	config := configOf(t, sidesOf(t, on(), on()), scripts(2, 4, 6))
	now := time.Unix(0, 0)
	config.Now = func() time.Time { return now } // so that each phase's end has passed before it begins
	config.Duration = time.Second
	r, err := Compare(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"3 of 3 scripts were not run"}, r.Left); d != "" {
		t.Error(d)
	}
}

func TestTurns(t *testing.T) {
	var all []*Script
	for _, name := range []string{"A1", "A2", "A3", "B1", "C1", "C2"} {
		all = append(all, &Script{Name: name, Logic: name[:1]})
	}
	var got []string
	for _, s := range turns(all) {
		got = append(got, s.Name)
	}
	if d := cmp.Diff([]string{"A1", "B1", "C1", "A2", "C2", "A3"}, got); d != "" {
		t.Error(d)
	}
}

func TestSpread(t *testing.T) {
	var all []campaign.SeedSource
	add := func(logic string, n int) {
		for i := range n {
			all = append(all, campaign.TextSeed(fmt.Sprintf("%s%d", logic, i), fmt.Sprintf("(set-logic %s)(assert true) ; %d", logic, i)))
		}
	}
	add("QF_LIA", 1000)
	add("QF_BV", 20)
	add("QF_S", 7)
	count := map[string]int{}
	last := ""
	for _, s := range spread(all) {
		count[s.Logic()]++
		if s.Logic() == "QF_LIA" {
			last = s.Name
		}
	}
	if d := cmp.Diff(map[string]int{"QF_LIA": 20, "QF_BV": 20, "QF_S": 7}, count); d != "" {
		t.Error(d)
	}
	if last < "QF_LIA950" {
		t.Errorf("the last one of 1000 is %s: they are not spread", last)
	}
	if got := spread(all[:1000]); len(got) != 1000 {
		t.Errorf("of one logic, %d of 1000", len(got))
	}
}
