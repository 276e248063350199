package trial

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
)

// A Text is what a solver reads: a script in its dialect, with the questions that it is asked. It belongs to one trial.
type Text struct {
	// Path is where a process finds it. The file need not exist before a process runs on it.
	Path    string
	Bytes   []byte
	Dialect string
	// Questions are those after its check-sats, in the order of the commands.
	Questions []solver.Question

	dir     *disk.Scratch
	name    string // in dir
	written disk.Written
	stored  bool // Path is not Assay's file, and is never written
	formula *certify.Formula
	rival   bool // it asks for a model that is better than an optimum
	read    bool // formula was asked for

	script *script.Script // that it was printed from, nil for none
	asks   []Ask
	shape  *Shape // nil until asked for
}

// ReadText uses a file unchanged as a text.
func ReadText(path string) (*Text, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return &Text{Path: path, Bytes: data, Questions: Questions(string(data)), stored: true}, nil
}

// RawText uses bytes unchanged as a text, in a file with that name in the bench's folder.
func (b *Bench) RawText(name string, text []byte) *Text {
	t := &Text{Bytes: text, Questions: Questions(string(text))}
	t.Put(b.Dir, name)
	return t
}

// Put sets the file to which the text is written when a process runs on it.
func (t *Text) Put(dir *disk.Scratch, name string) {
	t.dir, t.name, t.Path, t.written = dir, name, dir.Path(name), disk.Written{}
}

// formulaOf reads the text for evaluation until ctx ends, once; nil when it cannot be read: then its models say nothing.
func (b *Bench) formulaOf(ctx context.Context, t *Text) *certify.Formula {
	if t == nil {
		return nil
	}
	if !t.read {
		t.read = true
		f, err := certify.ReadFormula(string(t.Bytes), b.Table, ctx.Done())
		switch {
		case err == nil:
			f.Effort = b.effort()
			t.formula = f
		case errors.Is(err, elab.ErrStopped):
			t.read = false // it may be read later
		}
	}
	if t.formula != nil {
		t.formula.Done = ctx.Done()
	}
	return t.formula
}

// Questions finds the questions after the check-sats of a text, without sort-checking it. In a text that is not a list of commands it finds
// those before the defect.
func Questions(text string) []solver.Question {
	var out []solver.Question
	check := -1
	var tree syntax.Tree
	for r := syntax.NewReader(text); ; {
		more, err := r.Next(&tree)
		if err != nil || !more {
			return out
		}
		name, info := head(&tree)
		switch {
		case name == "exit":
			return out
		case strings.HasPrefix(name, "check-sat"):
			check++
		case check >= 0:
			if kind, asks := question.Find(name, info); asks {
				out = append(out, solver.Question{Check: check, Kind: kind})
			}
		}
	}
}

// head returns the name of a command and its first argument, where they are words.
func head(tree *syntax.Tree) (name, argument string) {
	if tree.Kind(syntax.Root) != syntax.List {
		return "", ""
	}
	kids := tree.Children(syntax.Root)
	if len(kids) > 0 {
		name, _ = tree.Name(kids[0])
	}
	if len(kids) > 1 {
		argument = tree.Text(kids[1])
	}
	return name, argument
}

// render writes a script for a target, with questions after its check-sats; those that the solver has no command for are left out.
func (t *Trial) render(ctx context.Context, target solver.Target, asked []solver.Question) (*Text, error) {
	p := target.Profile()
	text := &Text{Dialect: p.Dialect}
	commands := map[int]string{}
	key := p.Dialect
	sizes := map[int][]int{} // of the commands after a check
	for _, q := range asked {
		if c := cmp.Or(q.Command, p.Command(q.Kind)); c != "" {
			text.Questions = append(text.Questions, q)
			sizes[q.Check] = append(sizes[q.Check], len(c))
			if before := commands[q.Check]; before != "" {
				c = before + "\n" + c
			}
			commands[q.Check] = c
			key += "\x00" + strconv.Itoa(q.Check) + " " + c
		}
	}
	s := t.script
	if front := t.frontFor(target, text.Questions); len(front) > 0 {
		s = before(s, front)
	}
	if known := t.texts[key]; known != nil {
		return known, nil
	}
	printer := t.printer(p.Dialect)
	printer.AfterCheck = func(check int) string { return commands[check] }
	printer.Done = ctx.Done()
	if p.Dialect == "" {
		s = WithoutTactics(s)
	}
	if text.Bytes = printer.Append(nil, s); printer.Stopped() {
		return nil, context.Cause(ctx)
	}
	text.script, text.asks = s, placed(text.Questions, printer.Asked, sizes)
	text.Questions = append(text.Questions, printed(s, text.Questions)...)
	text.Put(t.bench.Dir, t.facts.Name+strconv.Itoa(len(t.texts))+".smt2")
	t.texts[key] = text
	return text, nil
}

// printed are the commands of a script that print something after checks at which questions are asked, so that the response to the last question
// is not taken to go on with theirs. Nobody reads what they print.
func printed(s *script.Script, asked []solver.Question) []solver.Question {
	var out []solver.Question
	check := -1
	for i := range s.Commands {
		c := s.Commands[i]
		switch {
		case c.Kind == script.Exit:
			return out
		case c.IsCheck():
			check++
		case c.Kind != script.Other || !slices.ContainsFunc(asked, func(q solver.Question) bool { return q.Check == check }):
		default:
			if _, asks := question.Of(c); asks || slices.Contains(printing, question.Word(c)) {
				out = append(out, solver.Question{Check: check, Kind: question.Other})
			}
		}
	}
	return out
}

// printing are commands of solvers that print expressions besides those that question knows.
var printing = []string{"labels", "display"}

func (t *Trial) printer(dialect string) *script.Printer {
	all := t.bench.printers
	if all == nil {
		all = printers{} // the bench is shared
	}
	p := all[dialect]
	if p == nil {
		p = &script.Printer{Solver: dialect, ForSolver: true}
		all[dialect] = p
	}
	return p
}

// Print writes a script for solvers of a dialect as trials of the bench do, without questions. The bench must be one that In returned. The
// error is the one that ctx ended with.
func (b *Bench) Print(ctx context.Context, s *script.Script, dialect string) ([]byte, error) {
	text, _, err := b.print(ctx, nil, s, dialect)
	return text, err
}

// PrintStandard appends to dst what Print returns for the dialect "". It takes little time for scripts that are also printed for solvers of
// the given dialect, if both spell them alike.
func (b *Bench) PrintStandard(ctx context.Context, dst []byte, s *script.Script, dialect string) ([]byte, error) {
	text, standard, err := b.print(ctx, dst, s, dialect)
	if err == nil && !standard {
		text, _, err = b.print(ctx, text[:len(dst)], s, "")
	}
	return text, err
}

// print does the work of Print. standard: it is known that the text is the same for the dialect "".
func (b *Bench) print(ctx context.Context, dst []byte, s *script.Script, dialect string) (text []byte, standard bool, err error) {
	t := Trial{bench: b}
	p := t.printer(dialect)
	p.AfterCheck, p.Done = nil, ctx.Done()
	if dst = p.Append(dst, s); p.Stopped() {
		return nil, false, context.Cause(ctx)
	}
	return dst, p.Standard(), nil
}

// questionsFor returns what a plan asks of a target that reads the trial's script.
func (t *Trial) questionsFor(target solver.Target) []solver.Question {
	checks := t.script.Checks()
	switch t.facts.Plan {
	case AskNothing, AskFurther:
		return nil
	case AskCore:
		return []solver.Question{{Check: 0, Kind: question.Core}}
	case AskForModel, AskEverySat:
	}
	if checks == 1 {
		out := []solver.Question{{Check: 0, Kind: question.Model}}
		if target.Profile().Show.Model != "" {
			return out
		}
	}
	if t.facts.Plan == AskEverySat {
		return nil
	}
	return t.coreQuestions()
}

// coreQuestions asks for cores after the checks whose truth is unsat, where the script allows it.
func (t *Trial) coreQuestions() []solver.Question {
	var out []solver.Question
	for check, kind := range t.coreKinds() {
		if check >= len(t.facts.Truths) || !t.facts.Truths[check].IsUnsat() {
			continue
		}
		switch kind {
		case certify.NamedCore:
			out = append(out, solver.Question{Check: check, Kind: question.Core})
		case certify.AssumedCore:
			out = append(out, solver.Question{Check: check, Kind: question.Assumptions})
		case certify.NoCore:
		}
	}
	return out
}

func (t *Trial) coreKinds() []certify.CoreKind {
	if t.kinds == nil {
		t.kinds = certify.CoreKinds(t.script)
	}
	return t.kinds
}

// furtherFor returns what a target is asked beyond the plan. A core is asked for wherever one is available.
func (t *Trial) furtherFor(target solver.Target, asked []solver.Question) []solver.Question {
	if t.facts.Further == nil || !t.presented[target].AsksFurther() || t.facts.Plan == AskCore || t.facts.Plan == AskNothing || t.checks == 0 {
		return nil
	}
	out := t.facts.Further(target.Profile())
	last := t.checks - 1
	if kinds := t.coreKinds(); last < len(kinds) && !slices.ContainsFunc(asked, func(q solver.Question) bool { return q.Kind.Core() }) {
		switch kinds[last] {
		case certify.NamedCore:
			out = append(out, solver.Question{Check: last, Kind: question.Core})
		case certify.AssumedCore:
			out = append(out, solver.Question{Check: last, Kind: question.Assumptions})
		case certify.NoCore:
		}
	}
	return out
}

// before returns a script with commands inserted before its last check-sat.
func before(s *script.Script, front []*script.Command) *script.Script {
	at := s.CheckCommand(s.Checks() - 1)
	n := *s
	n.Commands = slices.Concat(s.Commands[:at], front, s.Commands[at:])
	return &n
}

// asksFor reports whether some question is of a kind.
func asksFor(asked []solver.Question, kind question.Kind) bool {
	return slices.ContainsFunc(asked, func(q solver.Question) bool { return q.Kind == kind })
}
