package fusion

import (
	_ "embed" // the built-in functions
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Function is a fusion function of a file: it computes z from inputs and constants, and its inverses recover inputs from z.
// Its sorts may have indices that stand for every number; such a function is reread for each sort that it is used with.
// Immutable.
type Function struct {
	// Name is FILE:LINE of the block.
	Name string
	// text is the block, padded with line ends so that positions are those of the file.
	text string
	file string
	// indices are the symbols that stand for indices of sorts.
	indices []string
	// shape is the function over a sample of its sorts.
	shape *instance
}

// instance is a function over sorts without symbols in them.
type instance struct {
	function *Function
	// sorts are the sorts that the function declares: each stands for every sort.
	sorts     []*sorts.Sort
	script    *script.Script
	inputs    []*term.Decl
	constants []*term.Decl
	output    *term.Decl
	fused     *term.Term                // the definition of the output
	inverses  map[*term.Decl]*term.Term // by input
}

//go:embed builtin.txt
var builtin string

// Builtin returns Assay's own fusion functions.
func Builtin(table *theory.Table) ([]*Function, error) {
	return ParseFunctions(table, "builtin", builtin)
}

// The lines around a block.
const (
	beginLine = "#begin"
	endLine   = "#end"
)

// ParseFunctions reads a file of fusion functions in which nothing may be wrong; docs/reference/fusion-functions.md describes the
// format. The error is a *syntax.Error with position and remedy.
func ParseFunctions(table *theory.Table, file, text string) ([]*Function, error) {
	fs, skipped, err := ReadFunctions(table, file, text)
	if err == nil && len(skipped) > 0 {
		err = skipped[0]
	}
	if err != nil {
		return nil, err
	}
	return fs, nil
}

// ReadFunctions reads a file of fusion functions and leaves out blocks that cannot be read: skipped says why for each, in the
// order of the file. Lines outside blocks, and a file of which nothing is left, are an error. All errors are *syntax.Error with
// position and remedy.
func ReadFunctions(table *theory.Table, file, text string) (fs []*Function, skipped []error, err error) {
	begin := 0 // line of the open block, 0 for none
	var block []string
	fail := func(line int, code syntax.Code, format string, args ...any) error {
		return &syntax.Error{File: file, Line: line, Col: 1, Code: code, Msg: fmt.Sprintf(format, args...)}
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		n := i + 1
		before, _, _ := strings.Cut(line, ";") // a comment may follow a marker
		switch trimmed := strings.TrimSpace(before); {
		case trimmed == beginLine:
			if begin > 0 {
				skipped = append(skipped, fail(n, syntax.CodeSyntax, "#begin inside the block that begins at line %d: end that one with #end", begin))
			}
			begin, block = n, nil
		case trimmed == endLine:
			if begin == 0 {
				return nil, nil, fail(n, syntax.CodeSyntax, "#end without #begin: begin the block with #begin")
			}
			f, err := parseFunction(table, file, begin, strings.Join(block, "\n"))
			if err != nil {
				skipped = append(skipped, err)
			} else {
				fs = append(fs, f)
			}
			begin = 0
		case begin > 0:
			block = append(block, line)
		case trimmed != "":
			return nil, nil, fail(n, syntax.CodeSyntax, "text outside blocks: put functions between #begin and #end, and comments after a semicolon")
		}
	}
	if begin > 0 {
		skipped = append(skipped, fail(begin, syntax.CodeTruncated, "the block is never closed: end it with #end"))
	}
	switch {
	case len(fs) > 0:
		return fs, skipped, nil
	case len(skipped) > 0:
		return nil, nil, skipped[0]
	}
	return nil, nil, fail(1, syntax.CodeSyntax, "there is no fusion function in this file: put each between #begin and #end")
}

// samples are the indices with which functions over every width or format are checked when they are read.
var samples = []string{"8", "11", "5"}

func parseFunction(table *theory.Table, file string, line int, block string) (*Function, error) {
	f := &Function{Name: fmt.Sprintf("%s:%d", file, line), file: file, text: strings.Repeat("\n", line) + block}
	indices, err := indexSymbols(block)
	if err != nil {
		return nil, err
	}
	f.indices = indices
	by := map[string]string{}
	for i, name := range indices {
		by[name] = samples[i%len(samples)]
	}
	if f.shape, err = f.over(table, by); err != nil {
		return nil, err
	}
	return f, nil
}

// indexSymbols returns the symbols used as indices in the sorts of declarations, in order.
func indexSymbols(block string) ([]string, error) {
	var out []string
	var tree syntax.Tree
	r := syntax.NewReader(block)
	for {
		more, err := r.Next(&tree)
		if err != nil || !more {
			return out, nil // elaboration says what is wrong, with its position
		}
		kids := tree.Children(syntax.Root)
		if len(kids) != 3 || !tree.Is(kids[0], "declare-const") {
			continue
		}
		index := tree.Children(kids[2])
		if tree.Kind(kids[2]) != syntax.List || len(index) < 3 || !tree.Is(index[0], "_") {
			continue
		}
		for _, k := range index[2:] {
			if name, ok := tree.Name(k); ok && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
}

// over reads the function with numerals for its indices.
func (f *Function) over(table *theory.Table, indices map[string]string) (*instance, error) {
	text, err := syntax.ReplaceSymbols(f.text, func(name string) (string, bool) {
		to, ok := indices[name]
		return to, ok
	})
	if err != nil {
		return nil, located(err, f.file)
	}
	s, err := elab.Script(text, elab.Options{File: f.file, Table: table})
	if err != nil {
		return nil, err
	}
	in := &instance{function: f, script: s, inverses: map[*term.Decl]*term.Term{}}
	return in, in.read()
}

func located(err error, file string) error {
	var e *syntax.Error
	if errors.As(err, &e) {
		e.File = file
	}
	return err
}

// read finds inputs, constants, output and inverses in the commands of a function.
func (in *instance) read() error {
	fail := func(c *script.Command, format string, args ...any) error {
		return &syntax.Error{File: in.function.file, Line: c.Line, Col: 1, Code: syntax.CodeSyntax, Msg: fmt.Sprintf(format, args...)}
	}
	var last *script.Command
	for i := range in.script.Commands {
		c := in.script.Commands[i]
		last = c
		switch c.Kind {
		case script.DeclareSort:
			if !strings.HasSuffix(c.Text, " 0)") {
				return fail(c, "%s takes sorts: write (declare-sort %s 0) for a sort that represents every sort", c.Name, c.Name)
			}
			in.sorts = append(in.sorts, in.script.Store.Sorts.Make(sorts.User, c.Name, nil, nil))
		case script.DeclareFun:
			d := c.Decls[0]
			switch {
			case len(d.Params) > 0:
				return fail(c, "%s takes arguments: a fusion function declares constants only", d.Text)
			case in.composed(d.Result):
				return fail(c, "%s is of sort %s: a sort that represents every sort cannot be part of another sort", d.Text, d.Result)
			case isConstant(d.Name):
				in.constants = append(in.constants, d)
			case strings.HasPrefix(d.Name, "z"):
				if in.output != nil {
					return fail(c, "%s is a second output beside %s: names that begin with z are outputs, and there is one", d.Text, in.output.Text)
				}
				in.output = d
			default:
				in.inputs = append(in.inputs, d)
			}
		case script.Assert:
			left, right, ok := equation(c.Terms[0])
			switch {
			case !ok:
				return fail(c, "the assertion is not an equation of a symbol with a term: write (assert (= z ...))")
			case in.fused == nil && left != in.output:
				return fail(c, "the first assertion says nothing about the output: write (assert (= z ...)), with z declared before")
			case in.fused == nil:
				if mentions(right, in.output) {
					return fail(c, "the output is defined by itself")
				}
				in.fused = right
			case !slices.Contains(in.inputs, left):
				return fail(c, "%s is not an input: the assertions after the first one recover the inputs", left.Text)
			case in.inverses[left] != nil:
				return fail(c, "%s is recovered twice: keep one of the assertions", left.Text)
			default:
				in.inverses[left] = right
			}
		default:
			return fail(c, "a fusion function has only declare-sort, declare-const and assert")
		}
	}
	switch {
	case last == nil:
		return &syntax.Error{File: in.function.file, Line: strings.Count(in.function.text, "\n") + 1, Col: 1, Code: syntax.CodeSyntax, Msg: "the block is empty"}
	case in.output == nil || in.fused == nil:
		return fail(last, "the block has no output: declare z and begin the assertions with (assert (= z ...))")
	case len(in.inputs) < 2:
		return fail(last, "the block has %d inputs: a fusion function needs two or more, such as x and y", len(in.inputs))
	case len(in.inverses) == 0:
		return fail(last, "no assertion recovers an input: write (assert (= x ...)) with a term over z")
	}
	return nil
}

// composed reports whether a sort is built from one that represents every sort.
func (in *instance) composed(s *sorts.Sort) bool {
	return slices.ContainsFunc(s.Args(), func(a *sorts.Sort) bool { return slices.Contains(in.sorts, a) || in.composed(a) })
}

// isConstant reports whether a name stands for a random constant: c, c1, c2...
func isConstant(name string) bool {
	rest, ok := strings.CutPrefix(name, "c")
	return ok && strings.Trim(rest, "0123456789") == ""
}

// equation takes (= symbol term) apart.
func equation(t *term.Term) (left *term.Decl, right *term.Term, ok bool) {
	if !t.Func().Is("=") || len(t.Args()) != 2 {
		return nil, nil, false
	}
	f := t.Args()[0].Func()
	if f == nil || f.Kind != term.UserFunc || f.Decl.Kind != term.Declared || len(f.Decl.Params) > 0 {
		return nil, nil, false
	}
	return f.Decl, t.Args()[1], true
}

func mentions(t *term.Term, d *term.Decl) bool {
	found := false
	term.Walk([]*term.Term{t}, func(u *term.Term) bool {
		found = found || u.Func() != nil && u.Func().Decl == d
		return !found
	})
	return found
}
