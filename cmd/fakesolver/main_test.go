package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRun(t *testing.T) {
	type outcome struct {
		status      int
		out, errOut string
	}
	const checks = "(assert p)\n(check-sat)\n(check-sat)\n"
	for _, tt := range []struct {
		name  string
		args  []string
		input string
		want  outcome
	}{
		{"default", nil, checks, outcome{0, "unknown\nunknown\n", ""}},
		{"answer", []string{"--answer=sat"}, checks, outcome{0, "sat\nsat\n", ""}},
		{"do", []string{"--do=unsat exit 3"}, checks, outcome{3, "unsat\n", ""}},
		{"when", []string{"--when=q=>sat", "--when=assert p=>unsat", "--do=exit 1"}, checks, outcome{0, "unsat\n", ""}},
		{"script", []string{"--do=sat"}, "; fake: unsat\n; fake: unknown\n", outcome{0, "unsat\nunknown\n", ""}},
		{"script by name", []string{"--name=a"}, "; fake-when a: sat\n; fake-when b: unsat\n", outcome{0, "sat\n", ""}},
		{"texts", []string{`--do=out "a b\n" err "c\x00" error "d"`}, "", outcome{0, "a b\n(error \"d\")\n", "c\x00"}},
		{"flood", []string{"--do=flood 20 exit 1"}, "", outcome{1, "(flood of output)\n(f", ""}},
		{"passive options", []string{"--incremental", "--tlimit=3", "--do=sat"}, "", outcome{0, "sat\n", ""}},
		{"unknown option", []string{"--foo"}, "", outcome{110, "", "ERROR: invalid parameter, unknown option --foo\n"}},
		{"unknown action", []string{"--do=dance"}, "", outcome{110, "", "ERROR: unknown action \"dance\"\n"}},
		{"bad operand", []string{"--do=exit x"}, "", outcome{110, "", "ERROR: action exit: bad operand \"x\"\n"}},
		{"unknown signal", []string{"--do=crash X"}, "", outcome{110, "", "ERROR: unknown signal X\n"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "in.smt2")
			if err := os.WriteFile(file, []byte(tt.input), 0o600); err != nil {
				t.Fatal(err)
			}
			var out, errOut bytes.Buffer
			status := run(append(tt.args, file), strings.NewReader(""), &out, &errOut)
			got := outcome{status, out.String(), errOut.String()}
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(outcome{})); diff != "" {
				t.Errorf("outcome (-want +got):\n%s", diff)
			}
		})
	}
}

func TestInteractive(t *testing.T) {
	const query = "(push 1)\n(assert (= n 4))\n(check-sat)\n(get-model)\n(echo \"a\")\n(pop 1)\n"
	const model = "(\n  (define-fun n () Int 4)\n)\n"
	for _, tt := range []struct {
		name  string
		args  []string
		input string
		want  string
	}{
		{"right", nil, query + "(assert (= n 5))(check-sat)(get-model)(echo \"b\")", "sat\n" + model + "a\nunsat\nb\n"},
		{"rule", []string{"--live=n 4=>unknown"}, query + "(assert (= n 5))(check-sat)", "unknown\n" + model + "a\nunsat\n"},
		{"swallow", []string{"--live=n 4=>swallow right"}, query + "(echo \"b\")", "sat\n" + model + "b\n"},
		{"later", []string{`--live=n 4=>later 1 "c\n" later 4 "d\n"`}, query + "(assert (= n 5))(check-sat)", model + "c\na\nd\nunsat\n"},
		{"tidy", []string{`--tidy=out "left over\n"`}, query + "(exit)(check-sat)", "sat\n" + model + "a\nleft over\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out, errOut bytes.Buffer
			status := run(append(tt.args, "--do=right", "-"), strings.NewReader(tt.input), &out, &errOut)
			if got := out.String(); got != tt.want || status != 0 || errOut.Len() > 0 {
				t.Errorf("status %d, output %q, want %q; errors %q", status, got, tt.want, &errOut)
			}
		})
	}
}
