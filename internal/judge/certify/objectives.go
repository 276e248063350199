package certify

import (
	"fmt"
	"math/big"
	"regexp"
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

// An objective is what a script asks a solver to optimize: a term, or the total weight of the false soft formulas of a group.
type objective struct {
	term     *term.Term // nil for a group
	maximize bool
	group    string
	soft     []soft
}

type soft struct {
	formula *term.Term
	weight  *big.Rat
}

// words names the objective.
func (o *objective) words() string {
	switch {
	case o.term == nil:
		return "the weight of the soft formulas that are false"
	case o.maximize:
		return "the maximum of " + brief(o.term.String())
	}
	return "the minimum of " + brief(o.term.String())
}

// decimal matches weights that solvers read alike.
var decimal = regexp.MustCompile(`^\d+(?:\.\d+)?$`)

// softAttributes reads the attributes of an assert-soft: the weight, and the name of its group, "" for none. ok is false where they cannot be read.
func softAttributes(text string) (weight *big.Rat, group string, ok bool) {
	var tree syntax.Tree
	if more, err := syntax.NewReader("(" + text + ")").Next(&tree); err != nil || !more {
		return nil, "", false
	}
	weight = big.NewRat(1, 1)
	seen := map[string]bool{}
	kids := tree.Children(syntax.Root)
	for i, k := range kids {
		key := tree.Text(k)
		if key != ":weight" && key != ":id" {
			continue
		}
		if i+1 == len(kids) || seen[key] {
			return nil, "", false
		}
		seen[key] = true
		value := tree.Text(kids[i+1])
		switch name, isSymbol := tree.Name(kids[i+1]); {
		case key == ":id" && isSymbol:
			group = name
		case key == ":id":
			group = value
		case !decimal.MatchString(value):
			return nil, "", false
		default:
			weight.SetString(value)
		}
	}
	return weight, group, true
}

// objectives returns the objectives of a check, in the order in which solvers show them; ok is false where a weight cannot be read, or
// where the script orders them otherwise than by precedence.
func (f *Formula) objectives(check int) (out []*objective, ok bool) {
	groups := map[string]*objective{}
	for _, c := range f.script.Commands[:max(0, f.script.CheckCommand(check))] {
		switch c.Kind {
		case script.Minimize, script.Maximize:
			out = append(out, &objective{term: c.Terms[0], maximize: c.Kind == script.Maximize})
		case script.AssertSoft:
			w, group, ok := softAttributes(c.Text)
			if !ok {
				return nil, false
			}
			g := groups[group]
			if g == nil {
				g = &objective{group: group}
				groups[group] = g
				out = append(out, g)
			}
			g.soft = append(g.soft, soft{c.Terms[0], w})
		case script.Push, script.Pop, script.Reset, script.ResetAssertions:
			return nil, false
		case script.SetOption:
			if strings.HasPrefix(c.Name, ":opt.") {
				return nil, false
			}
		}
	}
	return out, true
}

// value returns the value of the objective as a rational; ok is false where its value is not known.
func (o *objective) value(ev *eval.Evaluator) (*big.Rat, bool) {
	if o.term != nil {
		v := ev.Term(o.term)
		if !v.IsKnown() {
			return nil, false
		}
		if o.term.Sort() == sorts.Int {
			return new(big.Rat).SetInt(v.Big()), true
		}
		return v.Rat()
	}
	sum := new(big.Rat)
	for _, s := range o.soft {
		switch v := ev.Term(s.formula); {
		case v.IsFalse():
			sum.Add(sum, s.weight)
		case !v.IsTrue():
			return nil, false
		}
	}
	return sum, true
}

// better reports whether a value of the objective is better than another one.
func (o *objective) better(v, than *big.Rat) bool {
	if o.maximize {
		return v.Cmp(than) > 0
	}
	return v.Cmp(than) < 0
}

// unattained finds the words with which solvers say that there is no optimum: oo, epsilon, an interval.
var unattained = regexp.MustCompile(`[\s(](?:oo|epsilon|interval)[\s)]`)

// reported reads the values (objectives (t v) ...) that a solver shows, nil for those that are not numbers: unbounded, or not attained.
func (r *responding) reported(x *elab.Session, objectives []*objective, text string) ([]*big.Rat, error) {
	parts, err := list(x, text)
	if err != nil {
		return nil, err
	}
	if len(parts) != len(objectives)+1 || !x.Tree().Is(parts[0], "objectives") {
		return nil, fmt.Errorf("%d values for %d objectives", max(0, len(parts)-1), len(objectives))
	}
	out := make([]*big.Rat, len(objectives))
	for i, p := range parts[1:] {
		kids := x.Tree().Children(p)
		least := 2
		if o := objectives[i]; o.term == nil && o.group == "" {
			least = 1 // a group without a name is shown as ( v)
		}
		if len(kids) < least || unattained.MatchString(" "+x.Tree().Text(p)+" ") {
			continue
		}
		t, err := x.Body(nil, sorts.Real, kids[len(kids)-1])
		if err != nil {
			return nil, err
		}
		if v := eval.New(x.Store(), nil, r.formula.bounds().options(interpretsNothing(r.formula.script, r.check), eval.Options{})).Term(t); v.IsKnown() {
			out[i], _ = v.Rat()
		}
	}
	return out, nil
}

// optimized judges the values of objectives. They must be the values that the objectives have under the model, which solvers make for all
// of them in their order of precedence; and the first must be the best value, as far as a rival shows.
func (r *responding) optimized(_ *script.Command, text string) []oracle.Response {
	objectives, ok := r.formula.objectives(r.check)
	if !ok || !r.context.Precedence {
		return []oracle.Response{{Summary: "the objectives are not in order of precedence"}}
	}
	if why := r.under(); why != "" {
		return []oracle.Response{{Summary: why}}
	}
	reported, err := r.reported(r.session(), objectives, text)
	if err != nil {
		return []oracle.Response{unreadResponse(err.Error())}
	}
	out := make([]oracle.Response, len(objectives))
	attained := true
	for i, o := range objectives {
		switch v, known := o.value(r.ev); {
		case reported[i] == nil:
			out[i].Summary, attained = "no optimum is attained", false
		case !attained:
			out[i].Summary = "the optimum of one before it is not attained" // solvers stop there: what they show is a bound found on the way
		case o.term != nil && o.term.Sort() != sorts.Int && o.term.Sort() != sorts.Real:
			out[i].Summary = "the value is not a number"
		case !known:
			out[i].Summary = "the value under the model is not known"
		case v.Cmp(reported[i]) == 0:
			out[i].Verdict = oracle.ResponseHolds
		default:
			out[i].Verdict = oracle.ResponseFails
			out[i].Summary = fmt.Sprintf("%s is given as %s, and is %s under the model", o.words(), reported[i].RatString(), v.RatString())
			out[i].Detail = clip(text)
			out[i].Model = model.Print(r.model)
		}
	}
	if len(objectives) > 0 && reported[0] != nil && out[0].Verdict != oracle.ResponseFails && r.context.Rival != "" {
		r.rival(objectives[0], reported[0], text, &out[0])
	}
	return out
}

// rival checks whether another model is better than what was reported as the best.
func (r *responding) rival(o *objective, reported *big.Rat, text string, out *oracle.Response) {
	b := r.formula.bounds()
	m, err := model.Read(r.context.Rival, r.formula.script, r.check, b.reading("rival", r.context.Family))
	if err != nil || b.report(m).Verdict != oracle.ModelHolds {
		return
	}
	v, known := o.value(eval.New(m.Script.Store, m, b.options(m, eval.Options{Heed: eval.Division, Missing: eval.MissingOpen})))
	if !known || !o.better(v, reported) {
		return
	}
	out.Verdict = oracle.ResponseFails
	out.Summary = fmt.Sprintf("%s is given as %s, and is %s under another model of all assertions", o.words(), reported.RatString(), v.RatString())
	out.Detail = clip(text)
	out.Model = model.Print(m)
}

// Rival returns a script that is sat if the value that a solver gives for the first objective of check number check is not the best one: the
// script of the check without objectives, with the assertion that there is a better value. ok is false where nothing is claimed.
func (f *Formula) Rival(check int, said string, c Context, dialect, model string) (text string, ok bool) {
	defer func() {
		if recover() != nil { // the fault is found again where the response is judged
			text, ok = "", false
		}
	}()
	objectives, known := f.objectives(check)
	if !known || !c.Precedence || len(objectives) == 0 {
		return "", false
	}
	if f.quantified(check) {
		return "", false // solvers say that what they give under quantifiers is not an optimum
	}
	r := &responding{formula: f, check: check, context: c}
	x := r.session()
	reported, err := r.reported(x, objectives, said)
	if err != nil || reported[0] == nil {
		return "", false
	}
	better, err := objectives[0].beyond(x, reported[0])
	if err != nil {
		return "", false
	}
	at := f.script.CheckCommand(check)
	n := *f.script
	n.Commands = nil
	for _, c := range f.script.Commands[:at] {
		if c.Kind != script.Minimize && c.Kind != script.Maximize && c.Kind != script.AssertSoft {
			n.Commands = append(n.Commands, c)
		}
	}
	n.Commands = append(n.Commands, &script.Command{Kind: script.Assert, Terms: []*term.Term{better}}, f.script.Commands[at])
	p := script.Printer{Solver: dialect, ForSolver: true, Fleeting: true, AfterCheck: func(int) string { return model }}
	return string(p.Append(nil, &n)), true
}

// quantified reports whether there are binders in the assertions of a check, or in the functions that they call.
func (f *Formula) quantified(check int) bool {
	active, _ := f.script.Active(check)
	var roots []*term.Term
	for _, a := range active {
		roots = append(roots, a.Term)
	}
	for _, c := range f.script.Commands {
		for _, d := range c.Decls {
			if d.Body != nil {
				roots = append(roots, d.Body)
			}
		}
	}
	return slices.ContainsFunc(roots, (*term.Term).HasBinder)
}

// beyond returns the formula that the objective has a better value.
func (o *objective) beyond(x *elab.Session, v *big.Rat) (*term.Term, error) {
	var value *term.Term
	op := "<"
	switch {
	case o.term != nil:
		value = o.term
		if o.maximize {
			op = ">"
		}
	default:
		var parts []*term.Term
		for _, s := range o.soft {
			zero, err := number(x, new(big.Rat))
			if err != nil {
				return nil, err
			}
			w, err := number(x, s.weight)
			if err != nil {
				return nil, err
			}
			part, err := apply(x.Store(), "ite", s.formula, zero, w)
			if err != nil {
				return nil, err
			}
			parts = append(parts, part)
		}
		value = parts[0]
		if len(parts) > 1 {
			var err error
			if value, err = apply(x.Store(), "+", parts...); err != nil {
				return nil, err
			}
		}
	}
	bound, err := number(x, v)
	if err != nil {
		return nil, err
	}
	if value.Sort() == sorts.Int {
		if value, err = apply(x.Store(), "to_real", value); err != nil {
			return nil, err
		}
	}
	return apply(x.Store(), op, value, bound)
}

// number returns a rational as a term of sort Real.
func number(x *elab.Session, v *big.Rat) (*term.Term, error) {
	text := new(big.Int).Abs(v.Num()).String() + ".0"
	if !v.IsInt() {
		text = "(/ " + text + " " + v.Denom().String() + ".0)"
	}
	if v.Sign() < 0 {
		text = "(- " + text + ")"
	}
	if err := next(x, text); err != nil {
		return nil, err
	}
	t, err := x.Body(nil, sorts.Real, syntax.Root)
	if err != nil {
		return nil, err
	}
	return t, nil
}
