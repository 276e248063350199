// Package elab turns SMT-LIB text into scripts over well-sorted terms. It runs nothing and decides
// nothing about satisfiability.
//
// It follows SMT-LIB 2.6 and, where seeds in the wild need it, the liberties that solvers take; every
// liberty is normalised away, so that what is printed is well-sorted by the letter: Ints that stand for
// Reals get to_real (or a decimal point), old spellings their standard name. All work is done with
// explicit stacks: nesting depth is bounded by memory only.
package elab

import (
	"errors"
	"slices"
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
}

// DefaultMaxTerms bounds the distinct terms of a script, about 100 bytes each.
const DefaultMaxTerms = 4_000_000

// Script reads a script. The error, if any, is a *syntax.Error. Safe for concurrent use.
func Script(src string, opts Options) (*script.Script, error) {
	if opts.Table == nil {
		opts.Table = theory.Builtin()
	}
	if opts.MaxTerms == 0 {
		opts.MaxTerms = DefaultMaxTerms
	}
	e := newElaborator(opts)
	e.out.Commands = make([]script.Command, 0, 8+min(len(src), 1<<20)/96) // most commands are longer
	e.scratch = scratches.Get().(*scratch)
	defer e.scratch.release()
	r := syntax.NewReader(src)
	for {
		more, err := r.Next(&e.tree)
		if err == nil && more {
			err = e.command()
		}
		if err != nil {
			err.File = opts.File
			return nil, err
		}
		if !more || e.exited {
			return e.out, nil
		}
	}
}

// elaborator reads one script.
type elaborator struct {
	opts  Options
	store *term.Store
	out   *script.Script
	logic theory.Logic

	env     map[string]*entry
	sortEnv map[string]*sortEntry
	trail   []undo
	levels  []int // trail length at each push
	global  bool  // :global-declarations
	exited  bool

	*scratch
	line   int // line of lineAt
	lineAt int
}

// scratch is memory that one script after the other uses.
type scratch struct {
	tree   syntax.Tree
	frames []frame
	values []*term.Term
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// maxScratch is the number of frames beyond which scratch memory is given back: a script that needs more
// is rare, and its memory should not stay.
const maxScratch = 1 << 14

// release makes s available to the next script. It must not keep that script's text or terms alive.
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
	rows   []*theory.Row
}

// sortEntry is a sort name of the script.
type sortEntry struct {
	arity  int
	params []*sorts.Sort // of a defined sort
	body   *sorts.Sort   // of a defined sort
	data   *term.Datatype
	param  *sorts.Sort // a sort parameter in scope
}

// undo takes one declaration back.
type undo struct {
	name    string
	sort    bool
	decl    *term.Decl // what the name meant before
	oldSort *sortEntry
}

func newElaborator(opts Options) *elaborator {
	e := &elaborator{opts: opts, store: term.NewStore(opts.Table), env: map[string]*entry{}, sortEnv: map[string]*sortEntry{}}
	e.out = &script.Script{Store: e.store}
	e.logic = theory.ParseLogic("")
	return e
}

// lookup returns what name means, nil when it means nothing.
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

// enter returns the entry of name, making it when it is new.
func (e *elaborator) enter(name string) *entry {
	en := e.lookup(name)
	if en == nil {
		en = &entry{}
		e.env[name] = en
	}
	return en
}

// declare introduces a symbol at node at.
func (e *elaborator) declare(at syntax.ID, d *term.Decl) *syntax.Error {
	en := e.enter(d.Name)
	if en.decl != nil {
		err := e.tree.Errorf(at, syntax.CodeRedeclare, "%s is declared already", syntax.Clip(d.Text, 60))
		err.Hint = "rename one of the two, or declare the second inside push and pop after the first went out of scope"
		return err
	}
	if len(en.rows) > 0 && coreOnly(en.rows) {
		return e.tree.Errorf(at, syntax.CodeRedeclare, "%s is an operator of the theory Core and cannot be declared", syntax.Clip(d.Text, 60))
	}
	d.From = len(e.out.Commands)
	if !e.global {
		e.trail = append(e.trail, undo{name: d.Name, decl: en.decl})
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
	// A logic without Ints leaves the name Int free; seeds of QF_UF make use of that.
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

// unwind takes back all declarations down to trail length n.
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
			en.decl.To = len(e.out.Commands)
		}
		en.decl = u.decl
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

// lineOf returns the line of n, counting on from the last call: commands come in order.
func (e *elaborator) lineOf(n syntax.ID) int {
	off := e.tree.Offset(n)
	if e.line == 0 {
		e.line = 1
	}
	for i := e.lineAt; i < off; i++ {
		if e.tree.Src[i] == '\n' {
			e.line++
		}
	}
	e.lineAt = off
	return e.line
}
