package setup_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/campaign/setup"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/storm"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/solvertest"
)

// TestFromOutside runs a campaign from a plan, as another program would: a solver that says sat to everything is wrong about some mutants.
func TestFromOutside(t *testing.T) {
	p, err := plan.Load(write(t, "campaign.toml", `
solvers = ["fakesolver --answer=sat", "fakesolver --opt-b=1 --answer=unsat"]
engines = ["opfuzz"]
mutants = 10
seed = 7
`))
	if err != nil {
		t.Fatal(err)
	}
	p.Seeds = []string{write(t, "a.smt2", formula)}
	c, err := setup.New(t.Context(), p, host(t))
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

// write writes a file in a folder of its own.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

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
	return setup.Host{Out: t.TempDir(), Jobs: 2, Solvers: solver.Resolver{Profiles: profiles, LookPath: func(name string) (string, error) {
		if name != "fakesolver" {
			return "", fs.ErrNotExist
		}
		return program, nil
	}}}
}

// planned is a plan for that machine.
func planned(t *testing.T) *plan.Plan {
	p := plan.Default()
	p.Solvers, p.Engines, p.Seeds = []string{"fakesolver"}, []string{"opfuzz"}, []string{write(t, "a.smt2", formula), write(t, "b.smt2", "(check-sat)")}
	return p
}

// What is wrong with a plan is said with the key of the setting, before anything is written.
func TestSettings(t *testing.T) {
	for name, tt := range map[string]struct {
		key, text string
		change    func(*plan.Plan)
	}{
		"no solver":         {"solvers", "no solver is given", func(p *plan.Plan) { p.Solvers = nil }},
		"no such solver":    {"solvers", "nosuch", func(p *plan.Plan) { p.Solvers = []string{"nosuch"} }},
		"a baseline twice":  {"baselines", "it is also a --solver", func(p *plan.Plan) { p.Baselines = p.Solvers }},
		"an unknown mode":   {"campaign.sessions", "give one of auto", func(p *plan.Plan) { p.Sessions = "living" }},
		"too many mutants":  {"iterations", "too many for 2 seeds", func(p *plan.Plan) { p.Iterations = 1 << 62 }},
		"nothing to search": {"options.mode", "none of the solvers has options", func(p *plan.Plan) { p.Options.Mode = plan.OptionsSearch }},
		"no such theory":    {"theory", "nosuch.theory", func(p *plan.Plan) { p.Theory = []string{"nosuch.theory"} }},
		"no such profile":   {"profiles", "nosuch.toml", func(p *plan.Plan) { p.Profiles = []string{"nosuch.toml"} }},
		"no such rule": {"weaken.rules", "nosuch.rules", func(p *plan.Plan) {
			p.Engines = []string{"weaken"}
			p.Settings["weaken"]["weaken-rules"] = mutate.Value{Files: []mutate.File{{Name: "nosuch.rules"}}}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			p, h := planned(t), host(t)
			tt.change(p)
			_, err := setup.New(t.Context(), p, h)
			var wrong *plan.Error
			if !errors.As(err, &wrong) || wrong.Key != tt.key || !strings.Contains(err.Error(), tt.text) {
				t.Errorf("%v, want one about %s: %s", err, tt.key, tt.text)
			}
			if left, err := os.ReadDir(h.Out); err != nil || len(left) > 0 {
				t.Errorf("%d files are left: %v", len(left), err)
			}
		})
	}
	p := planned(t)
	p.Seeds = []string{t.TempDir()}
	var none *setup.SeedsError
	if _, err := setup.New(t.Context(), p, host(t)); !errors.As(err, &none) {
		t.Errorf("without seeds: %v", err)
	}
}

// A baseline comes after the solvers and is paired with each of its codebase; engines have the plan's settings; and what is found is told.
func TestAssembly(t *testing.T) {
	h, p := host(t), planned(t)
	var remarks, found []string
	h.Remark = func(line string) { remarks = append(remarks, line) }
	h.Found = func(c *campaign.Config) {
		for _, t := range c.Targets {
			found = append(found, t.String())
		}
	}
	p.Solvers = []string{"fakesolver --opt-a=1;fakesolver --opt-b=1", "fakesolver --opt-a=1"}
	p.Baselines, p.Engines, p.Iterations, p.Keep, p.Memory = []string{"fakesolver"}, []string{"storm", "opfuzz"}, 3, plan.KeepEvery, 0
	p.Settings["storm"]["storm-depth"] = mutate.Value{Int: 3}
	c, err := setup.New(t.Context(), p, h)
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
	settings := d.Defaults()
	settings["storm-depth"] = mutate.Value{Int: 3}
	made, err := d.New(c.Table, settings)
	if err != nil || !slices.ContainsFunc(c.Engines, func(e mutate.Engine) bool { return e.Configuration() == made.Configuration() }) {
		t.Errorf("no engine is storm with a depth of 3: %v", err)
	}
	if c.Mutants != 6 || c.Effort != effort.Even || !c.Every || c.MaxFolders == 0 || c.Memory >= 0 || len(c.Known.Entries) == 0 {
		t.Errorf("%d mutants, effort %s, every %t, %d folders, %d bytes, %d known bugs", c.Mutants, c.Effort, c.Every, c.MaxFolders, c.Memory, len(c.Known.Entries))
	}
}
