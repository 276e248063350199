package solver_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// The last query's output is separated from that of the others, and a run that did not get to it does not
// count.
func TestReplaySession(t *testing.T) {
	path := filepath.Join(t.TempDir(), "reader")
	// It echoes with quotes, as some solvers do.
	script := "#!/bin/sh\n[ \"$1\" = --version ] && exit\nexec awk '/^\\(echo/ { sub(/^\\(echo /, \"\"); sub(/\\)$/, \"\"); print; next } /^; / { print substr($0, 3) } /^die/ { exit 134 }'\n"
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil { //nolint:gosec // the file is a program
		t.Fatal(err)
	}
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	target, err := solver.Resolve(t.Context(), path, set)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name    string
		queries []string
		answers []smt.Status
		earlier [][]smt.Status
		crash   bool
		void    string
	}{
		{"alone", []string{"; sat"}, []smt.Status{smt.Sat}, nil, false, ""},
		{"behind others", []string{"; unsat\n; sat\n", "", "; unknown"}, []smt.Status{smt.Unknown}, [][]smt.Status{{smt.Unsat, smt.Sat}, nil}, false, ""},
		{"it dies", []string{"; unsat", "; sat\ndie"}, []smt.Status{smt.Sat}, [][]smt.Status{{smt.Unsat}}, true, ""},
		{"it dies before", []string{"die", "; sat"}, nil, nil, false, "it did not come to the last query"},
		{"refused", []string{"; (error \"no such thing\")", "; sat"}, nil, nil, false, "query 1 of 2 is refused: no such thing"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := &solver.Reading{Mode: solver.Reset, Command: []string{"elsewhere", "-in"}}
			for _, q := range tt.queries {
				r.Queries = append(r.Queries, []byte(q))
			}
			run, earlier, err := target.Replay(t.Context(), r, solver.Query{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.answers, run.Answers); diff != "" || (run.Crash != nil) != tt.crash {
				t.Errorf("%+v (-want +got):\n%s", run.Verdict, diff)
			}
			if diff := cmp.Diff(tt.earlier, earlier); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if run.Void != (tt.void != "") || !strings.HasPrefix(run.Reason, tt.void) {
				t.Errorf("%+v", run.Verdict)
			}
			if run.Mode != solver.Reset || run.Command[0] != path || run.Command[1] != "-in" {
				t.Errorf("%v %q", run.Mode, run.Command)
			}
			script, last := r.Script()
			if !strings.HasPrefix(string(script[last:]), tt.queries[len(tt.queries)-1]) || strings.Contains(string(script), "echo") {
				t.Errorf("%d of %q", last, script)
			}
		})
	}
}
