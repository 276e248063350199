package query

import (
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/values"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

// A Use is an operator as it occurs in a script: at which sorts, and which of its arguments are values.
type Use struct {
	row    *theory.Row
	head   string
	args   []*sorts.Sort
	fixed  []bool // the argument is a closed term of the theories
	result *sorts.Sort
}

// key is equal for uses that have the same probes.
func (u *Use) key() string { return fmt.Sprint(u.head, " ", u.args, u.fixed, u.result) }

// UsesOf returns the operators of a script, each as it first occurs, without the operators of other; other may be nil. Operators that every
// solver has are left out.
func UsesOf(s, other *script.Script) []Use {
	seen := make(map[*theory.Row]bool)
	if other != nil {
		for _, r := range trial.Rows(other) {
			seen[r] = true
		}
	}
	var uses []Use
	term.Walk(s.Roots(), func(t *term.Term) bool {
		f := t.Func()
		if f == nil || f.Kind != term.TheoryFunc || seen[f.Row] || f.Row.Theory == "core" {
			return true
		}
		seen[f.Row] = true
		u := Use{row: f.Row, head: f.String(), result: t.Sort()}
		args := t.Args()
		if f.Row.Assoc != theory.None && len(args) > 2 {
			args = args[:2]
		}
		for _, a := range args {
			u.args = append(u.args, a.Sort())
			u.fixed = append(u.fixed, len(a.Free()) == 0 && !a.HasUser())
		}
		uses = append(uses, u)
		return true
	})
	return uses
}

const (
	// maxProbes is how many probes an operator has: what one value hides, another may show.
	maxProbes = 3
	// probeTries bounds the search for arguments at which the operator's value is known.
	probeTries = 4 * maxProbes
	// probeSteps bounds the evaluation of one value.
	probeSteps = 100_000
)

// A form says which arguments of a probe are constants.
type form uint8

const (
	// asUsed has values where the script has closed terms, and constants elsewhere.
	asUsed form = iota
	// asValues has values everywhere: some operators accept nothing else.
	asValues
)

// A probe is the two forms of one question about an operator. Both are sat by construction.
type probe [2]*script.Script

// probes returns questions about the use of an operator in scripts of a logic: are there arguments at which it has the value that it has at
// some chosen arguments? It returns none when such arguments cannot be written, or the value there is not known. The questions are the same
// for equal uses.
func (u *Use) probes(table *theory.Table, logic string) []probe {
	r := rng.New(0).Split("probe").Split(u.key())
	var out []probe
	seen := make(map[string]bool)
	for try := 0; try < probeTries && len(out) < maxProbes; try++ {
		values, ok := u.values(table, r.SplitN(uint64(try)))
		if !ok {
			return out
		}
		key := strings.Join(values, " ")
		if seen[key] {
			continue
		}
		seen[key] = true
		claim, ok := u.claim(table, logic, values)
		if !ok {
			continue
		}
		p := probe{u.question(table, logic, values, claim, asUsed), u.question(table, logic, values, claim, asValues)}
		if p[asUsed] != nil && p[asValues] != nil {
			out = append(out, p)
		}
	}
	return out
}

// values chooses a value for each operand, as text.
func (u *Use) values(table *theory.Table, r *rng.Rand) (texts []string, ok bool) {
	g := values.New(term.NewStore(table), values.Options{Structured: true})
	for _, s := range u.operands() {
		t := g.Value(r, s)
		if t == nil {
			return nil, false
		}
		texts = append(texts, t.String())
	}
	return texts, true
}

// operands are the sorts of the operator's arguments, and of what is needed to look at its result: solvers hardly ever compare languages
// and arrays as wholes, so a word or an index is needed.
func (u *Use) operands() []*sorts.Sort {
	switch {
	case u.result == sorts.RegLan:
		return append(u.args[:len(u.args):len(u.args)], sorts.String)
	case u.result.Kind() == sorts.Array:
		return append(u.args[:len(u.args):len(u.args)], u.result.Args()[0])
	}
	return u.args
}

// look writes the part of a probe whose value is claimed.
func (u *Use) look(operands []string) string {
	n := len(u.args)
	app := u.head
	if n > 0 {
		app = "(" + u.head + " " + strings.Join(operands[:n], " ") + ")"
	}
	switch {
	case u.result == sorts.RegLan:
		return "(str.in_re " + operands[n] + " " + app + ")"
	case u.result.Kind() == sorts.Array:
		return "(select " + app + " " + operands[n] + ")"
	}
	return app
}

// claim returns a formula with %s in place of look that is true of the values.
func (u *Use) claim(table *theory.Table, logic string, values []string) (claim string, ok bool) {
	look := u.look(values)
	s, err := elab.Script(logicLine(logic)+"(assert (= "+look+" "+look+"))(check-sat)\n", elab.Options{Table: table})
	if err != nil {
		return "", false
	}
	active, _ := s.Active(0)
	t := active[0].Term.Args()[0]
	v := eval.New(s.Store, nil, eval.Options{Steps: probeSteps}).Term(t)
	switch {
	case v.IsTrue():
		return "%s", true
	case v.IsFalse():
		return "(not %s)", true
	case !v.IsKnown():
		return "", false
	}
	w, err := value.Term(s.Store, t.Sort(), v)
	if err != nil {
		return "", false
	}
	return "(= %s " + w.String() + ")", true
}

// question writes a probe and reads it; nil when it cannot be written, for example because of a sort that the script declares.
func (u *Use) question(table *theory.Table, logic string, values []string, claim string, f form) *script.Script {
	var b strings.Builder
	b.WriteString(logicLine(logic))
	operands := make([]string, len(values))
	for i, s := range u.operands() {
		// There are no constants that stand for languages or functions.
		if f == asValues || i < len(u.fixed) && u.fixed[i] || s == sorts.RegLan || s.Kind() == sorts.Func {
			operands[i] = values[i]
			continue
		}
		operands[i] = fmt.Sprintf("c%d", i)
		fmt.Fprintf(&b, "(declare-fun %s () %s)\n", operands[i], s)
	}
	b.WriteString("(assert " + strings.Replace(claim, "%s", u.look(operands), 1) + ")\n(check-sat)\n")
	s, err := elab.Script(b.String(), elab.Options{Table: table})
	if err != nil {
		return nil
	}
	return s
}

func logicLine(logic string) string {
	if logic == "" {
		return ""
	}
	return "(set-logic " + logic + ")\n"
}
