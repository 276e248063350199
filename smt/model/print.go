package model

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// Print writes a model as a list of definitions in the order of the script, which [Read] reads back.
func Print(m *Model) string {
	w := newWriter(m)
	w.opening()
	w.closing()
	return w.b.String()
}

func newWriter(m *Model) *writer {
	w := &writer{model: m, seen: map[*term.Decl]bool{}}
	for i := range m.Script.Commands {
		for _, d := range m.Script.Commands[i].Decls {
			w.seen[d] = true
		}
	}
	return w
}

// opening writes the elements of sorts and the script's declarations.
func (w *writer) opening() {
	w.b.WriteString("(\n")
	w.universes()
	for _, c := range w.model.Script.Commands {
		if c.Kind != script.DeclareFun {
			continue
		}
		for _, d := range c.Decls {
			if def := w.model.Defs[d]; def != nil {
				w.define(d.Text, d.Result, def)
			}
		}
	}
}

// closing writes what the model says about operators and selectors.
func (w *writer) closing() {
	m := w.model
	for _, name := range sortedKeys(m.Ops) {
		for _, op := range m.Ops[name] {
			w.define(syntax.SymbolText(op.Name), op.Result, &op.Def)
		}
	}
	for _, sel := range sortedDecls(m.Selectors) {
		def := m.Selectors[sel]
		w.define(sel.Text, sel.Result, def)
	}
	w.b.WriteString(")\n")
}

// writer writes one model.
type writer struct {
	model *Model
	b     strings.Builder
	terms term.Printer
	seen  map[*term.Decl]bool // helpers that were written, and what the script defines
}

func (w *writer) universes() {
	var all []*sorts.Sort
	for s := range w.model.Universes {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b *sorts.Sort) int { return strings.Compare(a.String(), b.String()) })
	for _, s := range all {
		u := w.model.Universes[s]
		for _, e := range u.Elements {
			w.b.WriteString("  (declare-fun " + e.Text + " () " + s.String() + ")\n")
		}
		if u.Complete && len(u.Elements) > 0 {
			w.b.WriteString("  (forall ((x " + s.String() + ")) (or")
			for _, e := range u.Elements {
				w.b.WriteString(" (= x " + e.Text + ")")
			}
			w.b.WriteString("))\n")
		}
	}
}

// define writes a definition, preceded by those of the helpers that it uses.
func (w *writer) define(name string, result *sorts.Sort, def *Def) {
	w.helpers(def.Body)
	w.terms.Reset()
	head := []byte("  (define-fun " + name + " ")
	if len(def.Vars) == 0 {
		head = append(head, "()"...)
	} else {
		head = w.terms.AppendParams(head, def.Vars)
	}
	head = append(append(append(head, ' '), result.String()...), ' ')
	w.b.Write(w.terms.AppendBody(head, def.Vars, def.Body))
	w.b.WriteString(")\n")
}

// helpers writes the functions of the model that a body uses and the script does not declare.
func (w *writer) helpers(body *term.Term) {
	var used []*term.Decl
	term.Walk([]*term.Term{body}, func(t *term.Term) bool {
		f := t.Func()
		if f == nil || f.Decl == nil || f.Decl.Kind != term.Defined || w.seen[f.Decl] || f.Decl.From > 0 {
			return true
		}
		w.seen[f.Decl] = true
		used = append(used, f.Decl)
		return true
	})
	for _, d := range used {
		if d.Body != nil {
			w.define(d.Text, d.Result, &Def{Vars: d.Vars, Body: d.Body})
		}
	}
}

func sortedKeys(m map[string][]*OpDef) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func sortedDecls(m map[*term.Decl]*Def) []*term.Decl {
	var out []*term.Decl
	for d := range m {
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b *term.Decl) int { return strings.Compare(a.Name, b.Name) })
	return out
}
