package proof

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// A problem is why one term of a proof cannot be read. Others still can.
type problem struct{ why string }

func (p *problem) Error() string { return p.why }

func problemf(format string, args ...any) error {
	return &problem{syntax.Clip(fmt.Sprintf(format, args...), 160)}
}

func isBool(t *term.Term) bool { return t.Sort() == sorts.Bool }

// term reads the term at n: elab reads what SMT-LIB and the solvers' dialects have; binders, lets and what only proofs have are read here.
func (r *reader) term(n syntax.ID) (*term.Term, error) {
	if name, ok := r.tree.Name(n); ok {
		if b := r.names[name]; b != nil {
			return b.meaning(name)
		}
	}
	if t, ok, err := r.special(n); ok || err != nil {
		return t, err
	}
	w := writer{reader: r}
	defer w.close()
	if err := w.write(n); err != nil {
		return nil, err
	}
	return r.elaborate(w.text.String())
}

// meaning returns the term that a name stands for.
func (b *binding) meaning(name string) (*term.Term, error) {
	switch {
	case b.term != nil:
		return b.term, nil
	case b.why != "":
		return nil, &problem{b.why}
	}
	return nil, problemf("unreadable: %s does not stand for a term", name)
}

// elaborate reads the text of a term. Undeclared constants are taken for ones that the solver introduced.
func (r *reader) elaborate(text string) (*term.Term, error) {
	if err := r.spend(len(text)); err != nil {
		return nil, err
	}
	t, err := r.once(text)
	if err == nil || err.Code != syntax.CodeUnknown {
		return t, problemOf(err)
	}
	if t, err := r.guess(text, maxStrangers); t != nil || err != nil {
		return t, err
	}
	return nil, problemOf(err)
}

// maxStrangers bounds the undeclared constants that a term may introduce at once.
const maxStrangers = 2

// maxGuesses bounds the terms that are read to find out the sorts of such constants.
const maxGuesses = 20_000

// guess reads a term with undeclared constants, nil when that is not possible. Their sorts are not given. It takes the first that fit: with
// wrong ones, later terms cannot be read.
func (r *reader) guess(text string, most int) (*term.Term, error) {
	name := r.stranger(text)
	if name == "" {
		return nil, nil
	}
	defer func() {
		if r.skolems[name] == nil {
			r.x.Withdraw(name)
		}
	}()
	for _, s := range r.likelySorts() {
		if r.guesses++; r.guesses > maxGuesses {
			break
		}
		if err := r.spend(len(text)); err != nil {
			return nil, err
		}
		d := term.NewDecl(term.Declared, name, nil, s)
		r.x.Introduce(d)
		t, err := r.once(text)
		if err != nil && err.Code == syntax.CodeUnknown && most > 1 {
			var stop error
			if t, stop = r.guess(text, most-1); stop != nil {
				return nil, stop
			}
		}
		if t != nil {
			r.bringIn(name, &Skolem{Decl: d})
			return t, nil
		}
	}
	return nil, nil
}

func problemOf(err *syntax.Error) error {
	if err == nil {
		return nil
	}
	return problemf("unreadable: %s", err.Msg)
}

func (r *reader) once(text string) (*term.Term, *syntax.Error) {
	in := syntax.NewReader(text)
	if _, err := r.x.Next(in); err != nil {
		return nil, err
	}
	return r.x.Term(syntax.Root)
}

// A writer writes a term as text that elab reads, with names for the parts that it does not.
type writer struct {
	*reader
	text  strings.Builder
	temps []string
}

func (w *writer) close() {
	for _, name := range w.temps {
		w.x.Unbind(name)
	}
}

func (w *writer) write(n syntax.ID) error {
	t := w.tree
	if t.Kind(n) != syntax.List {
		if name, ok := t.Name(n); ok {
			if b := w.names[name]; b != nil && b.term == nil {
				_, err := b.meaning(name)
				return err
			}
		}
		w.text.WriteString(t.Text(n))
		return nil
	}
	if err := w.deeper(); err != nil {
		return err
	}
	defer func() { w.depth-- }()
	special, ok, err := w.special(n)
	if err != nil {
		return err
	}
	if ok {
		w.temp++
		name := fmt.Sprintf("assay!proof!%d", w.temp)
		w.x.Bind(name, special)
		w.temps = append(w.temps, name)
		w.text.WriteString(name)
		return nil
	}
	return w.list(n)
}

// list writes an application.
func (w *writer) list(n syntax.ID) error {
	t := w.tree
	kids := t.Children(n)
	if len(kids) == 0 {
		return problemf("unreadable: () is not a term")
	}
	head, named := t.Name(kids[0])
	bound := named && w.names[head] != nil
	switch {
	case !named || bound:
	case head == "_" || head == "as":
		return w.indexed(kids, head)
	case w.out.Format == Z3 && (head == "~" || head == "iff") && w.x.Lookup(head) == nil:
		head = "="
	case strings.HasPrefix(head, "@") && w.x.Lookup(head) == nil:
		return problemf("no meaning: %s", head)
	}
	w.text.WriteByte('(')
	rest := kids
	if named && !bound {
		head, rest = w.head(head, kids)
		w.text.WriteString(head)
	}
	for i, k := range rest {
		if i > 0 || named && !bound {
			w.text.WriteByte(' ')
		}
		if err := w.write(k); err != nil {
			return err
		}
	}
	w.text.WriteByte(')')
	return nil
}

// indexed writes what has indices or a sort as it is; CPC also applies functions that are values with _.
func (w *writer) indexed(kids []syntax.ID, head string) error {
	t := w.tree
	if head == "_" && w.out.Format == CPC && len(kids) >= 3 {
		name, _ := t.Name(kids[1])
		b := w.names[name]
		d := w.x.Lookup(name)
		if b != nil || t.Kind(kids[1]) == syntax.List || d != nil && d.Kind == term.Declared {
			w.text.WriteByte('(')
			for i, k := range kids[1:] {
				if i > 0 {
					w.text.WriteByte(' ')
				}
				if err := w.write(k); err != nil {
					return err
				}
			}
			w.text.WriteByte(')')
			return nil
		}
	}
	w.text.WriteByte('(')
	w.text.WriteString(head)
	for _, k := range kids[1:] {
		w.text.WriteByte(' ')
		w.text.Write(t.Append(nil, k))
	}
	w.text.WriteByte(')')
	return nil
}

// indices are the operators of CPC whose first arguments are the indices of SMT-LIB, with their number.
var indices = map[string]int{
	"extract": 2, "zero_extend": 1, "sign_extend": 1, "rotate_left": 1, "rotate_right": 1, "repeat": 1, "int2bv": 1, "int_to_bv": 1,
	"re.^": 1, "re.loop": 2, "divisible": 1, "to_fp": 2, "to_fp_unsigned": 2, "fp.to_ubv": 1, "fp.to_sbv": 1, "iand": 1, "is": 1, "update": 1,
	"tuple.select": 1, "tuple.update": 1,
}

// renamed are operators whose sorts cvc5 puts into their names.
var renamed = map[string]string{"to_fp_bv": "to_fp", "to_fp_fp": "to_fp", "to_fp_real": "to_fp", "to_fp_sbv": "to_fp", "to_fp_ubv": "to_fp_unsigned"}

// head returns the head of an application as elab reads it, and the remaining arguments.
func (w *writer) head(head string, kids []syntax.ID) (string, []syntax.ID) {
	t := w.tree
	if to := renamed[head]; to != "" && w.out.Format == CPC && w.x.Lookup(head) == nil {
		head = to
	}
	n := indices[head]
	if w.out.Format != CPC || n == 0 || len(kids) <= n+1 || w.x.Lookup(head) != nil {
		if !syntax.IsSimple(head) {
			head = syntax.SymbolText(head)
		}
		return head, kids[1:]
	}
	text := []byte("(_ " + head)
	for _, k := range kids[1 : n+1] {
		text = append(text, ' ')
		text = t.Append(text, k)
	}
	return string(text) + ")", kids[n+1:]
}

// special reads what is not left to elab: binders, lets, annotations, and what only proofs have. ok is false for anything else.
func (r *reader) special(n syntax.ID) (out *term.Term, ok bool, err error) {
	t := r.tree
	if t.Kind(n) != syntax.List || t.Len(n) < 2 {
		return nil, false, nil
	}
	first := t.First(n)
	head, named := t.Name(first)
	if t.Kind(first) == syntax.List {
		return r.indexedTerm(n)
	}
	if !named || r.names[head] != nil {
		return nil, false, nil
	}
	if err := r.deeper(); err != nil {
		return nil, false, err
	}
	defer func() { r.depth-- }()
	kids := t.Children(n)
	switch head {
	case "let":
		out, err = r.let(kids)
	case "!":
		out, err = r.annotated(kids)
	case "forall", "exists", "lambda", "choice":
		out, err = r.binder(head, kids)
	default:
		switch r.out.Format {
		case CPC:
			return r.cpcTerm(head, n, kids)
		case Z3:
			return r.z3Term(head, kids)
		case Printed: // z3 writes its functions like any other into scripts
			if _, ours := internals[head+"/"+strconv.Itoa(len(kids)-1)]; ours && r.x.Lookup(head) == nil {
				out, err = r.internal(head, kids[1:])
				return out, err == nil, err
			}
		case Tree, Alethe:
		}
		return nil, false, nil
	}
	return out, err == nil, err
}

// let reads the chain of lets that begins at kids, in a loop: printers nest as many of them as a term has shared parts.
func (r *reader) let(kids []syntax.ID) (*term.Term, error) {
	t := r.tree
	var names []string
	defer func() { r.unbindAll(names) }()
	for {
		if len(kids) != 3 {
			return nil, problemf("unreadable: a let of the wrong shape")
		}
		more, whole, err := r.bindLet(kids[1], r.boundTerm)
		names = append(names, more...)
		if err != nil {
			return nil, err
		}
		if !whole {
			return nil, problemf("unreadable: a let of the wrong shape")
		}
		body := kids[2]
		if next := t.Children(body); len(next) > 0 && t.Is(next[0], "let") {
			kids = next
			continue
		}
		return r.term(body)
	}
}

// pair splits (name value).
func (r *reader) pair(n syntax.ID) (name string, value syntax.ID, ok bool) {
	kids := r.tree.Children(n)
	if len(kids) != 2 {
		return "", 0, false
	}
	name, ok = r.tree.Name(kids[0])
	return name, kids[1], ok
}

// boundTerm returns the term at n as what a name stands for, or the reason why that cannot be read.
func (r *reader) boundTerm(_ string, n syntax.ID) (*binding, error) {
	b := &binding{node: n, step: -1}
	t, err := r.term(n)
	if p, ok := err.(*problem); ok { //nolint:errorlint // problems are not wrapped
		b.why = p.why
	} else if err != nil {
		return nil, err
	}
	b.term = t
	return b, nil
}

// annotated reads (! t attributes): it keeps a name, and other attributes mean nothing here.
func (r *reader) annotated(kids []syntax.ID) (*term.Term, error) {
	t := r.tree
	for i := 2; i+1 < len(kids); i++ {
		// Names are given once, and read before the term that they occur in.
		if name, ok := t.Name(kids[i+1]); ok && t.Text(kids[i]) == ":named" {
			if b := r.names[name]; b != nil && b.node == kids[1] && b.tree == t {
				return b.meaning(name)
			}
		}
	}
	body, err := r.term(kids[1])
	for i := 2; i+1 < len(kids); i++ {
		if t.Text(kids[i]) != ":named" {
			continue
		}
		if name, ok := t.Name(kids[i+1]); ok {
			b := &binding{node: kids[1], step: -1, term: body}
			if p, ok := err.(*problem); ok { //nolint:errorlint // problems are not wrapped
				b.why = p.why
			}
			r.bind(name, b)
		}
	}
	return body, err
}

// binder reads a binder with its variables, or with a list of them as CPC writes it.
func (r *reader) binder(head string, kids []syntax.ID) (*term.Term, error) {
	if len(kids) != 3 {
		return nil, problemf("unreadable: %s of the wrong shape", head)
	}
	vars, err := r.varList(kids[1])
	if err != nil {
		return nil, err
	}
	if vars != nil {
		body, err := r.term(kids[2])
		if err != nil {
			return nil, err
		}
		return r.quantify(head, vars, body)
	}
	vars, err = r.sortedVars(kids[1])
	if err != nil {
		return nil, err
	}
	r.enter(vars)
	body, err := r.term(kids[2])
	r.leave(vars)
	if err != nil {
		return nil, err
	}
	return r.quantify(head, vars, body)
}

// enter brings variables into scope.
func (r *reader) enter(vars []*term.Term) {
	for _, v := range vars {
		r.bind(v.Text(), &binding{step: -1, term: v})
	}
}

func (r *reader) leave(vars []*term.Term) {
	for _, v := range vars {
		r.unbind(v.Text())
	}
}

// sortedVars reads ((x S) ...).
func (r *reader) sortedVars(n syntax.ID) ([]*term.Term, error) {
	var out []*term.Term
	for _, c := range r.tree.Children(n) {
		name, sort, ok := r.pair(c)
		if !ok {
			return nil, problemf("unreadable: a list of variables of the wrong shape")
		}
		s, err := r.sort(sort)
		if err != nil {
			return nil, err
		}
		out = append(out, r.store.NewVar(name, s))
	}
	if len(out) == 0 {
		return nil, problemf("unreadable: a binder without variables")
	}
	return out, nil
}

// sort reads the sort at n of the proof's tree.
func (r *reader) sort(n syntax.ID) (*sorts.Sort, error) {
	text := string(r.tree.Append(nil, n))
	if kids := r.tree.Children(n); r.out.Format == CPC && len(kids) > 1 {
		if head := r.tree.Text(kids[0]); head == "BitVec" || head == "FloatingPoint" {
			text = "(_ " + text[1:]
		}
	}
	if _, err := r.x.Next(syntax.NewReader(text)); err != nil {
		return nil, problemOf(err)
	}
	s, err := r.x.Sort(syntax.Root)
	return s, problemOf(err)
}

// quantify binds copies of the variables: the variables of a proof may be bound in many places.
func (r *reader) quantify(head string, vars []*term.Term, body *term.Term) (*term.Term, error) {
	if err := r.spend(0); err != nil {
		return nil, err
	}
	by := make(map[*term.Term]*term.Term, len(vars))
	fresh := make([]*term.Term, len(vars))
	for i, v := range vars {
		fresh[i] = r.store.NewVar(v.Text(), v.Sort())
		by[v] = fresh[i]
	}
	inner, err := r.store.Substitute(body, by)
	if err != nil {
		return nil, problemf("unreadable: %v", err)
	}
	if head == "choice" {
		return r.choose("", fresh[0], inner)
	}
	b := map[string]term.Binder{"forall": term.Forall, "exists": term.Exists, "lambda": term.Lambda}[head]
	t, err := r.store.Quant(b, fresh, inner)
	if err != nil {
		return nil, problemf("unreadable: %v", err)
	}
	return t, nil
}
