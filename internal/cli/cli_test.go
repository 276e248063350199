package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
)

func nowhere() *Streams {
	return NewStreams(strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{})
}

// Every command that help lists has an example that starts with its own name, and --json unless it is a group.
func TestCommandsAreComplete(t *testing.T) {
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			visit(sub)
		}
		if c.Hidden {
			return
		}
		t.Run(c.CommandPath(), func(t *testing.T) {
			for line := range strings.Lines(c.Example) {
				if !strings.HasPrefix(line, "  assay ") {
					t.Errorf("example line %q does not start with two blanks and assay", line)
				}
			}
			name := c.CommandPath()
			if c.Name() == "help" || c == c.Root() {
				name = "assay "
			}
			if !strings.Contains(c.Example, name) {
				t.Errorf("the example %q does not show %s", c.Example, name)
			}
			if c.Short == "" || strings.HasSuffix(c.Short, ".") {
				t.Errorf("short help %q", c.Short)
			}
			if !c.HasSubCommands() && c.Name() != "help" && c.Name() != "completion" && c.Flags().Lookup("json") == nil {
				t.Error("no flag --json")
			}
			help := c.UsageString()
			c.LocalFlags().VisitAll(func(f *pflag.Flag) {
				if !f.Hidden && !strings.Contains(help, "--"+f.Name) {
					t.Errorf("the help does not show --%s:\n%s", f.Name, help)
				}
			})
		})
	}
	visit(newRoot(nowhere()))
}

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{exit(exitFindings), exitFindings},
		{usagef("x"), exitUsage},
		{fmt.Errorf("w: %w", withExit(exitOutput, errors.New("x"))), exitOutput},
		{&solver.UnusableError{}, exitSolver},
		{fmt.Errorf("w: %w", &solver.UnusableError{}), exitSolver},
		{&solver.SpecError{}, exitUsage},
		{&solver.ProfileError{}, exitUsage},
		{context.Canceled, exitInterrupted},
		{fmt.Errorf("write: %w", syscall.ENOSPC), exitOutput},
		{fmt.Errorf("write: %w", syscall.EPIPE), exitClosed},
		{campaignError(&campaign.BusyError{}), exitUsage},
		{campaignError(&campaign.MismatchError{}), exitUsage},
		{campaignError(fmt.Errorf("w: %w", campaign.ErrNoMutants)), exitFailed},
		{errors.New("what is this"), exitInternal},
	} {
		if got, _ := classify(c.err); got != c.want {
			t.Errorf("%v: exit code %d, want %d", c.err, got, c.want)
		}
	}
}

// A panic is an internal error with its place, not the exit code 2 that Go gives it.
func TestPanicIsInternalError(t *testing.T) {
	var stderr bytes.Buffer
	s := NewStreams(nil, panicWriter{}, &stderr)
	if code := Run(context.Background(), []string{"version"}, s); code != exitInternal {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{"internal error: no such luck", "panicWriter", "report it"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("standard error lacks %q:\n%s", want, stderr.String())
		}
	}
}

type panicWriter struct{}

func (panicWriter) Write([]byte) (int, error) { panic("no such luck") }

func TestInOrder(t *testing.T) {
	for _, workers := range []int{1, 3, 50} {
		var got []int
		err := inOrder(context.Background(), workers, 40, func(i int) int { return i * i }, func(i, r int) error {
			if r != i*i {
				t.Errorf("result %d for %d", r, i)
			}
			got = append(got, i)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, g := range got {
			if i != g {
				t.Fatalf("%d workers: order %v", workers, got)
			}
		}
		if len(got) != 40 {
			t.Errorf("%d workers: %d results", workers, len(got))
		}
	}
}

// A panic in a piece of work reaches the caller, which reports it as an internal error.
func TestInOrderPanics(t *testing.T) {
	defer func() {
		if p := fmt.Sprint(recover()); !strings.HasPrefix(p, "no such luck\n") || !strings.Contains(p, "TestInOrderPanics") {
			t.Errorf("the panic is %q", p)
		}
	}()
	err := inOrder(context.Background(), 2, 100, func(i int) int {
		if i == 3 {
			panic("no such luck")
		}
		return i
	}, func(int, int) error { return nil })
	t.Errorf("no panic, error %v", err)
}

func TestInOrderEndsEarly(t *testing.T) {
	stop := errors.New("enough")
	var done atomic.Int64
	err := inOrder(context.Background(), 2, 1000, func(i int) int { done.Add(1); return i }, func(i, _ int) error {
		if i == 3 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) {
		t.Errorf("error %v", err)
	}
	// Four were taken; at most 2*2 more can wait, and 2 be under way.
	if n := done.Load(); n > 12 {
		t.Errorf("%d pieces of work were done after the end", n)
	}
	ctx, cancel := context.WithCancel(context.Background())
	err = inOrder(ctx, 2, 1000, func(i int) int { cancel(); return i }, func(int, int) error { return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func read(t *testing.T, text string) *script.Script {
	t.Helper()
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSolverOptions(t *testing.T) {
	for _, c := range []struct {
		text string
		want solver.Options
	}{
		{"(check-sat)", solver.Options{}},
		{"(push 1)(check-sat)", solver.Options{Incremental: true}},
		{"(declare-const a (Array Int String))(check-sat)", solver.Options{Strings: true}},
		{"(define-fun f ((x Int)) Bool (= (str.from_int x) \"\"))(check-sat)", solver.Options{Strings: true}},
		{"(declare-datatype D ((c (s String))))(check-sat)", solver.Options{Strings: true}},
		{"(declare-const f (_ FloatingPoint 5 11))(check-sat)", solver.Options{Floats: true}},
		{"(declare-const f Float32)(declare-const g Float64)(check-sat)", solver.Options{}},
		{"(assert (fp.isNaN (_ NaN 3 4)))(check-sat)", solver.Options{Floats: true}},
	} {
		content := trial.ContentOf(read(t, c.text))
		if got := content.Options(); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.text, got, c.want)
		}
	}
}

func TestProgress(t *testing.T) {
	at := func(seconds int) campaign.Snapshot {
		return campaign.Snapshot{Elapsed: time.Duration(seconds) * time.Second, Mutants: int64(seconds)}
	}
	run := func(s *Streams, quiet, json bool) {
		p := newProgress(s, quiet, json)
		for _, t := range []int{0, 1, 5, 10, 12, 19, 20} {
			p.show(at(t))
		}
		p.end()
	}
	t.Run("plain", func(t *testing.T) {
		var out, err bytes.Buffer
		run(NewStreams(nil, &out, &err), false, false)
		want := at(10).Line() + "\n" + at(20).Line() + "\n"
		if diff := cmp.Diff(want, err.String()); diff != "" || out.Len() > 0 {
			t.Errorf("%s, standard output %q", diff, out.String())
		}
	})
	t.Run("terminal", func(t *testing.T) {
		var out, err bytes.Buffer
		s := NewStreams(nil, &out, &err)
		s.Err.terminal, s.Err.width = true, func() int { return 11 }
		run(s, false, false)
		if n := strings.Count(err.String(), "\r"); n != 8 || strings.Contains(err.String(), "\n") {
			t.Errorf("%d lines begun in %q", n, err.String())
		}
		for line := range strings.SplitSeq(err.String(), "\r") {
			if text := strings.TrimSuffix(line, "\x1b[K"); len(text) > 10 {
				t.Errorf("%q does not fit into 11 columns", text)
			}
		}
		if !strings.HasSuffix(err.String(), "\r\x1b[K") {
			t.Error("the line is not erased")
		}
	})
	t.Run("json", func(t *testing.T) {
		var out, err bytes.Buffer
		run(NewStreams(nil, &out, &err), false, true)
		if n := strings.Count(out.String(), "{\"event\":\"progress\",\"seconds\":"); n != 2 || err.Len() > 0 {
			t.Errorf("%d objects in %q, standard error %q", n, out.String(), err.String())
		}
	})
	t.Run("quiet", func(t *testing.T) {
		var out, err bytes.Buffer
		run(NewStreams(nil, &out, &err), true, false)
		if out.Len()+err.Len() > 0 {
			t.Errorf("output %q, %q", out.String(), err.String())
		}
	})
}

func TestClipTo(t *testing.T) {
	const line = "00:31  1,240 mutants  41.2/s  rejected 0.2%  findings 2"
	for n, want := range map[int]string{
		0: line, -1: line, 99: line, len(line): line,
		len(line) - 1: "00:31  1,240 mutants  41.2/s  findings 2",
		20:            "00:31  findings 2", 17: "00:31  findings 2", 9: "00:31  fi", 1: "0",
	} {
		if got := clipTo(line, n); got != want {
			t.Errorf("to %d columns: %q, want %q", n, got, want)
		}
	}
}

func TestIsWithin(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		path, dir string
		want      bool
	}{
		{dir, dir, true},
		{dir + "/a/b", dir, true},
		{dir + "/../" + "x", dir, false},
		{dir + "x", dir, false},
		{dir, dir + "/a", false},
		{dir + "/..a", dir, true},
	} {
		if got := isWithin(c.path, c.dir); got != c.want {
			t.Errorf("%s within %s: %v", c.path, c.dir, got)
		}
	}
}
