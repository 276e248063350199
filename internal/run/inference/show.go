package inference

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/judge/proof"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
)

// What scripts that a solver writes are rewritten to.
const (
	fileHead = "assay-inference"
	fileName = ":source"
)

// show runs the target, and returns all statements that it shows.
func (e *Examiner) show(ctx context.Context, s *script.Script, target solver.Target) (Report, string, error) {
	how := target.Profile().Infers
	const name = "infers"
	e.Scratch.Remove(name) // what another solver has written there is not this one's
	dir, err := e.Scratch.Sub(name)
	if err != nil {
		return Report{}, "", err
	}
	defer e.Scratch.Remove(name)
	defer dir.Close()
	b := *e.Bench
	b.Runner = trial.Process{Dir: dir.Path("")}
	t := e.trial(&b, s)
	defer t.Close()
	run, err := t.Run(ctx, target.With(solver.Configure(slices.Concat(target.Config.Words(), how.Args)...)))
	var unusable *solver.UnusableError
	if errors.As(err, &unusable) {
		return Report{Why: unusable.Problem}, "", nil
	}
	if err != nil {
		return Report{}, "", err
	}
	run.Target, run.Solver = target, target.String() // what it was told besides is no configuration to search or to blame
	out := Report{Runs: []solver.Run{run}, Answer: string(run.Outcome()), Seconds: run.CPU.Seconds(), By: make(map[string]*Tally), OpenBy: make(map[string]int), Left: make(map[string]int)}
	if run.Refused() {
		out.Why = "refused: " + syntax.Clip(run.Reason, 200)
		return out, "", nil
	}
	text := string(run.Raw.Stdout)
	if run.Raw.StdoutDropped > 0 {
		out.Left["bytes beyond the limit of what it may print"] = int(run.Raw.StdoutDropped)
	}
	if how.Files != "" {
		if text, err = written(dir.Path(""), how, e.bounds().Reading, out.Left); err != nil {
			return out, "", err
		}
	}
	if text == "" {
		if out.Why = "it shows nothing"; run.Limit != solver.LimitNone {
			out.Why = string(run.Outcome()) + ": it shows nothing before that"
		}
	}
	return out, text, nil
}

// trial returns the trial of what the solver reads.
func (e *Examiner) trial(b *trial.Bench, s *script.Script) *trial.Trial {
	facts := trial.Facts{Name: "infers", Plan: trial.AskNothing}
	if e.Text != nil {
		return b.Raw(e.Text, s, facts)
	}
	return b.New(s, facts)
}

// mostFiles bounds the scripts that a solver writes.
const mostFiles = 20_000

// written returns what the scripts in a folder say cannot be, as statements, and counts what is left out. A budget bounds how many there are, and their bytes.
func written(dir string, how solver.Inferences, most proof.Budget, left map[string]int) (string, error) {
	names, err := filepath.Glob(filepath.Join(dir, how.Files))
	if err != nil {
		return "", err // the profile's pattern
	}
	var b strings.Builder
	for i, name := range names {
		text, err := readUpTo(name, most.Bytes/2-b.Len())
		if err != nil {
			return "", &disk.OutputError{Path: name, Err: err}
		}
		if i >= min(mostFiles, most.Steps) || text == "" {
			left["scripts beyond the limit of what it may write"] += len(names) - i
			break
		}
		all := asserted(text)
		if len(all) < 2 { // it is what is left of a clause, or follows from the assertions
			left["scripts with one literal"]++
			continue
		}
		fmt.Fprintf(&b, "(%s (not (and %s)) %s %s)\n", fileHead, strings.Join(all, " "), fileName, how.Name)
	}
	return b.String(), nil
}

// readUpTo reads a file of at most so many bytes; one that is empty or longer is "".
func readUpTo(name string, most int) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // it was read
	text, err := io.ReadAll(io.LimitReader(f, int64(max(0, most))+1))
	if len(text) > most {
		return "", err
	}
	return string(text), err
}

// asserted returns the texts of the formulas that a script asserts.
func asserted(text string) (all []string) {
	in := syntax.NewReader(text)
	for {
		tree := &syntax.Tree{}
		if more, err := in.Next(tree); err != nil || !more {
			return all
		}
		if kids := tree.Children(syntax.Root); len(kids) == 2 && tree.Is(kids[0], "assert") {
			all = append(all, tree.Text(kids[1]))
		}
	}
}
