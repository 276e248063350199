package options_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/options"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/internal/testing/testdepth"
)

// TestSolversHere reads the catalogues of the solvers on PATH and checks some entries that all their versions have.
func TestSolversHere(t *testing.T) {
	testdepth.Crosscheck(t, 1, 1, 1)
	type entry struct {
		Kind options.Kind
		Use  solver.OptionUse
	}
	for _, tt := range []struct {
		name  string
		least int // options
		most  int // entries that cannot be read
		want  map[string]entry
	}{
		{"z3", 300, 0, map[string]entry{
			"smt.arith.solver": {options.Uint, solver.UseUnwelcome}, "smt.random_seed": {options.Uint, solver.UseSeed}, "sat.restart": {options.Mode, solver.UseSearch},
			"rewriter.elim_and": {options.Bool, solver.UseSearch}, "pp.decimal": {options.Bool, solver.UseOutput}, "timeout": {options.Uint, solver.UseLimit},
			"smt.qi.eager_threshold": {options.Double, solver.UseSearch}, "model_validate": {options.Bool, solver.UseCheck},
		}},
		{"cvc4", 400, 0, map[string]entry{
			"arith-prop": {options.Mode, solver.UseSearch}, "approx-branch-depth": {options.Int, solver.UseSearch}, "seed": {options.Uint, solver.UseSeed},
			"produce-models": {options.Bool, solver.UseAssay}, "random-freq": {options.Double, solver.UseSearch}, "strings-exp": {options.Bool, solver.UseAssay},
		}},
		{"cvc5", 400, 0, map[string]entry{
			"arith-prop": {options.Mode, solver.UseUnwelcome}, "nl-ext": {options.Mode, solver.UseSearch}, "seed": {options.Uint, solver.UseSeed},
			"produce-models": {options.Bool, solver.UseAssay}, "random-freq": {options.Double, solver.UseUnwelcome}, "static-learning": {options.Bool, solver.UseSearch},
		}},
		{"boolector", 20, 1, map[string]entry{
			"rewrite-level": {options.Uint, solver.UseSearch}, "no-fork": {options.Switch, solver.UseSearch}, "l": {options.Mode, solver.UseSearch},
			"t": {options.Text, solver.UseLimit}, "look-ahead": {options.Text, solver.UseOther}, "model": {options.Switch, solver.UseAssay},
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, _ := installed(t, tt.name)
			if len(c.Options) < tt.least || c.Unread > tt.most {
				t.Errorf("%d options and %d entries unread", len(c.Options), c.Unread)
			}
			got := map[string]entry{}
			for name := range tt.want {
				if o, ok := c.Option(name); ok {
					got[name] = entry{o.Kind, o.Use}
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.Version, diff)
			}
		})
	}
}

// TestBoolectorReads: Boolector accepts every value listed in its profile; it does not itself tell their names and
// bounds.
func TestBoolectorReads(t *testing.T) {
	testdepth.Crosscheck(t, 1, 1, 1)
	c, target := installed(t, "boolector")
	file := filepath.Join(t.TempDir(), "probe.smt2")
	if err := os.WriteFile(file, []byte(target.Profile().Probe.Script), 0o600); err != nil {
		t.Fatal(err)
	}
	answer := func(s options.Setting) string {
		run, err := c.Target(target, s).Run(t.Context(), solver.Query{File: file, Checks: 1, Limits: solver.Limits{Time: time.Minute}})
		if err != nil {
			t.Fatal(err)
		}
		return run.Answer().String()
	}
	values := 0
	for _, o := range c.Options {
		if o.Use != solver.UseSearch {
			continue
		}
		for _, v := range o.Alternatives() {
			if values++; answer(options.Setting{Name: o.Name, Value: v}) != target.Profile().Probe.Answer {
				t.Errorf("it does not take %s=%s", o.Name, v)
			}
		}
	}
	if values < 50 {
		t.Errorf("%d values were tried", values)
	}
	for _, s := range []options.Setting{{Name: "rewrite-level", Value: "4"}, {Name: "l", Value: ",nosuch=1"}, {Name: "look-ahead", Value: "2"}} {
		if got := answer(s); got == target.Profile().Probe.Answer {
			t.Errorf("it takes %s", s)
		}
	}
}

// installed returns the options of a solver that is on PATH; without it the test is skipped.
func installed(t *testing.T, name string) (*options.Catalogue, solver.Target) {
	t.Helper()
	if _, err := sandbox.LookPath(name); err != nil {
		t.Skip("it is not here")
	}
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	target, err := solver.Resolve(t.Context(), name, set)
	if err != nil {
		t.Fatal(err)
	}
	c, err := options.Read(t.Context(), target, 2)
	if err != nil {
		t.Fatal(err)
	}
	return c, target
}
