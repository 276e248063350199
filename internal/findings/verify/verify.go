package verify

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// A State is what became of a statement.
type State string

// The states.
const (
	Holds        State = "ok"
	False        State = "false"
	NotCheckable State = "not checkable"
)

// A Statement is one thing that a report says and that can be run.
type Statement struct {
	// Says is the statement, State what became of it, Instead what happened instead, or why it cannot be checked; "" when it holds.
	Says    string `json:"says"`
	State   State  `json:"state"`
	Instead string `json:"instead,omitempty"`
}

// A Checker runs what one report says after the other. Not safe for concurrent use.
type Checker struct {
	// Dir is where the empty folders are made, with the name Name; no other Checker may use both.
	Dir  *disk.Scratch
	Name string
	// Program finds the program that a report calls NAME@VERSION, "" when it is not there.
	Program func(ctx context.Context, name string) string
	// Time and Memory bound each run; 0 means DefaultTime and no limit.
	Time   time.Duration
	Memory int64
}

// DefaultTime bounds a run where nothing else does.
const DefaultTime = time.Minute

// A Result is what came of checking a report.
type Result struct {
	// Verified: at least one command was run and did what the report says, and nothing that it says is false.
	Verified bool `json:"verified"`
	// Checked is the number of statements that were run.
	Checked int `json:"checked"`
	// NotHeld are the statements that are false, and those that cannot be checked.
	NotHeld []Statement `json:"not_held,omitempty"`
}

// Of sums up statements.
func Of(all []Statement) Result {
	var r Result
	wrong := false
	for _, s := range all {
		if s.State != NotCheckable {
			r.Checked++
		}
		if s.State != Holds {
			r.NotHeld = append(r.NotHeld, s)
		}
		wrong = wrong || s.State == False
	}
	r.Verified = !wrong && slices.ContainsFunc(all, func(s Statement) bool { return s.State == Holds })
	return r
}

// Report runs what a report says, in the order of its text. Errors are *disk.OutputError and those of ctx.
func (c Checker) Report(ctx context.Context, text []byte) ([]Statement, error) {
	p := parse(string(text))
	var out []Statement
	for _, one := range p.commands {
		s, err := c.command(ctx, p, one)
		if err != nil {
			return out, err
		}
		out = append(out, s)
	}
	for _, one := range p.answers {
		s, err := c.answer(ctx, p, one)
		if err != nil {
			return out, err
		}
		out = append(out, s)
	}
	return out, nil
}

// command checks that a command prints what the report shows.
func (c Checker) command(ctx context.Context, p *page, one command) (Statement, error) {
	s := Statement{Says: "$ " + one.line, State: NotCheckable}
	if one.limited {
		s.Instead = "a limit ended it"
		return s, nil
	}
	want := normal(one.output)
	got := ""
	for range p.tries() {
		res, why, err := c.run(ctx, p, cmp.Or(p.program, "?"), one.line, "")
		if err != nil || why != "" {
			s.State, s.Instead = NotCheckable, why
			return s, err
		}
		if got = normal(printed(res)); same(want, got) && (one.status < 0 || res.ExitCode == one.status) {
			s.State, s.Instead = Holds, ""
			return s, nil
		}
	}
	s.State, s.Instead = False, "it prints: "+clip(got)
	return s, nil
}

// answer checks that a program answers what the report says.
func (c Checker) answer(ctx context.Context, p *page, one answer) (Statement, error) {
	one.program = cmp.Or(one.program, p.program)
	s := Statement{Says: fmt.Sprintf("%s answers %s to %s", one.program, one.answer, one.line), State: NotCheckable}
	if one.definitions != "" {
		s.Says += " with the definitions"
	}
	tries := 1
	if one.program == p.program { // what it does with the defect, it may not always do
		tries = p.tries()
	}
	for range tries {
		res, why, err := c.run(ctx, p, one.program, one.line, one.definitions)
		if err != nil || why != "" {
			s.State, s.Instead = NotCheckable, why
			return s, err
		}
		for _, line := range strings.Split(string(res.Stdout), "\n") {
			// Some give a reason with the answer: unknown (INCOMPLETE).
			if words, _, _ := strings.Cut(strings.TrimSpace(line), " ("); words == one.answer {
				s.State, s.Instead = Holds, ""
				return s, nil
			}
		}
		s.State, s.Instead = False, "it prints: "+clip(normal(printed(res)))
	}
	return s, nil
}

// run runs a command in an empty folder with the scripts that it reads. why says why it cannot be run, "" if it was.
func (c Checker) run(ctx context.Context, p *page, program, line, definitions string) (res sandbox.Result, why string, err error) {
	words, err := shell.Split(line)
	if err != nil || len(words) == 0 {
		return res, "the command line cannot be read", nil //nolint:nilerr // the statement says it
	}
	name := fileOf(line)
	text, ok := p.files[name]
	switch {
	case !ok:
		return res, "the report does not have the script that the command reads", nil
	case p.cut[name]:
		return res, "the report does not have the whole script", nil
	}
	if definitions != "" {
		replaced := 0
		if text, replaced = findings.Replace(text, definitions); replaced == 0 {
			return res, "the definitions replace no declaration", nil
		}
	}
	path := c.Program(ctx, program)
	if path == "" {
		return res, program + " is not there", nil
	}
	if path, err = filepath.Abs(path); err != nil {
		return res, err.Error(), nil //nolint:nilerr // the statement says it
	}
	dir, err := c.Dir.Sub(c.Name)
	if err != nil {
		return res, "", err
	}
	defer c.Dir.Remove(c.Name)
	defer dir.Close()
	cmd := sandbox.Command{Dir: c.Dir.Path(c.Name), Timeout: cmp.Or(c.Time, DefaultTime), Memory: c.Memory}
	if i := slices.Index(words, "<"); i > 0 && i+2 == len(words) {
		words, cmd.Stdin = words[:i], []byte(text)
	}
	for name, data := range p.files {
		if name == fileOf(line) {
			data = text
		}
		if _, err := dir.Write(name, []byte(data)); err != nil {
			return res, "", err
		}
	}
	cmd.Argv = append([]string{path}, words[1:]...)
	if res, err = sandbox.Run(ctx, cmd); err != nil {
		return res, err.Error(), context.Cause(ctx)
	}
	switch res.Reason {
	case sandbox.Canceled:
		return res, "", context.Cause(ctx)
	case sandbox.Exited, sandbox.Signaled:
		return res, "", nil
	}
	return res, fmt.Sprintf("it reached a limit: %v", res.Reason), nil
}

// printed is what a person sees of a run.
func printed(res sandbox.Result) string {
	var b bytes.Buffer
	for _, stream := range [][]byte{res.Stdout, res.Stderr} {
		b.Write(stream)
		if len(stream) > 0 && !bytes.HasSuffix(stream, []byte("\n")) {
			b.WriteByte('\n')
		}
	}
	return findings.Printed(b.String(), int(res.Signal))
}

// Numbers that differ from run to run: addresses, process numbers of sanitizers, and lines that are the time that a run took.
var (
	address = regexp.MustCompile(`0x[0-9a-f]{6,}`)
	process = regexp.MustCompile(`==[0-9]+==`)
	elapsed = regexp.MustCompile(`(?m)^[0-9]+ms$`)
)

// normal leaves out of an output what differs from run to run.
func normal(s string) string {
	s = visible.Text(strings.ToValidUTF8(s, "\uFFFD"))
	s = process.ReplaceAllString(address.ReplaceAllString(s, "0x"), "====")
	s = elapsed.ReplaceAllString(s, "ms")
	return strings.TrimRight(s, "\n \t")
}

// cutMark stands in a report for what was left out of a long output.
const cutMark = "\n[...]\n"

// same compares what a report shows with what was printed.
func same(want, got string) bool {
	parts := strings.Split(want+"\n", cutMark)
	if len(parts) == 1 {
		return want == got
	}
	rest, ok := strings.CutPrefix(got, parts[0])
	rest += "\n"
	for _, p := range parts[1 : len(parts)-1] {
		if !ok {
			return false
		}
		_, rest, ok = strings.Cut(rest, p)
	}
	return ok && strings.HasSuffix(rest, parts[len(parts)-1])
}

// clip makes one line of an output.
func clip(s string) string {
	const most = 200
	s = strings.Join(strings.Fields(s), " ")
	if s == "" {
		return "nothing"
	}
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "..."
	}
	return s
}
