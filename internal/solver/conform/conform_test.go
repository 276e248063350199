package conform_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/conform"
	"github.com/assay-smt/assay/internal/testing/solvertest"
)

func scratch(t *testing.T) *disk.Scratch {
	t.Helper()
	s, err := disk.OpenScratch(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// fake returns the fake solver with options, with a profile that has further lines.
func fake(t *testing.T, profile, options string) solver.Target {
	t.Helper()
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	if set, err = set.With("fake.toml", append(solvertest.Profile, profile...)); err != nil {
		t.Fatal(err)
	}
	target, err := solver.Resolve(t.Context(), solvertest.Binary(t)+" "+options, set)
	if err != nil {
		t.Fatal(err)
	}
	return target
}

// TestQuick: the solvers for which a campaign is refused, and those that are only odd. A process that ends by SIGXCPU counts as one that
// ran out of time, so only solvers that hang whatever they are asked are waited for.
func TestQuick(t *testing.T) {
	const probe = "[probe]\nscript = \"(check-sat)\"\nanswer = \"sat\"\nunsat = \"(assert false)(check-sat)\"\n"
	const refusing = "[evidence]\nmodel = \"(get-model)\"\n[[versions]]\nfrom = \"1.0\"\ncall.models = [\"--no-such\"]\n"
	for _, tt := range []struct {
		name, profile, options string
		problem, note          string
	}{
		{name: "right", options: `--when=x2b=>unsat --answer=sat`},
		{name: "undecided", options: `--answer=unknown`},
		{name: "undecided about one", options: `--when=x2b=>unknown --answer=sat`},
		{name: "silent", options: `--do=exit\ 0`, problem: "it answers nothing to a small script: 0 answers, exit status 0"},
		{name: "talkative", options: `--do='out "hello\n"'`, problem: "it answers nothing to a small script: 0 answers, exit status 0: hello"},
		{name: "refuses all", options: `--do='error "no such thing" sat'`, problem: "it answers nothing to a small script: input rejected: no such thing"},
		{name: "bad options", options: `--nonsense`, problem: "options not accepted: ERROR: invalid parameter, unknown option --nonsense"},
		{name: "refuses models", profile: refusing, options: `--when=x2b=>unsat --answer=sat`,
			note: "it refuses to make models, so it is asked only for answers (options not accepted: ERROR: invalid parameter, unknown option --no-such)"},
		{name: "always sat", options: `--answer=sat`, problem: "it says sat to a small script that is unsat"},
		{name: "always unsat", options: `--answer=unsat`, problem: "it says unsat to a small script that is sat"},
		{name: "crash", options: `--do="crash SEGV"`, note: "it gives no answer to a small script: crash: signal SEGV"},
		{name: "one time-out", options: `--when='x2b=>crash XCPU' --answer=sat`, note: "it gives no answer to a small script: timeout"},
		{name: "time-outs", options: `--do=hang`, problem: "it answers neither of two small scripts: timeout"},
		{name: "time-outs with text", options: `--do='out "y\n" crash XCPU'`, problem: "it answers neither of two small scripts: timeout"},
		{name: "time-out and crash", options: `--when='x2b=>crash SEGV' --do='crash XCPU'`, note: "it gives no answer to a small script: timeout"},
		{name: "only arithmetic", options: `--when='QF_BV=>error "unknown sort BitVec"' --when='x 43=>unsat' --answer=sat`},
		{name: "only formulas", options: `--when='QF_(BV|LIA)=>error "no such logic"' --when='not p=>unsat' --answer=sat`},
		{name: "wrong in arithmetic", options: `--when='QF_BV=>error "unknown sort BitVec"' --answer=sat`, problem: "it says sat to a small script that is unsat"},
		{name: "own scripts", profile: probe, options: `--when='assert false=>unsat' --answer=sat`},
		{name: "own scripts, silent", profile: probe, options: `--when='QF_LIA=>sat' --do=exit\ 0`, problem: "it answers nothing to a small script: 0 answers, exit status 0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			limit := time.Duration(0)
			if strings.Contains(tt.options, "hang") {
				t.Parallel()
				limit = 100 * time.Millisecond // it never answers
			}
			got, err := conform.Quick(t.Context(), fake(t, tt.profile, tt.options), scratch(t), solver.Options{}, solver.Limits{Time: limit})
			if err != nil {
				t.Fatal(err)
			}
			if got.Problem != tt.problem || got.Note != tt.note {
				t.Errorf("problem %q, note %q; want %q and %q", got.Problem, got.Note, tt.problem, tt.note)
			}
			if (got.Problem != "") != (len(got.Command) > 0) {
				t.Errorf("command %q", got.Command)
			}
		})
	}
}

// TestTable uses a solver that passes, one that fails a needed check, and one that was not asked everything.
func TestTable(t *testing.T) {
	results := func(state func(conform.Check) conform.State) []conform.Result {
		var out []conform.Result
		for _, c := range conform.Checks() {
			out = append(out, conform.Result{Check: c.ID, Needed: c.Needed, State: state(c), Expected: "e", Did: "d"})
		}
		return out
	}
	reports := []conform.Report{
		{Profile: "a", Version: "1.0", Results: results(func(conform.Check) conform.State { return conform.OK })},
		{Profile: "b", Version: "2.0", Results: results(func(c conform.Check) conform.State {
			switch c.ID {
			case "unsat", "model":
				return conform.Differs
			case "reset":
				return conform.Lacks
			}
			return conform.Unclaimed
		})},
		{Profile: "c\x1b[2J", Results: results(func(conform.Check) conform.State { return conform.OK })[:3]},
	}
	lines := strings.Split(strings.TrimSuffix(conform.Table(reports), "\n"), "\n")
	var cells [][]string
	for _, l := range lines {
		cells = append(cells, strings.Fields(l))
	}
	if len(cells) != 4 || len(cells[0]) != len(conform.Checks())+3 {
		t.Fatalf("table:\n%s", strings.Join(lines, "\n"))
	}
	column := func(id string) int {
		for i, c := range cells[0] {
			if c == id {
				return i
			}
		}
		t.Fatalf("no column %s", id)
		return 0
	}
	for _, tt := range []struct {
		row          int
		column, want string
	}{
		{1, "sat", "ok"}, {1, "USABLE", "yes"}, {2, "unsat", "DIFFERS"}, {2, "model", "differs"}, {2, "reset", "lacks"}, {2, "core", "-"}, {2, "USABLE", "NO"},
	} {
		if got := cells[tt.row][column(tt.column)]; got != tt.want {
			t.Errorf("row %d, column %s: %s, want %s", tt.row, tt.column, got, tt.want)
		}
	}
	if strings.ContainsRune(lines[3], '\x1b') || !strings.Contains(lines[3], "?") {
		t.Errorf("row %q", lines[3])
	}
	if diff := cmp.Diff("not usable: 0 as the profile says, 2 not, 1 lacking, 21 that the profile does not claim", reports[1].Conclusion()); diff != "" {
		t.Error(diff)
	}
}
