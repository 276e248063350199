package certify

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// CoreKind says how a solver is asked which formulas of a check-sat are unsat together.
type CoreKind uint8

// The kinds.
const (
	// NoCore: it cannot be asked.
	NoCore CoreKind = iota
	// NamedCore: by get-unsat-core, which answers with names of assertions. Assertions without a name belong
	// to every core (SMT-LIB 2.6, section 4.2.7).
	NamedCore
	// AssumedCore: by get-unsat-assumptions, which answers with assumptions of the check-sat-assuming. All assertions in force belong to every
	// such core.
	AssumedCore
)

// CoreKinds returns for each check-sat of s the kind of core that a solver can be asked for after unsat, given the options, names and
// assumptions.
func CoreKinds(s *script.Script) []CoreKind {
	var kinds []CoreKind
	options := map[string]bool{}
	given := givenNames(s)
	named := 0 // assertions in force that have a name
	var levels []int
	for i := range s.Commands {
		c := s.Commands[i]
		switch c.Kind {
		case script.SetOption:
			options[c.Name] = c.Text == "true"
		case script.Assert:
			if len(given[i]) > 0 {
				named++
			}
		case script.Push:
			for range c.Arity {
				levels = append(levels, named)
			}
		case script.Pop:
			if n := min(c.Arity, len(levels)); n > 0 {
				named = levels[len(levels)-n]
				levels = levels[:len(levels)-n]
			}
		case script.ResetAssertions:
			named, levels = 0, nil
		case script.Reset:
			named, levels = 0, nil
			clear(options)
		case script.CheckSat, script.CheckSatUsing, script.CheckSatAssuming:
			kind := NoCore
			switch {
			case c.Kind == script.CheckSat && options[question.Core.Option()] && named > 0:
				kind = NamedCore
			case c.Kind == script.CheckSatAssuming && options[question.Assumptions.Option()] && literals(c.Terms):
				kind = AssumedCore
			}
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// literals reports whether there are assumptions and all of them are literals, distinguishable from one another.
func literals(assumptions []*term.Term) bool {
	return len(assumptions) > 0 && !slices.ContainsFunc(assumptions, func(t *term.Term) bool { return literal(t) == "" })
}

// givenNames returns the names that the assertions of a script get, by command. One that asserts a formula by a name from elsewhere, such as (assert a),
// gets none, and belongs to every core.
func givenNames(s *script.Script) map[int][]string {
	out := map[int][]string{}
	seen := map[*term.Term]bool{}
	given := map[*term.Decl]bool{}
	for i := range s.Commands {
		c := s.Commands[i]
		if c.Kind == script.Assert {
			for t := c.Terms[0]; t.Kind() == term.Annot; t = t.Args()[0] {
				for _, a := range t.Attrs() {
					if a.Label != nil && !given[a.Label] {
						out[i] = append(out[i], a.Label.Name)
					}
				}
			}
		}
		todo := slices.Clone(c.Terms)
		for _, d := range c.Decls {
			if d.Body != nil {
				todo = append(todo, d.Body)
			}
		}
		for len(todo) > 0 {
			t := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if seen[t] || !t.HasNamed() {
				continue
			}
			seen[t] = true
			for _, a := range t.Attrs() {
				if a.Label != nil {
					given[a.Label] = true
				}
			}
			todo = append(todo, t.Args()...)
		}
	}
	return out
}

// literal returns "p" or "not p" for a Boolean constant p or its negation, "" for any other term.
func literal(t *term.Term) string {
	sign := ""
	for {
		switch f := t.Func(); {
		case t.Kind() == term.Annot:
			t = t.Args()[0]
		case f.Is("not") && sign == "":
			sign = "not "
			t = t.Args()[0]
		case t.Kind() == term.App && f != nil && f.Kind == term.UserFunc && f.Decl != nil && len(t.Args()) == 0:
			return sign + f.Decl.Name
		default:
			return ""
		}
	}
}

// CoreKind returns what the script asks for after a check-sat, NoCore for nothing or for a check that does not exist.
func (f *Formula) CoreKind(check int) CoreKind {
	i := f.script.CheckCommand(check)
	if i < 0 {
		return NoCore
	}
	c := f.script.Commands[i]
	for _, asked := range f.asked(check) {
		switch {
		case asked.Kind != script.Get:
		case c.Kind == script.CheckSat && asked.Text == question.Core.Command():
			return NamedCore
		case c.Kind == script.CheckSatAssuming && asked.Text == question.Assumptions.Command():
			return AssumedCore
		}
	}
	return NoCore
}

// Core judges the core that a solver printed after check number check, from 0, where the script asks for one. Witnesses are texts of
// models, each for the check-sat of the same index, "" where none is known. The report's verdict is
//
//   - ModelHolds when a witness makes the core true, or an interpretation that evaluation finds by itself: then it is not an unsat
//     core. The report is on that model;
//   - ModelFails when the core names an assertion or assumption that is not in force, whatever has a model;
//   - ModelUnreadable when the text is not a core, or the evaluator fails, which is the report's Fault;
//   - NoModel otherwise: nothing speaks against it. A core of everything in force says no more than the
//     answer does, and is not looked at; nor is one of a formula that solvers read in different ways.
func (f *Formula) Core(text string, check int, witnesses []string) (r oracle.ModelReport) {
	defer recovered(&r)
	kind := f.CoreKind(check)
	if kind == NoCore || f.ambiguous {
		return oracle.ModelReport{}
	}
	names, err := coreOf(text, kind)
	if err != nil {
		return oracle.ModelReport{Verdict: oracle.ModelUnreadable, Summary: err.Error()}
	}
	detail := clip("the core is: " + strings.Join(names, " "))
	reduced, err := f.reduce(check, kind, names)
	var stranger strangerError
	switch {
	case errors.As(err, &stranger):
		return oracle.ModelReport{Verdict: oracle.ModelFails, Summary: err.Error(), Detail: detail}
	case err != nil:
		return oracle.ModelReport{Verdict: oracle.ModelUnreadable, Summary: err.Error(), Detail: detail}
	case reduced == nil:
		return oracle.ModelReport{}
	}
	for i, w := range witnesses {
		if w == "" || slices.Contains(witnesses[:i], w) {
			continue
		}
		// A witness for a check at which other symbols are declared may have no meaning here.
		m, err := model.Read(w, reduced, check, f.bounds().reading("witness", ""))
		if err != nil {
			continue
		}
		if r := f.bounds().report(m); r.Verdict == oracle.ModelHolds {
			r.Summary = strings.TrimSuffix(fmt.Sprintf("the witness of check-sat %d, %s", i+1, r.Summary), ", ")
			r.Detail = detail
			return r
		}
	}
	if r := f.bounds().decide(interpretsNothing(reduced, check)); r.Verdict == oracle.ModelHolds {
		r.Summary = strings.TrimSuffix("evaluation finds one by itself, "+r.Summary, ", ")
		r.Detail = detail
		return r
	}
	return oracle.ModelReport{}
}

// strangerError is a core's element that is not in force at the check.
type strangerError string

func (e strangerError) Error() string { return "it names " + string(e) + ", which is not in force" }

// coreOf reads the answer to a command that asks for a core: names of assertions, or literals as literal writes them.
func coreOf(text string, kind CoreKind) ([]string, error) {
	var tree syntax.Tree
	more, err := syntax.NewReader(text).Next(&tree)
	if err != nil {
		return nil, err
	}
	if !more || tree.Kind(syntax.Root) != syntax.List {
		return nil, errors.New("a core has to be a list")
	}
	var out []string
	for _, n := range tree.Children(syntax.Root) {
		name, ok := tree.Name(n)
		if kids := tree.Children(n); !ok && kind == AssumedCore && len(kids) == 2 && tree.Is(kids[0], "not") {
			name, ok = tree.Name(kids[1])
			name = "not " + name
		}
		if !ok {
			return nil, fmt.Errorf("%s is not an element of a core", syntax.Clip(string(tree.Append(nil, n)), 60))
		}
		out = append(out, name)
	}
	return out, nil
}

// alias marks the assertions that a core refers to by an earlier name of an equal formula, from a level that was popped or before a reset:
// cvc5 keeps the first name of a formula. The core means the formula that is in force.
func (f *Formula) alias(check int, active []script.Assertion, given map[int][]string, wanted, known map[string]bool) {
	inForce := map[*term.Term][]string{}
	for _, a := range active {
		bare := bare(a.Term)
		inForce[bare] = append(inForce[bare], given[a.Command]...)
	}
	for i := range f.script.CheckCommand(check) {
		c := f.script.Commands[i]
		if c.Kind != script.Assert {
			continue
		}
		names, same := given[i], inForce[bare(c.Terms[0])]
		if len(same) == 0 || !slices.ContainsFunc(names, func(n string) bool { return wanted[n] }) {
			continue
		}
		for _, n := range names {
			known[n] = true
		}
		for _, n := range same {
			wanted[n] = true
		}
	}
}

// bare returns a formula without annotations around it.
func bare(t *term.Term) *term.Term {
	for t.Kind() == term.Annot {
		t = t.Args()[0]
	}
	return t
}

// reduce returns the script in which at the check only the core is in force, with what belongs to every core; nil when the core is
// everything. The error is a strangerError for an element that the core must not have.
func (f *Formula) reduce(check int, kind CoreKind, core []string) (*script.Script, error) {
	active, _ := f.script.Active(check)
	wanted := map[string]bool{}
	for _, name := range core {
		wanted[name] = true
	}
	// Everything that may be named: what is in force, and parts of it, about which the standard is silent.
	known := map[string]bool{}
	var inner []string
	given := givenNames(f.script)
	if kind == NamedCore {
		f.alias(check, active, given, wanted, known)
	}
	dropped := map[int]bool{}
	var kept []*term.Term
	less := false
	for _, a := range active {
		names := given[a.Command]
		term.Labels(a.Term, func(l *term.Decl) { inner = append(inner, l.Name) })
		if a.Assumed {
			names = []string{literal(a.Term)}
		}
		for _, n := range names {
			known[n] = true
		}
		in := slices.ContainsFunc(names, func(n string) bool { return wanted[n] })
		switch {
		case a.Assumed && in:
			kept = append(kept, a.Term)
		case a.Assumed:
			less = true
		case kind == NamedCore && len(names) > 0 && !in:
			dropped[a.Command] = true
			less = true
		}
	}
	for _, name := range core {
		switch {
		case known[name]:
		case slices.Contains(inner, name):
			return nil, fmt.Errorf("%s names a part of an assertion", name)
		default:
			return nil, strangerError(name)
		}
	}
	if !less {
		return nil, nil
	}
	n := *f.script
	n.Commands = nil
	at := f.script.CheckCommand(check)
	for i, c := range f.script.Commands {
		switch {
		case dropped[i]:
			// What is in scope goes by the numbers of commands, which stay the same.
			c = &script.Command{Kind: script.SetInfo, Name: ":dropped", Text: "true"}
		case i == at && kind == AssumedCore:
			assuming := *c
			assuming.Terms, c = kept, &assuming
		}
		n.Commands = append(n.Commands, c)
	}
	return &n, nil
}
