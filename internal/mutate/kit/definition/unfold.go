// Package definition brings the definitions of scripts into formulas: [Unfold] replaces calls by bodies, and [Bodies] gives
// definitions other bodies. It makes no choices.
package definition

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// A Reason says why calls of a definition stay.
type Reason string

// The reasons.
const (
	Recursive Reason = "it is recursive"
	Parameter Reason = "a sort parameter occurs in its signature"
	Labelled  Reason = "labels occur in its body"
	Twice     Reason = "its body is about a name that is declared twice"
	Operator  Reason = "its body has an operator whose name the script declares"
	Ends      Reason = "its body is about a symbol whose scope ends before"
	Argument  Reason = "an argument of a call holds a label"
	Question  Reason = "an assumption, a question or a value of a function mentions it"
	Budget    Reason = "its calls would make the script too large"
	IllSorted Reason = "the sorts of arguments do not fit its body without conversions"
)

// Report says what became of the definitions of a script. A definition that nothing mentions any more is gone.
type Report struct {
	Gone int
	// Kept counts the definitions that are still there, by the first reason found.
	Kept map[Reason]int
	// Refused is why nothing was unfolded at all, nil if something was.
	Refused error
}

// Counts returns the definitions by what became of them: "unfolded", or the reason why they stay. A script that was refused as a whole counts once.
func (r *Report) Counts() map[string]int {
	if r.Refused != nil && !errors.Is(r.Refused, ErrNothing) {
		return map[string]int{r.Refused.Error(): 1}
	}
	counts := map[string]int{}
	for why, n := range r.Kept {
		counts[string(why)] = n
	}
	if r.Gone > 0 {
		counts["unfolded"] = r.Gone
	}
	return counts
}

// ErrNothing says that no definition of a script can be unfolded.
var ErrNothing = errors.New("no definition can be unfolded")

const (
	// floor and growth bound how many terms calls may make: floor terms, and growth times the distinct terms of the script.
	floor  = 4_000
	growth = 4
)

// Unfold returns the script, read into a new store, with calls replaced by the bodies of definitions, and without the definitions that nothing
// mentions any more. Sharing is kept: what is shared in a body is shared at each call, and all uses of a constant share its body. The result
// asks the same as s, and models of one are models of the other. Where a Reason says so, calls stay, with their definitions; all others are
// unfolded. Reading ends when done is closed. The error wraps ErrNothing where nothing would change, or says that the result does not read as
// the same script.
func Unfold(s *script.Script, done <-chan struct{}) (*script.Script, Report, error) {
	u := &unfolder{script: s, st: s.Store, why: map[*term.Decl]Reason{}, bodies: map[*term.Decl]*term.Term{}}
	if err := u.survey(); err != nil {
		return nil, Report{}, err
	}
	out, err := u.rewritten()
	if err != nil {
		return nil, Report{}, err
	}
	out, report := u.pruned(out)
	if !u.changed && report.Gone == 0 {
		return nil, report, ErrNothing
	}
	again, err := elab.Script(out.String(), elab.Options{Table: s.Store.Table, Done: done})
	if err != nil {
		return nil, report, fmt.Errorf("reading a script without its definitions: %w", err)
	}
	if same, why := script.Equal(out, again); !same {
		return nil, report, fmt.Errorf("a script without its definitions reads differently: %s", why)
	}
	return again, report, nil
}

// Has reports whether a script defines something.
func Has(s *script.Script) bool {
	return slices.ContainsFunc(s.Commands, func(c *script.Command) bool { return defines(c) })
}

func defines(c *script.Command) bool { return c.Kind == script.DefineFun || c.Kind == script.DefineRec }

// unfolder is one run of Unfold.
type unfolder struct {
	script  *script.Script
	st      *term.Store
	why     map[*term.Decl]Reason // of definitions whose calls stay
	bodies  map[*term.Decl]*term.Term
	done    term.Map[*term.Term] // images of terms
	limit   int                  // of terms in the store
	changed bool
}

// rewritten returns the script with calls unfolded and all definitions still there.
func (u *unfolder) rewritten() (*script.Script, error) {
	out := &script.Script{Store: u.st, Commands: slices.Clone(u.script.Commands)}
	for i, c := range out.Commands {
		n := *c
		switch c.Kind {
		case script.DefineFun, script.DefineRec:
			n.Decls = slices.Clone(c.Decls)
			for k, d := range c.Decls {
				body, err := u.of(d.Body)
				if err != nil {
					return nil, err
				}
				u.bodies[d] = body
				same := *d
				same.Body = body
				n.Decls[k] = &same
			}
		case script.Assert, script.AssertSoft, script.Minimize, script.Maximize, script.Simplify:
			n.Terms = slices.Clone(c.Terms)
			for k, t := range c.Terms {
				var err error
				if n.Terms[k], err = u.of(t); err != nil {
					return nil, err
				}
			}
		default:
			continue // assumptions are literals, and questions are about what the script has
		}
		out.Commands[i] = &n
	}
	return out, nil
}

// of returns a term with calls unfolded.
func (u *unfolder) of(t *term.Term) (*term.Term, error) {
	if !t.HasUser() {
		return t, nil
	}
	var fail error
	term.Walk([]*term.Term{t}, func(x *term.Term) bool {
		if u.done.Get(x) == nil {
			var n *term.Term
			if n, fail = u.image(x); fail == nil {
				u.done.Set(x, n)
			}
		}
		return fail == nil
	})
	return u.done.Get(t), fail
}

// image returns the replacement of t, all of whose parts are done.
func (u *unfolder) image(t *term.Term) (*term.Term, error) {
	args := make([]*term.Term, len(t.Args()))
	for i, a := range t.Args() {
		args[i] = u.done.Get(a)
	}
	if f := t.Func(); f != nil && f.Kind == term.UserFunc && f.Decl.Kind == term.Defined {
		if n := u.call(f.Decl, args); n != nil && n.Sort() == t.Sort() {
			u.changed = true
			return n, nil
		}
	}
	if t.Kind() == term.Annot {
		return u.annotated(t, args[0])
	}
	if len(args) == 0 {
		return t, nil
	}
	return u.st.WithArgs(t, args)
}

// call returns the body of a definition applied to arguments, nil where the call stays.
func (u *unfolder) call(d *term.Decl, args []*term.Term) *term.Term {
	body := u.bodies[d]
	switch {
	case u.why[d] != "" && u.why[d] != Argument && u.why[d] != IllSorted:
		return nil
	case body == nil:
		return nil // it is being defined
	case len(args) == 0:
		return body
	case slices.ContainsFunc(args, (*term.Term).HasNamed):
		u.why[d] = Argument
		return nil
	case u.st.Len() > u.limit:
		u.why[d] = Budget
		return nil
	}
	by := make(map[*term.Term]*term.Term, len(args))
	for i, v := range d.Vars {
		by[v] = args[i]
	}
	n, err := u.st.Substitute(body, by)
	if err != nil {
		u.why[d] = IllSorted
		return nil
	}
	return n
}

// annotated returns an annotated term over another one. Patterns with calls are dropped: bodies need not be valid patterns.
func (u *unfolder) annotated(t, body *term.Term) (*term.Term, error) {
	attrs := make([]term.Attr, 0, len(t.Attrs()))
	for _, a := range t.Attrs() {
		if !slices.ContainsFunc(a.Terms, func(p *term.Term) bool { return u.done.Get(p) != p }) {
			attrs = append(attrs, a)
		}
	}
	if len(attrs) == 0 {
		return body, nil
	}
	return u.st.Annot(body, attrs)
}

// pruned returns the script without the definitions that nothing mentions.
func (u *unfolder) pruned(s *script.Script) (*script.Script, Report) {
	needed := map[string]bool{} // by name: definitions with the same name are kept or dropped together
	var roots []*term.Term
	for _, c := range s.Commands {
		if !defines(c) {
			roots = append(roots, c.Terms...)
		}
	}
	bodies := map[string][]*term.Term{}
	for _, c := range s.Commands {
		for _, d := range c.Decls {
			if defines(c) {
				bodies[d.Name] = append(bodies[d.Name], d.Body)
			}
		}
	}
	for name := range bodies {
		if slices.ContainsFunc(s.Commands, func(c *script.Command) bool { return unread(c) && strings.Contains(c.Text, name) }) {
			needed[name] = true
			roots = append(roots, bodies[name]...)
		}
	}
	for len(roots) > 0 {
		var next []*term.Term
		term.Walk(roots, func(t *term.Term) bool {
			if f := t.Func(); f != nil && f.Decl != nil && f.Decl.Kind == term.Defined && !needed[f.Decl.Name] {
				needed[f.Decl.Name] = true
				next = append(next, bodies[f.Decl.Name]...)
			}
			return true
		})
		roots = next
	}
	out, report := &script.Script{Store: s.Store}, Report{Kept: map[Reason]int{}}
	for i, c := range s.Commands {
		if !defines(c) {
			out.Commands = append(out.Commands, c)
			continue
		}
		if !slices.ContainsFunc(c.Decls, func(d *term.Decl) bool { return needed[d.Name] }) {
			report.Gone += len(c.Decls)
			continue
		}
		for _, d := range u.script.Commands[i].Decls {
			why := u.why[d]
			if why == "" {
				why = Question
			}
			report.Kept[why]++
		}
		out.Commands = append(out.Commands, c)
	}
	return out, report
}

// unread reports whether a command is kept as text, and may mention anything.
func unread(c *script.Command) bool { return c.Kind == script.Other || c.Kind == script.Get }
