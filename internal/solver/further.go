package solver

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
)

// Further holds commands whose responses can be checked against exact evaluation. They follow check-sat; an empty one means that the
// solver has no such command.
type Further struct {
	// Values asks for the values of terms after sat, such as "(get-value ({terms}))". Assignment asks for those of named formulas, which
	// takes the arguments Call.Assignments.
	Values     string `toml:"values"`
	Assignment string `toml:"assignment"`
	// Eval asks for the value of one term, such as "(eval {term})".
	Eval string `toml:"eval"`
	// Simplify asks for a term that is equal to one, such as "(simplify {term})".
	Simplify string `toml:"simplify"`
	// SimplifyAsserted says that these two are equal where the assertions are true, but need not be elsewhere.
	SimplifyAsserted bool `toml:"simplify_asserted"`
	// Apply asks what a tactic makes of the assertions, such as "(apply {tactic})". Tactics are the tactics for which at least one
	// of the goals is true under exactly the interpretations under which the assertions are true.
	Apply string `toml:"apply"`
	// Objectives asks after sat for the values of what the script makes the solver minimize and maximize, and of its soft formulas.
	// Only solvers with a command for that are given such scripts.
	Objectives string `toml:"objectives"`
	// Interpolant and Abduct ask after the check-sat for a formula between the assertions and a term, such as "(get-interpolant I {term})", or for
	// one that suffices to imply the term. The script enables them by the options :produce-interpolants and :produce-abducts.
	Interpolant string `toml:"interpolant"`
	Abduct      string `toml:"abduct"`
	// Partition asks after unsat for a formula between the assertions with some names and those with the others, such
	// as "(get-interpolants {first} {second})" or "(get-interpolant ({names}))".
	Partition string   `toml:"partition"`
	Tactics   []string `toml:"tactics"`
}

// Placeholders in these commands.
const (
	TermsPlace  = "{terms}"
	TermPlace   = "{term}"
	TacticPlace = "{tactic}"
	// The names of some assertions, separated by blanks; and, as conjunctions, those names and the names of the others.
	NamesPlace  = "{names}"
	FirstPlace  = "{first}"
	SecondPlace = "{second}"
)

// A further is a command of Further: its key, the kind of question that it asks, and which placeholders it needs, or else which.
type further struct {
	command *string
	key     string
	kind    question.Kind
	// after is the answer that the command needs where the kind needs none.
	after  smt.Status
	places []string
	or     []string
}

// table has a row for each command.
func (f *Further) table() []further {
	return []further{
		{command: &f.Values, key: "values", kind: question.Values, places: []string{TermsPlace}},
		{command: &f.Assignment, key: "assignment", kind: question.Assignment},
		{command: &f.Eval, key: "eval", kind: question.Evaluated, places: []string{TermPlace}},
		{command: &f.Simplify, key: "simplify", kind: question.Simplified, places: []string{TermPlace}},
		{command: &f.Apply, key: "apply", kind: question.Goals, places: []string{TacticPlace}},
		{command: &f.Objectives, key: "objectives", kind: question.Objectives},
		{command: &f.Interpolant, key: "interpolant", kind: question.Interpolant, places: []string{TermPlace}},
		{command: &f.Abduct, key: "abduct", kind: question.Abduct, places: []string{TermPlace}},
		{
			command: &f.Partition, key: "partition", kind: question.Interpolant, after: smt.Unsat,
			places: []string{NamesPlace}, or: []string{FirstPlace, SecondPlace},
		},
	}
}

// Command returns the command for questions of a kind after any answer that fits them, with its placeholders; "" when the solver has none.
func (f Further) Command(kind question.Kind) string {
	for _, c := range f.table() {
		if c.kind == kind && c.after == smt.NoStatus {
			return *c.command
		}
	}
	return ""
}

// check returns an error for entries that make no sense.
func (f Further) check() error {
	for _, c := range f.table() {
		if *c.command == "" || hasAll(*c.command, c.places) || len(c.or) > 0 && hasAll(*c.command, c.or) {
			continue
		}
		needs := strings.Join(c.places, " and ") + " in it"
		if len(c.or) > 0 {
			needs += ", or " + strings.Join(c.or, " and ")
		}
		return fmt.Errorf("%s needs %s", c.key, needs)
	}
	if (f.Apply == "") != (len(f.Tactics) == 0) {
		return errors.New("apply needs some tactics, and tactics need apply")
	}
	return nil
}

func hasAll(command string, places []string) bool {
	for _, p := range places {
		if !strings.Contains(command, p) {
			return false
		}
	}
	return true
}

// replace replaces f's commands by those that are set. Tactics belong to the command that applies them.
func (f *Further) replace(by Further) {
	own := f.table()
	for i, c := range by.table() {
		*own[i].command = cmp.Or(*c.command, *own[i].command)
	}
	f.SimplifyAsserted = cmp.Or(by.SimplifyAsserted, f.SimplifyAsserted)
	if by.Tactics != nil {
		f.Tactics = by.Tactics
	}
}

// Command returns the command that asks solvers of the profile a question of a kind, "" when they have none, or when it takes arguments. A solver that
// finds cores is assumed to find those of assumptions too: scripts that can be asked for them enable them, which a solver without them refuses anyway.
func (p *Profile) Command(kind question.Kind) string {
	switch kind {
	case question.Model:
		return p.Show.Model
	case question.Core:
		return p.Show.Core
	case question.Assumptions:
		if p.Show.Core == "" {
			return ""
		}
		return kind.Command()
	case question.Proof:
		return p.Show.Proof
	case question.Statistics:
		return p.Stats.Command
	case question.Reason:
		return kind.Command()
	}
	return ""
}

// CanAsk reports whether solvers of the profile have a command for questions of a kind that makes sense after an answer, NoStatus for one that is
// not known yet.
func (p *Profile) CanAsk(kind question.Kind, answer smt.Status) bool {
	if !kind.Fits(answer) {
		return false
	}
	if p.Command(kind) != "" {
		return true
	}
	for _, c := range p.Show.Further.table() {
		if c.kind == kind && *c.command != "" && (c.after == smt.NoStatus || answer == c.after || answer == smt.NoStatus) {
			return true
		}
	}
	return false
}

// Enable sets the options that make a solver answer questions.
func (o *Options) Enable(asked []Question) {
	for _, q := range asked {
		switch q.Kind.Option() {
		case question.Model.Option():
			o.Models = true
		case question.Assignment.Option():
			o.Assignments = true
		}
	}
}
