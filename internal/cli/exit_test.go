package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/testing/solvertest"
)

// A failingWriter is a stream that cannot be written.
type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// Every code of the table is what some command ends with, and no command here ends with another one.
func TestEveryExitCode(t *testing.T) {
	t.Setenv("PATH", strings.TrimSuffix(solvertest.Binary(t), "/fakesolver")+":"+os.Getenv("PATH"))
	t.Chdir(t.TempDir())
	profile := solvertest.WriteProfile(t, ".")
	for name, text := range map[string]string{
		"f.smt2": "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< x 7))\n(check-sat)\n", "cut.smt2": "(assert",
		"div.smt2": "(set-logic QF_NIA)\n(assert (= (div 1 0) 0))\n(check-sat)\n", "model": "()\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	produced := map[int]bool{}
	for _, tt := range []struct {
		code int
		args []string
		ctx  context.Context
		out  io.Writer
		says string // on standard error
	}{
		{code: exitFine, args: []string{"check", "f.smt2"}},
		{code: exitFailed, args: []string{"check", "cut.smt2"}, says: "cut.smt2:1:1: truncated"},
		{code: exitUsage, args: []string{"chekc", "f.smt2"}, says: "assay: there is no command"},
		{code: exitInternal, args: []string{"eval", "--model", "model", "div.smt2"}, says: "assertion 1 is unspecified"},
		{code: exitInternal, args: []string{"version"}, out: panicWriter{}, says: "assay: internal error"},
		{code: exitSolver, args: []string{"solve", "--solver", "nosuchsolver", "f.smt2"}, says: "assay: solver \"nosuchsolver\""},
		{code: exitOutput, args: []string{"version"}, out: failingWriter{syscall.ENOSPC}, says: "assay: cannot write standard output: no space left on device\n"},
		{code: exitFindings, args: []string{"solve", "--profile", profile, "--solver", `fake '--do=crash SEGV'`, "f.smt2"}},
		{code: exitInterrupted, args: []string{"check", "f.smt2"}, ctx: interrupted, says: "assay: interrupted"},
		{code: exitClosed, args: []string{"version"}, out: failingWriter{&os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}}},
	} {
		ctx, out := tt.ctx, tt.out
		if ctx == nil {
			ctx = t.Context()
		}
		if out == nil {
			out = io.Discard
		}
		var said bytes.Buffer
		code := Run(ctx, tt.args, NewStreams(strings.NewReader(""), out, &said))
		if code != tt.code || !strings.Contains(said.String(), tt.says) || tt.code == exitClosed && said.Len() > 0 {
			t.Errorf("%q ends with %d, want %d: %s", tt.args, code, tt.code, said.String())
		}
		produced[code] = true
	}
	for _, c := range exitCodes {
		if !produced[c.Code] {
			t.Errorf("no command here ends with %d, %s", c.Code, c.Name)
		}
	}
}

// The manual's table has the program's codes with their names, and each code once.
func TestExitCodesAreDocumented(t *testing.T) {
	manual, err := os.ReadFile("../../docs/reference/cli.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(manual), "\n### Exit codes\n")
	section, _, _ := strings.Cut(rest, "\n#")
	var rows, want []string
	for _, m := range regexp.MustCompile(`(?m)^\| (\d+ \| [^|]+) \|`).FindAllStringSubmatch(section, -1) {
		rows = append(rows, m[1])
	}
	seen := map[int]bool{}
	for _, c := range exitCodes {
		want = append(want, fmt.Sprintf("%d | %s", c.Code, c.Name))
		if seen[c.Code] {
			t.Errorf("%d has two rows", c.Code)
		}
		seen[c.Code] = true
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Errorf("docs/reference/cli.md (-program +manual):\n%s", diff)
	}
	var out, errs bytes.Buffer
	if code := Run(t.Context(), []string{"help", "exit"}, NewStreams(strings.NewReader(""), &out, &errs)); code != exitFine {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	for _, c := range exitCodes {
		if !regexp.MustCompile(fmt.Sprintf(`(?m)^  %d +%s  `, c.Code, c.Name)).MatchString(out.String()) {
			t.Errorf("assay help exit does not have %d, %s:\n%s", c.Code, c.Name, out.String())
		}
	}
	for line := range strings.Lines(out.String()) {
		if len(line) > 101 {
			t.Errorf("wider than 100 columns: %s", line)
		}
	}
}
