package proof

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// Options say how to read a proof. The zero value is the usual choice.
type Options struct {
	Budget Budget // the zero value for DefaultBudget
	// Done stops the reading when it is closed, and Proof.Cut says so. nil never does.
	Done <-chan struct{}
}

// ErrNone says that a text has no proof.
var ErrNone = errors.New("the text has no proof")

// Read reads the proof that a solver printed after check number check of s, from 0. Text before it, such as the answer, is skipped. It adds
// terms to the script's store. Steps say what in a proof cannot be read; the error says that there is no proof, or that the text is too
// large or is not an s-expression.
func Read(text string, s *script.Script, check int, opts Options) (*Proof, error) {
	return readWith("a proof", text, s, check, opts, func(r *reader) error { return r.text(text) })
}

// readWith reads a text, called what in messages.
func readWith(what, text string, s *script.Script, check int, opts Options, read func(*reader) error) (*Proof, error) {
	if opts.Budget == (Budget{}) {
		opts.Budget = DefaultBudget
	}
	if len(text) > opts.Budget.Bytes {
		return nil, fmt.Errorf("%s of %d bytes, where %d are read at most", what, len(text), opts.Budget.Bytes)
	}
	r := &reader{
		opts: opts, x: elab.Resume(s, check, elab.Options{MaxTerms: opts.Budget.Terms}), store: s.Store, before: s.Store.Len(),
		out: &Proof{Script: s, Check: check}, names: map[string]*binding{}, skolems: map[string]*Skolem{}, ours: map[*term.Decl]*Skolem{}, assumed: map[*term.Term]int{},
	}
	err := read(r)
	var stop *stopped
	if errors.As(err, &stop) {
		r.out.Cut, err = stop.why, nil
	}
	if err != nil {
		return nil, err
	}
	if len(r.out.Steps) == 0 {
		return nil, ErrNone
	}
	r.settle()
	return r.out, nil
}

// stopped ends the reading; what was read so far counts.
type stopped struct{ why string }

func (s *stopped) Error() string { return s.why }

// A binding is what a name of the proof stands for.
type binding struct {
	node  syntax.ID // what it was bound to
	tree  *syntax.Tree
	term  *term.Term // nil: why says why not
	vars  []*term.Term
	step  int // for a proof, -1 for none
	why   string
	outer *binding // the one that it hides
}

// A reader reads one proof.
type reader struct {
	opts  Options
	x     *elab.Session
	store *term.Store
	tree  *syntax.Tree
	out   *Proof
	names map[string]*binding

	assumed map[*term.Term]int // the first local assumption of a formula, where formulas identify assumptions
	guesses int                // terms read to find out the sorts of constants
	spent   int                // bytes of the text of terms that were read
	before  int                // terms in the store before
	ours    map[*term.Decl]*Skolem
	skolems map[string]*Skolem // by the text of the term that the solver prints for it
	vars    map[string]*term.Term
	// functions are those of the solver, by name and sorts.
	functions map[string]*Function
	temp      int
	around    []*term.Term // variables bound around the current step
	open      []int        // local assumptions in scope, where the format has scopes
	anchors   []anchor
	inputs    map[*term.Term]bool
	depth     int
}

// text reads whatever proof is in a text.
func (r *reader) text(text string) error {
	in := syntax.NewReader(text)
	for behind := 0; ; behind = in.Offset() {
		tree := &syntax.Tree{}
		more, err := in.Next(tree)
		if err != nil && len(r.out.Steps) > 0 {
			return &stopped{"the rest is not an s-expression: " + err.Msg}
		}
		if err != nil {
			return fmt.Errorf("the proof cannot be read: %w", err)
		}
		if !more {
			return nil
		}
		if tree.Kind(syntax.Root) != syntax.List {
			continue
		}
		r.tree = tree
		if err := r.top(syntax.Root, text[behind:tree.Offset(syntax.Root)]); err != nil {
			return err
		}
	}
}

// top reads a command or a whole proof; gap is the text before it.
func (r *reader) top(n syntax.ID, gap string) error {
	t := r.tree
	if t.Len(n) == 0 {
		return nil
	}
	first := t.First(n)
	if t.Kind(first) == syntax.List {
		return r.listed(n)
	}
	head, _ := t.Name(first)
	switch {
	case r.out.Format == "" && (head == "proof" || head == "let" && !r.isTree(n) || z3Rules[head]):
		return r.z3(n)
	case r.out.Format == "" && r.isTree(n):
		return r.treeProof(n)
	}
	return r.command(n, head, gap)
}

// listed reads what is in separate parentheses: all commands of a proof, or the one term that it is.
func (r *reader) listed(n syntax.ID) error {
	t := r.tree
	behind := t.Offset(n) + 1
	for _, c := range t.Children(n) {
		if t.Kind(c) == syntax.List {
			gap := ""
			if at := t.Offset(c); at > behind {
				gap = t.Src[behind:at]
			}
			if err := r.top(c, gap); err != nil {
				return err
			}
			behind = t.Offset(c) // the end is not kept; comments come before steps, and terms have none
		}
	}
	return nil
}

// command reads a command of a proof that is a list of commands.
func (r *reader) command(n syntax.ID, head, gap string) error {
	kids := r.tree.Children(n)
	if r.out.Format == "" && (head == "define" || head == "assume-push" || head == "declare-var") {
		r.out.Format = CPC
	}
	if strings.Contains(r.tree.Text(n), ":named") {
		if err := r.named(n); err != nil {
			return err
		}
	}
	switch head {
	case "declare-const", "declare-fun":
		r.declare(kids)
	case "declare-var":
		r.declareVar(kids)
	case "define", "define-fun":
		return r.define(kids)
	case "assume":
		return r.assume(kids)
	case "assume-push":
		return r.assumePush(kids)
	case "step", "step-pop":
		return r.step(n, kids, head, ruleOf(gap))
	case "anchor":
		return r.anchor(n)
	}
	return nil
}

// ruleOf finds the rule that cvc5 names in a comment before a step that it calls trust.
func ruleOf(gap string) string {
	i := strings.LastIndex(gap, "; trust ")
	if i < 0 {
		return ""
	}
	line, _, _ := strings.Cut(gap[i+len("; trust "):], "\n")
	return syntax.Clip(strings.TrimSpace(line), 80)
}

// add adds a step.
func (r *reader) add(s Step) (int, error) {
	if len(r.out.Steps) >= r.opts.Budget.Steps {
		return 0, &stopped{fmt.Sprintf("more than %d steps", r.opts.Budget.Steps)}
	}
	if err := r.spend(0); err != nil {
		return 0, err
	}
	i := len(r.out.Steps)
	if s.Name == "" {
		s.Name = strconv.Itoa(i + 1)
	}
	s.Rule = syntax.Clip(s.Rule, 80)
	s.As = i
	if s.Kind == Local && s.Claim != nil && (r.out.Format == Z3 || r.out.Format == Tree) {
		if first, ok := r.assumed[s.Claim]; ok {
			s.As = first
		} else {
			r.assumed[s.Claim] = i
		}
	}
	if s.Kind == Inference && len(s.Premises) == 0 && !s.Hidden && len(r.around) == 0 {
		r.defined(s.Claim)
	}
	r.out.Steps = append(r.out.Steps, s)
	return i, nil
}

// timesRead bounds how often the text of a proof is read, for all its terms together: once, and again to find out the sorts of constants,
// and for proofs that are used in several places.
const timesRead = 4

// spend counts bytes about to be read, and ends the reading when there were too many, when there are too many terms, or when it should
// stop.
func (r *reader) spend(bytes int) error {
	select {
	case <-r.opts.Done:
		return &stopped{"stopped before the end of the proof"}
	default:
	}
	r.spent += bytes
	switch b := r.opts.Budget; {
	case r.spent/timesRead > b.Bytes:
		return &stopped{fmt.Sprintf("terms of more than %d bytes in all", timesRead*b.Bytes)}
	case r.store.Len()-r.before > b.Terms:
		return &stopped{fmt.Sprintf("more than %d terms", b.Terms)}
	}
	return nil
}

// call gives a step the name that a let gives it.
func (r *reader) call(i int, name string) {
	if i >= 0 && r.out.Steps[i].Name == strconv.Itoa(i+1) {
		r.out.Steps[i].Name = syntax.Clip(name, 60)
	}
}

// deeper goes one s-expression down; the caller goes back up with r.depth--.
func (r *reader) deeper() error {
	r.depth++
	if r.depth > r.opts.Budget.Depth {
		return &stopped{fmt.Sprintf("nested deeper than %d", r.opts.Budget.Depth)}
	}
	return nil
}

// bind gives a name a meaning.
func (r *reader) bind(name string, b *binding) {
	b.outer = r.names[name]
	b.tree = r.tree
	r.names[name] = b
	if b.term != nil {
		r.x.Bind(name, b.term)
	}
}

// unbind removes the latest meaning of a name.
func (r *reader) unbind(name string) {
	b := r.names[name]
	if b.term != nil {
		r.x.Unbind(name)
	}
	if b.outer == nil {
		delete(r.names, name)
		return
	}
	r.names[name] = b.outer
}

// proofNamed returns the step that a name stands for, -1 for none.
func (r *reader) proofNamed(name string) int {
	if b := r.names[name]; b != nil {
		return b.step
	}
	return -1
}

// conclude reads a conclusion into a step.
func (r *reader) conclude(s *Step, n syntax.ID) error {
	t, err := r.term(n)
	var p *problem
	switch {
	case errors.As(err, &p):
		s.Why = p.why
	case err != nil:
		return err
	case !isBool(t):
		s.Why = "unreadable: a conclusion that is not a formula"
	default:
		s.Claim = t
	}
	return nil
}
