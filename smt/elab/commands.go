package elab

import (
	"strconv"

	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// MaxCommands is the largest number of commands in a script.
const MaxCommands = 400_000

// command reads the command in the tree and appends it to the script.
func (e *elaborator) command() *syntax.Error {
	t := &e.tree
	if t.Kind(syntax.Root) != syntax.List || t.Len(syntax.Root) == 0 {
		return t.Errorf(syntax.Root, syntax.CodeMalformed, "expected a command such as (assert ...), found %s", syntax.Clip(t.Text(syntax.Root), 40))
	}
	head := t.First(syntax.Root)
	name, ok := t.Name(head)
	if !ok {
		return t.Errorf(head, syntax.CodeMalformed, "expected a command's name, found %s", syntax.Clip(t.Text(head), 40))
	}
	c := e.blank()
	c.Line, c.Start = e.lineOf(syntax.Root), t.Offset(syntax.Root)
	read := readers[name]
	if read == nil {
		read = readOther
	}
	if err := read(e, t.Children(syntax.Root), c); err != nil {
		return err
	}
	if len(e.out.Commands) == MaxCommands {
		return t.Errorf(head, syntax.CodeTooLarge, "the script has more than %d commands", MaxCommands)
	}
	if c.Kind != script.Invalid {
		e.keep(c)
	}
	return nil
}

// reader reads one command's children (its name first) into c. A command that leaves c.Kind at
// script.Invalid is not kept.
type reader func(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error

// readers is the table of commands; commands that are not in it are kept as text.
var readers map[string]reader

func init() {
	readers = map[string]reader{
		"set-logic":              readLogic,
		"set-option":             readOption,
		"set-info":               readInfo,
		"declare-sort":           readDeclareSort,
		"define-sort":            readDefineSort,
		"declare-sort-parameter": readSortParameter,
		"declare-type-var":       readSortParameter,
		"declare-fun":            readDeclareFun,
		"declare-const":          readDeclareConst,
		"define-fun":             readDefineFun,
		"define-const":           readDefineConst,
		"define-fun-rec":         readDefineFunRec,
		"define-funs-rec":        readDefineFunsRec,
		"declare-datatype":       readDatatype,
		"declare-datatypes":      readDatatypes,
		"declare-codatatype":     readDatatype,
		"declare-codatatypes":    readDatatypes,
		"assert":                 readAssert,
		"assert-soft":            readTermCommand(script.AssertSoft),
		"minimize":               readTermCommand(script.Minimize),
		"maximize":               readTermCommand(script.Maximize),
		"simplify":               readTermCommand(script.Simplify),
		"check-sat":              readText(script.CheckSat),
		"check-sat-using":        readCheckUsing,
		"check-sat-assuming":     readTerms(script.CheckSatAssuming),
		"get-value":              readTerms(script.GetValue),
		"push":                   readPush,
		"pop":                    readPop,
		"reset":                  readReset,
		"reset-assertions":       readResetAssertions,
		"echo":                   readText(script.Echo),
		"exit":                   readExit,
	}
	for _, name := range question.Known() {
		if readers[name] == nil {
			readers[name] = readText(script.Get)
		}
	}
}

// canonical returns the command's text with single blanks.
func (e *elaborator) canonical() string { return string(e.tree.Append(nil, syntax.Root)) }

// want checks the number of a command's arguments.
func (e *elaborator) want(kids []syntax.ID, n int, form string) *syntax.Error {
	if len(kids) == n+1 {
		return nil
	}
	return e.tree.Errorf(kids[0], syntax.CodeMalformed, "the form is %s", form)
}

func (e *elaborator) name(n syntax.ID, what string) (string, *syntax.Error) {
	name, ok := e.tree.Name(n)
	if !ok {
		return "", e.tree.Errorf(n, syntax.CodeMalformed, "%s is a symbol, found %s", what, syntax.Clip(e.tree.Text(n), 40))
	}
	return name, nil
}

func readOther(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	name, _ := e.tree.Name(kids[0])
	c.Kind, c.Name, c.Text = script.Other, name, e.canonical()
	line := e.lineOf(syntax.Root)
	e.warn(strconv.Itoa(line) + ": unknown command " + syntax.Clip(name, 60) + " is kept as it is")
	return nil
}

func readText(kind script.Kind) reader {
	return func(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
		if kind == script.CheckSat && len(kids) > 1 {
			e.warn("check-sat takes no arguments; they are kept")
		}
		c.Kind, c.Text = kind, e.canonical()
		return nil
	}
}

func readCheckUsing(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	if !e.may(theory.CheckUsing) {
		return e.tree.Errorf(kids[0], syntax.CodeUnknown, "only z3 has check-sat-using; write (check-sat)")
	}
	return readText(script.CheckSatUsing)(e, kids, c)
}

func readLogic(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	if err := e.want(kids, 1, "(set-logic LOGIC)"); err != nil {
		return err
	}
	name, err := e.name(kids[1], "a logic")
	if err != nil {
		return err
	}
	e.logic = theory.ParseLogic(name)
	c.Kind, c.Name = script.SetLogic, name
	return nil
}

func readOption(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	if err := readKeyed(e, kids, c, "(set-option :option value)"); err != nil {
		return err
	}
	c.Kind = script.SetOption
	if c.Name == ":global-declarations" || c.Name == ":global-decls" {
		e.global = c.Text == "true"
	}
	return nil
}

func readInfo(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	c.Kind = script.SetInfo
	return readKeyed(e, kids, c, "(set-info :key value)")
}

func readKeyed(e *elaborator, kids []syntax.ID, c *script.Command, form string) *syntax.Error {
	t := &e.tree
	if len(kids) < 2 || len(kids) > 3 || t.Kind(kids[1]) != syntax.Keyword {
		return t.Errorf(kids[0], syntax.CodeMalformed, "the form is %s", form)
	}
	if c.Name = t.Text(kids[1]); c.Name == ":" && !e.may(theory.OddAttribute) {
		return e.bareColon(kids[1])
	}
	if len(kids) == 3 {
		c.Text = string(t.Append(nil, kids[2]))
	}
	return nil
}

func readAssert(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	if err := e.want(kids, 1, "(assert term)"); err != nil {
		return err
	}
	f, err := e.formula(kids[1])
	if err != nil {
		return err
	}
	c.Kind, c.Terms = script.Assert, []*term.Term{f}
	return nil
}

// readTermCommand reads a command with one term and, after it, attributes that are kept as text.
func readTermCommand(kind script.Kind) reader {
	return func(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
		if len(kids) < 2 {
			return e.tree.Errorf(kids[0], syntax.CodeMalformed, "the command needs a term")
		}
		read := e.term
		if kind == script.AssertSoft {
			read = e.formula
		}
		f, err := read(kids[1])
		if err != nil {
			return err
		}
		var rest []byte
		for i, k := range kids[2:] {
			if i > 0 {
				rest = append(rest, ' ')
			}
			rest = e.tree.Append(rest, k)
		}
		c.Kind, c.Terms, c.Text = kind, []*term.Term{f}, string(rest)
		return nil
	}
}

// readTerms reads a command with a list of terms.
func readTerms(kind script.Kind) reader {
	return func(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
		t := &e.tree
		if len(kids) < 2 || t.Kind(kids[1]) != syntax.List || kind == script.CheckSatAssuming && len(kids) > 2 {
			return t.Errorf(kids[0], syntax.CodeMalformed, "the command takes a list of terms")
		}
		c.Kind = kind
		for i, k := range kids[2:] { // options for z3's get-value
			if i > 0 {
				c.Text += " "
			}
			c.Text += string(t.Append(nil, k))
		}
		for _, k := range t.Children(kids[1]) {
			read := e.term
			if kind == script.CheckSatAssuming {
				read = e.formula
			}
			e.asks = kind == script.GetValue
			f, err := read(k)
			e.asks = false
			if err != nil {
				return err
			}
			c.Terms = append(c.Terms, f)
		}
		return nil
	}
}

// maxLevels bounds push: more levels than any solver opens.
const maxLevels = 1 << 20

func (e *elaborator) levelsOf(kids []syntax.ID) (int, *syntax.Error) {
	if len(kids) == 1 {
		return 1, nil
	}
	n, err := e.index(kids[1])
	if err == nil && (len(kids) > 2 || n > maxLevels) {
		err = e.tree.Errorf(kids[0], syntax.CodeMalformed, "push and pop take one numeral up to %d", maxLevels)
	}
	return n, err
}

func readPush(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	n, err := e.levelsOf(kids)
	if err != nil {
		return err
	}
	if len(e.levels)+n > maxLevels {
		return e.tree.Errorf(kids[0], syntax.CodeTooLarge, "more than %d levels are open", maxLevels)
	}
	c.Kind, c.Arity = script.Push, n
	for range n {
		e.levels = append(e.levels, len(e.trail))
	}
	return nil
}

func readPop(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	n, err := e.levelsOf(kids)
	if err != nil {
		return err
	}
	if n > len(e.levels) {
		return e.tree.Errorf(kids[0], syntax.CodeMalformed, "pop %d, but only %d levels are open", n, len(e.levels))
	}
	c.Kind, c.Arity = script.Pop, n
	if n > 0 {
		at := e.levels[len(e.levels)-n]
		e.popped = e.popped || at < len(e.trail)
		e.unwind(at)
		e.levels = e.levels[:len(e.levels)-n]
	}
	return nil
}

func readReset(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	if err := e.want(kids, 0, "(reset)"); err != nil {
		return err
	}
	c.Kind, c.Text = script.Reset, "(reset)"
	for _, en := range e.env {
		if en.decl != nil {
			en.decl.To = e.count
			for _, d := range en.over {
				d.To = e.count
			}
			en.decl, en.over = nil, nil
		}
	}
	clear(e.sortEnv)
	e.trail, e.levels, e.global = nil, nil, false
	e.logic = theory.ParseLogic("")
	return nil
}

func readResetAssertions(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	if err := e.want(kids, 0, "(reset-assertions)"); err != nil {
		return err
	}
	c.Kind, c.Text = script.ResetAssertions, "(reset-assertions)"
	e.cleared = e.cleared || len(e.trail) > 0
	e.unwind(0)
	e.levels = nil
	return nil
}

func readExit(e *elaborator, kids []syntax.ID, c *script.Command) *syntax.Error {
	if err := e.want(kids, 0, "(exit)"); err != nil {
		return err
	}
	c.Kind, c.Text = script.Exit, "(exit)"
	e.exited = true
	return nil
}
