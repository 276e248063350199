package plan_test

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/engines"
)

// changed returns a plan in which every knob but two differs from its default.
func changed(t *testing.T) *plan.Plan {
	t.Helper()
	p := plan.Default()
	for _, k := range p.Knobs() {
		if k.Key == "iterations" || k.Key == "mutants" {
			continue // not with a shard
		}
		before := k.Value.String()
		words := []string{"7", "3MiB", "true", "every", "search", "even", "push", "always", "a b", "2/3"}
		for _, d := range engines.All() {
			words = append(words, d.Name)
			for _, o := range d.Options {
				words = append(words, o.Words...)
			}
		}
		if k.Key == "checks" {
			words = []string{"exec:sh"}
		}
		if !slices.ContainsFunc(words, func(word string) bool {
			if k.Value.Set(word) == nil && k.Value.String() != before && p.Check() == nil {
				return true
			}
			if list, ok := k.Value.(plan.List); ok {
				return list.Replace([]string{plan.All}) != nil // of the lists, only engines take certain words
			}
			return k.Value.Set(before) != nil
		}) {
			t.Errorf("%s takes none of the words", k.Key)
		}
	}
	p.Engines = []string{plan.All}
	return p
}

// TestText: what a plan is written as is read as the same plan, whatever is set.
func TestText(t *testing.T) {
	large := plan.Default()
	large.Seed, large.Slots = math.MaxUint64, math.MaxInt64+1
	for name, p := range map[string]*plan.Plan{"default": plan.Default(), "changed": changed(t), "large": large} {
		text, err := p.Text("1.2.3")
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), plan.Name)
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		back, err := plan.Load(file)
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		was, is := p.Knobs(), back.Knobs()
		same := 0
		for i, k := range is {
			if k.Value.String() != was[i].Value.String() {
				t.Errorf("%s: %s is %s, was %s", name, k.Key, k.Value, was[i].Value)
			}
			if k.Value.String() == plan.Default().Knobs()[i].Value.String() {
				same++
			}
		}
		if name == "changed" && same != 3 { // iterations, mutants and engines
			t.Errorf("%d of %d settings are the defaults:\n%s", same, len(is), text)
		}
	}
}

// TestKnobs: each knob has a key of its own and says what it does, and every option of an engine is one.
func TestKnobs(t *testing.T) {
	knobs := plan.Default().Knobs()
	keys := plan.Keys(knobs)
	if keys[0] != plan.SeedsKey || !slices.IsSorted(keys[1:]) || len(slices.Compact(slices.Clone(keys))) != len(keys) {
		t.Errorf("keys %q", keys)
	}
	for _, k := range knobs {
		if k.Doc == "" {
			t.Errorf("%s says nothing", k.Key)
		}
	}
	for _, d := range engines.All() {
		for _, o := range d.Options {
			if k := plan.Find(knobs, plan.Key(d.Name, o.Name)); k == nil || k.Option != o.Name {
				t.Errorf("%s of %s is no knob", o.Name, d.Name)
			}
		}
	}
}

// TestReader: a file sets what nobody has set otherwise, the engines' own only for the engines that are chosen, and mistakes have their places.
func TestReader(t *testing.T) {
	text := "seeds = [\"a\"]\nsolvers = [\"z3\"]\nbaselines = [\"cvc4\"]\nengines = [\"storm\"]\nseed = 9\n[campaign]\nchain = 5\n[storm]\ndepth = 3\n[typefuzz]\nno-literals = true\n"
	p := plan.Default()
	r := plan.Reader{Plan: p, Given: func(key string) bool { return key == "seed" }, Also: map[string]string{"baselines": "solvers"}}
	if err := r.Read("p.toml", []byte(text)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"z3", "cvc4"}, p.Solvers); diff != "" || p.Seed != 1 || p.Chain != 5 || p.Settings["storm"].Int("storm-depth") != 3 || p.Settings["typefuzz"].On("no-literals") {
		t.Errorf("%s, seed %d, chain %d, %v", diff, p.Seed, p.Chain, p.Settings["storm"])
	}
	for _, engines := range []string{`["Storm"]`, `["opfuzz", " storm "]`, `["ALL"]`} {
		p := plan.Default()
		if err := (&plan.Reader{Plan: p}).Read("p.toml", []byte("engines = "+engines+"\n[storm]\ndepth = 3\n")); err != nil || p.Settings["storm"].Int("storm-depth") != 3 {
			t.Errorf("%s: %v, %v", engines, p.Settings["storm"], err)
		}
	}
	var few []plan.Knob
	for _, k := range p.Knobs() {
		if k.Key == "seed" {
			few = append(few, k)
		}
	}
	if err := (&plan.Reader{Plan: p, Knobs: few}).Read("p.toml", []byte(text)); err != nil || p.Seed != 9 {
		t.Errorf("a program with one knob: %d, %v", p.Seed, err)
	}
	for text, want := range map[string]string{
		"seed = 1\n[storm]\ndeph = 3\n":      "p.toml:3: there is no setting storm.deph, did you mean storm.depth?",
		"\nseed = [1, 2]\n":                  "p.toml:2: seed takes one value, not a list",
		"seed = \"many\"\n":                  `p.toml:1: seed: "many" is not a whole number of 0 or more`,
		"[campaign]\nchain = 0\n":            "p.toml:2: campaign.chain: 0 is too small; give 1 or more",
		"timeout = \"soon\"\n":               `p.toml:1: timeout: "soon" is not a time; times look like 10s, 90m or 8h, and 8 is eight seconds`,
		"[campaign]\nself-check = \"often\"": `p.toml:2: campaign.self-check: "often" is neither true nor false`,
	} {
		err := (&plan.Reader{Plan: plan.Default()}).Read("p.toml", []byte(text))
		var wrong *plan.Error
		if !errors.As(err, &wrong) || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestCheck: a value that a setting does not have is an error with its key, and with its line if it stands in a file.
func TestCheck(t *testing.T) {
	for text, want := range map[string]string{
		"[campaign]\neffort = \"odd\"":      "p.toml:2: campaign.effort odd: give even or adaptive",
		"[campaign]\nkeep = \"all\"":        "p.toml:2: campaign.keep all: give one or every",
		"[campaign]\nsessions = \"living\"": "p.toml:2: campaign.sessions living: give one of auto, reset, push, snapshot, process",
		"[options]\nmode = \"genetic\"":     "p.toml:2: options.mode genetic: give search or none",
		"[storm]\ndepth = 0":                "p.toml:2: storm.depth 0: give a number from 1 to 1000",
		"mutants = -1":                      "p.toml:1: mutants -1: it must not be negative; 0 is no limit",
		"mutants = 1\niterations = 2":       "p.toml:2: iterations 2: it is for each seed, and mutants is for all of them together: give one of the two",
		"memory = 4":                        "p.toml:1: memory 4: no solver runs in so few bytes",
		"timeout = \"0s\"":                  "p.toml:1: timeout 0s: give a positive time",
		"engines = [\"opfuzz\", \"strom\"]": `p.toml:1: engines: there is no engine "strom", did you mean storm?; the engines are`,
	} {
		p := plan.Default()
		if err := (&plan.Reader{Plan: p}).Read("p.toml", []byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := p.Check(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	p := plan.Default()
	if p.Keep = "all"; p.Check() == nil || p.Check().Error() != "campaign.keep all: give one or every" {
		t.Errorf("without a file: %v", p.Check())
	}
	if err := plan.Default().Check(); err != nil {
		t.Errorf("the default: %v", err)
	}
}

// TestLists: the first word that a user gives replaces what a list has, and further ones add to it.
func TestLists(t *testing.T) {
	p := plan.Default()
	knobs := p.Knobs()
	for _, word := range []string{"opfuzz, storm", "diver"} {
		if err := plan.Find(knobs, "engines").Set(word); err != nil {
			t.Fatal(err)
		}
	}
	for _, word := range []string{"z3;cvc5 -q", "yices,2"} {
		if err := plan.Find(knobs, "solvers").Set(word); err != nil {
			t.Fatal(err)
		}
	}
	names, err := p.EngineNames()
	if diff := cmp.Diff([]string{"opfuzz", "storm", "diver"}, names); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if diff := cmp.Diff([]string{"z3;cvc5 -q", "yices,2"}, p.Solvers); diff != "" {
		t.Error(diff)
	}
	files := plan.Find(knobs, "weaken.rules")
	for _, word := range []string{"a", "b"} {
		if err := files.Set(word); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]mutate.File{{Name: "a"}, {Name: "b"}}, p.Settings["weaken"].Files("weaken-rules")); diff != "" {
		t.Error(diff)
	}
}

// A campaign with a number of mutants makes the same ones each time, unless its plan says otherwise.
func TestEffort(t *testing.T) {
	for _, tt := range []struct {
		change func(*plan.Plan)
		want   effort.Mode
	}{
		{func(*plan.Plan) {}, effort.Adaptive},
		{func(p *plan.Plan) { p.Duration = 1 }, effort.Adaptive},
		{func(p *plan.Plan) { p.Mutants = 1 }, effort.Even},
		{func(p *plan.Plan) { p.Iterations = 2 }, effort.Even},
		{func(p *plan.Plan) { p.Mutants, p.Duration = 1, 1 }, effort.Even},
		{func(p *plan.Plan) { p.Mutants, p.Effort = 1, effort.Adaptive }, effort.Adaptive},
		{func(p *plan.Plan) { p.Duration, p.Effort = 1, effort.Even }, effort.Even},
	} {
		p := plan.Default()
		tt.change(p)
		if got := p.EffortMode(); got != tt.want {
			t.Errorf("%d mutants, %d for each seed, %v, %q: %s, not %s", p.Mutants, p.Iterations, p.Duration, p.Effort, got, tt.want)
		}
	}
}

func TestMutantsFor(t *testing.T) {
	p := plan.Default()
	p.Iterations = 3
	if n, err := p.MutantsFor(5); n != 15 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	p.Iterations = 1 << 62
	if n, err := p.MutantsFor(2); err == nil {
		t.Errorf("%d mutants", n)
	}
}
