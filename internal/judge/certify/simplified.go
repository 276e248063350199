package certify

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// simplified judges the response to (simplify t): it must be a term that has the value of t whatever the symbols mean, or wherever the assertions are
// true. Values that the standard leaves open have to be equal only for the same application to the same arguments; anything else is open.
func (r *responding) simplified(asked *script.Command, text string) oracle.Response {
	t := asked.Terms[0]
	x := r.session()
	if err := next(x, text); err != nil {
		return unreadResponse(err.Error())
	}
	said, err := r.read(x, t.Sort(), syntax.Root)
	if err != nil {
		return unreadResponse(err.Error())
	}
	c := claim{holds: func(st *term.Store) (*term.Term, error) { return equal(st, t, said) }, one: t, other: said}
	if r.context.Asserted {
		active, _ := r.formula.script.Active(r.check)
		for _, a := range active {
			c.given = append(c.given, a.Term)
		}
	}
	out := r.tryAll(c)
	if out.Verdict == oracle.ResponseFails {
		out.Summary = fmt.Sprintf("%s and %s are not equal%s", brief(t.String()), brief(said.String()), out.Summary)
	}
	return out
}

// A claim is a formula about two terms that is true under all interpretations under which the given formulas are true.
type claim struct {
	holds      func(st *term.Store) (*term.Term, error)
	one, other *term.Term
	given      []*term.Term
}

// tryAll evaluates a claim under interpretations of its symbols until one refutes it. The summary of a failure says under which.
func (r *responding) tryAll(c claim) oracle.Response {
	s := r.formula.script
	same, err := c.holds(s.Store)
	if err != nil {
		return unreadResponse(err.Error())
	}
	free, ok := symbols(append([]*term.Term{c.one, c.other}, c.given...)...)
	if !ok {
		return oracle.Response{Summary: "it has too many symbols"}
	}
	if unmet(s, r.check) != nil {
		return oracle.Response{Summary: "whether a function meets a recursive definition is not known"}
	}
	n := guesses
	if len(free) == 0 {
		n = 1
	}
	g := newGuesser(s, r.check, c.one.String(), free)
	var tries []*model.Model
	if r.context.Model != "" && r.under() == "" && len(free) > 0 {
		tries = append(tries, r.model) // the assertions are true under it, and seldom under others
	}
	out := oracle.Response{Summary: "no interpretation settles it"}
	for i := 0; i < n+len(tries); i++ {
		m := r.model
		if i >= len(tries) {
			m = g.guess(i)
		}
		b := r.formula.bounds()
		ev := eval.New(s.Store, m, b.options(m, eval.Options{Heed: eval.Division, Missing: eval.MissingOpen}))
		if slices.ContainsFunc(c.given, func(g *term.Term) bool { return !ev.Term(g).IsTrue() }) {
			continue
		}
		switch v := ev.Term(same); {
		case v.IsFalse():
			out.Verdict, out.Detail, out.Summary = oracle.ResponseFails, shown(c.one, c.other, ev), ""
			if len(free) > 0 {
				out.Model = model.Print(m)
				out.Summary = " under an interpretation of their symbols"
				if len(c.given) > 0 {
					out.Summary += " that makes the assertions true"
				}
			}
			return out
		case v.IsTrue():
			out.Verdict, out.Summary = oracle.ResponseHolds, ""
		case b.interrupted():
			return out
		case out.Verdict == oracle.ResponseOpen:
			out.Summary = v.Reason()
		}
	}
	return out
}

// applied judges what (apply TACTIC) makes from the assertions: the goals (goals (goal F ... :precision P :depth n) ...). The tactic
// promises that one of them is true exactly where all assertions are; if P is over, the goals may have more models, and if it is under,
// fewer.
func (r *responding) applied(asked *script.Command, text string) oracle.Response {
	x := r.session()
	kids, err := list(x, asked.Text)
	if err != nil || len(kids) < 2 {
		return unreadResponse("the command cannot be read")
	}
	tactic := x.Tree().Text(kids[1])
	if !slices.Contains(r.context.Tactics, tactic) {
		return oracle.Response{Summary: "how the goals of " + brief(tactic) + " relate to the assertions is not known"}
	}
	goals, precision, err := r.goals(x, text)
	if err != nil {
		return unreadResponse(err.Error())
	}
	st := r.formula.script.Store
	active, _ := r.formula.script.Active(r.check)
	var asserted []*term.Term
	for _, a := range active {
		if a.Assumed {
			return oracle.Response{Summary: "there are assumptions, which a tactic does not see"}
		}
		asserted = append(asserted, a.Term)
	}
	before, err := conjunction(st, asserted)
	if err != nil {
		return unreadResponse(err.Error())
	}
	after, err := disjunction(st, goals)
	if err != nil {
		return unreadResponse(err.Error())
	}
	c := claim{one: before, other: after}
	words := "the goals of %s are not true exactly where the assertions are"
	switch precision {
	case "precise":
		c.holds = func(st *term.Store) (*term.Term, error) { return equal(st, before, after) }
	case "over":
		c.holds = func(st *term.Store) (*term.Term, error) { return apply(st, "=>", before, after) }
		words = "the goals of %s are false where the assertions are true"
	case "under":
		c.holds = func(st *term.Store) (*term.Term, error) { return apply(st, "=>", after, before) }
		words = "the goals of %s are true where the assertions are false"
	default:
		return oracle.Response{Summary: "the goals claim nothing"}
	}
	out := r.tryAll(c)
	if out.Verdict == oracle.ResponseFails {
		out.Summary = fmt.Sprintf(words, tactic) + strings.TrimPrefix(out.Summary, " under an interpretation of their symbols")
	}
	return out
}

// goals reads the formulas of each goal, and the precision that they all share.
func (r *responding) goals(x *elab.Session, text string) (goals []*term.Term, precision string, err error) {
	parts, err := list(x, text)
	if err != nil {
		return nil, "", err
	}
	tree := x.Tree()
	if len(parts) == 0 || !tree.Is(parts[0], "goals") {
		return nil, "", errors.New("the response is not a list of goals")
	}
	st := r.formula.script.Store
	for _, g := range parts[1:] {
		kids := tree.Children(g)
		if len(kids) == 0 || !tree.Is(kids[0], "goal") {
			return nil, "", errors.New("a part of the response is not a goal")
		}
		var all []*term.Term
		own := ""
		for i := 1; i < len(kids); i++ {
			if tree.Kind(kids[i]) != syntax.Keyword {
				f, err := r.read(x, sorts.Bool, kids[i])
				if err != nil {
					return nil, "", err
				}
				all = append(all, f)
				continue
			}
			if tree.Text(kids[i]) == ":precision" && i+1 < len(kids) {
				own = tree.Text(kids[i+1])
			}
			i++
		}
		if precision == "" {
			precision = own
		}
		if own != precision {
			return nil, "", errors.New("goals with different precisions")
		}
		f, err := conjunction(st, all)
		if err != nil {
			return nil, "", err
		}
		goals = append(goals, f)
	}
	if len(goals) == 0 {
		return nil, "", errors.New("there is no goal")
	}
	return goals, precision, nil
}
