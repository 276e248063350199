package elab_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
)

// statusInfo is removed from originals: solvers act on it.
var statusInfo = regexp.MustCompile(`\(set-info\s+:status\s+\w+\s*\)`)

// outcome is what a solver said about a text.
type outcome struct {
	answers []string
	trouble string // the first complaint that is not about time
	output  string
}

// decided returns the answers, or nil when a complaint makes them void.
func (o *outcome) decided() []string {
	if o.trouble != "" {
		return nil
	}
	return o.answers
}

var (
	complaint = regexp.MustCompile(`^\(error|^Parse Error|^Fatal|[Ee]rror:|^cvc[45] suffered|^Illegal argument|not recognized|option `)
	timeIsUp  = regexp.MustCompile(`(?i)timeout|interrupted|canceled|resource|out of memory|max\. memory|time limit`)
)

// ask runs a solver on a text.
func ask(t *testing.T, solver string, limit time.Duration, incremental bool, file string) outcome {
	var args []string
	switch solver {
	case "z3":
		args = []string{fmt.Sprintf("-T:%d", int(limit/time.Second)), "-memory:2000"}
	default:
		args = []string{fmt.Sprintf("--tlimit=%d", limit.Milliseconds()), "--strings-exp", "--lang=smt2", "-q"}
		if solver == "cvc5" {
			args = append(args, "--fp-exp")
		}
		if incremental {
			args = append(args, "--incremental")
		}
	}
	// The solver's own limit ends it; the context is for a solver that ignores its limit.
	ctx, cancel := context.WithTimeout(t.Context(), limit+3*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, solver, append(args, file)...)
	cmd.WaitDelay = time.Second
	out, _ := cmd.CombinedOutput() // the exit status adds nothing: both report in their output why they stopped
	o := outcome{output: string(out)}
	for line := range bytes.Lines(out) {
		s := strings.TrimSpace(string(line))
		switch {
		case s == "sat" || s == "unsat" || s == "unknown":
			o.answers = append(o.answers, s)
		case o.trouble == "" && complaint.MatchString(s) && !timeIsUp.MatchString(s):
			o.trouble = s
		}
	}
	return o
}

// clash returns the first check that a answers sat and b unsat, or the other way round; -1 when none.
func clash(a, b []string) int {
	for i := range min(len(a), len(b)) {
		if a[i] == "sat" && b[i] == "unsat" || a[i] == "unsat" && b[i] == "sat" {
			return i
		}
	}
	return -1
}

// tally counts outcomes of one solver.
type tally struct {
	files, same, slower, faster, neither, refused, cured, refusedNew, contradicted int
}

// TestSolversTakeWhatIsPrinted asks each solver twice, about a file and about its canonical text: the answers must never be sat
// against unsat, and the canonical text must never get a complaint that the original does not get. The test also compares the
// solvers with each other on the originals. From the built-in seeds and those in the seed folder, short takes 40 at equal
// distances, medium 500, and long all.
func TestSolversTakeWhatIsPrinted(t *testing.T) {
	want := testdepth.Crosscheck(t, 40, 500, 1<<30)
	limit := testdepth.Crosscheck(t, time.Second, time.Second, 2*time.Second)
	var solvers []string
	for _, s := range []string{"z3", "cvc5", "cvc4"} {
		if _, err := exec.LookPath(s); err == nil {
			solvers = append(solvers, s)
		}
	}
	if len(solvers) == 0 {
		t.Skip("no solver on PATH")
	}
	type input struct{ name, text string }
	var inputs []input
	for _, s := range seeds.All() {
		inputs = append(inputs, input{"internal/base/seeds/" + s.Name, string(s.Text)})
	}
	for _, f := range seedPaths() {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, input{f, string(text)})
	}
	stride := max(1, len(inputs)/want)

	var mu sync.Mutex
	totals := map[string]*tally{}
	for _, s := range solvers {
		totals[s] = &tally{}
	}
	var apart []string
	work := func(in input, dir string) {
		s, err := elab.Script(in.text, elab.Options{})
		if err != nil {
			return
		}
		original := map[string]outcome{}
		for _, solver := range solvers {
			one, two := filepath.Join(dir, "original.smt2"), filepath.Join(dir, "printed.smt2")
			p := script.Printer{Solver: solver, ForSolver: true}
			printed := p.Append(nil, s)
			if os.WriteFile(one, []byte(statusInfo.ReplaceAllString(in.text, "")), 0o600) != nil || os.WriteFile(two, printed, 0o600) != nil {
				t.Error("cannot write")
				return
			}
			a := ask(t, solver, limit, s.Incremental(), one)
			b := ask(t, solver, limit, s.Incremental(), two)
			original[solver] = a
			mu.Lock()
			n := totals[solver]
			n.files++
			switch {
			case a.trouble == "" && b.trouble != "":
				n.refusedNew++
				t.Errorf("%s: %s takes the original but not what is printed: %.300s", in.name, solver, b.trouble)
			case a.trouble != "" && b.trouble == "":
				n.cured++
			case a.trouble != "":
				n.refused++
			case clash(a.answers, b.answers) >= 0:
				n.contradicted++
				t.Errorf("%s: %s answers %v to the original and %v to what is printed", in.name, solver, a.answers, b.answers)
			case decidedAll(a, s) && decidedAll(b, s):
				n.same++
			case decidedAll(a, s):
				n.slower++
			case decidedAll(b, s):
				n.faster++
			default:
				n.neither++
			}
			mu.Unlock()
		}
		for i, x := range solvers {
			for _, y := range solvers[i+1:] {
				a, b := original[x], original[y]
				if k := clash(a.decided(), b.decided()); k >= 0 {
					mu.Lock()
					apart = append(apart, fmt.Sprintf("%s: check %d: %s %s, %s %s", in.name, k+1, x, a.answers[k], y, b.answers[k]))
					mu.Unlock()
				}
			}
		}
	}
	jobs := make(chan input)
	var wg sync.WaitGroup
	for range 2 {
		dir := t.TempDir()
		wg.Go(func() { // no race: comparisons with solvers run without the detector
			for in := range jobs {
				work(in, dir)
			}
		})
	}
	for i, in := range inputs {
		if i%stride == 0 && t.Context().Err() == nil {
			jobs <- in
		}
	}
	close(jobs)
	wg.Wait()

	t.Log("| solver | files | same answers | only original decided | only printed decided | neither decided | both refused | only original refused | only printed refused | sat against unsat |")
	for _, s := range solvers {
		n := totals[s]
		t.Logf("| %s | %d | %d | %d | %d | %d | %d | %d | %d | %d |", s, n.files, n.same, n.slower, n.faster, n.neither, n.refused, n.cured, n.refusedNew, n.contradicted)
	}
	slices.Sort(apart)
	t.Logf("%d contradictions between solvers on originals", len(apart))
	for _, a := range apart {
		t.Log(a)
	}
}

// decidedAll reports whether o answers every check of s with sat or unsat.
func decidedAll(o outcome, s *script.Script) bool {
	return len(o.answers) >= s.Checks() && !slices.Contains(o.answers, "unknown")
}
