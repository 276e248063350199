// Checkmodel says whether what a solver printed is a model of a benchmark, as the model track of SMT-COMP asks: VALID, INVALID or UNKNOWN.
//
//	checkmodel BENCHMARK ANSWER
//
// ANSWER holds sat and a model, in the form of any common solver. The first line of the output is the verdict; further lines say what is wrong, or
// why nothing can be said. The exit status is 0 for VALID, 1 for INVALID and 2 for anything else.
package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/assay-smt/assay/smt"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: checkmodel BENCHMARK ANSWER")
		os.Exit(2)
	}
	os.Exit(run(os.Args[1], os.Args[2], os.Stdout))
}

func run(benchmark, answer string, out io.Writer) (status int) {
	verdict, why, err := judge(benchmark, answer)
	if err != nil {
		verdict, why = "UNKNOWN", []string{err.Error()}
	}
	fmt.Fprintln(out, verdict)
	for _, line := range why {
		fmt.Fprintln(out, line)
	}
	switch verdict {
	case "VALID":
		return 0
	case "INVALID":
		return 1
	}
	return 2
}

// judge reads both files and evaluates. The error says why that is impossible.
func judge(benchmark, answer string) (verdict string, why []string, err error) {
	text, err := os.ReadFile(benchmark)
	if err != nil {
		return "", nil, err
	}
	script, err := smt.Parse(benchmark, string(text))
	if err != nil {
		return "", nil, err
	}
	formula, err := script.Check(smt.Options{})
	if err != nil {
		return "", nil, err
	}
	printed, err := os.ReadFile(answer)
	if err != nil {
		return "", nil, err
	}
	if first, _, _ := strings.Cut(strings.TrimSpace(string(printed)), "\n"); strings.TrimSpace(first) != "sat" {
		return "", nil, fmt.Errorf("%s: the answer is %q, not sat", answer, first)
	}
	m, err := smt.ReadModel(formula, string(printed), smt.ModelOptions{Name: answer})
	if err != nil {
		return "", nil, err
	}
	verdict, why = explain(benchmark, m.Eval())
	return verdict, why, nil
}

func explain(benchmark string, e *smt.Evaluation) (verdict string, why []string) {
	switch e.Verdict() {
	case smt.True:
		return "VALID", nil
	case smt.False:
		for _, r := range e.False() {
			why = append(why, fmt.Sprintf("%s:%d:%d: %s", benchmark, r.Blame.Line, r.Blame.Col, r.Why))
		}
		// The competition wants complete models. Here a symbol without a value has a default, which may be the cause.
		for _, name := range e.Assumed {
			why = append(why, "the model has no value for "+name)
		}
		return "INVALID", why
	}
	for _, r := range e.Results {
		if r.Verdict != smt.True {
			why = append(why, fmt.Sprintf("%s:%d: %v: %s", benchmark, r.Line, r.Verdict, r.Why))
		}
	}
	return "UNKNOWN", why
}
