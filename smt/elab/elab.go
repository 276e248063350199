// Package elab turns SMT-LIB text into scripts over well-sorted terms. It runs no process and does
// not decide satisfiability.
//
// It follows SMT-LIB 2.6 and the dialects of solvers, as far as Options allow. Other spellings for standard constructs are
// normalised, so that the printed script is strictly well-sorted: Ints that stand for Reals get to_real (or a decimal point),
// old spellings get their standard name, and names that are declared twice get a name each. What the standard cannot express
// stays as the solver writes it; docs/reference/dialects.md lists both. All work is done with explicit stacks: nesting depth is
// bounded only by memory.
package elab

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Options say how to read a script. The zero value reads with the built-in table and default limits.
type Options struct {
	File     string        // names the text in errors
	Table    *theory.Table // nil: theory.Builtin()
	MaxTerms int           // most distinct terms, 0: DefaultMaxTerms
	// Dialects are the languages that the text may use, 0 for all known ones. Standard alone rejects everything that
	// SMT-LIB does not have.
	Dialects theory.Dialects
	// Done stops the reading when it is closed; the error is then ErrStopped. A nil channel never does.
	Done <-chan struct{}
}

// ErrStopped says that Options.Done was closed before the script was read.
var ErrStopped = errors.New("stopped before the script was read")

// DefaultMaxTerms bounds the distinct terms of a script, about 100 bytes each.
const DefaultMaxTerms = 2_000_000

// Script reads a script. The error, if any, is a *syntax.Error or ErrStopped. Safe for concurrent use.
func Script(src string, opts Options) (*script.Script, error) {
	e, err := read(src, opts, func(e *elaborator) {
		e.out.Commands = make([]*script.Command, 0, 8+min(len(src), 1<<20)/96) // most commands are longer
	})
	if err != nil {
		return nil, err
	}
	return e.out, nil
}

// Facts are what Check finds out about a script.
type Facts struct {
	Logic      string // the first one set, "" for none
	Status     string // the first status label, "" for none
	Commands   int
	Assertions int
	Checks     int // commands that ask for an answer
	Terms      int // terms made; equal ones count once, except in scripts of more than windowTerms
	Warnings   []string
	Dialects   theory.Dialects // the languages that have all of the script; see [script.Script]
	Features   theory.Features // what it contains that is not in the standard, except operators
}

// windowTerms is the number of terms after which Check releases those that no declaration holds.
const windowTerms = 200_000

// Check reads a script as Script does but keeps nothing of it, so that the size of the largest command, not
// that of the script, bounds the memory. MaxTerms applies to each window of commands.
func Check(src string, opts Options) (Facts, error) {
	e, err := read(src, opts, func(e *elaborator) { e.discard = true })
	e.facts.Warnings, e.facts.Terms = e.out.Warnings, e.store.Len()
	e.facts.Dialects, e.facts.Features = e.out.Dialects, e.out.Features
	return e.facts, err
}

// blank allocates a command.
func (e *elaborator) blank() *script.Command {
	if e.discard {
		return &script.Command{}
	}
	if len(e.slab) == 0 {
		e.slab = make([]script.Command, min(64, 8+len(e.out.Commands)))
	}
	c := &e.slab[0]
	e.slab = e.slab[1:]
	return c
}

// keep adds a command to the script, or its properties to the facts.
func (e *elaborator) keep(c *script.Command) {
	e.count++
	if !e.discard {
		e.out.Commands = append(e.out.Commands, c)
		return
	}
	f := &e.facts
	f.Commands++
	switch {
	case c.Kind == script.SetLogic && f.Logic == "":
		f.Logic = c.Name
	case c.Kind == script.SetInfo && c.Name == ":status" && f.Status == "":
		f.Status = c.Text
	case c.Kind == script.Assert:
		f.Assertions++
	case c.IsCheck():
		f.Checks++
	}
	if e.store.Len()-e.window > windowTerms {
		e.window = e.store.Len()
		e.store.Forget()
	}
}

// script reads all commands of src.
func (e *elaborator) script(src string) error {
	s, ok := scratches.Get().(*scratch)
	if !ok {
		panic("elab: the pool of scratch memory holds something else")
	}
	e.scratch = s
	defer e.scratch.release()
	r := syntax.NewReader(src)
	for {
		more, err := r.Next(&e.tree)
		if raw := r.Raw(); err == nil && raw != nil && !e.out.Features.Has(theory.RawBytes) && !e.may(theory.RawBytes) {
			err = raw
		}
		if err == nil && more {
			err = e.command()
		}
		if err != nil && e.stopped() {
			return ErrStopped
		}
		if err != nil {
			err.File = e.opts.File
			return err
		}
		if !more || e.exited {
			return nil
		}
		if e.stopped() {
			return ErrStopped
		}
	}
}

// stopped reports whether Options.Done is closed.
func (e *elaborator) stopped() bool {
	select {
	case <-e.opts.Done:
		return true
	default:
		return false
	}
}

// defaults fills in unset options.
func (opts Options) defaults() Options {
	if opts.Table == nil {
		opts.Table = theory.Builtin()
	}
	if opts.MaxTerms == 0 {
		opts.MaxTerms = DefaultMaxTerms
	}
	if opts.Dialects == 0 {
		opts.Dialects = theory.AllDialects
	}
	return opts
}

// elaborator reads one script.
type elaborator struct {
	opts  Options
	store *term.Store
	out   *script.Script
	logic theory.Logic

	env      map[string]*entry
	sortEnv  map[string]*sortEntry
	trail    []undo
	levels   []int // trail length at each push
	global   bool  // :global-declarations
	exited   bool
	popped   bool // declarations went out of scope with a level
	cleared  bool // and with (reset-assertions)
	repeated bool // something was declared twice

	repeatable bool // and that is not an error
	count      int  // commands read so far
	discard    bool
	slab       []script.Command // memory of commands to come
	facts      Facts
	renamed    map[string]bool                  // names made for declarations, see rename
	instances  map[*term.Datatype][]*sorts.Sort // of parametric datatypes, two at most
	used       int                              // number of uses of features
	closed     int                              // compound terms read so far
	window     int                              // terms made when Check last released them
	session    *Session                         // nil: a script is being read
	place      *sorts.Sort                      // of the term that is read next, nil when unknown; only in sessions
	asks       bool                             // a term of get-value is being read

	*scratch
	line   int // line of lineAt
	lineAt int
}

// scratch is memory that scripts use one after the other.
type scratch struct {
	tree   syntax.Tree
	frames []frame
	values []*term.Term
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// maxScratch is the number of frames beyond which scratch memory is released: a script that needs more is
// rare, and its memory should not be kept.
const maxScratch = 1 << 14

// release makes s available to the next script. It must not keep the current script's text or terms alive.
func (s *scratch) release() {
	if cap(s.frames) > maxScratch || cap(s.values) > maxScratch || s.tree.Cap() > maxScratch {
		return
	}
	s.tree.Src = ""
	clear(s.frames[:cap(s.frames)])
	clear(s.values[:cap(s.values)])
	s.frames, s.values = s.frames[:0], s.values[:0]
	scratches.Put(s)
}

// entry is all that a name means.
type entry struct {
	locals []*term.Term // let and bound variables, innermost last
	decl   *term.Decl
	over   []*term.Decl // earlier declarations of the name that coexist with decl, oldest first
	rows   []*theory.Row
}

// sortEntry is a sort name of the script.
type sortEntry struct {
	arity  int
	params []*sorts.Sort // of a defined sort
	body   *sorts.Sort   // of a defined sort
	data   *term.Datatype
	param  *sorts.Sort   // a sort parameter in scope
	bad    *syntax.Error // of a defined sort whose body is not a sort: z3 reports this only where it is used
}

// undo removes one declaration.
type undo struct {
	name    string
	sort    bool
	decl    *term.Decl   // what the name meant before
	over    []*term.Decl // together with these
	oldSort *sortEntry
}

func newElaborator(opts Options) *elaborator {
	opts = opts.defaults()
	e := &elaborator{opts: opts, store: term.NewStore(opts.Table), env: map[string]*entry{}, sortEnv: map[string]*sortEntry{}}
	e.out = &script.Script{Store: e.store, Dialects: theory.AllDialects}
	e.logic = theory.ParseLogic("")
	return e
}

// lookup returns the meaning of name, nil when it has none.
func (e *elaborator) lookup(name string) *entry {
	if en := e.env[name]; en != nil {
		return en
	}
	rows := e.opts.Table.Lookup(name)
	if rows == nil {
		return nil
	}
	en := &entry{rows: rows}
	e.env[name] = en
	return en
}

// enter returns the entry of name, creating it if it is new.
func (e *elaborator) enter(name string) *entry {
	en := e.lookup(name)
	if en == nil {
		en = &entry{}
		e.env[name] = en
	}
	return en
}

// declare introduces a symbol, declared at node at.
func (e *elaborator) declare(at syntax.ID, d *term.Decl) *syntax.Error {
	en := e.enter(d.Name)
	before := undo{name: d.Name, decl: en.decl, over: en.over}
	switch {
	case en.decl != nil:
		if err := e.redeclare(at, en, d); err != nil {
			return err
		}
	case len(en.rows) > 0 && coreOnly(en.rows):
		if d.Kind == term.Label || !e.may(theory.CoreShadowing) {
			return e.tree.Errorf(at, syntax.CodeRedeclare, "%s is an operator of the theory Core and cannot be declared", syntax.Clip(d.Text, 60))
		}
		e.rename(d)
	case e.renamed[d.Name]:
		e.rename(d)
	}
	d.From = e.count
	if !e.global {
		e.trail = append(e.trail, before)
	}
	en.decl = d
	return nil
}

func coreOnly(rows []*theory.Row) bool {
	return slices.ContainsFunc(rows, func(r *theory.Row) bool {
		return r.Theory == "core" && r.Origin == "smtlib-2.6" && r.Name != "implies"
	})
}

func (e *elaborator) declareSort(at syntax.ID, name string, s *sortEntry) *syntax.Error {
	if e.sortEnv[name] != nil {
		return e.tree.Errorf(at, syntax.CodeRedeclare, "sort %s is declared already", syntax.Clip(name, 60))
	}
	// A logic without Ints leaves the name Int free; some QF_UF seeds use it.
	l := &e.logic
	taken := name == "Bool" || name == "Int" && (l.All || l.Ints) || name == "Real" && (l.All || l.Reals) || name == "Array" && (l.All || l.Arrays)
	if taken {
		return e.tree.Errorf(at, syntax.CodeRedeclare, "sort %s belongs to a theory and cannot be declared", name)
	}
	if !e.global {
		e.trail = append(e.trail, undo{name: name, sort: true})
	}
	e.sortEnv[name] = s
	return nil
}

// unwind removes declarations until the trail has length n.
func (e *elaborator) unwind(n int) {
	for len(e.trail) > n {
		u := e.trail[len(e.trail)-1]
		e.trail = e.trail[:len(e.trail)-1]
		if u.sort {
			if u.oldSort == nil {
				delete(e.sortEnv, u.name)
			} else {
				e.sortEnv[u.name] = u.oldSort
			}
			continue
		}
		en := e.env[u.name]
		if en.decl != nil {
			en.decl.To = e.count
		}
		en.decl, en.over = u.decl, u.over
	}
}

// wrap turns an error of package term into a diagnostic at n.
func (e *elaborator) wrap(n syntax.ID, err error) *syntax.Error {
	if err == nil {
		return nil
	}
	if errors.Is(err, term.ErrTooManyFree) {
		return e.tree.Errorf(n, syntax.CodeTooDeep, "%v: quantifiers nest too many variables that are all used inside", err)
	}
	return e.tree.Errorf(n, syntax.CodeSort, "%s", syntax.Clip(err.Error(), 600))
}

// lineOf returns the line of n, counting from the last call onwards: commands come in order.
func (e *elaborator) lineOf(n syntax.ID) int {
	off := e.tree.Offset(n)
	if e.line == 0 {
		e.line = 1
	}
	if off > e.lineAt { // asking for an earlier place again gives the later line: each command is asked for once
		e.line += strings.Count(e.tree.Src[e.lineAt:off], "\n")
		e.lineAt = off
	}
	return e.line
}

// maxWarnings bounds the warnings about a script.
const maxWarnings = 100

// warn records text that is kept but not understood.
func (e *elaborator) warn(text string) {
	if len(e.out.Warnings) < maxWarnings {
		e.out.Warnings = append(e.out.Warnings, text)
	}
}
