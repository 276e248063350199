package cli

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/findings/reduce"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// keptFinding is what the command says about a reduction that kept a finding.
type keptFinding struct {
	reduced
	Finding     string              `json:"finding,omitempty"` // its folder
	Class       oracle.Class        `json:"class"`
	Solver      string              `json:"solver"`
	Suspect     bool                `json:"suspect"`
	Signature   string              `json:"signature"`
	Summary     string              `json:"words"`
	Certificate string              `json:"certificate"`
	By          []string            `json:"by,omitempty"`
	Why         string              `json:"why"`
	Confirmed   findings.Repetition `json:"confirmed"`
	Back        int                 `json:"back,omitempty"`
	Survival    string              `json:"survival,omitempty"`
	Options     []string            `json:"options"`
	Idle        []string            `json:"idle_options,omitempty"`
	Plain       string              `json:"plain,omitempty"`
}

func kept(r *certified.Result, file string, size int, took time.Duration) keptFinding {
	best := r.Best
	k := keptFinding{
		reduced: reduced{
			File: file, Bytes: size, Reduced: len(best.Text), Mode: r.Reduction.Mode.String(), End: r.Reduction.End.String(), Untried: r.Reduction.Untried,
			Tests: r.Reduction.Tests, Wasted: r.Reduction.Wasted, Seconds: took.Seconds(),
		},
		Class: best.Finding.Class, Solver: best.Finding.Solver, Suspect: best.Finding.Suspect, Signature: best.Finding.Signature,
		Summary: best.Finding.Evidence.Summary, Certificate: string(best.Kind), By: best.By, Why: best.Words,
		Confirmed: r.Confirmed, Back: r.Back, Survival: r.Survival, Options: []string{},
	}
	for _, p := range r.Reduction.Passes {
		k.Passes = append(k.Passes, reducedPass(p))
	}
	if m := r.Options; m != nil {
		for _, o := range m.Options {
			k.Options = append(k.Options, o.String())
		}
		k.Idle = m.Idle
		k.Plain = certified.CommandLine(m.Plain)
	}
	return k
}

// refereedBy names the solvers besides the blamed one that vouch, where the words do not.
func refereedBy(by []string, words, blamed string) string {
	var rest []string
	for _, name := range by {
		if name != blamed && !strings.Contains(words, name) {
			rest = append(rest, name)
		}
	}
	if len(rest) == 0 {
		return ""
	}
	return " (by " + strings.Join(rest, ", ") + ")"
}

// tellKept says what became of it.
func (opts *reduceOptions) tellKept(k *keptFinding) error {
	var failed error
	if k.End == reduce.Interrupted.String() {
		failed = exit(exitInterrupted)
	}
	if opts.JSON {
		return errors.Join(opts.printJSON(k), failed)
	}
	if opts.Quiet {
		return failed
	}
	name := k.Finding
	if name == "" {
		name = shownName(k.File)
	}
	fmt.Fprintf(opts.Err, "%s: %d bytes of %d (%.1f %%), %s in %.1f s, %s\n", name, k.Reduced, k.Bytes,
		100*float64(k.Reduced)/float64(max(1, k.Bytes)), plural(k.Tests+k.Wasted, "test"), k.Seconds, ended(k.End, k.Mode, k.Untried))
	fmt.Fprintf(opts.Err, "%s: %s\n", k.Class, k.Summary)
	fmt.Fprintf(opts.Err, "certified by %s: %s%s\n", k.Certificate, k.Why, refereedBy(k.By, k.Why, k.Solver))
	if k.Survival != "" {
		fmt.Fprintf(opts.Err, "survived when there is: %s\n", k.Survival)
	}
	if k.Back > 0 {
		fmt.Fprintf(opts.Err, "note: %s that had shown it did not show it again at the end, so this one is larger: it may not always show\n", plural(k.Back, "smaller file"))
	}
	switch {
	case k.Confirmed.Runs > 0 && k.Class.Measured():
		fmt.Fprintln(opts.Err, "measured again at the end")
	case k.Confirmed.Runs > 0:
		fmt.Fprintf(opts.Err, "confirmed in %d of %d fresh processes at the end\n", k.Confirmed.Shown, k.Confirmed.Runs)
	}
	if k.Plain != "" {
		matter := "no option matters"
		if len(k.Options) > 0 {
			matter = "what matters: " + strings.Join(k.Options, ", ")
		}
		fmt.Fprintf(opts.Err, "shown by: %s (%s)\n", k.Plain, matter)
	}
	return failed
}
