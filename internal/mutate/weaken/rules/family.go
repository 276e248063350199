package rules

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
)

//go:embed facts.txt
var factsText string

// familyFile is the name of the file that the rules of the family appear to come from.
const familyFile = "congruence.rules"

// Congruences is the name of the family that is built from the operator table and from facts about its rows.
const Congruences = "congruence"

// fact is what an operator does in an argument place: keeps, turns, follows or opposes, with two relations, or injective, with =.
type fact struct {
	kind, from, to string
	argued         string // the argument where old solvers cannot be asked, "" for none
}

// is reports whether f is of a kind.
func (f fact) is(kinds ...string) bool { return slices.Contains(kinds, f.kind) }

// place is an argument place, from 1, of operators with a given number of arguments.
type place struct {
	operator        string
	number, arities int
}

// readFacts reads the facts, by place. The error names the line.
func readFacts(text string) (map[place][]fact, error) {
	all := map[place][]fact{}
	for i, line := range strings.Split(text, "\n") {
		line, argued, _ := strings.Cut(line, " because ")
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == ";" {
			continue
		}
		var p place
		if len(f) < 3 {
			return nil, fmt.Errorf("facts: line %d: want OPERATOR PLACE/ARGUMENTS and facts", i+1)
		}
		p.operator = f[0]
		if _, err := fmt.Sscanf(f[1], "%d/%d", &p.number, &p.arities); err != nil || p.number < 1 || p.number > p.arities || all[p] != nil {
			return nil, fmt.Errorf("facts: line %d: %s of %s is not a place, or is listed twice", i+1, f[1], f[0])
		}
		for f = f[2:]; len(f) > 0; {
			switch {
			case f[0] == "injective":
				all[p] = append(all[p], fact{"injective", "=", "=", argued})
				f = f[1:]
			case len(f) >= 3 && slices.Contains([]string{"keeps", "turns", "follows", "opposes"}, f[0]):
				all[p] = append(all[p], fact{f[0], f[1], f[2], argued})
				f = f[3:]
			default:
				return nil, fmt.Errorf("facts: line %d: %q does not begin a fact", i+1, strings.Join(f, " "))
			}
		}
	}
	return all, nil
}

// family returns the rules that say, for each operator and each of its argument places, that equal arguments give equal values, and what
// the facts add. It leaves out rows that engines never invent, rows whose value the standard leaves open somewhere, connectives, and
// functions without equality. The error is about a fact that no row fits, or that is not well-sorted.
func family(table *theory.Table) ([]*Rule, error) {
	facts, err := readFacts(factsText)
	if err != nil {
		return nil, err
	}
	w := familyWriter{facts: facts, used: map[place]bool{}, names: map[string]int{}}
	for _, r := range table.Rows() {
		if usual(r) {
			w.row(r)
		}
	}
	for p := range facts {
		if !w.used[p] {
			return nil, fmt.Errorf("facts: no row fits %s %d/%d", p.operator, p.number, p.arities)
		}
	}
	all, err := Parse(table, familyFile, w.text.String())
	if err != nil {
		return nil, err
	}
	for _, r := range all {
		r.Family = Congruences
	}
	return all, nil
}

// usual reports whether rules are made from a row.
func usual(r *theory.Row) bool {
	if len(r.Args) == 0 || r.NoGenerate != "" || r.Partial != "" || r.NeedsAs || r.HeadList != "" || len(r.ListVars) > 0 || r.Theory == "core" {
		return false
	}
	// Its own indices are chosen, which is simple only where nothing constrains them.
	if r.HeadIdx > 1 || r.HeadIdx == 1 && len(r.Where) > 0 {
		return false
	}
	if !r.AvailableIn("z3", "") && !r.AvailableIn("cvc5", "") {
		return false
	}
	odd := func(p sorts.Pattern) bool { return p.Form != sorts.One || strings.Contains(r.SortText(&p), "->") }
	return r.Result.Sort != sorts.RegLan && !odd(r.Result) && !slices.ContainsFunc(r.Args, odd)
}

// familyWriter writes the rules as text, so that they are shown, read and proved like all others.
type familyWriter struct {
	facts map[place][]fact
	used  map[place]bool
	names map[string]int
	text  strings.Builder
}

func (w *familyWriter) row(r *theory.Row) {
	for i := range r.Args {
		if r.Args[i].Sort == sorts.RegLan {
			continue
		}
		p := place{r.Name, i + 1, len(r.Args)}
		facts := w.facts[p]
		w.used[p] = w.used[p] || facts != nil
		if !slices.ContainsFunc(facts, func(f fact) bool { return f.is("injective") }) {
			w.rule(r, i, fact{"congruent", "=", "=", "Equal arguments give equal values, whatever the function."})
		}
		for _, f := range facts {
			w.rule(r, i, f)
		}
	}
}

// maxIndex is the largest index chosen for an operator with its own index.
const maxIndex = 4

// rule writes one rule: about a fact, or about equal arguments.
func (w *familyWriter) rule(r *theory.Row, at int, f fact) {
	name := f.kind + "-" + r.Name
	if f.from != "=" {
		name = f.kind + "-" + f.from + "-of-" + r.Name
	}
	if len(r.Args) > 1 {
		name += fmt.Sprintf("-%d", at+1)
	}
	if n := w.names[name]; n > 0 { // another row of this name
		w.names[name]++
		name = fmt.Sprintf("%s-%s", name, strings.Map(simple, r.SortText(&r.Args[at])))
		if w.names[name] > 0 {
			name = fmt.Sprintf("%s-%d", name, n)
		}
	}
	w.names[name]++

	fmt.Fprintf(&w.text, "(rule %s\n  :doc %q\n", name, doc(f))
	if f.is("congruent", "injective") {
		w.text.WriteString("  :cite \"Bringolf 2021, rule (11)\"\n")
	}
	if f.argued != "" {
		fmt.Fprintf(&w.text, "  :argued %q\n", f.argued)
	}
	if len(r.SortVars) > 0 {
		fmt.Fprintf(&w.text, "  :sorts (%s)\n", strings.Join(r.SortVars, " "))
	}
	if len(r.IdxVars) > 0 {
		fmt.Fprintf(&w.text, "  :indices (%s)\n", indices(r))
	}
	sort := r.SortText(&r.Args[at])
	fmt.Fprintf(&w.text, "  :params ((x %s) (y %s))\n", sort, sort)
	w.rest(r, at)
	from := fmt.Sprintf("(%s x y)", f.from)
	to := fmt.Sprintf("(%s %s %s)", f.to, applied(r, at, "x"), applied(r, at, "y"))
	if f.is("turns", "opposes") {
		to = fmt.Sprintf("(%s %s %s)", f.to, applied(r, at, "y"), applied(r, at, "x"))
	}
	arrow := "<=>"
	if f.is("congruent", "follows", "opposes") {
		arrow = "=>"
	}
	fmt.Fprintf(&w.text, "  (%s %s %s))\n", arrow, from, to)
}

// rest writes the parameters for the other arguments.
func (w *familyWriter) rest(r *theory.Row, at int) {
	var free []string
	for i := range r.Args {
		if i != at {
			free = append(free, fmt.Sprintf("(z%d %s)", i+1, r.SortText(&r.Args[i])))
		}
	}
	if len(free) > 0 {
		fmt.Fprintf(&w.text, "  :free (%s)\n", strings.Join(free, " "))
	}
}

// indices returns the index parameters: the operator's own index is chosen, others follow from the sorts.
func indices(r *theory.Row) string {
	out := slices.Clone(r.IdxVars)
	if r.HeadIdx == 1 {
		out[0] = fmt.Sprintf("(%s 0 %d)", out[0], maxIndex)
	}
	return strings.Join(out, " ")
}

// applied returns the operator with x in a place.
func applied(r *theory.Row, at int, x string) string {
	head := syntax.SymbolText(r.Name)
	if r.HeadIdx == 1 {
		head = fmt.Sprintf("(_ %s %s)", head, r.IdxVars[0])
	}
	for i := range r.Args {
		if i == at {
			head += " " + x
		} else {
			head += fmt.Sprintf(" z%d", i+1)
		}
	}
	return "(" + head + ")"
}

func doc(f fact) string {
	return map[string]string{
		"congruent": "Equal arguments give equal values.",
		"injective": "Equal values come from equal arguments.",
		"keeps":     "It keeps an order, and values are in that order only if the arguments are.",
		"turns":     "It turns an order round, and values are in that order only if the arguments are.",
		"follows":   "It follows an order.",
		"opposes":   "It turns an order round.",
	}[f.kind]
}

// simple drops characters that a simple symbol cannot have.
func simple(r rune) rune {
	switch r {
	case ' ', '_':
		return '-'
	case '(', ')':
		return -1
	}
	return r
}
