package grammar

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// A construct is a kind of operations that is not an operator: a command, or a form of the language.
type construct uint8

// The constructs.
const (
	forall construct = iota
	exists
	let
	match
	lambda
	declareSort
	declareDatatypes
	declareFun
	defineFun
	defineFunRec
	push
	checkSatAssuming
	resetAssertions
	getModel
	getValue
	getAssignment
	getUnsatCore
	getUnsatAssumptions
	getProof
	allConstructs // their number
)

// constructInfo is what is known about a construct.
type constructInfo struct {
	name string
	// lacking are the solvers that do not read it, or not the option that it needs. Entries are names, or names with the first version
	// that reads it, as in "boolector<2".
	lacking []string
	// option is the option that a script has to set for it, "" for none.
	option string
}

// oldBoolector reads declarations of constants, assertions and one check-sat.
const oldBoolector = "boolector<2"

var constructTable = [allConstructs]constructInfo{
	forall:           {name: "forall"},
	exists:           {name: "exists"},
	let:              {name: "let"},
	match:            {name: "match", lacking: []string{"cvc4", "yices2", "bitwuzla", "boolector", "opensmt", "princess", "ostrich"}},
	lambda:           {name: "lambda", lacking: []string{"yices2", "bitwuzla", "boolector", "opensmt", "smtinterpol", "mathsat"}},
	declareSort:      {name: "declare-sort", lacking: []string{oldBoolector}},
	declareDatatypes: {name: "declare-datatypes", lacking: []string{"yices2", "bitwuzla", "boolector", "opensmt", "mathsat"}},
	declareFun:       {name: "declare-fun", lacking: []string{oldBoolector}}, // one with arguments
	defineFun:        {name: "define-fun", lacking: []string{oldBoolector}},
	defineFunRec:     {name: "define-fun-rec", lacking: []string{"yices2", "bitwuzla", "boolector", "opensmt", "mathsat", "smtinterpol", "princess", "ostrich"}},
	push:             {name: "push", lacking: []string{oldBoolector}},
	checkSatAssuming: {name: "check-sat-assuming", lacking: []string{oldBoolector, "princess", "ostrich"}},
	resetAssertions:  {name: "reset-assertions", option: ":global-declarations", lacking: []string{"boolector", "yices2", "mathsat", "cvc4", "bitwuzla", "princess", "ostrich"}},
	getModel:         {name: question.Model.Word(), option: question.Model.Option(), lacking: []string{oldBoolector}},
	getValue:         {name: question.Values.Word(), option: question.Values.Option(), lacking: []string{oldBoolector}},
	getAssignment:    {name: question.Assignment.Word(), option: question.Assignment.Option(), lacking: []string{"boolector", "yices2", "bitwuzla", "opensmt", "princess", "ostrich"}},
	getUnsatCore:     {name: question.Core.Word(), option: question.Core.Option(), lacking: []string{"boolector"}},
	getUnsatAssumptions: {
		name: question.Assumptions.Word(), option: question.Assumptions.Option(),
		lacking: []string{"boolector", "cvc4", "mathsat", "opensmt", "princess", "ostrich"},
	},
	getProof: {name: question.Proof.Word(), option: question.Proof.Option(), lacking: []string{"boolector", "yices2", "bitwuzla", "mathsat", "cvc4"}},
}

// constructs is a set of constructs.
type constructs uint32

func (cs constructs) has(c construct) bool { return cs&(1<<c) != 0 }
func (cs *constructs) add(c construct)     { *cs |= 1 << c }
func (cs *constructs) drop(c construct)    { *cs &^= 1 << c }

func (cs constructs) names() []string {
	var out []string
	for c := range allConstructs {
		if cs.has(c) {
			out = append(out, constructTable[c].name)
		}
	}
	return out
}

func constructOf(name string) (construct, bool) {
	if name == "pop" {
		return push, true
	}
	for c := range allConstructs {
		if constructTable[c].name == name {
			return c, true
		}
	}
	return 0, false
}

// Constructs returns the kinds of operations that are not operators: commands, and forms of the language. Push includes pop.
func Constructs() []string {
	var all constructs = 1<<allConstructs - 1
	return all.names()
}

// lackedBy reports whether a solver does not read the construct. A solver of unknown version counts as the newest.
func (i constructInfo) lackedBy(s theory.Release) bool {
	return slices.ContainsFunc(i.lacking, func(entry string) bool {
		name, first, since := strings.Cut(entry, "<")
		return name == s.Name && (!since || s.Version != "" && theory.CompareVersions(s.Version, first) < 0)
	})
}

// available returns the constructs that the logic and all solvers have.
func (g *Grammar) available() constructs {
	var all constructs
	for c := range allConstructs {
		if !slices.ContainsFunc(g.opts.Solvers, constructTable[c].lackedBy) {
			all.add(c)
		}
	}
	l := &g.logic
	drop := func(without bool, cs ...construct) {
		for _, c := range cs {
			if without {
				all.drop(c)
			}
		}
	}
	drop(!l.Quantifiers, forall, exists)
	drop(!l.UF && !l.All, declareSort, declareFun)
	drop(l.Name == "QF_AX" || l.Name == "AX", declareFun) // it has the script's own sorts, but no functions
	drop(!l.Datatypes && !l.All, declareDatatypes, match)
	drop(!l.HigherOrder, lambda)
	drop(!l.Quantifiers || !l.All, defineFunRec) // under other logics z3 knows no recursion
	return all
}

// KindsOf returns the kinds of operations that a script has, sorted: the names of its operators and constructs. This is how a script
// of any origin is matched with what is known about kinds.
func KindsOf(s *script.Script) []string {
	var found constructs
	names := map[string]bool{}
	for _, c := range s.Commands {
		kindsOfCommand(c, &found)
	}
	for _, root := range s.Roots() {
		kindsOfTerm(root, names, &found)
	}
	out := found.names()
	for name := range names {
		out = append(out, name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func kindsOfCommand(c *script.Command, found *constructs) {
	switch c.Kind {
	case script.DeclareSort:
		found.add(declareSort)
	case script.DeclareDatatypes:
		found.add(declareDatatypes)
	case script.DeclareFun:
		if len(c.Decls[0].Params) > 0 {
			found.add(declareFun)
		}
	case script.DefineFun:
		found.add(defineFun)
	case script.DefineRec:
		found.add(defineFunRec)
	case script.Push, script.Pop:
		found.add(push)
	case script.CheckSatAssuming:
		found.add(checkSatAssuming)
	case script.ResetAssertions:
		found.add(resetAssertions)
	case script.GetValue:
		found.add(getValue)
	case script.Get:
		for k := range allConstructs {
			if c.Text == "("+constructTable[k].name+")" {
				found.add(k)
			}
		}
	}
}

func kindsOfTerm(root *term.Term, names map[string]bool, found *constructs) {
	seen := map[*term.Term]bool{}
	term.Walk([]*term.Term{root}, func(t *term.Term) bool {
		switch f := t.Func(); {
		case f != nil && f.Row != nil:
			names[f.Row.Name] = true
		case t.Kind() == term.Match:
			found.add(match)
		case t.Binder() == term.Forall:
			found.add(forall)
		case t.Binder() == term.Exists:
			found.add(exists)
		case t.Binder() == term.Lambda:
			found.add(lambda)
		}
		for _, a := range t.Args() {
			if a.Size() < term.LetSize {
				continue
			}
			if seen[a] {
				found.add(let)
			}
			seen[a] = true
		}
		return true
	})
}
