package solver

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestOptions(t *testing.T) {
	for _, tt := range []struct {
		words []string
		want  []Option
	}{
		{nil, nil},
		{[]string{"-q", "smt.arith.solver=2", "-T:10"}, []Option{{Name: "-q"}, {"smt.arith.solver", "=", "2"}, {"-T", ":", "10"}}},
		{[]string{"--tlimit", "100", "--strings-exp"}, []Option{{"--tlimit", " ", "100"}, {Name: "--strings-exp"}}},
		{[]string{"word", "--opt=", "--a", "b", "c"}, []Option{{Value: "word"}, {"--opt", "=", ""}, {"--a", " ", "b"}, {Value: "c"}}},
		{[]string{"", "=x", "-"}, []Option{{}, {Value: "=x"}, {Name: "-"}}},
		{[]string{"a=b=c"}, []Option{{"a", "=", "b=c"}}},
		{[]string{"-o", "a=1", "-o", "b=2", "c=3", "-st", "x.y=4"}, []Option{{"-o", " ", "a=1"}, {"-o", " ", "b=2"}, {"c", "=", "3"}, {Name: "-st"}, {"x.y", "=", "4"}}},
		{[]string{"-o", "--a=1"}, []Option{{Name: "-o"}, {"--a", "=", "1"}}},
	} {
		if diff := cmp.Diff(tt.want, Configure(tt.words...).Options()); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.words, diff)
		}
	}
}

// A configuration is a value: equal words make equal configurations, changing one does not affect the other, and no change
// loses the limits.
func TestConfigurationIsAValue(t *testing.T) {
	a, b := Configure("-q", "x=1"), Configure("-q", "x=1")
	if a != b || a == Configure("x=1", "-q") || a == Configure("-q") {
		t.Error("configurations do not compare by their options")
	}
	a.Limits.Time = time.Second
	if a == b {
		t.Error("limits do not count")
	}
	c := a.Without("-q")
	if c.Limits != a.Limits {
		t.Error("the limits are lost")
	}
	if got := Configure("-o", "a=1", "-q").Without("-o").String(); got != "-q" {
		t.Errorf("without -o a=1: %s", got)
	}
	if got := c.String(); got != "x=1" {
		t.Errorf("without -q: %s", got)
	}
	if v, ok := Configure("x=1", "-q", "x=2").Value("x"); v != "2" || !ok {
		t.Errorf("value %q, %v", v, ok)
	}
	if v, ok := a.Value("-q"); v != "" || !ok {
		t.Errorf("switch %q, %v", v, ok)
	}
	if _, ok := a.Value("y"); ok {
		t.Error("a value out of nothing")
	}
}

// A printed target is read back as the same target, whatever its words are.
func TestTargetIsReadBack(t *testing.T) {
	word := rapid.StringMatching(`[-a-z=: ;'"\\$@~é]{0,6}`)
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"z3", "z3@4.13.0", "/opt/a b/z3", "./cvc5", "/x;y/z3"}).Draw(t, "name")
		target := Target{Solver: Solver{name: name}, Config: Configure(rapid.SliceOfN(word, 0, 4).Draw(t, "words")...)}
		spec, err := ParseSpec(target.String())
		if err != nil {
			t.Fatalf("%s: %v", target, err)
		}
		if back := spec.target("", nil); back != target {
			t.Fatalf("%s is read as %s", target, back)
		}
		// Options splits a configuration without loss.
		var words []string
		for _, o := range target.Config.Options() {
			words = append(words, o.Words()...)
		}
		if Configure(words...) != target.Config {
			t.Fatalf("%q has the options %q", target.Config.Words(), words)
		}
	})
}

// A thousand configurations of one solver are a thousand different values of one solver.
func TestManyConfigurations(t *testing.T) {
	base := Target{Solver: Solver{name: "z3", path: "/usr/bin/z3"}}
	seen := map[Target]bool{}
	for i := range 1000 {
		seen[base.With(Configure("random_seed="+string(rune('0'+i%10)), "k="+string(rune('a'+i/10%100))))] = true
	}
	if len(seen) != 1000 {
		t.Errorf("%d different targets", len(seen))
	}
	for target := range seen {
		if target.Solver != base.Solver {
			t.Fatal("another solver")
		}
	}
}

// A configuration's own limits take precedence over those of the query.
func TestOwnLimits(t *testing.T) {
	s := fakeSolver(t)
	s.Config.Limits.Time = shortly
	run, err := s.Run(t.Context(), Query{File: script(t, "; fake: hang\n(check-sat)"), Checks: 1, Limits: Limits{Time: longEnough}})
	if err != nil || run.Limit != LimitTime || run.Limits.Time != shortly || !run.NearTimeout() {
		t.Errorf("%v, limit %v after %v, near time-out %v", err, run.Limit, run.Limits.Time, run.NearTimeout())
	}
}

// An unknown near the end of the time need not be the solver's last word.
func TestNearTimeout(t *testing.T) {
	for _, tt := range []struct {
		wall, limit time.Duration
		want        bool
	}{
		{time.Second, 0, false},
		{89 * time.Millisecond, 100 * time.Millisecond, false},
		{90 * time.Millisecond, 100 * time.Millisecond, true},
		{time.Second, 100 * time.Millisecond, true},
	} {
		run := Run{Wall: tt.wall, Limits: Limits{Time: tt.limit}}
		if got := run.NearTimeout(); got != tt.want || run.Observation().NearTimeout != tt.want {
			t.Errorf("%v of %v: %v", tt.wall, tt.limit, got)
		}
	}
}
