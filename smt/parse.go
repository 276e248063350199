package smt

import (
	"iter"
	"slices"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/format"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
)

// An Error is a diagnostic about a place in a text: file, line, column, a stable code, a message, and a hint where there is one.
type Error = syntax.Error

// ErrStopped says that Options.Done or ModelOptions.Done was closed before the text was read.
var ErrStopped = elab.ErrStopped

// A Span is a part of a text.
type Span struct {
	Start, End int // byte offsets
	Line, Col  int // of its beginning, from 1; columns count bytes. 0 where the part is not in the text
}

// Known reports whether the part is in the text. What a script only implies is not.
func (s Span) Known() bool { return s.Line > 0 }

// span returns a part of the script with its line and column.
func (s *Script) span(start, end int) Span {
	line, found := slices.BinarySearch(s.lines, start)
	if !found {
		line--
	}
	// The first line may begin with a byte order mark, which takes no column.
	return Span{Start: start, End: end, Line: line + 1, Col: start - s.lines[line] + 1}
}

// A Script is a text that consists of s-expressions. Its commands may still be ill-sorted, or no commands at all: Check finds that out. Immutable.
type Script struct {
	name  string
	text  string
	lines []int // where they begin
}

// Parse reads a text that consists of s-expressions; name is its file's name, for errors. The error is an *Error.
func Parse(name, text string) (*Script, error) {
	r := syntax.NewReader(text)
	s := &Script{name: name, text: text, lines: []int{r.Offset()}}
	for i := range len(text) {
		if text[i] == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	var tree syntax.Tree
	for {
		more, err := r.Next(&tree)
		if err != nil {
			err.File = name
			return nil, err
		}
		if !more {
			return s, nil
		}
	}
}

// Name returns the name that Parse was given.
func (s *Script) Name() string { return s.name }

// Text returns the text.
func (s *Script) Text() string { return s.text }

// A Command is a top-level s-expression of a script.
type Command struct {
	Span
	Name string // its first symbol, "" for none
	Text string // as it stands in the script, without comments around it
}

// Commands returns the commands of the script in order. It does not keep them: each call reads the text again.
func (s *Script) Commands() iter.Seq[Command] {
	return func(yield func(Command) bool) {
		r := syntax.NewReader(s.text)
		var tree syntax.Tree
		for {
			more, err := r.Next(&tree)
			if err != nil || !more {
				return
			}
			c := Command{Span: s.span(tree.Offset(syntax.Root), r.Offset())}
			c.Text = s.text[c.Start:c.End]
			if tree.Len(syntax.Root) > 0 {
				c.Name, _ = tree.Name(tree.First(syntax.Root))
			}
			if !yield(c) {
				return
			}
		}
	}
}

// Format returns the text of the script in a stable layout, with its comments. See package format.
func (s *Script) Format() string {
	text, err := format.Source(s.text)
	if err != nil {
		panic("smt: a text that was parsed cannot be formatted: " + err.Error())
	}
	return text
}

// Options say how to check a script. The zero value accepts every dialect and all built-in operators.
type Options struct {
	// Strict accepts only what the standard has.
	Strict bool
	// Operators is the table of operators, nil for the built-in one.
	Operators *theory.Table
	// MaxTerms bounds the distinct terms, 0 for the usual bound of package elab.
	MaxTerms int
	// Done ends the work soon after it is closed. A nil channel never does.
	Done <-chan struct{}
}

// Check makes well-sorted terms of the script's commands. The error is an *Error or ErrStopped. Safe for concurrent use.
func (s *Script) Check(opts Options) (*Formula, error) {
	how := elab.Options{File: s.name, Table: opts.Operators, MaxTerms: opts.MaxTerms, Done: opts.Done}
	if opts.Strict {
		how.Dialects = theory.Standard
	}
	read, err := elab.Script(s.text, how)
	if err != nil {
		return nil, err
	}
	return &Formula{source: s, script: read}, nil
}

// A Formula is a script whose terms are well-sorted. Not safe for concurrent use.
type Formula struct {
	source *Script
	script *script.Script
}

// Source returns the script that was checked.
func (f *Formula) Source() *Script { return f.source }

// Script returns the formula as the packages below this one have it. Treat it as immutable.
func (f *Formula) Script() *script.Script { return f.script }

// Logic returns the declared logic, "" for none.
func (f *Formula) Logic() string { return f.script.Logic() }

// Status returns what the script is labelled with by (set-info :status ...), NoStatus for nothing.
func (f *Formula) Status() Status {
	label := f.script.Status()
	if label == "" {
		return NoStatus
	}
	return Label(label)
}

// Dialect names the languages that have everything in the script: "SMT-LIB" for the standard, otherwise those of solvers.
func (f *Formula) Dialect() string { return f.script.Dialects.String() }

// Warnings returns what was kept without being understood.
func (f *Formula) Warnings() []string { return f.script.Warnings }

// Checks returns the number of commands that ask for an answer: check-sat and its variants.
func (f *Formula) Checks() int { return f.script.Checks() }

// Assertions returns the formulas that check number check asks about, from 0, in order, with the assumptions of a check-sat-assuming behind them. A
// script without a check asks about all of its assertions, in check 0. It returns nil for a check that does not exist.
func (f *Formula) Assertions(check int) []Assertion {
	s := f.script.WithCheck()
	active, _ := s.Active(check)
	var out []Assertion
	for _, a := range active {
		out = append(out, f.assertion(s.Commands[a.Command], a))
	}
	return out
}

// An Assertion is a formula about which a check asks.
type Assertion struct {
	Span           // of the command
	Text    string // in canonical form
	Assumed bool   // by a check-sat-assuming
}

func (f *Formula) assertion(c *script.Command, a script.Assertion) Assertion {
	return Assertion{Span: f.commandSpan(c), Text: a.Term.String(), Assumed: a.Assumed}
}

func (f *Formula) commandSpan(c *script.Command) Span {
	r := syntax.NewReader(f.source.text[c.Start:])
	var tree syntax.Tree
	if more, err := r.Next(&tree); err != nil || !more {
		return Span{}
	}
	return f.source.span(c.Start, c.Start+r.Offset())
}

// Print returns the formula in canonical form: one command a line, without comments, every term as the standard writes it where that is possible.
// Parse and Check read it back.
func Print(f *Formula) string {
	p := script.Printer{Solver: f.script.Dialects.Solver(), Fleeting: true}
	return string(p.Append(nil, f.script))
}
