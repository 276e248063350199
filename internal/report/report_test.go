package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/report/figures"
)

// state is that of a campaign with two solvers and two engines, one of which counts its rules. All texts that others
// write contain word.
func state(word string) campaign.State {
	return campaign.State{
		Ended: campaign.EndMutants,
		Config: campaign.Identity{
			Seed: 7, Engines: []string{"opfuzz", "weaken " + word}, Solvers: []string{"z3 (4.8.12)", "cvc5 " + word},
			Baselines: []string{"cvc5 against cvc4 " + word}, Chain: 20, Solo: 4,
			Seeds: 3, SeedsHash: "0123456789abcdef",
		},
		Stats: campaign.Stats{
			Mutants: 1200, Idle: 200, Calls: 2390, Extra: 4, Excused: 2, Seconds: 3723, SolverSeconds: 97, OwnSeconds: 3,
			Models: map[string]int64{"holds": 800, "open": 3},
			Solvers: map[string]*campaign.SolverStats{
				"z3": {Version: "4.8.12", Calls: 1200, Seconds: 100, Outcomes: map[outcome.Outcome]int64{outcome.Sat: 900, outcome.Unsat: 299, outcome.Crash: 1}},
				"cvc5 " + word: {
					Version: word, Calls: 1190, Seconds: 50, NotAsked: 4, SeedToo: 3, GaveUp: 3, TooSlow: 5,
					UnknownStats: campaign.UnknownStats{Undecided: 9, Filtered: 2, Unsupported: map[string]int64{"str.replace_all " + word: 2}},
					Outcomes:     map[outcome.Outcome]int64{outcome.Sat: 890, outcome.Timeout: 300},
				},
			},
			Engines: map[string]*campaign.EngineStats{
				"opfuzz": {Mutants: 200, NotApplicable: map[string]int64{"no operator " + word: 1}},
				"weaken": {
					Mutants:  1000,
					Coverage: map[string]*campaign.Coverage{"QF_S": {Seeds: 2, Used: 1}, word: {Seeds: 1, Used: 1}},
					Acceptance: map[string]*campaign.Acceptance{
						"z3":           {Calls: 1000},
						"cvc5 " + word: {Calls: 990, Rejected: 99, Reasons: []campaign.Refusal{{Reason: "unknown " + word, Count: 99, Mutant: word}}},
					},
					RuleStats: ruleStats(word),
				},
			},
			Logics: map[string]*campaign.LogicStats{"QF_S": {Mutants: 1100}, word: {Mutants: 100}},
			Seeds:  3, RejectedSeeds: 1, Rejections: []campaign.Skip{{Path: word, Reason: "cut off " + word}},
			Faults: 1, FaultTexts: []string{"harness: " + word},
		},
	}
}

// ruleStats has 30 rules and three steps.
func ruleStats(word string) campaign.RuleStats {
	s := campaign.RuleStats{
		Rules:      make(map[string]int64),
		Applicable: []campaign.ApplicableStats{{Mutants: 400, Sum: 5200}, {Mutants: 350, Sum: 4900}, {Mutants: 250, Sum: 4000}},
		Unique:     campaign.Uniqueness{Seen: 1000, Kept: 996},
	}
	for i := range 30 {
		s.Rules[fmt.Sprintf("rule-%02d %s", i, word)] = int64(2 * (30 - i))
	}
	return s
}

// finding is a finding of a class.
func finding(class oracle.Class, word string, hits int64) findings.Finding {
	return findings.Finding{
		Format: findings.Format, Class: class, Solver: "z3 " + word, Family: "z3", Logic: word, Signature: string(class) + word, Hits: hits,
		Evidence: findings.Evidence{Summary: "z3 says " + word}, Repeated: findings.Repetition{Runs: 2, Shown: 2}, Checks: 1,
	}
}

// A former is the state of a campaign as the last version without a database kept it: whatever is in there can be written by hand.
type former struct {
	Format int `json:"format"`
	campaign.State
}

const formerFile = "campaign.json"

// folder writes a campaign's folder.
func folder(t *testing.T, s campaign.State, found ...findings.Finding) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "out")
	write(t, filepath.Join(dir, formerFile), former{Format: 2, State: s})
	for i := range found {
		write(t, filepath.Join(dir, findings.Folder, found[i].FolderName(), findings.RecordFile), found[i])
	}
	return dir
}

func write(t *testing.T, file string, v any) {
	t.Helper()
	data, err := json.Marshal(v)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(file), 0o755)
	}
	if err == nil {
		err = os.WriteFile(file, data, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func load(t *testing.T, dir string) *Data {
	t.Helper()
	d, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// loadBugs also reads the bugs.
func loadBugs(t *testing.T, dir string) *Data {
	t.Helper()
	d := load(t, dir)
	c, err := figures.Load(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	d.AddBugs(c, nil)
	return d
}

func render(t *testing.T, d *Data) string {
	t.Helper()
	page, err := Page(d, "")
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

func TestLoad(t *testing.T) {
	flaky := finding(oracle.CrashClass, "a", 5)
	flaky.Repeated.Shown, flaky.Suspect, flaky.Open = 1, true, []string{"fp.min"}
	dir := folder(t, state("word"), flaky, finding(oracle.CrashClass, "b", 7), finding(oracle.RefutationSoundness, "c", 1))
	if err := os.Mkdir(filepath.Join(dir, findings.Folder, "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	d := load(t, dir)
	if d.Campaign != "out" || d.Mutants != 1200 || d.SolverShare != .97 || d.MutantsPerSecond() != 1000.0/3723 || d.Hits() != 13 {
		t.Errorf("%+v", d)
	}
	var order []string
	for _, f := range d.Findings {
		order = append(order, fmt.Sprintf("%s %d %v %v %v", f.Class, f.Hits, f.Suspect, f.Flaky, f.Open))
	}
	want := []string{"refutation-soundness 1 false false []", "crash 7 false false []", "crash 5 true true [fp.min]"}
	if diff := cmp.Diff(want, order); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if len(d.Notes) != 1 || !strings.Contains(d.Notes[0], "empty is not a finding") {
		t.Errorf("notes %q", d.Notes)
	}
	cvc5 := d.Solvers[0]
	if cvc5.NotAsked != 15 || cvc5.Count(outcome.Timeout) != 300 || cvc5.Count(outcome.Crash) != 0 {
		t.Errorf("%+v", cvc5)
	}
	weaken := d.Engines[1]
	if weaken.Seeds != 3 || weaken.Used != 2 || !weaken.UniqueKnown || weaken.Unique != .996 || weaken.MeanApplicable != 14.1 ||
		weaken.Acceptance[0].Share() != .1 || len(weaken.Rules) != 30 || weaken.Rules[0].Mutants != 60 {
		t.Errorf("%+v", weaken)
	}
	if diff := cmp.Diff([]StepMean{{1, 400, 13}, {2, 350, 14}, {3, 250, 16}}, weaken.Applicable); diff != "" {
		t.Errorf("applicable rules (-want +got):\n%s", diff)
	}
	if l := d.Logics[0]; l.Name != "QF_S" || l.Mutants != 1100 || l.Coverage[1].Used != 1 || l.Coverage[0].Seeds != 0 {
		t.Errorf("%+v", d.Logics)
	}
}

func TestLoadErrors(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	write(t, file, 1)
	cut := folder(t, state("x"))
	if err := os.WriteFile(filepath.Join(cut, formerFile), []byte(`{"format":1,"stats":{"mutants":`), 0o644); err != nil {
		t.Fatal(err)
	}
	missing := folder(t, state("x"), finding(oracle.CrashClass, "a", 5))
	if err := os.Remove(filepath.Join(missing, formerFile)); err != nil {
		t.Fatal(err)
	}
	damaged := folder(t, state("x"))
	if err := os.WriteFile(filepath.Join(damaged, campaign.DatabaseFile), []byte("SQLite format 4"), 0o644); err != nil {
		t.Fatal(err)
	}
	newer := folder(t, state("x"))
	write(t, filepath.Join(newer, formerFile), former{Format: 99})
	for _, c := range []struct {
		dir, want  string
		noCampaign bool
	}{
		{dir, "no campaign", true},
		{file, "no campaign", true},
		{filepath.Join(dir, "nothere"), "no such file", false},
		{cut, "unexpected end", false},
		{damaged, "campaign.db is damaged", false},
		{missing, "is missing, though there are findings", false},
		{newer, "format 99", false},
	} {
		_, err := Load(c.dir)
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, ErrNoCampaign) != c.noCampaign {
			t.Errorf("%s: error %v, want %q", c.dir, err, c.want)
		}
	}
}

// A file with gaps and senseless numbers still makes a page.
func TestDamagedNumbers(t *testing.T) {
	dir := folder(t, state("x"))
	text := `{"format":1,"config":{"seeds":-3,"chain":-1},"stats":{"mutants":-5,"seconds":-1e300,"solver_cpu_seconds":1e308,"own_cpu_seconds":1e308,
	"solvers":{"a":null,"b":{"calls":-1,"seconds":1e300,"outcomes":{"sat":9223372036854775807,"unsat":9223372036854775807,"nonsense":3}}},
	"engines":{"a":null,"b":{"mutants":1,"acceptance":{"z3":null,"cvc5":{"calls":-1,"rejected":7}},"coverage":{"QF_S":null},
	"rules":{"x":-1,"y":9223372036854775807,"z":9223372036854775807},"applicable":[{"mutants":1,"sum":-9},{"mutants":-1,"sum":9},{"mutants":1,"sum":9223372036854775807}]}},
	"logics":{"QF_S":null}}}`
	if err := os.WriteFile(filepath.Join(dir, formerFile), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	page := render(t, load(t, dir))
	for _, bad := range []string{"NaN", "Inf", "ZgotmplZ", "%!"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page contains %s", bad)
		}
	}
}

func TestEmptyCampaign(t *testing.T) {
	page := render(t, load(t, folder(t, campaign.State{})))
	for _, want := range []string{"Not ended: it runs still, or was killed.", "Nothing was found.", "No solver was run.", "No engine made a mutant."} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not contain %q", want)
		}
	}
	if strings.Contains(page, "<svg") || strings.Contains(page, "Trouble") {
		t.Errorf("pictures of nothing:\n%s", page)
	}
}
