package certify

import (
	"errors"
	"fmt"
	"slices"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// A Refutation is what a solver of the family printed as a model of the script that Refutations has for a claim.
type Refutation struct {
	Place, Claim int
	Solver       string
	Family       string
	Model        string
}

// A conjecture is a formula that, as a solver says, lies between the assertions and a goal, or is missing between them.
type conjecture struct {
	kind       question.Kind
	asserted   []*term.Term
	said, goal *term.Term
	sides      string // what the asserted terms and the goal are called
	claims     []implication
}

// An implication is one of the conditions on a conjecture. No model makes all premises true and the conclusion false.
type implication struct {
	words      string
	premises   []*term.Term
	conclusion *term.Term
}

// errNone says that the solver has no formula to give, which is not a mistake.
var errNone = errors.New("the solver has none to give")

// conjecture reads the response to a command that asks for one after the assertions.
func (r *responding) conjecture(command, text string) (*conjecture, error) {
	active, _ := r.formula.script.Active(r.check)
	for _, a := range active {
		if a.Assumed {
			return nil, errors.New("there are assumptions")
		}
	}
	x := r.session()
	kids, err := list(x, command)
	if err != nil || len(kids) == 0 {
		return nil, errUnreadable
	}
	word, _ := x.Tree().Name(kids[0])
	kind, _ := question.Find(word, "")
	switch f, _ := question.FormOf(word); {
	case f.Lists && f.Names > 0 && len(kids) == 2:
		return r.among(x, active, partition{first: namesIn(x.Tree(), kids[1])}, text)
	case f.Lists && f.Names == 0 && len(kids) == 3:
		return r.among(x, active, partition{first: namesIn(x.Tree(), kids[1]), second: namesIn(x.Tree(), kids[2]), both: true}, text)
	case f.Names == 1 && len(kids) == 3:
		return r.defined(x, active, &conjecture{kind: kind, sides: "the assertions and the goal"}, kids[2], text)
	}
	return nil, errUnreadable
}

var errUnreadable = errors.New("the command cannot be read")

// defined reads (define-fun I () Bool F), the response to (get-interpolant I G) or (get-abduct I G), after assertions A. As cvc5 defines
// them, A implies an interpolant, which implies G; A and an abduct together imply G.
func (r *responding) defined(x *elab.Session, active []script.Assertion, c *conjecture, goal syntax.ID, text string) (*conjecture, error) {
	for _, a := range active {
		c.asserted = append(c.asserted, a.Term)
	}
	var err error
	if c.goal, err = r.read(x, sorts.Bool, goal); err != nil {
		return nil, err
	}
	if err := next(x, text); err != nil {
		return nil, err
	}
	if x.Tree().Kind(syntax.Root) != syntax.List {
		return nil, errNone
	}
	parts := x.Tree().Children(syntax.Root)
	if len(parts) != 5 || !x.Tree().Is(parts[0], "define-fun") || len(x.Tree().Children(parts[2])) != 0 || !x.Tree().Is(parts[3], "Bool") {
		return nil, errors.New("the response is not a definition of a formula")
	}
	if c.said, err = r.read(x, sorts.Bool, parts[4]); err != nil {
		return nil, err
	}
	c.claims = []implication{{"together with the assertions it does not imply the goal", append(slices.Clone(c.asserted), c.said), c.goal}}
	if c.kind == question.Interpolant {
		c.claims = []implication{
			{"the assertions do not imply it", c.asserted, c.said},
			{"it does not imply the goal", []*term.Term{c.said}, c.goal},
		}
	}
	return c, nil
}

// stranger returns the name of a symbol that the formula has and the assertions or the goal do not have, "" for none.
func (c *conjecture) stranger() string {
	if c.kind != question.Interpolant {
		return ""
	}
	own, _ := symbols(c.said)
	left, _ := symbols(c.asserted...)
	right, _ := symbols(c.goal)
	for _, d := range own {
		if !slices.Contains(left, d) || !slices.Contains(right, d) {
			return d.Name
		}
	}
	return ""
}

// conjectured judges an interpolant or an abduct: under its own model and random interpretations, and under the rebuttals.
func (r *responding) conjectured(asked *script.Command, text string) oracle.Response {
	c, err := r.conjecture(asked.Text, text)
	if errors.Is(err, errNone) {
		return oracle.Response{Summary: err.Error()}
	}
	if err != nil {
		return unreadResponse(err.Error())
	}
	what := brief(c.said.String())
	shown := fmt.Sprintf("the goal: %s\nwhat was said: %s\n", clip(c.goal.String()), clip(c.said.String()))
	if name := c.stranger(); name != "" {
		return oracle.Response{
			Verdict: oracle.ResponseFails, Detail: shown, Summary: fmt.Sprintf("%s has %s, which is not in both %s", what, name, c.sides),
		}
	}
	out := oracle.Response{Verdict: oracle.ResponseHolds}
	for i, claim := range c.claims {
		one, err := conjunction(r.formula.script.Store, claim.premises)
		if err != nil {
			return unreadResponse(err.Error())
		}
		tried := r.tryAll(implied(one, claim.conclusion))
		if tried.Verdict != oracle.ResponseFails {
			tried = r.refuted(c, i, tried)
		}
		if tried.Verdict == oracle.ResponseFails {
			tried.Detail = shown + tried.Detail
			tried.Summary = fmt.Sprintf("%s: %s", what, claim.words)
			return tried
		}
		if tried.Verdict != oracle.ResponseHolds {
			out.Verdict, out.Summary = oracle.ResponseOpen, tried.Summary
		}
	}
	return out
}

func implied(premise, conclusion *term.Term) claim {
	return claim{one: premise, other: conclusion, holds: func(st *term.Store) (*term.Term, error) { return apply(st, "=>", premise, conclusion) }}
}

// refuted evaluates the rebuttals of a claim; otherwise is the response without them.
func (r *responding) refuted(c *conjecture, i int, otherwise oracle.Response) oracle.Response {
	for _, b := range r.context.Refutations {
		if b.Place != r.place || b.Claim != i {
			continue
		}
		s, err := r.against(c.claims[i])
		if err != nil {
			return otherwise
		}
		// What is in scope goes by the numbers of commands, which are others in s.
		m, err := model.Read(b.Model, r.formula.script, r.check, r.formula.bounds().reading("model", b.Family))
		if err != nil {
			continue
		}
		m.Script, m.Check = s, 0
		if report := r.formula.bounds().report(m); report.Verdict == oracle.ModelHolds {
			return oracle.Response{Verdict: oracle.ResponseFails, Model: report.Text, Detail: "the model is that of " + b.Solver + "\n"}
		}
	}
	return otherwise
}

// against returns the script that asks for a model in which the premises are true and the conclusion is false.
func (r *responding) against(i implication) (*script.Script, error) {
	s := r.formula.script
	negated, err := apply(s.Store, "not", i.conclusion)
	if err != nil {
		return nil, err
	}
	n := *s
	n.Commands = nil
	for _, c := range s.Commands[:max(0, s.CheckCommand(r.check))] {
		switch c.Kind {
		case script.Push, script.Pop, script.Reset, script.ResetAssertions:
			return nil, errors.New("the assertions are not all in force")
		case script.Assert, script.SetOption, script.Get, script.GetValue, script.Simplify, script.Other:
			continue
		}
		n.Commands = append(n.Commands, c)
	}
	for _, t := range append(slices.Clone(i.premises), negated) {
		n.Commands = append(n.Commands, &script.Command{Kind: script.Assert, Terms: []*term.Term{t}})
	}
	n.Commands = append(n.Commands, &script.Command{Kind: script.CheckSat})
	return &n, nil
}

// Refutations returns, for what a solver said to a question, scripts that have no model if it is right, in the order of its claims; none
// for other questions.
func (f *Formula) Refutations(check int, said Said) []*script.Script {
	asked := f.asked(check)
	if said.Place >= len(asked) || f.ambiguous {
		return nil
	}
	if kind, _ := question.Of(asked[said.Place]); !kind.Refutable() {
		return nil
	}
	r := &responding{formula: f, check: check}
	c, err := r.conjecture(asked[said.Place].Text, said.Text)
	if err != nil {
		return nil
	}
	var out []*script.Script
	for _, claim := range c.claims {
		s, err := r.against(claim)
		if err != nil {
			return nil
		}
		out = append(out, s)
	}
	return out
}
