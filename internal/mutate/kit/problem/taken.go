package problem

import (
	"slices"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// taken holds the names declared so far.
type taken struct {
	names  map[string]bool
	sorts  map[string]*script.Command // what declared them
	hidden map[*term.Decl]bool        // declared under a name that was already taken
	// changed are sorts that are declared a second time as something else. To the store they are still what they were, so from there
	// on everything that mentions them is hidden.
	changed map[string]bool
	mention map[*sorts.Sort]bool // whether a sort mentions one of changed
}

func newTaken() *taken {
	return &taken{names: map[string]bool{}, sorts: map[string]*script.Command{}, hidden: map[*term.Decl]bool{}, changed: map[string]bool{}}
}

// add records what a command declares; ok is false when the command must be left out, because it declares a name a second time, or
// depends on something hidden.
func (n *taken) add(c *script.Command) (ok bool) {
	ok = true
	for _, s := range declaredSorts(c) {
		first := n.sorts[s]
		if first == nil {
			n.sorts[s] = c
			continue
		}
		ok = false
		if (c.Kind != script.DeclareSort || first.Kind != script.DeclareSort || c.Text != first.Text) && c.Kind != script.DefineSort {
			n.changed[s] = true
			n.mention = map[*sorts.Sort]bool{}
		}
	}
	decls := Declared(c)
	for _, d := range decls {
		ok = ok && !n.names[d.Name] && !n.rests(d)
	}
	for _, d := range decls {
		if n.names[d.Name] = true; !ok {
			n.hidden[d] = true
		}
	}
	return ok
}

// rests reports whether a declaration depends on something hidden.
func (n *taken) rests(d *term.Decl) bool {
	return d.Body != nil && n.hides(d.Body) || d.Result != nil && n.about(d.Result) || slices.ContainsFunc(d.Params, n.about)
}

// hides reports whether a term depends on something hidden.
func (n *taken) hides(t *term.Term) bool {
	if len(n.hidden) == 0 && len(n.changed) == 0 {
		return false
	}
	found := false
	term.Walk([]*term.Term{t}, func(u *term.Term) bool {
		f := u.Func()
		found = found || f != nil && f.Decl != nil && n.hidden[f.Decl] || n.about(u.Sort()) || slices.ContainsFunc(u.Bound(), n.bound)
		return !found
	})
	return found
}

func (n *taken) bound(v *term.Term) bool { return n.about(v.Sort()) }

// about reports whether a sort mentions one that has changed.
func (n *taken) about(s *sorts.Sort) bool {
	if len(n.changed) == 0 {
		return false
	}
	found, known := n.mention[s]
	if !known {
		found = s.Kind() == sorts.User && n.changed[s.Name()] || slices.ContainsFunc(s.Args(), n.about)
		n.mention[s] = found
	}
	return found
}
