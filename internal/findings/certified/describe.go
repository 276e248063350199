package certified

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// reduction records how a formula was reduced.
func (x *examiner) reduction(ctx context.Context, out *Result, before, after int) *findings.Reduction {
	best := out.Best
	r := &findings.Reduction{
		Bytes: before, Reduced: after, Tests: out.Reduction.Tests + out.Reduction.Wasted, End: out.Reduction.End.String(), Untried: out.Reduction.Untried,
		Back:        out.Back,
		Survival:    out.Survival,
		Certificate: string(best.Kind), By: best.By, Words: best.Words, Confirmed: out.Confirmed,
		Build: buildOf(ctx, x.Blamed), System: system(),
	}
	if s := x.parse(best.Text); s != nil {
		r.Operators = operatorsOf(s)
	}
	read := best.Text
	if best.formed != nil {
		read = string(best.formed.bug) // the truth is about this part of the text
	}
	if s := x.parse(read); s != nil {
		r.Ground, r.How = valued(s, max(0, best.Finding.Check)), how(s, best)
	}
	if m := out.Options; m != nil {
		plain := triage.Record(m.Plain, solver.Options{}, file, findings.BugFile)
		plain.Configuration = nil
		if m.Base != nil {
			base := triage.Record(*m.Base, solver.Options{}, findings.BaseFile, findings.BaseFile)
			base.Configuration = nil
			r.PlainBase = &base
		}
		r.Plain, r.Idle, r.Commands, r.Replaced, r.Tolerance = &plain, m.Idle, m.Commands, m.Replaced, m.Tolerance
		for _, o := range m.Options {
			r.Options = append(r.Options, findings.UsedOption{
				Option: findings.Option{Name: o.Name, Value: o.Value}, Script: o.Script, Level: o.Level, Default: o.Default,
			})
		}
		r.Threads = m.Threads
	}
	return r
}

// Describe returns the finding of a case as a record for a report, which is what Folder writes into a folder, and what the solver that contradicts the
// blamed one reads where that differs, by file name.
func Describe(ctx context.Context, c Case, out *Result, original string) (findings.Finding, map[string][]byte) {
	x := &examiner{Case: c}
	best := out.Best
	f := findings.Finding{
		Class: best.Finding.Class, Solver: c.Solver, Family: c.Blamed.Profile().Name, Version: c.Blamed.Version(), Path: c.Blamed.Path(),
		Other: best.Finding.Other, Logic: best.Logic, Signature: best.Finding.Signature, Suspect: best.Finding.Suspect, Check: best.Finding.Check,
		Evidence: findings.EvidenceOf(best.Finding.Evidence), Repeated: out.Confirmed, Checks: best.Checks, Truths: findings.TruthsOf(best.Truths),
		Limits: findings.Limits{Seconds: c.Bench.Limits.Time.Seconds(), Memory: c.Bench.Limits.Memory},
	}
	if !exactEvidence(best) {
		f.Open = best.Open
	}
	for _, source := range c.Blamed.Profile().Sources() {
		f.Profiles = append(f.Profiles, findings.Source(source))
	}
	if c.Bench.Table != nil {
		for _, e := range c.Bench.Table.Extensions() {
			f.Theories = append(f.Theories, findings.Source{Name: e.File, Text: e.Text})
		}
	}
	f.Runs = []findings.Run{triage.Record(best.Run, c.Options, file, findings.BugFile)}
	others := make(map[string][]byte)
	if r := best.rival; r != nil && c.Against != nil { // without its run, a replay would have nothing that contradicts
		name := findings.BugFile
		if !bytes.Equal(r.text.Bytes, []byte(best.Text)) {
			name = nameFor(others, *c.Against, r.text.Bytes)
			others[name] = r.text.Bytes
		}
		f.Runs = append(f.Runs, triage.Record(r.run, r.options, r.text.Path, name))
	}
	f.Reduction = x.reduction(ctx, out, len(original), len(best.Text))
	return f, others
}

// plainOperators say nothing about what a formula is about.
var plainOperators = []string{"and", "or", "not", "=>", "xor", "=", "distinct", "ite", "true", "false"}

// operatorsOf returns the sorted names of the theories' operators in a script, apart from connectives and equality: functions, or constants
// where there are none.
func operatorsOf(s *script.Script) []string {
	functions, constants := map[string]bool{}, map[string]bool{}
	term.Walk(s.Roots(), func(t *term.Term) bool {
		f := t.Func()
		if f == nil || f.Row == nil || slices.Contains(plainOperators, f.Row.Name) {
			return true
		}
		if len(t.Args()) > 0 && f.Row.Name != "fp" {
			functions[f.Row.Name] = true
		} else {
			constants[f.Row.Name] = true
		}
		return true
	})
	if len(functions) == 0 {
		functions = constants
	}
	return slices.Sorted(maps.Keys(functions))
}

// Bounds on what is reported about the assertions.
const (
	mostHow  = 3
	mostTerm = 160
)

// valued reports whether a script declares no symbols and the assertions of the check have values by themselves. Those with (/ 0 0) have not: they are true
// under some interpretations only.
func valued(s *script.Script, check int) bool {
	if !ground(s) {
		return false
	}
	m, err := model.Read("()", s, check, model.Options{})
	if err != nil {
		return false
	}
	e, err := certify.Plain(m)
	return err == nil && !slices.ContainsFunc(e.Results, func(r certify.Result) bool { return !r.Value.IsTrue() && !r.Value.IsFalse() })
}

// how says which values the assertions of the check have under the model that decides.
func how(s *script.Script, best *Shown) []string {
	if best.Finding.Class.Basis() == oracle.BasisCore {
		return nil // the model is for the core alone
	}
	text := best.Finding.Evidence.Model
	check := max(0, best.Finding.Check)
	if text == "" && check < len(best.Truths) {
		text = best.Truths[check].Witness
	}
	var m *model.Model
	var err error
	switch {
	case text != "":
		m, err = model.Read(text, s, check, model.Options{})
	case ground(s):
		m, err = model.Read("()", s, check, model.Options{})
	default:
		return nil
	}
	if err != nil {
		return nil
	}
	e, err := certify.Plain(m)
	if err != nil {
		return nil
	}
	var out []string
	for i, r := range e.Results {
		if !r.Value.IsTrue() && !r.Value.IsFalse() {
			return nil // completions decide it, which the summary explains
		}
		text := r.Term.String()
		line := fmt.Sprintf("assertion %d, %s, is %v", i+1, syntax.Clip(text, mostTerm), r.Value)
		if why, whole := strings.CutPrefix(r.Why, text+" is false"); r.Value.IsFalse() && whole {
			line += why // the values of its parts, if there are any
		} else if r.Value.IsFalse() && r.Why != "" {
			line += ", since " + r.Why
		}
		out = append(out, line)
	}
	if len(out) > mostHow {
		out = append(out[:mostHow-1], fmt.Sprintf("and so for the other %d", len(out)-mostHow+1))
	}
	return out
}

// buildTime bounds the time in which a solver prints its version.
const buildTime = 10 * time.Second

// mostBuild is how much of a solver's version is kept.
const mostBuild = 300

// buildOf is what a solver says about its version: the lines up to the first empty one, at most two.
func buildOf(ctx context.Context, t solver.Target) string {
	args := t.Profile().Version.Args
	if len(args) == 0 {
		return ""
	}
	res, err := sandbox.Run(ctx, sandbox.Command{Argv: append([]string{t.Path()}, args...), Timeout: buildTime})
	if err != nil || res.Reason != sandbox.Exited {
		return ""
	}
	var lines []string
	in := bufio.NewScanner(bytes.NewReader(res.Stdout))
	for in.Scan() && strings.TrimSpace(in.Text()) != "" && len(lines) < 2 {
		lines = append(lines, strings.TrimSpace(in.Text()))
	}
	return strings.ToValidUTF8(syntax.Clip(strings.Join(lines, "; "), mostBuild), "\uFFFD")
}

// system names the operating system and the architecture.
func system() string {
	name := runtime.GOOS
	data, _ := os.ReadFile("/etc/os-release") // on systems that have it
	for line := range strings.Lines(string(data)) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), "PRETTY_NAME="); ok {
			name = strings.Trim(v, `"`)
		}
	}
	known := map[string]string{"linux/amd64": "Linux x86_64", "linux/arm64": "Linux ARM64", "darwin/amd64": "macOS Intel x86_64", "darwin/arm64": "macOS ARM64"}
	machine := known[runtime.GOOS+"/"+runtime.GOARCH]
	if machine == "" {
		machine = runtime.GOOS + " " + runtime.GOARCH
	}
	if name == runtime.GOOS {
		return machine
	}
	return machine + " (" + name + ")"
}
