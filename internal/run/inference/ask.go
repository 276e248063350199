package inference

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
)

// maxProof is the number of bytes kept of a solver's output.
const maxProof = 64 << 20

// Shown is what a solver shows for an unsat.
type Shown struct {
	// Text is the proof, with what is printed around it. Why says why there is none.
	Text, Why string
	// Command is how the solver was called, and Asked what it read.
	Command []string
	Asked   []byte
	// Run is the run, nil where the solver could not be run, and Read is Asked as the runs of a bench have it.
	Run  *solver.Run
	Read *trial.Text
}

// ShowProof runs a target on a script with proofs switched on, and with further settings. The error is about the disk or ctx.
func ShowProof(ctx context.Context, bench *trial.Bench, s *script.Script, check int, target solver.Target, settings ...string) (Shown, error) {
	show := target.Profile().Show
	if show.Proof == "" {
		return Shown{Why: "its profile knows no way to ask for a proof"}, nil
	}
	options := slices.Concat(show.ProofOptions, settings)
	b := bench.OnFresh()
	if b.Limits.Output == 0 {
		b.Limits.Output = maxProof
	}
	t := b.New(withOptions(s, options), trial.Facts{Name: "proof", Plan: trial.AskNothing})
	defer t.Close()
	run, err := t.AskAt(ctx, target, solver.Question{Check: check, Kind: question.Proof})
	var unusable *solver.UnusableError
	if errors.As(err, &unusable) {
		return Shown{Why: unusable.Problem}, nil
	}
	if err != nil {
		return Shown{}, err
	}
	asked, err := t.TextUntil(ctx, target)
	if err != nil {
		return Shown{}, err
	}
	out := Shown{Command: run.Command, Asked: asked.Bytes, Run: &run, Read: asked}
	out.Text, out.Why = proofIn(&run, check)
	return out, nil
}

// withOptions returns a script that sets options first, and without its own requests for output.
func withOptions(s *script.Script, options []string) *script.Script {
	n := *s
	n.Commands = nil
	set := map[string]bool{}
	for _, o := range options {
		name, value, _ := strings.Cut(o, " ")
		set[name] = true
		n.Commands = append(n.Commands, &script.Command{Kind: script.SetOption, Name: name, Text: value})
	}
	for _, c := range s.Commands {
		if c.Kind == script.Get || c.Kind == script.GetValue || c.Kind == script.SetOption && set[c.Name] {
			continue
		}
		n.Commands = append(n.Commands, c)
	}
	return &n
}

// proofIn returns what follows the answer of a check; why says why there is no proof.
func proofIn(run *solver.Run, check int) (text, why string) {
	switch {
	case check >= len(run.Answers):
		return "", "no answer: " + cmp.Or(run.Reason, string(run.Outcome()))
	case run.Answers[check] != smt.Unsat:
		return "", fmt.Sprintf("it answers %s when proofs are asked for", run.Answers[check])
	}
	behind := run.Raw.Stdout
	for i, n := 0, 0; n <= check; {
		line, rest, ok := bytes.Cut(behind[i:], []byte("\n"))
		if !ok {
			return run.Return(check, question.Proof), noneIf(run.Return(check, question.Proof) == "", run)
		}
		if run.Target.Profile().Answer(string(bytes.TrimRight(line, " \t\r"))) != 0 {
			n++
		}
		behind, i = rest, 0
	}
	if check+1 < len(run.Answers) {
		text = run.Return(check, question.Proof) // comments between commands are lost
	} else {
		text = string(behind)
	}
	return text, noneIf(run.Return(check, question.Proof) == "", run)
}

func noneIf(none bool, run *solver.Run) string {
	if !none {
		return ""
	}
	return "unsat, and no proof: " + cmp.Or(run.Reason, "it prints none")
}
