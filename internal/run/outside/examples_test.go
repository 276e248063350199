package outside

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/theory"
)

const examples = "../../../examples/outside"

// python skips a test without Python, or without one of its packages.
func python(t *testing.T, packages ...string) string {
	t.Helper()
	program, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not on PATH")
	}
	for _, p := range packages {
		if exec.Command(program, "-c", "import "+p).Run() != nil {
			t.Skipf("python3 has no package %s", p)
		}
	}
	return program
}

// The engines that come with Assay do what an engine has to do. yinyang and ddSMT make mutants that cannot be read, which is not held against
// their adapters.
func TestExampleEngines(t *testing.T) {
	for _, tt := range []struct {
		args, needs string
		unreadable  bool
	}{
		{"negate.py", "json", false},
		{"yinyang_engine.py typefuzz", "yinyang", true},
		{"yinyang_engine.py opfuzz", "yinyang", true},
		{"ddsmt_engine.py", "ddsmt", true},
	} {
		t.Run(tt.args, func(t *testing.T) {
			words := append([]string{python(t, tt.needs)}, strings.Fields(tt.args)...)
			words[1] = filepath.Join(examples, words[1])
			p, err := Spec{words}.Find()
			if err != nil {
				t.Fatal(err)
			}
			all := seeds.All()
			var tried []seeds.Seed
			for i := 0; i < len(all); i += len(all) / 8 {
				tried = append(tried, all[i])
			}
			got, err := Examiner{Program: p, Table: theory.Builtin(), Limits: Limits{Time: time.Minute}}.Examine(t.Context(), tried)
			if err != nil {
				t.Fatal(err)
			}
			for i, q := range got {
				if !q.OK && i != asksSpeed && !(i == asksReading && tt.unreadable) {
					t.Errorf("%s (%s): %q", q.Title, q.Tried, q.Wrong)
				}
			}
		})
	}
}

// The check that comes with Assay objects to what it says it objects to.
func TestExampleCheck(t *testing.T) {
	spec := Spec{[]string{python(t), filepath.Join(examples, "check_warnings.py")}}
	all, err := Checks(t.Context(), []string{spec.String()}, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer Close(all)
	run := solver.Run{Verdict: solver.Verdict{Answers: []smt.Status{smt.Sat}}}
	for output, want := range map[string]string{"sat\n": "", "WARNING: odd\nsat\n": "a warning next to an answer"} {
		run.Raw.Stdout = []byte(output)
		got := all[0].Objections(t.Context(), []byte("(check-sat)"), "", run)
		if (want != "") != (len(got) == 1) || len(got) == 1 && (got[0].Title != want || got[0].By == "") {
			t.Errorf("%q: %+v", output, got)
		}
	}
}
