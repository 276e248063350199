package mutatetest

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// Brute decides scripts over Booleans and small bit-vectors by trying all values. It shares no code with the evaluator, which
// the engines trust: what both say is doubly confirmed.
type Brute struct {
	// Quantified gives the truth of quantifiers over other sorts, which cannot be tried; nil means that there are none.
	Quantified func(t *term.Term) bool
}

// maxTried bounds the assignments of one question.
const maxTried = 1 << 20

// bruteError ends an evaluation of something that this evaluator does not know.
type bruteError struct{ error }

// Decide answers a check-sat of a script, from 0, with all its models by the text of get-model. Only the first of them is kept.
func (b Brute) Decide(s *script.Script, check int) (status smt.Status, model string, err error) {
	defer func() {
		if p := recover(); p != nil {
			e, ours := p.(bruteError)
			if !ours {
				panic(p)
			}
			err = e.error
		}
	}()
	active, ok := s.Active(check)
	if !ok {
		return smt.Unknown, "", fmt.Errorf("there is no check-sat number %d", check+1)
	}
	var formulas []*term.Term
	for _, a := range active {
		formulas = append(formulas, a.Term)
	}
	vars := constants(s.Commands[:s.CheckCommand(check)])
	status = smt.Unsat
	b.each(vars, func(v *valuation) bool {
		for _, f := range formulas {
			if v.of(f) == 0 {
				return true
			}
		}
		status, model = smt.Sat, v.text(vars)
		return false
	})
	return status, model, nil
}

// Implies reports whether every assignment that makes the assertions of one script true makes those of the other true. Both ask
// once. What only the second declares is tried too: one of its values must work.
func (b Brute) Implies(from, to *script.Script) (implied bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			e, ours := p.(bruteError)
			if !ours {
				panic(p)
			}
			err = e.error
		}
	}()
	first, _ := from.Active(0)
	second, _ := to.Active(0)
	implied = true
	b.each(constants(from.Commands), func(v *valuation) bool {
		for _, a := range first {
			if v.of(a.Term) == 0 {
				return true
			}
		}
		for _, a := range second {
			implied = implied && v.of(a.Term) == 1
		}
		return implied
	})
	return implied, nil
}

// constants returns the constants that commands declare.
func constants(commands []*script.Command) []*term.Decl {
	var out []*term.Decl
	for i := range commands {
		if c := commands[i]; c.Kind == script.DeclareFun {
			out = append(out, c.Decls...)
		}
	}
	return out
}

// each calls f with every valuation until it returns false. The valuation is valid until f returns.
func (b Brute) each(vars []*term.Decl, f func(*valuation) bool) {
	total := uint64(1)
	for _, d := range vars {
		if total *= size(d.Result); len(d.Params) > 0 || total > maxTried {
			panic(bruteError{fmt.Errorf("%s has too many values to try", d.Text)})
		}
	}
	v := &valuation{
		brute: b, constants: map[string]int{}, values: make([]uint64, len(vars)), vars: map[*term.Term]uint64{}, known: map[*term.Term]uint64{},
	}
	for i, d := range vars {
		v.constants[d.Name] = i
	}
	for n := range total {
		clear(v.known)
		for _, d := range vars {
			k := size(d.Result)
			v.values[v.constants[d.Name]], n = n%k, n/k
		}
		if !f(v) {
			return
		}
	}
}

// size returns the number of a sort's values.
func size(s *sorts.Sort) uint64 {
	switch {
	case s == sorts.Bool:
		return 2
	case s.Kind() == sorts.BitVec && s.Width() <= 8:
		return 1 << s.Width()
	}
	panic(bruteError{fmt.Errorf("%s has too many values to try", s)})
}

// valuation gives values to symbols: numbers, 0 and 1 for Booleans. Constants are identified by name, so that scripts with
// different stores can be compared.
type valuation struct {
	brute     Brute
	constants map[string]int // positions in values
	values    []uint64
	vars      map[*term.Term]uint64
	known     map[*term.Term]uint64 // of closed terms
	arguments []uint64              // of the applications being computed
}

func (v *valuation) text(vars []*term.Decl) string {
	var w strings.Builder
	w.WriteString("(")
	for _, d := range vars {
		n := v.values[v.constants[d.Name]]
		value := fmt.Sprint(n == 1)
		if d.Result != sorts.Bool {
			value = fmt.Sprintf("#b%0*b", d.Result.Width(), n)
		}
		fmt.Fprintf(&w, "(define-fun %s () %s %s)", d.Text, d.Result, value)
	}
	return w.String() + ")"
}

func (v *valuation) of(t *term.Term) uint64 {
	if n, ok := v.known[t]; ok {
		return n
	}
	n := v.compute(t)
	if len(t.Free()) == 0 {
		v.known[t] = n
	}
	return n
}

func (v *valuation) compute(t *term.Term) uint64 {
	switch t.Kind() {
	case term.Annot:
		return v.of(t.Args()[0])
	case term.Var:
		return v.vars[t]
	case term.Literal:
		return literal(t)
	case term.Quant:
		return v.quantified(t)
	case term.App:
		f := t.Func()
		if f.Kind == term.TheoryFunc {
			return v.apply(t)
		}
		if f.Kind == term.UserFunc && len(t.Args()) == 0 {
			switch d := f.Decl; {
			case d.Body != nil:
				return v.of(d.Body)
			case d.Kind == term.Declared:
				if i, ok := v.constants[d.Name]; ok {
					return v.values[i]
				}
			}
		}
	}
	panic(bruteError{fmt.Errorf("%s is not known here", t)})
}

func literal(t *term.Term) uint64 {
	text := t.Text()
	if rest, ok := strings.CutPrefix(text, "(_ bv"); ok {
		text = rest[:strings.IndexByte(rest, ' ')]
	} else {
		text = strings.Replace(text, "#", "0", 1)
	}
	n, ok := new(big.Int).SetString(text, 0)
	if !ok {
		panic(bruteError{fmt.Errorf("the literal %s is not known here", t)})
	}
	return n.Uint64()
}

func (v *valuation) quantified(t *term.Term) uint64 {
	for _, x := range t.Bound() {
		if k := x.Sort(); k != sorts.Bool && k.Kind() != sorts.BitVec && v.brute.Quantified != nil {
			return number(v.brute.Quantified(t))
		}
	}
	all, some := true, false
	var try func(vars []*term.Term)
	try = func(vars []*term.Term) {
		if len(vars) == 0 {
			holds := v.of(t.Args()[0]) == 1
			all, some = all && holds, some || holds
			return
		}
		for n := range size(vars[0].Sort()) {
			v.vars[vars[0]] = n
			try(vars[1:])
		}
	}
	try(t.Bound())
	if t.Binder() == term.Exists {
		return number(some)
	}
	return number(all)
}

func number(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// application is an operator with the values of its arguments.
type application struct {
	t    *term.Term
	n    []uint64
	mask uint64 // of the result's bits
}

// apply knows the core theory, and the operators of bit-vectors that fusion functions and rules use.
func (v *valuation) apply(t *term.Term) uint64 {
	first := len(v.arguments)
	for _, x := range t.Args() {
		n := v.of(x) // it may move the arguments
		v.arguments = append(v.arguments, n)
	}
	a := application{t, v.arguments[first:], 1}
	v.arguments = v.arguments[:first]
	if s := t.Sort(); s.Kind() == sorts.BitVec {
		a.mask = 1<<s.Width() - 1
	}
	for _, theory := range []func(application) (uint64, bool){application.core, application.arithmetic, application.comparison, application.parts} {
		if n, ok := theory(a); ok {
			return n
		}
	}
	panic(bruteError{fmt.Errorf("the operator %s is not known here", t.Func())})
}

func (a application) name() string { return a.t.Func().Row.Name }

// fold applies an operator from left to right.
func (a application) fold(f func(x, y uint64) uint64) (uint64, bool) {
	acc := a.n[0]
	for _, y := range a.n[1:] {
		acc = f(acc, y) & a.mask
	}
	return acc, true
}

func (a application) core() (uint64, bool) {
	n := a.n
	switch a.name() {
	case "true":
		return 1, true
	case "false":
		return 0, true
	case "not":
		return 1 - n[0], true
	case "and", "bvand":
		return a.fold(func(x, y uint64) uint64 { return x & y })
	case "or", "bvor":
		return a.fold(func(x, y uint64) uint64 { return x | y })
	case "xor", "bvxor":
		return a.fold(func(x, y uint64) uint64 { return x ^ y })
	case "=>":
		acc := n[len(n)-1]
		for i := len(n) - 2; i >= 0; i-- {
			acc |= 1 - n[i]
		}
		return acc, true
	case "=":
		for i := range n[1:] {
			if n[i] != n[i+1] {
				return 0, true
			}
		}
		return 1, true
	case "distinct":
		for i, x := range n {
			if slices.Contains(n[:i], x) {
				return 0, true
			}
		}
		return 1, true
	case "ite":
		return n[2-n[0]], true
	}
	return 0, false
}

func (a application) arithmetic() (uint64, bool) {
	switch a.name() {
	case "bvnot":
		return ^a.n[0] & a.mask, true
	case "bvneg":
		return -a.n[0] & a.mask, true
	case "bvadd":
		return a.fold(func(x, y uint64) uint64 { return x + y })
	case "bvsub":
		return a.fold(func(x, y uint64) uint64 { return x - y })
	case "bvmul":
		return a.fold(func(x, y uint64) uint64 { return x * y })
	case "bvudiv":
		return a.fold(func(x, y uint64) uint64 {
			if y == 0 {
				return a.mask
			}
			return x / y
		})
	case "bvurem":
		return a.fold(func(x, y uint64) uint64 {
			if y == 0 {
				return x
			}
			return x % y
		})
	case "bvshl":
		return a.fold(func(x, y uint64) uint64 { return x << y })
	case "bvlshr":
		return a.fold(func(x, y uint64) uint64 { return x >> y })
	}
	return 0, false
}

// signed reads an argument in two's complement.
func (a application) signed(i int) int64 {
	rest := 64 - a.t.Args()[i].Sort().Width()
	return int64(a.n[i]<<rest) >> rest
}

func (a application) comparison() (uint64, bool) {
	n := a.n
	switch a.name() {
	case "bvult":
		return number(n[0] < n[1]), true
	case "bvule":
		return number(n[0] <= n[1]), true
	case "bvugt":
		return number(n[0] > n[1]), true
	case "bvuge":
		return number(n[0] >= n[1]), true
	case "bvslt":
		return number(a.signed(0) < a.signed(1)), true
	case "bvsle":
		return number(a.signed(0) <= a.signed(1)), true
	case "bvsgt":
		return number(a.signed(0) > a.signed(1)), true
	case "bvsge":
		return number(a.signed(0) >= a.signed(1)), true
	case "bvcomp":
		return number(n[0] == n[1]), true
	}
	return 0, false
}

// parts applies the operators that move bits elsewhere.
func (a application) parts() (uint64, bool) {
	n := a.n
	switch a.name() {
	case "concat":
		acc := n[0]
		for i, y := range n[1:] {
			acc = acc<<a.t.Args()[i+1].Sort().Width() | y
		}
		return acc, true
	case "extract":
		return n[0] >> a.t.Func().Indices[1] & a.mask, true
	case "zero_extend":
		return n[0], true
	case "sign_extend":
		return uint64(a.signed(0)) & a.mask, true
	case "rotate_left":
		width := a.t.Sort().Width()
		k := a.t.Func().Indices[0] % width
		return (n[0]<<k | n[0]>>(width-k)) & a.mask, true
	case "rotate_right":
		width := a.t.Sort().Width()
		k := a.t.Func().Indices[0] % width
		return (n[0]>>k | n[0]<<(width-k)) & a.mask, true
	}
	return 0, false
}

// Asker returns a mutate.Asker with two solvers of two codebases that answer by brute force, with models and cores.
func (b Brute) Asker() mutate.Asker {
	return Scripted(func(s *script.Script, want mutate.Want) []mutate.Reply {
		status, model, err := b.Decide(s, 0)
		switch {
		case err != nil:
			return nil
		case status == smt.Unsat && (want == mutate.WantCore || want == mutate.WantModel):
			return []mutate.Reply{unsat("one", s)}
		case status == smt.Unsat:
			return []mutate.Reply{unsat("one", s), unsat("two", s)}
		case want == mutate.WantVotes, want == mutate.WantAgreement:
			return []mutate.Reply{sat("one", ""), sat("two", "")}
		}
		return []mutate.Reply{sat("one", model)}
	})
}

// Scripted returns a mutate.Asker with scripted answers. The function must give the same question the same answers.
func Scripted(f func(s *script.Script, want mutate.Want) []mutate.Reply) mutate.Asker {
	return asker(f)
}
