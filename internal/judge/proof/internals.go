package proof

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// A Function is a function that the solver introduced, with its meaning: Body, in which Vars stand for the arguments. Where nothing determines what it
// is, Body has an unknown value.
type Function struct {
	Decl *term.Decl
	Vars []*term.Term
	Body *term.Term
	// Text is the application to a, b, ...; Value what that is, and Domain the condition under which it is that, "" for always. All are for people.
	Text, Value, Domain string
}

// An internal is the meaning of a function of z3's sequence solver, which proofs write as ((_ name name) arguments). Such functions are skolem functions:
// axioms say what they are, some only under a condition. An interpretation under which all these axioms are true makes every right proof a right one, so
// a function that axioms leave a choice, such as seq.cnt.l, has the value that suits all of them, the leftmost.
type internal struct {
	// domain is the condition under which axioms determine the function, "" for always; elsewhere its value is unknown. value is what it is there.
	// The arguments are a, b, c; n is how many elements a and b agree in, see agreement.
	domain, value string
}

// outsideOf begins the name of the unknown value of a function where nothing determines it.
const outsideOf = "outside of "

// internals are the functions by name and number of arguments. They mean the same in all versions that print them.
var internals = map[string]internal{
	"seq.eq/2":       {value: "(= a b)"},
	"seq.if/3":       {value: "(ite a b c)"},
	"seq.tail/2":     {"(and (<= 0 b) (< b (str.len a)))", "(str.substr a (+ b 1) (str.len a))"},
	"seq.pre/2":      {"(and (<= 0 b) (<= b (str.len a)))", "(str.substr a 0 b)"},
	"seq.post/2":     {"(<= 0 b)", "(str.substr a b (str.len a))"},
	"seq.first/1":    {notEmpty, "(str.substr a 0 (- (str.len a) 1))"},
	"seq.last/1":     {notEmpty, "(seq.nth a (- (str.len a) 1))"},
	"seq.unit-inv/1": {"(= (str.len a) 1)", "(seq.nth a 0)"},

	"seq.cnt.l/2":     {contains, leftOfFirst},
	"seq.cnt.r/2":     {contains, rightOfFirst},
	"seq.idx.l/2":     {contains, leftOfFirst},
	"seq.idx.r/2":     {contains, rightOfFirst},
	"seq.idx.left/2":  {contains, leftOfFirst},
	"seq.idx.right/2": {contains, rightOfFirst},
	"seq.idx.l/3":     {inThird, "(str.substr a 0 c)"},
	"seq.idx.r/3":     {inThird, "(str.substr a c (str.len a))"},
	"seq.idx.left/3":  {inThird, "(str.substr a 0 c)"},
	"seq.idx.right/3": {inThird, "(str.substr a c (str.len a))"},

	"seq.p.suffix/2": {"(str.prefixof a b)", "(str.substr b (str.len a) (str.len b))"},
	"seq.s.prefix/2": {"(str.suffixof a b)", "(str.substr b 0 (- (str.len b) (str.len a)))"},

	// a and b agree up to position n, where they have different elements.
	"seq.prefix.x/2": {differFromStart, "(str.substr a 0 n)"},
	"seq.prefix.c/2": {differFromStart, "(seq.nth a n)"},
	"seq.prefix.d/2": {differFromStart, "(seq.nth b n)"},
	"seq.prefix.y/2": {differFromStart, "(str.substr a (+ n 1) (str.len a))"},
	"seq.prefix.z/2": {differFromStart, "(str.substr b (+ n 1) (str.len b))"},
	"str.<.x/2":      {differFromStart, "(str.substr a 0 n)"},
	"str.<.c/2":      {differFromStart, "(seq.nth a n)"},
	"str.<.d/2":      {differFromStart, "(seq.nth b n)"},
	"str.<.y/2":      {differFromStart, "(str.substr a (+ n 1) (str.len a))"},
	"str.<.z/2":      {differFromStart, "(str.substr b (+ n 1) (str.len b))"},
	// The same from the end: n elements agree.
	"seq.suffix.x/2": {differFromEnd, "(str.substr a (- (str.len a) n) n)"},
	"seq.suffix.c/2": {differFromEnd, "(seq.nth a (- (str.len a) n 1))"},
	"seq.suffix.d/2": {differFromEnd, "(seq.nth b (- (str.len b) n 1))"},
	"seq.suffix.y/2": {differFromEnd, "(str.substr a 0 (- (str.len a) n 1))"},
	"seq.suffix.z/2": {differFromEnd, "(str.substr b 0 (- (str.len b) n 1))"},

	"seq.stoi/2":      {"(<= 0 b)", "(str.to_int (str.substr a 0 (+ b 1)))"},
	"seq.is_digit/1":  {value: "(char.is_digit a)"},
	"seq.digit2int/1": {"(char.is_digit a)", "(- (char.to_int a) 48)"},
	"seq.ubv2ch/1":    {"(< (ubv_to_int a) 10)", "(seq.nth (str.from_code (+ 48 (ubv_to_int a))) 0)"},

	// What is left of a from position b on is in the language. Axioms say that it is false for positions outside.
	"aut.accept/3": {value: "(and (<= 0 b) (<= b (str.len a)) (str.in_re (str.substr a b (str.len a)) c))"},
}

const (
	notEmpty        = "(< 0 (str.len a))"
	contains        = "(str.contains a b)"
	leftOfFirst     = "(str.substr a 0 (str.indexof a b 0))"
	rightOfFirst    = "(str.substr a (+ (str.indexof a b 0) (str.len b)) (str.len a))"
	inThird         = "(and (<= 0 c) (<= c (str.len a)))"
	differFromStart = "(and (<= 0 n) (not (str.prefixof a b)) (not (str.prefixof b a)))"
	differFromEnd   = "(and (<= 0 n) (not (str.suffixof a b)) (not (str.suffixof b a)))"
)

// mostAgreeing bounds the elements that two sequences are compared by to find the first that differs.
const mostAgreeing = 64

// agreement says how many elements a and b have in common before the first that differs, or after the last; it is -1 for more than mostAgreeing.
func agreement(fromEnd bool) string {
	var text strings.Builder
	for i := range mostAgreeing {
		at, bt := strconv.Itoa(i), strconv.Itoa(i)
		if fromEnd {
			at, bt = fmt.Sprintf("(- (str.len a) %d)", i+1), fmt.Sprintf("(- (str.len b) %d)", i+1)
		}
		fmt.Fprintf(&text, "(ite (not (= (str.at a %s) (str.at b %s))) %d ", at, bt, i)
	}
	return text.String() + "(- 1)" + strings.Repeat(")", mostAgreeing)
}

// sequenceTerm reads what z3's sequence solver brings in: ((_ name name) arguments), and with a number ((_ char.bit char.bit 3) c). ok is false for
// anything else.
func (r *reader) sequenceTerm(head, args []syntax.ID) (out *term.Term, ok bool, err error) {
	t := r.tree
	name, named := t.Name(head[1])
	if again, _ := t.Name(head[2]); !named || again != name {
		return nil, false, nil
	}
	switch {
	case name == "char.bit" && len(head) == 4 && len(args) == 1:
		i := t.Text(head[3])
		out, err = r.around1("(= ((_ extract "+i+" "+i+") (char.to_bv ", args[0], ")) #b1)")
	case name == "bits2char" && len(head) == 3 && len(args) > 0 && len(args) <= charBits:
		out, err = r.charOfBits(args)
	case len(head) == 3:
		out, err = r.internal(name, args)
	default:
		err = problemf("no meaning: %s", name)
	}
	return out, err == nil, err
}

// charBits is how many bits z3 has for a character at most.
const charBits = 18

// charOfBits reads the character with a code given by its bits, the lowest first.
func (r *reader) charOfBits(args []syntax.ID) (*term.Term, error) {
	code, err := r.fromBools(args)
	if err != nil {
		return nil, err
	}
	const name = "assay!proof!code"
	r.x.Bind(name, code)
	defer r.x.Unbind(name)
	return r.elaborate(fmt.Sprintf("(char.from_bv ((_ zero_extend %d) %s))", charBits-len(args), name))
}

// internal reads an application of one of the internals.
func (r *reader) internal(name string, nodes []syntax.ID) (*term.Term, error) {
	in, ok := internals[name+"/"+strconv.Itoa(len(nodes))]
	if !ok {
		return nil, problemf("no meaning: %s", name)
	}
	args := make([]*term.Term, len(nodes))
	key := name
	for i, n := range nodes {
		t, err := r.term(n)
		if err != nil {
			return nil, err
		}
		args[i] = t
		key += " " + t.Sort().String()
	}
	f := r.functions[key]
	if f == nil {
		var err error
		if f, err = r.functionOf(name, in, args); err != nil {
			return nil, err
		}
		if r.functions == nil {
			r.functions = map[string]*Function{}
		}
		r.functions[key] = f
		r.out.Functions = append(r.out.Functions, f)
	}
	out, err := r.store.App(r.store.User(f.Decl, nil), args...)
	if err != nil {
		return nil, problemf("unreadable: %v", err)
	}
	return out, nil
}

// functionOf makes the function for the sorts of some arguments.
func (r *reader) functionOf(name string, in internal, args []*term.Term) (*Function, error) {
	f := &Function{Text: "(" + name, Value: in.value, Domain: in.domain}
	params := make([]*sorts.Sort, len(args))
	for i, a := range args {
		letter := string(rune('a' + i))
		params[i] = a.Sort()
		v := r.store.NewVar(letter, params[i])
		f.Vars = append(f.Vars, v)
		f.Text += " " + letter
		r.x.Bind(letter, v)
		defer r.x.Unbind(letter)
	}
	f.Text += ")"
	var err error
	if f.Body, err = r.bodyOf(name, in); err != nil {
		var p *problem
		if errors.As(err, &p) {
			return nil, problemf("no meaning: %s of %s", name, sortsOf(params))
		}
		return nil, err
	}
	f.Decl = term.NewDecl(term.Declared, name, params, f.Body.Sort())
	return f, nil
}

// bodyOf reads the meaning of a function, whose arguments are bound.
func (r *reader) bodyOf(name string, in internal) (*term.Term, error) {
	if in.domain == differFromStart || in.domain == differFromEnd {
		n, err := r.elaborate(agreement(in.domain == differFromEnd))
		if err != nil {
			return nil, err
		}
		r.x.Bind("n", n)
		defer r.x.Unbind("n")
	}
	value, err := r.elaborate(in.value)
	if err != nil || in.domain == "" {
		return value, err
	}
	const inside, outside = "assay!proof!inside", "assay!proof!outside"
	r.x.Bind(inside, value)
	defer r.x.Unbind(inside)
	r.x.Bind(outside, r.x.Unknown(outsideOf+name, value.Sort()))
	defer r.x.Unbind(outside)
	return r.elaborate("(ite " + in.domain + " " + inside + " " + outside + ")")
}

func sortsOf(all []*sorts.Sort) string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = s.String()
	}
	return strings.Join(out, " ")
}
