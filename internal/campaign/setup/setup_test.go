package setup_test

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/setup"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/engines"
	"github.com/assay-smt/assay/internal/mutate/opfuzz"
	"github.com/assay-smt/assay/internal/mutate/storm"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/solvertest"
)

// TestFromOutside sets up a campaign from a plan and runs it, as another program would: a solver that says sat to everything is wrong about some
// mutants.
func TestFromOutside(t *testing.T) {
	c, err := setup.New(t.Context(), setup.Plan{
		Solvers: []string{"fakesolver --answer=sat; fakesolver --opt-b=1 --answer=unsat"},
		Engines: []engines.Chosen{{Descriptor: opfuzz.Descriptor()}},
		Seeds:   []campaign.SeedSource{campaign.TextSeed("a.smt2", formula)},
		Out:     t.TempDir(), Seed: 7, Jobs: 2, Mutants: 10,
	}, host(t))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	sum, err := c.Run(t.Context())
	if err != nil || sum.Ended != campaign.EndMutants || sum.Stats.Mutants != 10 || !sum.Found() {
		t.Errorf("%s after %d mutants with %d findings: %v", sum.Ended, sum.Stats.Mutants, len(sum.Findings), err)
	}
	fmt.Fprintln(t.Output(), sum.Final.Line())
}

const formula = "(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n"

// host is a machine whose only solver is the fake one.
func host(t *testing.T) setup.Host {
	t.Helper()
	profiles, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	if profiles, err = profiles.WithFile(solvertest.WriteProfile(t, t.TempDir())); err != nil {
		t.Fatal(err)
	}
	program := solvertest.Binary(t)
	return setup.Host{Solvers: solver.Resolver{Profiles: profiles, LookPath: func(name string) (string, error) {
		if name != "fakesolver" {
			return "", fs.ErrNotExist
		}
		return program, nil
	}}}
}

// What is wrong with a plan is said with the key of the setting, before anything is written.
func TestSettings(t *testing.T) {
	for name, tt := range map[string]struct {
		key, text string
		change    func(*setup.Plan)
	}{
		"no solver":         {"solvers", "no solver is given", func(p *setup.Plan) { p.Solvers = nil }},
		"no such solver":    {"solvers", "nosuch", func(p *setup.Plan) { p.Solvers = []string{"nosuch"} }},
		"a baseline twice":  {"baselines", "it is also a --solver", func(p *setup.Plan) { p.Baselines = p.Solvers }},
		"an unknown mode":   {"campaign.sessions", "give one of auto", func(p *setup.Plan) { p.Sessions = "living" }},
		"an unknown effort": {"campaign.effort", "give even or adaptive", func(p *setup.Plan) { p.Effort = "odd" }},
		"a negative time":   {"duration", "must not be negative", func(p *setup.Plan) { p.Duration = -1 }},
		"two ends":          {"iterations", "give one of the two", func(p *setup.Plan) { p.Mutants, p.Iterations = 1, 1 }},
		"too many mutants":  {"iterations", "too many for 2 seeds", func(p *setup.Plan) { p.Mutants, p.Iterations = 0, 1<<62 }},
		"nothing to search": {"options.mode", "none of the solvers has options", func(p *setup.Plan) { p.Search = &setup.Search{} }},
	} {
		t.Run(name, func(t *testing.T) {
			p := setup.Plan{
				Solvers: []string{"fakesolver"}, Engines: []engines.Chosen{{Descriptor: opfuzz.Descriptor()}}, Out: t.TempDir(),
				Seeds: []campaign.SeedSource{campaign.TextSeed("a.smt2", formula), campaign.TextSeed("b.smt2", "(check-sat)")},
			}
			tt.change(&p)
			_, err := setup.New(t.Context(), p, host(t))
			var wrong *setup.SettingError
			if !errors.As(err, &wrong) || wrong.Key != tt.key || !strings.Contains(err.Error(), tt.text) {
				t.Errorf("%v, want one about %s: %s", err, tt.key, tt.text)
			}
		})
	}
}

// A baseline comes after the solvers and is paired with each of its codebase; engines without settings have their defaults; and what is found is told.
func TestAssembly(t *testing.T) {
	h := host(t)
	var remarks, found []string
	h.Remark = func(line string) { remarks = append(remarks, line) }
	h.Found = func(c *campaign.Config) {
		for _, t := range c.Targets {
			found = append(found, t.String())
		}
	}
	c, err := setup.New(t.Context(), setup.Plan{
		Solvers: []string{"fakesolver --opt-a=1;fakesolver --opt-b=1", "fakesolver --opt-a=1"}, Baselines: []string{"fakesolver"},
		Engines: []engines.Chosen{{Descriptor: storm.Descriptor()}, {Descriptor: opfuzz.Descriptor()}},
		Seeds:   campaign.Builtin()[:2], Out: t.TempDir(), Iterations: 3,
	}, h)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	want := []string{"fakesolver --opt-a=1", "fakesolver --opt-b=1", "fakesolver"}
	if !slices.Equal(found, want) || len(c.Targets) != 3 || len(c.Baselines) != 2 || c.Baselines[1].Old != "fakesolver" || c.Baselines[1].New != want[1] {
		t.Errorf("targets %q, pairs %v", found, c.Baselines)
	}
	if len(remarks) != 1 || !strings.Contains(remarks[0], "given twice") {
		t.Errorf("remarks %q", remarks)
	}
	d := storm.Descriptor()
	made, err := d.New(c.Table, d.Defaults())
	if err != nil || !slices.ContainsFunc(c.Engines, func(e mutate.Engine) bool { return e.Configuration() == made.Configuration() }) {
		t.Errorf("no engine is storm with its defaults: %v", err)
	}
	if c.Mutants != 6 || c.Effort != effort.Even {
		t.Errorf("%d mutants, effort %s", c.Mutants, c.Effort)
	}
}
