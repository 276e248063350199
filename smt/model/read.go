package model

import (
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// Options say how to read a model. The zero value is the usual.
type Options struct {
	File string // names the text in errors
	// Solver is the family of the solver that printed it: some print approximations of values. Apart from that
	// it is only a hint.
	Solver   string
	MaxTerms int // most distinct terms, 0: elab.DefaultMaxTerms
	// Done stops the reading when it is closed, with an error of syntax.CodeTooLarge. A nil channel never does.
	Done <-chan struct{}
}

// Read reads what a solver prints for get-model or get-value at check number check of s, from 0. Every form
// listed in docs/reference/models.md is accepted from any solver. Lines with answers around it are skipped. The error
// is a *syntax.Error: for text that is cut off or malformed, for a value of another sort than its symbol, or for
// a text without any definition although the script declares something. Read adds terms to the script's store.
func Read(src string, s *script.Script, check int, opts Options) (*Model, error) {
	src = respell(src)
	r := &reader{
		src: src, solver: opts.Solver, script: s,
		session: elab.Resume(s, check, elab.Options{File: opts.File, MaxTerms: opts.MaxTerms, Done: opts.Done}),
		model: &Model{
			Script: s, Check: check, Defs: map[*term.Decl]*Def{}, Ops: map[string][]*OpDef{},
			Selectors: map[*term.Decl]*Def{}, Universes: map[*sorts.Sort]*Universe{},
		},
		ops: map[*OpDef]*term.Decl{},
	}
	if err := r.read(); err != nil {
		err.File = opts.File
		return nil, err
	}
	return r.model, nil
}

// reader reads one model.
type reader struct {
	src     string
	solver  string // its family, or ""
	script  *script.Script
	session *elab.Session
	model   *Model
	// bodies are definitions whose bodies have not been read yet: they may use what is defined after them.
	bodies []pending
	// points are values of functions at single arguments, by function.
	points map[*term.Decl][]point
	order  []*term.Decl        // of points
	near   map[*term.Decl]bool // values are known approximately, and left open
	forms  int                 // model forms seen
	// unread are the helpers whose bodies cannot be read, in order, and why.
	unread []*term.Decl
	why    map[*term.Decl]*syntax.Error
	ops    map[*OpDef]*term.Decl // what defines them
}

// pending is a definition without its body.
type pending struct {
	sig  *term.Decl
	body syntax.ID
	at   syntax.ID
	for_ *term.Decl // what the script declares under that name, nil for a helper of the model
	op   string     // the operator that it interprets
}

func (r *reader) read() *syntax.Error {
	if err, ok := r.btor(); ok {
		return err
	}
	in := syntax.NewReader(r.src)
	for {
		more, err := r.session.Next(in)
		if err != nil {
			return err
		}
		if !more {
			break
		}
		if err := r.top(syntax.Root); err != nil {
			return err
		}
	}
	if err := r.joinPoints(); err != nil {
		return err
	}
	if err := r.leaveOut(); err != nil {
		return err
	}
	r.universes()
	missing := r.model.Missing()
	if r.forms == 0 && len(missing) > 0 {
		e := syntax.Errorf(r.src, 0, syntax.CodeMalformed, "there is no model in this text")
		e.Hint = "give what the solver prints for (get-model) after sat"
		return e
	}
	for _, d := range missing {
		r.model.Notes = append(r.model.Notes, Note{NoteMissing, d, "the model has no value for " + syntax.Clip(d.Text, 80)})
	}
	return nil
}

// top reads one s-expression of the output: an answer, a definition, or a list of them.
func (r *reader) top(n syntax.ID) *syntax.Error {
	t := r.session.Tree()
	if t.Kind(n) != syntax.List {
		return nil // sat, unknown, success: what surrounds a model
	}
	kids := t.Children(n)
	r.bodies = r.bodies[:0]
	if len(kids) == 0 {
		r.forms++
		return nil // an empty model
	}
	head, isName := t.Name(kids[0])
	if isName && head == "error" {
		e := t.Errorf(n, syntax.CodeMalformed, "the solver reports an error in place of a model: %s", syntax.Clip(t.Text(n), 200))
		return e
	}
	if isName && forms[head] != nil {
		kids = []syntax.ID{n}
	} else if isName && head == "model" {
		kids = kids[1:]
		r.forms++
	} else if isName {
		return t.Errorf(n, syntax.CodeMalformed, "(%s ...) is not part of a model", syntax.Clip(head, 60))
	}
	r.forms++
	for _, k := range kids {
		if err := r.item(k); err != nil {
			return err
		}
	}
	for _, p := range r.bodies {
		if err := r.define(p); err != nil {
			return err
		}
	}
	return nil
}

// form reads one kind of entry of a model.
type form func(r *reader, n syntax.ID, kids []syntax.ID) *syntax.Error

var forms map[string]form

func init() {
	forms = map[string]form{
		"define-fun":        readFunction,
		"define-fun-rec":    readFunction,
		"define-const":      readConstant,
		"define-funs-rec":   readFunctions,
		"declare-fun":       readElement,
		"declare-const":     readElement,
		"forall":            readCardinality,
		"declare-sort":      nothing, // the script has declared it
		"define-sort":       nothing,
		"declare-datatypes": nothing,
		"declare-datatype":  nothing,
		"=":                 readEquation,
		"function":          readTable,
	}
}

func nothing(*reader, syntax.ID, []syntax.ID) *syntax.Error { return nil }

// item reads one entry of a model: a form, or the pair of a term and its value.
func (r *reader) item(n syntax.ID) *syntax.Error {
	t := r.session.Tree()
	if t.Kind(n) != syntax.List || t.Len(n) == 0 {
		return t.Errorf(n, syntax.CodeMalformed, "expected a definition such as (define-fun x () Int 1), found %s", syntax.Clip(t.Text(n), 60))
	}
	kids := t.Children(n)
	if name, ok := t.Name(kids[0]); ok {
		if f := forms[name]; f != nil && !(len(kids) == 2 && name != "=") {
			return f(r, n, kids)
		}
	}
	if len(kids) == 2 {
		return r.pair(kids[0], kids[1])
	}
	return t.Errorf(n, syntax.CodeMalformed, "expected a definition such as (define-fun x () Int 1), found %s", syntax.Clip(t.Text(n), 60))
}

func readFunction(r *reader, n syntax.ID, kids []syntax.ID) *syntax.Error {
	t := r.session.Tree()
	if len(kids) != 5 || t.Kind(kids[2]) != syntax.List {
		return t.Errorf(n, syntax.CodeMalformed, "the form is (define-fun NAME ((x SORT) ...) SORT term)")
	}
	sig, err := r.session.Signature(kids[1], kids[2], kids[3])
	if err != nil {
		return err
	}
	return r.announce(sig, n, kids[4])
}

func readConstant(r *reader, n syntax.ID, kids []syntax.ID) *syntax.Error {
	t := r.session.Tree()
	name, ok := "", false
	if len(kids) == 4 {
		name, ok = t.Name(kids[1])
	}
	if !ok {
		return t.Errorf(n, syntax.CodeMalformed, "the form is (define-const NAME SORT term)")
	}
	s, err := r.session.Sort(kids[2])
	if err != nil {
		return err
	}
	return r.announce(term.NewDecl(term.Defined, name, nil, s), n, kids[3])
}

func readFunctions(r *reader, n syntax.ID, kids []syntax.ID) *syntax.Error {
	t := r.session.Tree()
	if len(kids) != 3 || t.Len(kids[1]) != t.Len(kids[2]) {
		return t.Errorf(n, syntax.CodeMalformed, "the form is (define-funs-rec ((NAME ((x SORT) ...) SORT) ...) (term ...))")
	}
	bodies := t.Children(kids[2])
	for i, k := range t.Children(kids[1]) {
		parts := t.Children(k)
		if len(parts) != 3 {
			return t.Errorf(k, syntax.CodeMalformed, "a function is declared as (NAME ((x SORT) ...) SORT)")
		}
		sig, err := r.session.Signature(parts[0], parts[1], parts[2])
		if err != nil {
			return err
		}
		if err := r.announce(sig, k, bodies[i]); err != nil {
			return err
		}
	}
	return nil
}

// announce records a definition whose body is read later, and decides what it defines.
func (r *reader) announce(sig *term.Decl, at, body syntax.ID) *syntax.Error {
	p := pending{sig: sig, body: body, at: at}
	d := r.session.Lookup(sig.Name)
	switch {
	case d != nil && (d.Kind == term.Label || d.Kind == term.Defined && d.Body != nil):
		return nil // the script itself defines it
	case d != nil && d.Kind == term.Selector:
		p.for_ = d
	case d != nil && d.Kind == term.Declared:
		if err := r.fits(sig, d, at); err != nil {
			return err
		}
		p.for_ = d
	case openOps[sig.Name] != "":
		p.op = openOps[sig.Name]
	default:
		r.session.Introduce(sig)
	}
	r.bodies = append(r.bodies, p)
	return nil
}

// fits compares a definition's signature with the declaration. An array may be defined as a function of its
// indices.
func (r *reader) fits(sig, d *term.Decl, at syntax.ID) *syntax.Error {
	if sig.Signature() == d.Signature() {
		return nil
	}
	if len(d.Params) == 0 && len(sig.Params) > 0 {
		s := d.Result
		for _, p := range sig.Params {
			if s.Kind() != sorts.Array || s.Args()[0] != p {
				s = nil
				break
			}
			s = s.Args()[1]
		}
		if s == sig.Result {
			return nil
		}
	}
	return r.session.Tree().Errorf(at, syntax.CodeSort, "%s is declared with %s and defined with %s",
		syntax.Clip(d.Text, 60), syntax.Clip(d.Signature(), 200), syntax.Clip(sig.Signature(), 200))
}

// define reads the body of a definition.
func (r *reader) define(p pending) *syntax.Error {
	body, err := r.session.Body(p.sig.Vars, p.sig.Result, p.body)
	if err != nil {
		if p.for_ == nil && p.op == "" && r.pass(p.sig, err) {
			return nil
		}
		return err
	}
	def := &Def{Vars: p.sig.Vars, Body: body}
	switch {
	case p.op != "":
		op := &OpDef{Name: p.sig.Name, Params: p.sig.Params, Result: p.sig.Result, Def: *def}
		r.ops[op] = p.sig
		r.model.Ops[p.op] = append(r.model.Ops[p.op], op)
	case p.for_ == nil:
		p.sig.Body = body
	case p.for_.Kind == term.Selector:
		r.model.Selectors[p.for_] = def
	case r.approximate(p.for_, p.body):
	default:
		if len(p.for_.Params) == 0 && len(def.Vars) > 0 {
			a, ok := r.session.ArrayOf(def.Vars, body)
			if !ok {
				return r.session.Tree().Errorf(p.at, syntax.CodeSort, "%s cannot be read as an array", syntax.Clip(p.sig.Text, 60))
			}
			def = &Def{Body: a}
		}
		r.set(p.for_, def)
	}
	return nil
}

// set gives a symbol its meaning.
func (r *reader) set(d *term.Decl, def *Def) {
	if r.model.Defs[d] != nil {
		r.model.Notes = append(r.model.Notes, Note{NoteRepeated, d, syntax.Clip(d.Text, 80) + " is defined more than once; the last definition counts"})
	}
	r.model.Defs[d] = def
}
