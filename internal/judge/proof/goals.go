package proof

import (
	"errors"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// A Goal is the verdict on the goals that a tactic of z3 leaves, under a witness.
type Goal struct {
	// Tactic is the tactic, or the sequence of tactics, that produced the goals.
	Tactic string `json:"tactic"`
	// Verdict is Wrong when every goal that is left is false although the assertions are true, Holds when one is true, and Open otherwise.
	Verdict string `json:"verdict"`
	// Why is the smallest false part of the first goal, or says why nothing is known about it.
	Why string `json:"why,omitempty"`
	// False is the formula of the first goal that is false.
	False string `json:"false,omitempty"`
}

// Goals reads what z3 prints for (apply tactic): (goals (goal F ... :precision p :depth d) ...). A tactic is right when one of the goals
// that it leaves can be satisfied whenever the assertions can; under a witness that fixes all symbols, one of them is true. A constant that
// the tactic has introduced has no value, so goals that depend on it are open, and so is what the witness leaves open.
func Goals(tactic, text string, s *script.Script, check int, w *Witness, budget Budget) (Goal, error) {
	out := Goal{Tactic: tactic}
	if budget == (Budget{}) {
		budget = DefaultBudget
	}
	if len(text) > budget.Bytes {
		return out, fmt.Errorf("goals of %d bytes, where %d are read at most", len(text), budget.Bytes)
	}
	tree := &syntax.Tree{}
	more, err := syntax.NewReader(text).Next(tree)
	if err != nil {
		return out, fmt.Errorf("the goals cannot be read: %w", err)
	}
	if !more || tree.Len(syntax.Root) == 0 || !tree.Is(tree.First(syntax.Root), "goals") {
		return out, errors.New("the text has no goals")
	}
	r := &reader{
		opts: Options{Budget: budget}, x: elab.Resume(s, check, elab.Options{MaxTerms: budget.Terms}), store: s.Store, before: s.Store.Len(), tree: tree,
		out: &Proof{Script: s, Check: check, Format: Z3}, names: map[string]*binding{}, skolems: map[string]*Skolem{}, ours: map[*term.Decl]*Skolem{},
	}
	var goals [][]formula
	for _, g := range tree.Children(syntax.Root)[1:] {
		if tree.Len(g) == 0 || !tree.Is(tree.First(g), "goal") {
			continue
		}
		fs, err := r.goal(tree.Children(g)[1:])
		if err != nil {
			return out, err
		}
		goals = append(goals, fs)
	}
	r.settle()
	w.interpret(r.out)
	w.judge(&out, goals)
	return out, nil
}

// A formula is a formula of a goal, nil with the reason why it cannot be read.
type formula struct {
	term *term.Term
	why  string
}

// goal reads the formulas of a goal, which end where its attributes begin.
func (r *reader) goal(kids []syntax.ID) ([]formula, error) {
	var out []formula
	for i, k := range kids {
		if r.tree.Kind(k) == syntax.Keyword {
			if r.tree.Text(k) == ":precision" && i+1 < len(kids) && !r.tree.Is(kids[i+1], "precise") && !r.tree.Is(kids[i+1], "over") {
				out = []formula{{why: "the tactic may leave models out"}}
			}
			break
		}
		var s Step
		if err := r.conclude(&s, k); err != nil {
			return nil, err
		}
		out = append(out, formula{s.Claim, s.Why})
	}
	return out, nil
}

// judge evaluates goals.
func (w *Witness) judge(out *Goal, goals [][]formula) {
	all := true
	for _, g := range goals {
		no, open := w.refuted(g)
		switch {
		case no != nil:
			if out.False == "" {
				out.False, out.Why = Clip(no), w.ev.Explain(no).String()
			}
		case open == "":
			out.Verdict, out.Why, out.False = Holds.String(), "", ""
			return
		default:
			all = false
			if out.False == "" {
				out.Why = strings.TrimSpace(open)
			}
		}
	}
	out.Verdict = Wrong.String()
	switch {
	case !all:
		out.Verdict, out.False = Open.String(), ""
	case len(goals) == 0:
		out.Why, out.False = "no goal is left", "false"
	}
}

// refuted returns a formula that is false, or why one of them is open, "" when all are true.
func (w *Witness) refuted(g []formula) (no *term.Term, open string) {
	for _, f := range g {
		if f.term == nil {
			open = f.why
			continue
		}
		switch v := w.value(f.term); {
		case v.IsFalse():
			return f.term, ""
		case !v.IsTrue():
			open = openReason(v)
		}
	}
	return nil, open
}
