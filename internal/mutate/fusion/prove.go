package fusion

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// State says how certain it is that an inverse recovers its input for all values.
type State uint8

// The states.
const (
	// Refused: some values refute it.
	Refused State = iota
	// Tested: none of the tried values refutes it, and no solver proved it.
	Tested
	// Proved: a solver proved it, and none of the tried values refutes it.
	Proved
)

// String returns the name of the state.
func (s State) String() string { return [...]string{"refused", "tested", "proved"}[s] }

// Verdict is the result of trying and proving one inverse of a function over given sorts.
type Verdict struct {
	Function, Sort string // the function's position in its file, and the input's sort
	Input          string
	State          State
	// Guard is the condition under which the inverse is used, because it fails elsewhere; "" for none.
	Guard string
	// Why lists values that refute the inverse without its guard, "" for none.
	Why string
	By  []string // the solvers that proved it
}

// String returns the verdict in one line.
func (v Verdict) String() string {
	s := fmt.Sprintf("%s: the inverse for %s of sort %s is %s", v.Function, v.Input, v.Sort, v.State)
	if len(v.By) > 0 {
		s += " by " + strings.Join(v.By, ", ")
	}
	if v.Guard != "" {
		s += ", under the guard " + v.Guard
	}
	if v.Why != "" {
		s += "; as written it fails for " + v.Why
	}
	return s
}

// usable is a function over given sorts with the inverses that may be used.
type usable struct {
	*instance
	state    map[*term.Decl]State
	verdicts []Verdict
}

// valuations is how many valuations of its symbols each inverse is tried on.
const valuations = 3_000

// prove tries every inverse of a function on values and has solvers prove it. One that fails is guarded against
// zero divisors; if it still fails it is removed.
func prove(ctx context.Context, in *instance, asker mutate.Asker) (*usable, error) {
	u := &usable{instance: in, state: map[*term.Decl]State{}}
	for _, x := range in.inputs {
		r := in.inverses[x]
		if r == nil {
			continue
		}
		v := Verdict{Function: in.function.Name, Sort: x.Result.String(), Input: x.Text}
		why, err := in.refute(x, r)
		if err != nil {
			return nil, err
		}
		if why != "" {
			v.Why = why
			guarded, guard := in.guarded(x, r)
			if guarded == nil {
				u.refuse(x, v)
				continue
			}
			if why, err = in.refute(x, guarded); err != nil {
				return nil, err
			} else if why != "" {
				u.refuse(x, v)
				continue
			}
			v.Guard = guard
			r = guarded
			in.inverses[x] = guarded
		}
		v.State = Tested
		if asker != nil {
			claim, err := in.claim(x, r)
			if err != nil {
				return nil, err
			}
			for _, reply := range asker.Ask(ctx, claim, mutate.WantVotes) {
				if reply.Status == smt.Sat {
					v.State, v.Why = Refused, "values that "+reply.Solver+" finds"
					break
				}
				v.State = Proved
				v.By = append(v.By, reply.Solver)
			}
			if v.State == Refused {
				u.refuse(x, v)
				continue
			}
		}
		u.state[x] = v.State
		u.verdicts = append(u.verdicts, v)
	}
	return u, nil
}

// refuse removes an inverse.
func (u *usable) refuse(x *term.Decl, v Verdict) {
	v.State, v.Guard, v.By = Refused, "", nil
	delete(u.inverses, x)
	u.verdicts = append(u.verdicts, v)
}

// claim returns the script that asks for values for which the inverse fails.
func (in *instance) claim(x *term.Decl, inverse *term.Term) (*script.Script, error) {
	var b strings.Builder
	for _, s := range in.sorts {
		// What holds over a sort about which nothing is known except that it is not empty holds over every sort.
		fmt.Fprintf(&b, "(declare-sort %s 0)\n", s)
	}
	for _, d := range slices.Concat(in.inputs, in.constants) {
		fmt.Fprintf(&b, "(declare-fun %s () %s)\n", d.Text, d.Result)
	}
	fmt.Fprintf(&b, "(define-fun %s () %s %s)\n(assert (not (= %s %s)))\n(check-sat)\n", in.output.Text, in.output.Result, in.fused, x.Text, inverse)
	return elab.Script(b.String(), elab.Options{File: in.function.file, Table: in.script.Store.Table})
}

// perStore is how many valuations share a store of terms.
const perStore = 200

// refute tries an inverse on values and returns a valuation for which it fails, "" when there is none. It also fails where the
// standard leaves its value open, because solvers choose that value.
func (in *instance) refute(x *term.Decl, inverse *term.Term) (why string, err error) {
	r := rng.New(0).Split(in.function.Name).Split(x.Name)
	for range valuations / perStore {
		s, err := in.claim(x, inverse)
		if err != nil {
			return "", err
		}
		p, err := problem.Of(s)
		if err != nil {
			return "", err
		}
		ch := interp.NewChooser(p)
		var ev *eval.Evaluator
		for range perStore {
			m := &model.Model{Script: s, Defs: map[*term.Decl]*model.Def{}, Universes: ch.Universes()}
			var valuation []string
			for i := range s.Commands {
				if s.Commands[i].Kind != script.DeclareFun {
					continue
				}
				d := s.Commands[i].Decls[0]
				v := ch.Value(r, d.Result)
				if v == nil {
					return "", fmt.Errorf("%s: there are no values of sort %s to try", in.function.Name, d.Result)
				}
				m.Defs[d] = &model.Def{Body: v}
				valuation = append(valuation, d.Text+" = "+v.String())
			}
			if ev == nil {
				ev = eval.New(s.Store, m, eval.Options{})
			} else {
				ev = ev.Under(m, eval.Options{})
			}
			if v := ev.Term(p.Assertions[0]); !v.IsFalse() {
				return strings.Join(valuation, ", "), nil
			}
		}
	}
	return "", nil
}

// guarded returns (ite guard inverse input) and the guard, which says that no divisor in the inverse is zero; nil when the
// inverse has no division.
func (in *instance) guarded(x *term.Decl, inverse *term.Term) (t *term.Term, guard string) {
	st := in.script.Store
	var conditions []*term.Term
	term.Walk([]*term.Term{inverse}, func(u *term.Term) bool {
		if f := u.Func(); f != nil && divides(f) && len(u.Args()) > 1 {
			for _, d := range u.Args()[1:] {
				zero := zeroOf(st, d.Sort())
				if zero == nil {
					continue
				}
				if c, _, err := st.Overload(st.Table.Lookup("distinct"), nil, nil, []*term.Term{d, zero}); err == nil && c != nil && !slices.Contains(conditions, c) {
					conditions = append(conditions, c)
				}
			}
		}
		return true
	})
	if len(conditions) == 0 {
		return nil, ""
	}
	cond := conditions[0]
	if len(conditions) > 1 {
		var err error
		if cond, _, err = st.Overload(st.Table.Lookup("and"), nil, nil, conditions); err != nil {
			return nil, ""
		}
	}
	self, err := st.App(st.User(x, nil))
	if err != nil {
		return nil, ""
	}
	t, _, err = st.Overload(st.Table.Lookup("ite"), nil, nil, []*term.Term{cond, inverse, self})
	if err != nil {
		return nil, ""
	}
	return t, cond.String()
}

// divides reports whether all of an operator's arguments except the first are divisors.
func divides(f *term.Func) bool {
	return slices.ContainsFunc([]string{"/", "div", "mod", "rem", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod"}, f.Is)
}

// zeroOf returns the zero of a sort of numbers or bit-vectors, nil for other sorts.
func zeroOf(st *term.Store, s *sorts.Sort) *term.Term {
	text := ""
	switch {
	case s == sorts.Int:
		text = "0"
	case s == sorts.Real:
		text = "0.0"
	case s.Kind() == sorts.BitVec:
		text = fmt.Sprintf("(_ bv0 %d)", s.Width())
	default:
		return nil
	}
	return literal(st, text, s)
}
