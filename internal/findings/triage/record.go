package triage

import (
	"path/filepath"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/theory"
)

// maxStream is how much of a run's output a record keeps.
const maxStream = 4 << 10

// Record records a run on a file that will be called name in the finding's folder; scratch is its name in the command line.
func Record(r solver.Run, o solver.Options, scratch, name string) findings.Run {
	out := findings.Run{
		Solver: r.Solver, Family: r.Family, Version: r.Version, File: name, Options: findings.Options(o),
		Void: r.Void, Mode: string(r.Mode.Other()), Presentation: string(r.Presentation), Outcome: r.Outcome(), Reason: r.Reason,
		Seconds: r.Wall.Seconds(), CPU: r.CPU.Seconds(), Exit: r.Raw.ExitCode, Signal: int(r.Raw.Signal),
		Stdout: clip(r.Raw.Stdout), Stderr: clip(r.Raw.Stderr),
		Answers: []string{}, Program: programOf(r.Target),
	}
	for _, o := range r.Target.Config.Options() {
		out.Configuration = append(out.Configuration, findings.Option{Name: o.Name, Value: o.Value})
	}
	if p := r.Target.Profile(); p != nil {
		out.Threads = p.Space.Threads(r.Target.Config.Options(), nil)
	}
	file := func(s string) string { return strings.ReplaceAll(s, scratch, name) }
	if abs, err := filepath.Abs(scratch); err == nil { // a program that runs in another folder gets the whole path
		file = strings.NewReplacer(abs, name, scratch, name).Replace
	}
	for _, arg := range r.Command {
		if beside(arg, scratch) { // another form of the same script
			arg = name
		}
		out.Command = append(out.Command, file(arg))
	}
	// A flood of answers says no more than the first hundred.
	const maxAnswers = 100
	for _, a := range r.Answers[:min(len(r.Answers), maxAnswers)] {
		out.Answers = append(out.Answers, a.String())
	}
	out.Reason = file(out.Reason)
	// Solvers name the file in what they print, with or without its folder, and that file will be gone.
	for _, stream := range []*string{&out.Stdout, &out.Stderr} {
		*stream = strings.ReplaceAll(file(*stream), filepath.Base(scratch), name)
	}
	return out
}

// beside reports whether an argument is a script in the folder of another one.
func beside(arg, script string) bool {
	return filepath.Ext(arg) == ".smt2" && filepath.Base(script) != script && filepath.Dir(arg) == filepath.Dir(script)
}

// RecordSession records the run on the last query of a session, with what the process printed to all of them: anyone who gives it the file
// on its standard input sees that.
func RecordSession(r solver.Run) findings.Run {
	out := Record(r, solver.Options{}, findings.SessionFile, findings.SessionFile)
	out.Stdin = true
	if r.Printed != nil {
		out.Stdout = clip(r.Printed)
	}
	return out
}

func clip(b []byte) string {
	s := strings.ToValidUTF8(string(b[:min(len(b), maxStream)]), "\uFFFD")
	if len(b) > maxStream {
		s += "\n[...]\n"
	}
	return s
}

func limitsOf(l solver.Limits) findings.Limits {
	return findings.Limits{Seconds: l.Time.Seconds(), Memory: l.Memory}
}

// limitsBack is the inverse of limitsOf, with the time multiplied.
func limitsBack(l findings.Limits, factor float64) solver.Limits {
	return solver.Limits{Time: time.Duration(l.Seconds * factor * float64(time.Second)), Memory: l.Memory}
}

// theoriesOf records the user's files in an operator table.
func theoriesOf(table *theory.Table) []findings.Source {
	var out []findings.Source
	for _, e := range table.Extensions() {
		out = append(out, findings.Source{Name: e.File, Text: e.Text})
	}
	return out
}

// Table rebuilds the operator table with which a finding's formula was read. The error says which recorded theory file cannot be read.
func Table(f *findings.Finding) (*theory.Table, error) {
	table := theory.Builtin()
	for _, s := range f.Theories {
		var err error
		if table, _, err = table.Extend(s.Name, s.Text); err != nil {
			return nil, err
		}
	}
	return table, nil
}
