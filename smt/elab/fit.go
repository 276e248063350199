package elab

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// A conversion makes explicit what solvers do to an argument of the wrong sort: the resulting term, and the feature that it
// uses.
type conversion struct {
	to      *term.Term
	feature theory.Feature
	counts  bool // feature is set
}

// conversions returns what may replace a where its sort does not fit. want is the required sort, nil when it is not
// completely known.
func (e *elaborator) conversions(a *term.Term, want *sorts.Sort) []conversion {
	var out []conversion
	cast := func(s *sorts.Sort) {
		if c, err := e.store.Cast(a, s); err == nil {
			out = append(out, conversion{c, theory.ArrayFunctions, true})
		}
	}
	switch s := a.Sort(); {
	case s == sorts.Int && (want == nil || want == sorts.Real):
		out = append(out, conversion{to: e.toReal(a)})
	case s == sorts.Real && (want == nil || want == sorts.Int):
		if c := e.overload("to_int", a); c != nil {
			out = append(out, conversion{c, theory.IntegerOfReal, true})
		}
	case s == sorts.Bool && want == sorts.Int && e.logic.RealLiterals(): // no numeral is an Int in such a logic
	case s == sorts.Bool && (want == sorts.Int || want == sorts.Real):
		one, zero := e.store.Lit(syntax.Numeral, "1", sorts.Int), e.store.Lit(syntax.Numeral, "0", sorts.Int)
		if want == sorts.Real {
			one, zero = e.toReal(one), e.toReal(zero)
		}
		if c := e.overload("ite", a, one, zero); c != nil {
			out = append(out, conversion{c, theory.NumberOfBool, true})
		}
	case want != nil && want.Size() > 1 && e.store.Arrayed(want) == e.store.Arrayed(s):
		cast(want)
	case want == nil && s.Kind() == sorts.Func:
		cast(e.store.ArrayOf(s.Args()))
	case want == nil && isArray(s):
		args := s.Args()
		cast(e.store.Sorts.Func(args[:len(args)-1], args[len(args)-1]))
	}
	return out
}

// isArray reports whether s is an array sort, with one or several indices.
func isArray(s *sorts.Sort) bool {
	return s.Kind() == sorts.Array || s.Kind() == sorts.Applied && s.Name() == "Array"
}

// convert makes a term of the required sort, nil when no language that is read does that.
func (e *elaborator) convert(a *term.Term, want *sorts.Sort) *term.Term {
	if a.Sort() == want {
		return a
	}
	for _, c := range e.conversions(a, want) {
		if c.to.Sort() == want && c.feature != theory.NumberOfBool && (!c.counts || e.may(c.feature)) {
			return c.to
		}
	}
	return nil
}

// fit applies the first of rows that accepts the arguments after converting some of them, nil when none does.
func (e *elaborator) fit(n syntax.ID, h head, rows []*theory.Row, args []*term.Term) (*term.Term, *syntax.Error) {
	if h.name == "to_real" && len(args) == 1 && args[0].Sort() == sorts.Real {
		if e.may(theory.RealToReal) { // rounding does not apply
			return args[0], nil
		}
		return nil, nil
	}
	if r, err := e.fitAny(n, h, rows, args, exact); r != nil || err != nil {
		return r, err
	}
	return e.fitAny(n, h, rows, args, rounded)
}

// A rounding says whether arguments may lose their fractions: what fits without rounding comes first.
type rounding bool

const (
	exact   rounding = false
	rounded rounding = true
)

func (e *elaborator) fitAny(n syntax.ID, h head, rows []*theory.Row, args []*term.Term, how rounding) (*term.Term, *syntax.Error) {
	for _, row := range rows {
		to, used, ok := e.fitted(row, &h, args, how)
		if !ok {
			continue
		}
		r, _, err := e.store.Overload([]*theory.Row{row}, h.idx, h.as, to)
		if err != nil {
			return nil, e.wrap(n, err)
		}
		if r == nil {
			continue
		}
		for _, f := range used.List() {
			if !e.may(f) {
				return nil, nil
			}
		}
		return r, e.operator(n, row)
	}
	return nil, nil
}

// fitted converts the arguments that do not fit the row. Arrays come first: they determine the variables of the signature
// better than the functions next to them.
func (e *elaborator) fitted(row *theory.Row, h *head, args []*term.Term, how rounding) (to []*term.Term, used theory.Features, ok bool) {
	var b sorts.Binding
	if len(h.idx) != row.HeadIdx || !row.Accepts(len(args)) {
		return nil, 0, false
	}
	for i, v := range h.idx {
		b.SetIdx(i, v)
	}
	if h.as != nil && !row.Result.Match(h.as, &b) {
		return nil, 0, false
	}
	to = make([]*term.Term, len(args))
	one := func(i int) bool {
		p := row.Param(i, len(args))
		trial := b
		if p.Match(args[i].Sort(), &trial) {
			b, to[i] = trial, args[i]
			return true
		}
		want, err := p.Instantiate(e.store.Sorts, &b)
		if err != nil {
			want = nil
		}
		for _, c := range e.conversions(args[i], want) {
			switch {
			case !c.counts:
			case e.opts.Dialects&c.feature.Dialects() == 0,
				c.feature == theory.IntegerOfReal && (how == exact || row.Theory != "ints" && row.Theory != "arrays"),
				c.feature == theory.NumberOfBool && row.Theory != "ints" && row.Theory != "reals":
				continue
			}
			trial := b
			if p.Match(c.to.Sort(), &trial) {
				b, to[i] = trial, c.to
				if c.counts {
					used.Add(c.feature)
				}
				return true
			}
		}
		return false
	}
	for i, a := range args {
		if isArray(a.Sort()) && !one(i) {
			return nil, 0, false
		}
	}
	for i, a := range args {
		if !isArray(a.Sort()) && !one(i) {
			return nil, 0, false
		}
	}
	return to, used, true
}

// single reads an operator of several arguments that is applied to one: for z3 the result is that argument. It also reads
// the empty conjunction and disjunction.
func (e *elaborator) single(h head, rows []*theory.Row, args []*term.Term) *term.Term {
	if value := nullary[h.name]; value != "" && len(args) == 0 && h.as == nil && len(h.idx) == 0 && e.may(theory.UnaryOperator) {
		return e.overload(value)
	}
	if len(args) != 1 || h.as != nil || len(h.idx) > 0 {
		return nil
	}
	if h.name == "distinct" {
		if !e.may(theory.UnaryOperator) {
			return nil
		}
		return e.overload("true")
	}
	numeric := args[0].Sort() == sorts.Int || args[0].Sort() == sorts.Real
	if (h.name == "<" || h.name == "<=" || h.name == ">" || h.name == ">=") && numeric && e.may(theory.UnaryOperator) {
		return e.overload("true")
	}
	for _, row := range rows {
		var b sorts.Binding
		if len(row.Args) == 2 && unaryOperators[row.Name] && row.Args[0].Match(args[0].Sort(), &b) {
			if e.may(theory.UnaryOperator) {
				return args[0]
			}
			return nil
		}
	}
	return nil
}

// nullary are the operators that z3 accepts without any argument, with the value they have for no arguments.
var nullary = map[string]string{"and": "true", "or": "false", "xor": "false", "distinct": "true"}

// unaryOperators are the operators that z3 accepts with one argument.
var unaryOperators = map[string]bool{
	"+": true, "*": true, "/": true, "div": true, "xor": true, "bvadd": true, "bvmul": true, "bvand": true, "bvor": true,
	"bvxor": true, "bvxnor": true, "concat": true, "str.++": true, "seq.++": true, "re.++": true, "re.union": true, "re.inter": true,
	"union": true, "intersection": true,
}

// aliases are names that solvers accept for operators, in addition to the old spellings in the table.
var aliases = map[string]string{
	"if_then_else": "ite", "~": "-",
	"seq.len": "str.len", "seq.++": "str.++", "seq.at": "str.at", "seq.extract": "str.substr", "seq.contains": "str.contains",
	"seq.prefixof": "str.prefixof", "seq.suffixof": "str.suffixof", "seq.indexof": "str.indexof", "seq.replace": "str.replace",
	"seq.replace_all": "str.replace_all", "seq.replace_re": "str.replace_re", "seq.replace_re_all": "str.replace_re_all",
	"seq.to.re": "str.to_re", "seq.in.re": "str.in_re", "seq.in_re": "str.in_re", "seq.to_re": "str.to_re",
	"str.from-int": "str.from_int", "str.to-int": "str.to_int", "str.in-re": "str.in_re", "str.to-re": "str.to_re",
	"re.complement": "re.comp",
}

// alias applies the operator that a name means in another language, nil when it means none or does not fit.
func (e *elaborator) alias(n syntax.ID, h head, args []*term.Term) (*term.Term, *syntax.Error) {
	name, ok := aliases[h.name]
	if !ok || h.as != nil || len(h.idx) > 0 || h.name == "~" && len(args) != 1 || e.opts.Dialects&theory.OldSpelling.Dialects() == 0 {
		return nil, nil
	}
	h.name = name
	rows := e.opts.Table.Lookup(name)
	if r, _, err := e.store.Overload(rows, nil, nil, args); r != nil && err == nil {
		e.may(theory.OldSpelling)
		return r, e.operator(n, r.Func().Row)
	}
	r, err := e.fit(n, h, rows, args)
	if r == nil || err != nil {
		return nil, err
	}
	e.may(theory.OldSpelling)
	return r, nil
}
