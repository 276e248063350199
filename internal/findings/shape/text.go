package shape

import (
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// says reports whether the text of a command is a part of the shape: it has terms or says how to solve, so that what a solver does depends on it.
func says(c *script.Command) bool {
	switch c.Kind {
	case script.Get:
		f, _ := question.FormOf(question.Word(c))
		return f.Asks() && len(c.Terms) == 0
	case script.CheckSatUsing, script.Other, script.AssertSoft, script.Minimize, script.Maximize, script.Simplify:
		return c.Text != ""
	case script.SetLogic, script.SetOption, script.SetInfo, script.DeclareSort, script.DefineSort, script.DeclareSortParameter, script.DeclareFun,
		script.DefineFun, script.DefineRec, script.DeclareDatatypes, script.Assert, script.CheckSat, script.CheckSatAssuming, script.Push, script.Pop,
		script.Reset, script.ResetAssertions, script.GetValue, script.Echo, script.Exit, script.Invalid:
	}
	return false
}

// names records which symbols a command declares: in texts they stand by their names.
func (w *writer) names(c *script.Command) {
	for _, d := range c.Decls {
		w.byName[d.Name] = d
	}
	for _, data := range c.Datas {
		for _, ctor := range data.Ctors {
			w.byName[ctor.Name] = ctor
			for _, f := range ctor.Fields {
				w.byName[f.Name] = f
			}
		}
	}
}

// text writes the text of a command with numbers in place of the script's own symbols.
func (w *writer) text(c *script.Command) string {
	return w.rewrite(c, func(d *term.Decl) string { return w.decl(d) })
}

// plain is the text without any trace of the script's own symbols, to order commands by.
func (w *writer) plain(c *script.Command) string {
	return w.rewrite(c, func(d *term.Decl) string { return "$" + strconv.FormatUint(w.declared(d), 16) })
}

// rewrite writes a text token by token. Bound variables keep their names, which errs on the safe side.
func (w *writer) rewrite(c *script.Command, symbol func(*term.Decl) string) string {
	var out []string
	r := syntax.NewReader(c.Text)
	var t syntax.Tree
	for {
		more, err := r.Next(&t)
		if err != nil || !more {
			return strings.Join(out, " ")
		}
		skipped := w.skipped(&t)
		end := t.End(syntax.Root)
		var open []syntax.ID
		for n := syntax.Root; n < end; n++ {
			for len(open) > 0 && open[len(open)-1] == n {
				out, open = append(out, ")"), open[:len(open)-1]
			}
			switch name, named := t.Name(n); {
			case slices.Contains(skipped, n):
			case t.Kind(n) == syntax.List:
				out, open = append(out, "("), append(open, t.End(n))
			case named && w.byName[name] != nil:
				out = append(out, symbol(w.byName[name]))
			case named || t.Kind(n) == syntax.Keyword:
				out = append(out, t.Text(n))
			case w.grain == loose:
				out = append(out, "#")
			default:
				out = append(out, t.Text(n))
			}
		}
		for range open {
			out = append(out, ")")
		}
	}
}

// skipped returns the nodes of a command that only give the answer a name.
func (w *writer) skipped(t *syntax.Tree) []syntax.ID {
	kids := t.Children(syntax.Root)
	if len(kids) == 0 {
		return nil
	}
	head, _ := t.Name(kids[0])
	f, _ := question.FormOf(head)
	return kids[1:min(1+f.Names, len(kids))]
}
