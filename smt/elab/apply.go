package elab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// atom reads a literal or a symbol.
func (e *elaborator) atom(n syntax.ID) *syntax.Error {
	t := &e.tree
	text := t.Text(n)
	switch t.Kind(n) {
	case syntax.Symbol, syntax.Quoted:
		name, _ := t.Name(n)
		return e.constant(n, head{at: n, name: name})
	case syntax.Numeral:
		if text = strings.TrimLeft(text, "0"); text == "" {
			text = "0"
		}
		e.push(e.numeralLit(text))
	case syntax.Decimal:
		if strings.Contains(text, "/") {
			r := e.rational(text)
			if r == nil {
				return t.Errorf(n, syntax.CodeLexical, "%q is neither a number nor a symbol: a symbol cannot begin with a digit", syntax.Clip(text, 40))
			}
			e.push(r)
			return nil
		}
		if strings.HasSuffix(text, ".") {
			if !e.may(theory.TrailingPoint) {
				return t.Errorf(n, syntax.CodeLexical, "%q is neither a number nor a symbol: a symbol cannot begin with a digit", syntax.Clip(text, 40))
			}
			text += "0"
		}
		if text = strings.TrimLeft(text, "0"); text[0] == '.' {
			text = "0" + text
		}
		e.push(e.store.Lit(syntax.Decimal, text, sorts.Real))
	case syntax.Hex, syntax.Binary:
		bits := len(text) - 2
		if t.Kind(n) == syntax.Hex {
			bits *= 4
		}
		e.push(e.store.Lit(t.Kind(n), strings.ToLower(text), e.store.Sorts.BitVec(bits)))
	case syntax.String:
		e.push(e.store.Lit(syntax.String, escaped(text), sorts.String))
	case syntax.Field:
		_, mod, _ := strings.Cut(text, "m")
		if !isOrder(mod) {
			return t.Errorf(n, syntax.CodeTooLarge, "%s is not the order of a field: it has 1 to %d digits and is at least 2", syntax.Clip(mod, 40), maxOrder)
		}
		e.push(e.store.Lit(syntax.Field, text, e.store.Sorts.Field(mod)))
	default:
		return t.Errorf(n, syntax.CodeMalformed, "expected a term, found %s", syntax.Clip(text, 40))
	}
	return nil
}

// escaped returns a string literal with escapes in place of characters beyond ASCII. The standard does not have these: z3 reads the bytes of
// one as several characters, and cvc5 none at all.
func escaped(text string) string {
	if strings.IndexFunc(text, beyondASCII) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if beyondASCII(r) && r <= smtstr.MaxChar {
			b.WriteString(`\u{` + strconv.FormatInt(int64(r), 16) + "}")
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func beyondASCII(r rune) bool { return r >= utf8.RuneSelf }

// constant reads a symbol without arguments.
func (e *elaborator) constant(n syntax.ID, h head) *syntax.Error {
	if h.as == nil && h.sym == "" && len(h.idx) == 0 {
		en := e.lookup(h.name)
		if en == nil {
			if r, ok, err := e.applySpecial(n, h, nil); ok || err != nil {
				e.push(r)
				return err
			}
			if v := e.session.valueOf(h); v != nil {
				e.push(v)
				return nil
			}
			if v := e.abstract(h.name); v != nil {
				e.push(v)
				return nil
			}
			if v := e.signed(h.name); v != nil {
				e.push(v)
				return nil
			}
			if e.builtin(n, h.name) {
				return e.constant(n, h)
			}
			return e.unknown(n, h.name)
		}
		if k := len(en.locals); k > 0 {
			if err, ok := e.session.resume(n, en, en.locals[k-1]); ok {
				return err
			}
			e.push(en.locals[k-1])
			return nil
		}
		if en.ambiguous() {
			err := e.tree.Errorf(n, syntax.CodeSort, "%s is declared with several sorts", syntax.Clip(h.name, 60))
			err.Hint = "write (as " + syntax.Clip(h.name, 60) + " SORT)"
			return err
		}
		if d := e.choose(en, nil, nil); d != nil {
			if d.Kind == term.Label {
				if d.Body == nil {
					return e.tree.Errorf(n, syntax.CodeUnknown, "label %s is used inside its own term", syntax.Clip(d.Text, 60))
				}
				e.push(d.Body)
				return nil
			}
			if len(d.Params) > 0 {
				v, err := e.store.App(e.store.Func(term.Func{Kind: term.ValueFunc, Decl: d}))
				if err != nil {
					return e.tree.Errorf(n, syntax.CodeSort, "%s takes %d arguments, found none", syntax.Clip(d.Text, 60), len(d.Params))
				}
				e.push(v)
				return nil
			}
		}
	}
	r, err := e.apply(n, h, nil)
	if err != nil {
		return err
	}
	e.push(r)
	return nil
}

// abstract reads @S_0, the name that cvc5 gives to an element of a declared sort S. Only questions about the model can contain
// it; the result is nil when the name is not of that form.
func (e *elaborator) abstract(name string) *term.Term {
	sort, number, ok := cutLast(strings.TrimPrefix(name, "@"), '_')
	if s := e.sortEnv[sort]; e.asks && ok && name[0] == '@' && isDigits(number) && s != nil && s.arity == 0 && s.body == nil && s.data == nil && e.may(theory.AbstractValue) {
		return e.store.Lit(syntax.Symbol, syntax.SymbolText(name), e.store.Sorts.Make(sorts.User, sort, nil, nil))
	}
	return nil
}

func (e *elaborator) unknown(n syntax.ID, name string) *syntax.Error {
	err := e.tree.Errorf(n, syntax.CodeUnknown, "unknown symbol %s", syntax.Clip(name, 60))
	if name == "" {
		err.Msg = "unknown symbol"
	}
	err.Hint = "declare it before its first use, or add its operator with a theory file"
	return err
}

// applyValue applies a term of function sort: the first argument is the function.
func (e *elaborator) applyValue(n syntax.ID, args []*term.Term) (*term.Term, *syntax.Error) {
	if isArray(args[0].Sort()) && e.session == nil {
		return e.applyArray(n, args[0], args[1:])
	}
	if f := args[0].Func(); f != nil && f.Kind == term.ValueFunc && len(f.Decl.Params) == len(args)-1 {
		r, err := e.store.App(e.store.User(f.Decl, nil), args[1:]...) // (@ f x) is (f x)
		return r, e.wrap(n, err)
	}
	return e.applyTo(n, args[0], args[1:])
}

// applyTo applies a function to arguments, and its result to the remaining ones.
func (e *elaborator) applyTo(n syntax.ID, f *term.Term, args []*term.Term) (*term.Term, *syntax.Error) {
	apply := e.store.Func(term.Func{Kind: term.ApplyFunc})
	for {
		if isArray(f.Sort()) && e.session == nil && len(args) > 0 {
			return e.applyArray(n, f, args)
		}
		k := len(args)
		if f.Sort().Kind() == sorts.Func {
			params := f.Sort().Args()
			if k = min(k, len(params)-1); e.session == nil {
				e.convertAll(args[:k], params)
			}
		}
		r, err := e.store.App(apply, append([]*term.Term{f}, args[:k]...)...)
		if err != nil || k == len(args) {
			return r, e.wrap(n, err)
		}
		f, args = r, args[k:]
	}
}

// applyArray reads an array that is applied like a function.
func (e *elaborator) applyArray(n syntax.ID, a *term.Term, args []*term.Term) (*term.Term, *syntax.Error) {
	k := min(len(args), len(a.Sort().Args())-1)
	all := append([]*term.Term{a}, args[:k]...)
	if !e.may(theory.AppliedArray) {
		_, err := e.store.App(e.store.Func(term.Func{Kind: term.ApplyFunc}), all...)
		return nil, e.wrap(n, err)
	}
	r, err := e.applyRows(n, head{at: n, name: "select"}, e.opts.Table.Lookup("select"), all)
	if err != nil || k == len(args) {
		return r, err
	}
	return e.applyTo(n, r, args[k:])
}

// apply applies the symbol h to args.
func (e *elaborator) apply(n syntax.ID, h head, args []*term.Term) (*term.Term, *syntax.Error) {
	if r, ok, err := e.applySpecial(n, h, args); ok || err != nil {
		return r, err
	}
	en := e.lookup(h.name)
	if en != nil && en.decl != nil && len(h.idx) == 0 {
		r, err := e.applyUser(n, h, e.choose(en, h.as, args), args)
		if err != nil && en.rows != nil {
			if other := e.operatorInstead(n, h, en, args); other != nil {
				return other, nil
			}
		}
		return r, err
	}
	if en == nil || en.rows == nil {
		if r, ok, err := e.applyLegacy(n, h, args); ok || err != nil {
			return r, err
		}
		if v := e.session.valueOf(h); v != nil && len(args) == 0 {
			return v, nil
		}
		if r, err := e.alias(n, h, args); r != nil || err != nil {
			return r, err
		}
		if e.builtin(n, h.name) {
			return e.apply(n, h, args)
		}
		return nil, e.unknown(h.at, h.name)
	}
	return e.applyRows(n, h, en.rows, args)
}

// applyRows chooses the signature that fits, first with the arguments as they are, then with Ints read as
// Reals (SMT-LIB theory Reals_Ints, note on mixed arguments; solvers allow it for every operator).
func (e *elaborator) applyRows(n syntax.ID, h head, rows []*theory.Row, args []*term.Term) (*term.Term, *syntax.Error) {
	r, qualify, err := e.store.Overload(rows, h.idx, h.as, args)
	if r != nil || err != nil {
		return e.chosen(n, r, err)
	}
	if qualify != nil {
		if r := e.emptyOfBool(h, args); r != nil {
			return r, nil
		}
		err := e.tree.Errorf(n, syntax.CodeSort, "the sort of %s does not follow from its arguments", qualify.Name)
		err.Hint = "write (as " + qualify.Name + " SORT)"
		return nil, err
	}
	if conv, ok := e.mixed(args); ok {
		if r, _, err := e.store.Overload(rows, h.idx, h.as, conv); r != nil || err != nil {
			return e.chosen(n, r, err)
		}
	}
	for _, row := range rows {
		if conv, ok := e.fitReals(row, args); ok {
			if r, _, err := e.store.Overload([]*theory.Row{row}, h.idx, h.as, conv); r != nil || err != nil {
				return e.chosen(n, r, err)
			}
		}
	}
	if h.name == "concat" && len(args) > 2 {
		return e.concat(n, h, rows, args)
	}
	if len(args) == 1 && h.as == nil && (h.name == "and" || h.name == "or") {
		return args[0], nil // (and x): z3 and yices accept it
	}
	if name, ok := e.overStrings(h, args); ok {
		if r, _, err := e.store.Overload(e.opts.Table.Lookup(name), nil, nil, args); r != nil || err != nil {
			return r, e.wrap(n, err)
		}
	}
	if conv, ok := e.session.coerced(h, args); ok {
		if r, _, err := e.store.Overload(rows, h.idx, h.as, conv); r != nil || err != nil {
			return r, e.wrap(n, err)
		}
	}
	if e.session == nil {
		if r, err := e.lenient(n, h, rows, args); r != nil || err != nil {
			return r, err
		}
	}
	return nil, e.mismatch(n, h, rows, args)
}

// emptyOfBool reads seq.empty, set.empty and bag.empty without a sort as cvc5 does in scripts: their elements are Bools. It
// returns nil when h is none of these.
func (e *elaborator) emptyOfBool(h head, args []*term.Term) *term.Term {
	of := map[string]string{"seq.empty": "Seq", "set.empty": "Set", "bag.empty": "Bag"}[h.name]
	if of == "" || e.session != nil || h.as != nil || len(args) > 0 || !e.may(theory.UntypedEmpty) {
		return nil
	}
	s := e.store.Sorts.Make(sorts.Applied, of, nil, []*sorts.Sort{sorts.Bool})
	r, _, err := e.store.Overload(e.opts.Table.Lookup(h.name), nil, s, nil)
	if err != nil {
		return nil
	}
	return r
}

// overStrings returns the operator on strings that an operator on sequences means when it is applied to strings: z3 and
// cvc5 read (seq.len "a").
func (e *elaborator) overStrings(h head, args []*term.Term) (name string, ok bool) {
	rest, ok := strings.CutPrefix(h.name, "seq.")
	if !ok || !h.plain() || len(args) == 0 || args[0].Sort() != sorts.String || !e.may(theory.SequenceString) {
		return "", false
	}
	if rest == "extract" {
		rest = "substr"
	}
	return "str." + rest, true
}

// lenient reads applications that fit no signature but that some solvers accept; it returns nil when none does.
func (e *elaborator) lenient(n syntax.ID, h head, rows []*theory.Row, args []*term.Term) (*term.Term, *syntax.Error) {
	if r, err := e.fit(n, h, rows, args); r != nil || err != nil {
		return r, err
	}
	if r := e.single(h, rows, args); r != nil {
		return r, nil
	}
	return e.alias(n, h, args)
}

// chosen records the operator of an application.
func (e *elaborator) chosen(n syntax.ID, r *term.Term, err error) (*term.Term, *syntax.Error) {
	if err != nil {
		return nil, e.wrap(n, err)
	}
	return r, e.operator(n, r.Func().Row)
}

// concat nests a concatenation of more than two bit-vectors to the left, as z3 and yices read it.
func (e *elaborator) concat(n syntax.ID, h head, rows []*theory.Row, args []*term.Term) (*term.Term, *syntax.Error) {
	acc := args[0]
	for _, a := range args[1:] {
		r, err := e.applyRows(n, h, rows, []*term.Term{acc, a})
		if err != nil {
			return nil, err
		}
		acc = r
	}
	return acc, nil
}

// mixed converts the Int arguments when there are Reals too.
func (e *elaborator) mixed(args []*term.Term) ([]*term.Term, bool) {
	hasInt, hasReal := false, false
	for _, a := range args {
		hasInt = hasInt || a.Sort() == sorts.Int
		hasReal = hasReal || a.Sort() == sorts.Real
	}
	if !hasInt || !hasReal {
		return nil, false
	}
	out := make([]*term.Term, len(args))
	for i, a := range args {
		out[i] = a
		if a.Sort() == sorts.Int {
			out[i] = e.toReal(a)
		}
	}
	return out, true
}

// fitReals converts Int arguments where the row requires Reals.
func (e *elaborator) fitReals(row *theory.Row, args []*term.Term) ([]*term.Term, bool) {
	if !row.Accepts(len(args)) {
		return nil, false
	}
	changed := false
	out := make([]*term.Term, len(args))
	for i, a := range args {
		out[i] = a
		if a.Sort() == sorts.Int && row.Param(i, len(args)).Sort == sorts.Real {
			out[i], changed = e.toReal(a), true
		}
	}
	return out, changed
}

// toReal converts an Int to a Real: literals get a decimal point, other terms to_real.
func (e *elaborator) toReal(t *term.Term) *term.Term {
	if t.Kind() == term.Literal {
		return e.store.Lit(syntax.Decimal, t.Text()+".0", sorts.Real)
	}
	if t.Kind() == term.App && t.Func().Is("-") && len(t.Args()) == 1 && t.Args()[0].Kind() == term.Literal {
		for _, row := range e.opts.Table.Lookup("-") {
			if len(row.Args) == 1 && row.Result.Sort == sorts.Real {
				if r, err := e.store.App(e.store.Op(row, nil, nil), e.toReal(t.Args()[0])); err == nil {
					return r
				}
			}
		}
	}
	for _, row := range e.opts.Table.Lookup("to_real") {
		if r, err := e.store.App(e.store.Op(row, nil, nil), t); err == nil {
			return r
		}
	}
	return t
}

func (e *elaborator) applyUser(n syntax.ID, h head, d *term.Decl, args []*term.Term) (*term.Term, *syntax.Error) {
	if h.sym != "" {
		return nil, e.tree.Errorf(n, syntax.CodeMalformed, "%s takes no index", syntax.Clip(d.Text, 60))
	}
	if d.Kind == term.Label {
		return nil, e.tree.Errorf(n, syntax.CodeSort, "label %s takes no arguments", syntax.Clip(d.Text, 60))
	}
	if curries(d, args) {
		return e.applyCurried(n, d, args)
	}
	as := h.as
	if !d.Poly {
		if as != nil && as != d.Result {
			return nil, e.tree.Errorf(n, syntax.CodeSort, "%s has sort %s, not %s", syntax.Clip(d.Text, 60), d.Result, as)
		}
		as = nil
		e.convertAll(args, d.Params)
	} else if as != nil {
		// Constructors are qualified with their result; z3 also accepts this for functions.
		by := map[string]*sorts.Sort{}
		if len(args) > 0 && e.determined(d, args, by) {
			as = nil
		}
	} else {
		if as = e.qualification(d, args); as == nil && d.Kind == term.Constructor && e.session == nil {
			as = e.onlyInstance(d, args)
		}
	}
	r, err := e.store.App(e.store.User(d, as), args...)
	if err == nil && r.Sort().HasParam() && d.Kind == term.Constructor && !d.Data.Sort.HasParam() {
		err = fmt.Errorf("%s must be qualified with its sort", d.Text)
	}
	if err == nil && d.Kind == term.Constructor && d.Poly && as == nil && !e.determined(d, args, map[string]*sorts.Sort{}) {
		serr := e.tree.Errorf(n, syntax.CodeSort, "the sort of %s does not follow from its arguments", syntax.Clip(d.Text, 60))
		serr.Hint = "write (as " + syntax.Clip(d.Text, 60) + " SORT)"
		return nil, serr
	}
	return r, e.wrap(n, err)
}

// curries reports whether d is applied to fewer arguments than it has, or its result to more.
func curries(d *term.Decl, args []*term.Term) bool {
	if len(args) == 0 || len(args) == len(d.Params) || d.Poly {
		return false
	}
	return d.Result.Kind() == sorts.Func || len(args) < len(d.Params) || len(d.Params) == 0 && isArray(d.Result)
}

// convertAll converts arguments in place to the required sorts, as far as such conversions exist.
func (e *elaborator) convertAll(args []*term.Term, want []*sorts.Sort) {
	for i, a := range args {
		if i >= len(want) || a.Sort() == want[i] {
			continue
		}
		if a.Sort() == sorts.Int && want[i] == sorts.Real {
			args[i] = e.toReal(a)
		} else if e.session == nil {
			if c := e.convert(a, want[i]); c != nil {
				args[i] = c
			}
		}
	}
}

// determined reports whether the arguments fix all sort parameters of d's result.
func (e *elaborator) determined(d *term.Decl, args []*term.Term, by map[string]*sorts.Sort) bool {
	for i, a := range args {
		if i >= len(d.Params) || !sorts.Unify(d.Params[i], a.Sort(), by) {
			return false
		}
	}
	var open func(s *sorts.Sort) bool
	open = func(s *sorts.Sort) bool {
		if s.Kind() == sorts.Param {
			return by[s.Name()] == nil
		}
		for _, a := range s.Args() {
			if open(a) {
				return true
			}
		}
		return false
	}
	return !open(d.Result)
}

// applyCurried applies a function to fewer arguments than it has, or a function-valued result to more
// (higher-order logics of SMT-LIB 2.7).
func (e *elaborator) applyCurried(n syntax.ID, d *term.Decl, args []*term.Term) (*term.Term, *syntax.Error) {
	var f *term.Term
	var err error
	k := len(d.Params)
	if len(args) < k || k == 0 {
		fn := term.Func{Kind: term.ValueFunc, Decl: d}
		if k == 0 {
			fn = term.Func{Kind: term.UserFunc, Decl: d}
		}
		k = 0
		f, err = e.store.App(e.store.Func(fn))
	} else {
		f, err = e.store.App(e.store.User(d, nil), args[:k]...)
	}
	if err != nil {
		return nil, e.wrap(n, err)
	}
	return e.applyTo(n, f, args[k:])
}

// oddOne returns the first argument that does not fit the only row for this number of arguments, -1 when
// there is no such row or argument.
func oddOne(rows []*theory.Row, args []*term.Term) int {
	var only *theory.Row
	for _, r := range rows {
		if r.Accepts(len(args)) {
			if only != nil {
				return -1
			}
			only = r
		}
	}
	if only == nil {
		return -1
	}
	var b sorts.Binding
	for i, a := range args {
		if !only.Param(i, len(args)).Match(a.Sort(), &b) {
			return i
		}
	}
	return -1
}

// mismatch reports which signatures there are and what was found.
func (e *elaborator) mismatch(n syntax.ID, h head, rows []*theory.Row, args []*term.Term) *syntax.Error {
	var found []string
	for i, a := range args {
		if i == 6 {
			found = append(found, "...")
			break
		}
		found = append(found, syntax.Clip(a.Sort().String(), 80))
	}
	var sigs []string
	standard := func(r *theory.Row) bool { return r.Dialects()&theory.Standard != 0 }
	some := slices.ContainsFunc(rows, standard)
	for _, r := range rows {
		if some && !standard(r) && r.Theory == "arrays" {
			continue // z3's arrays of several indices, under the same names
		}
		if len(sigs) == 4 {
			sigs = append(sigs, "...")
			break
		}
		sigs = append(sigs, r.Signature())
	}
	what := "applied to (" + strings.Join(found, " ") + ")"
	if i := oddOne(rows, args); i >= 6 {
		what += fmt.Sprintf(", argument %d of sort %s,", i+1, syntax.Clip(args[i].Sort().String(), 80))
	}
	if len(args) == 0 {
		what = "used without arguments"
	}
	if len(h.idx) > 0 {
		what = fmt.Sprintf("with indices %v ", h.idx) + what
	}
	err := e.tree.Errorf(n, syntax.CodeSort, "%s %s fits no signature", syntax.Clip(h.name, 60), what)
	err.Hint = "known: " + strings.Join(sigs, ", ")
	return err
}
