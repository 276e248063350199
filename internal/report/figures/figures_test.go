package figures_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/report/figures"
	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/solver"
)

// derived are the fields that are shown only as what follows from them, or that a continuing campaign alone needs.
var derived = []string{
	"Stats.Spent.",                               // the parts of the time
	"Stats.Solvers.map.Least.Runs",               // it is of one run
	"Stats.Solvers.map.Least.CPU",                // enters the parts
	"Stats.Solvers.map.Started",                  // likewise
	"Stats.Solvers.map.Configurations.Options",   // a mean
	"Stats.Engines.map.RuleStats.Unique.",        // a share
	"Stats.Engines.map.RuleStats.Sample.",        // for a campaign that goes on
	"Stats.Engines.map.RuleStats.Applicable.Sum", // a mean
	"Stats.Logics.map.Acceptance.map.Reasons.",   // those of the engines are the same
	"Stats.Limits.map",                           // in Effort as well
	"Effort.Count.Arms.",                         // for the scheduler
}

// fill gives every number in a value one of its own, and every map and list one entry; it returns the numbers by their fields.
func fill(v reflect.Value, field string, next *int64, out map[string]string) {
	take := func() int64 {
		*next += 1_000_003
		out[field] = strconv.FormatInt(*next, 10)
		return *next
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), field, next, out)
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				fill(v.Field(i), field+"."+f.Name, next, out)
			}
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		value := reflect.New(v.Type().Elem()).Elem()
		fill(value, field+".map", next, out)
		v.SetMapIndex(reflect.ValueOf(keyOf(v.Type().Key())).Convert(v.Type().Key()), value)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), field, next, out)
	case reflect.String:
		v.SetString("text of " + field)
	case reflect.Int, reflect.Int64:
		v.SetInt(take())
	case reflect.Float64:
		v.SetFloat(float64(take()))
	}
}

// keyOf is a key that is known where words are translated.
func keyOf(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[outcome.Outcome]():
		return string(outcome.Rejected)
	case reflect.TypeFor[oracle.Class]():
		return string(oracle.CrashClass)
	case reflect.TypeFor[event.RecheckResult]():
		return string(event.Confirmed)
	case reflect.TypeFor[event.TimedResult]():
		return string(event.TimedKnown)
	case reflect.TypeFor[effort.Why]():
		return string(effort.NothingNew)
	}
	return "key word"
}

// TestNothingIsLost: every number that a campaign counts is among the figures for programs.
func TestNothingIsLost(t *testing.T) {
	var sum campaign.Summary
	numbers := make(map[string]string)
	next := int64(7_000_000_000)
	fill(reflect.ValueOf(&sum.Stats).Elem(), "Stats", &next, numbers)
	fill(reflect.ValueOf(&sum.Effort).Elem(), "Effort", &next, numbers)
	fill(reflect.ValueOf(&sum.Behaviours).Elem(), "Behaviours", &next, numbers)
	fill(reflect.ValueOf(&sum.Pairs).Elem(), "Pairs", &next, numbers)
	var out bytes.Buffer
	c := figures.Of(sum)
	if err := figures.WriteJSON(&out, figures.Topics(), c); err != nil {
		t.Fatal(err)
	}
	// Numbers as they are written, floats without an exponent.
	text := strings.NewReplacer("e+09", "", "e+10", "").Replace(out.String())
	if len(numbers) < 60 {
		t.Fatalf("only %d numbers", len(numbers))
	}
	for field, n := range numbers {
		if slices.ContainsFunc(derived, func(d string) bool { return strings.HasPrefix(field, d) }) {
			continue
		}
		float, _ := strconv.ParseFloat(n, 64)
		short, _ := json.Marshal(float)
		if !strings.Contains(text, ":"+n) && !strings.Contains(text, ":"+string(short)) {
			t.Errorf("%s (%s) is not among the figures", field, n)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
}

// small is a campaign with something in every topic.
func small() *figures.Campaign {
	refusal := []campaign.Refusal{{Reason: "input rejected: " + strings.Repeat("long ", 40), Count: 3, Mutant: "m/opfuzz/0/0"}, {Reason: "short", Count: 1200, Mutant: "n"}}
	s := campaign.Summary{
		Out: "out", Ended: campaign.EndMutants, Elapsed: time.Minute, Jobs: 1, Notes: []string{"a note"}, SkippedFiles: 1, Skipped: []campaign.Skip{{Path: "x.smt2", Reason: "empty file"}},
		Stats: campaign.Stats{
			Mutants: 1, Calls: 1204, Seconds: 60, SolverSeconds: 3, OwnSeconds: 1, Seeds: 1, RejectedSeeds: 1, Rejections: []campaign.Skip{{Path: "y.smt2", Reason: "y.smt2:1:1: no"}},
			Faults: 1, FaultTexts: []string{"a fault\x1b[2J"}, Models: map[string]int64{"holds": 7}, Responses: map[string]int64{"get-value holds": 4},
			Solvers: map[string]*campaign.SolverStats{
				"/opt/a/z3 smt.random_seed=3 with.a.very.long.option=that_goes_on_and_on_and_on_and_on_and_on_and_on_beyond_the_line": {
					Version: "5.4.1", Calls: 1204, Outcomes: map[outcome.Outcome]int64{outcome.Sat: 1, outcome.Rejected: 1203},
					Reasons: map[outcome.Outcome][]campaign.Refusal{outcome.Rejected: refusal}, NotItsTurn: 5, UnknownStats: campaign.UnknownStats{Undecided: 1, Unsupported: map[string]int64{"bvnot": 1}},
					Seeds: map[outcome.Outcome]int64{outcome.Unsat: 1}, Configurations: &campaign.ConfigurationStats{Searches: 1, Runs: 2, Options: 3, Ended: map[string]int64{"nothing new": 1}},
				},
			},
			Engines: map[string]*campaign.EngineStats{"opfuzz": {Mutants: 1, RejectedTries: map[string]int64{"no operator fits the place": 2}, NotApplicable: map[string]int64{"no operator": 1}, RuleStats: campaign.RuleStats{Rules: map[string]int64{"< -> <=": 1}}}},
			Logics:  map[string]*campaign.LogicStats{"QF_LIA": {Mutants: 1}},
		},
		Effort:   campaign.EffortSummary{Mode: effort.Adaptive, Limits: map[string]int64{"50ms": 1, "full": 2, "1.6s": 3}},
		Sessions: &living.Report{Mode: living.Auto, Rows: []living.Row{{Target: "t", Logic: "QF_S", Chosen: solver.Push, Modes: []living.Cost{{Mode: solver.Push, Queries: 2, Mean: time.Millisecond}}}}, Repeated: []living.Count{{Reason: "an error", N: 1, First: "(error)"}}},
	}
	c := figures.Of(s)
	return c
}

// Text for people has lines of at most 100 columns, except for messages of unknown length, and shows nothing hidden.
func TestText(t *testing.T) {
	var b strings.Builder
	c := small()
	if err := figures.WriteText(&b, figures.Topics(), c); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		line = strings.TrimSuffix(line, "\n")
		if figures.Columns(line) > figures.Width && !strings.Contains(line, "long long") || strings.Contains(line, "\x1b") || strings.HasSuffix(line, " ") {
			t.Errorf("%d columns: %q", figures.Columns(line), line)
		}
	}
	for _, want := range []string{"findings: nothing was found\n", "< -> <=", "no operator fits the place", "y.smt2:1:1: no", "a fault␛[2J", "a note", "with.a.very.long.option", "short"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	// The words that people do not know are not there.
	for _, word := range []string{"came to nothing", "not asked", "several", "apart", "chain", "living", "turns", "passed over"} {
		if strings.Contains(b.String(), word) {
			t.Errorf("%q is in\n%s", word, b.String())
		}
	}
}

// CSV is one table, and JSON has the same cells.
func TestCSVAndJSON(t *testing.T) {
	var asCSV, asJSON bytes.Buffer
	c := small()
	if err := figures.WriteCSV(&asCSV, figures.Topics(), c); err != nil {
		t.Fatal(err)
	}
	if err := figures.WriteJSON(&asJSON, figures.Topics(), c); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(&asCSV).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(&asJSON)
	dec.UseNumber()
	for i, record := range records[1:] {
		var row map[string]any
		if err := dec.Decode(&row); err != nil {
			t.Fatal(err)
		}
		got, want := make(map[string]string), make(map[string]string)
		for k, v := range row {
			if s := fmt.Sprint(v); s != "" {
				want[k] = s
			}
		}
		for k, v := range record {
			if v != "" {
				got[records[0][k]] = v
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("line %d (-JSON +CSV):\n%s", i, diff)
		}
	}
	if err := dec.Decode(&struct{}{}); err != io.EOF {
		t.Errorf("JSON has more lines than CSV: %v", err)
	}
}

// Two programs of one name are told apart, and versions are shown once.
func TestNames(t *testing.T) {
	s := campaign.Summary{Stats: campaign.Stats{Solvers: map[string]*campaign.SolverStats{
		"z3": {Version: "4.8.12"}, "z3@5.4.1": {Version: "5.4.1"}, "/a/cvc5 -q": {Version: "1"}, "/b/cvc5 -q": {Version: "1"}, "/c/yices": {},
	}}}
	c := figures.Of(s)
	got := make(map[string]string)
	for spec := range s.Stats.Solvers {
		got[spec] = c.Name(spec)
	}
	want := map[string]string{"z3": "z3@4.8.12", "z3@5.4.1": "z3@5.4.1", "/a/cvc5 -q": "/a/cvc5@1 -q", "/b/cvc5 -q": "/b/cvc5@1 -q", "/c/yices": "yices"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNumbers(t *testing.T) {
	for want, got := range map[string]string{
		"1 mutant": figures.Number(1, "mutant"), "1,000 mutants": figures.Number(1000, "mutant"), "2 queries": figures.Number(2, "query"),
		"0%": figures.Percent(0), "<0.1%": figures.Percent(0.0001), "5.0%": figures.Percent(0.05), "91%": figures.Percent(0.91), ">99%": figures.Percent(0.9999), "100%": figures.Percent(1),
		"0 s": figures.Duration(0), "5.00 ms": figures.Duration(0.005), "12.3 s": figures.Duration(12.34), "10m 00s": figures.Duration(600), "2h 05m": figures.Duration(7500),
		"8d 00h": figures.Duration(8 * 86400), "76 B": figures.Size(76), "1,054 B": figures.Size(1054), "300 MiB": figures.Size(300 << 20), "-1,000": figures.Count(-1000),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
