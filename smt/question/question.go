// Package question has the kinds of questions that scripts ask solvers beyond the answer to a check-sat: what a solver returns, the commands that
// ask for it, and what depends on the kind alone. It asks nobody, and judges no response.
package question

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/status"
)

// String returns the kind in one word.
func (k Kind) String() string { return k.row().name }

// row returns the row of a kind; the zero value has that of Other.
func (k Kind) row() *row {
	if k == 0 || int(k) >= len(table) {
		k = Other
	}
	return &table[k]
}

// Kinds returns all kinds, in the order of the table.
func Kinds() []Kind {
	var out []Kind
	for k := range table[1:] {
		out = append(out, Kind(k+1))
	}
	return out
}

// Command is the usual command that asks a question of the kind, without its arguments: "(get-model)" for Model.
func (k Kind) Command() string {
	f := k.row().forms[0]
	return "(" + strings.TrimSpace(f.Word+" "+f.Keyword) + ")"
}

// Word is the name of that command: "get-model" for Model.
func (k Kind) Word() string { return k.row().forms[0].Word }

// After is the answer that questions of the kind are about, NoStatus where they are about the assertions or the run, whatever the answer is.
func (k Kind) After() status.Status { return k.row().after }

// Fits reports whether a question of the kind makes sense after an answer.
func (k Kind) Fits(answer status.Status) bool {
	after := k.After()
	return after == status.NoStatus || after == answer
}

// Further reports whether it is a question beyond those for models, cores, proofs and the cost of a run. Evaluation judges its responses.
func (k Kind) Further() bool { return k.row().further }

// Core reports whether the response is a part of the assertions or assumptions that is unsatisfiable.
func (k Kind) Core() bool { return k.row().core }

// Judged reports whether something judges what a solver returns to questions of the kind by themselves. Models are judged with the answer.
func (k Kind) Judged() bool { return k.Further() || k.Core() }

// Bare reports whether a response may be a word outside of parentheses, such as true, or fail.
func (k Kind) Bare() bool { return k.row().bare }

// Refutable reports whether a response claims that formulas imply others, so that models of other solvers may refute it.
func (k Kind) Refutable() bool { return k.row().refutable }

// Taxing reports whether a solver that is asked has more to do than the formula requires, or is given an option for it, so that an unknown may come
// from that.
func (k Kind) Taxing() bool { return k.row().taxing }

// Common reports whether questions of the kind are so common that they tell no scripts apart.
func (k Kind) Common() bool { return k.row().common }

// Option is the option of SMT-LIB that enables questions of the kind, with its colon, "" for none.
func (k Kind) Option() string {
	if all := k.row().options; len(all) > 0 {
		return ":" + all[0]
	}
	return ""
}

// Request is what a script asks for that asks a question of the kind, or sets its option, in words; "" for what everybody asks for.
func (k Kind) Request() string { return k.row().request }

// Find returns the kind of question that a command asks, by its name and its first argument; asks is false for commands that ask nothing, or for an
// answer.
func Find(word, argument string) (kind Kind, asks bool) {
	if f := byWord[word+" "+argument]; f != nil {
		return f.kind, true
	}
	if f := byWord[word]; f != nil {
		return f.kind, true
	}
	return Other, strings.HasPrefix(word, "get-")
}

// Of is Find for a command of a script.
func Of(c *script.Command) (kind Kind, asks bool) {
	switch c.Kind {
	case script.GetValue, script.Simplify:
		return Find(Word(c), "")
	case script.Get, script.Other:
		words := strings.SplitN(strings.Trim(c.Text, "() "), " ", 3)
		if len(words) == 1 {
			words = append(words, "")
		}
		return Find(words[0], words[1])
	}
	return 0, false
}

// Word returns the name of a command that asks, "" for commands that have other forms.
func Word(c *script.Command) string {
	switch c.Kind {
	case script.GetValue:
		return Values.Word()
	case script.Simplify:
		return Simplified.Word()
	}
	name, _, _ := strings.Cut(strings.TrimLeft(c.Text, "( "), " ")
	return strings.TrimRight(name, ")")
}

// FormOf returns the form of the command with that name; ok is false where no kind has one.
func FormOf(word string) (f Form, ok bool) {
	if p := byWord[word]; p != nil {
		return *p, true
	}
	return Form{}, false
}

// Asks reports whether the command has arguments that say what is asked: terms, or names.
func (f Form) Asks() bool { return f.Term > 0 || f.Lists }

// Known are the names of the commands that scripts hold as script.Get.
func Known() []string {
	var out []string
	for _, r := range table[1:] {
		for _, f := range r.forms {
			if strings.HasPrefix(f.Word, "get-") && !f.Foreign && !slices.Contains(out, f.Word) {
				out = append(out, f.Word)
			}
		}
	}
	return out
}

// RequestOf is Request for the kind that a command with that name asks. A command that asks for another response, such as get-abduct-next, asks for
// the same.
func RequestOf(word string) string {
	if f := byWord[strings.TrimSuffix(word, "-next")]; f != nil {
		return f.kind.Request()
	}
	return ""
}

// RequestedBy is Request for the kind that an option enables, by its name without a colon or dashes; ok is false for other options.
func RequestedBy(option string) (request string, ok bool) {
	for _, r := range table[1:] {
		if slices.Contains(r.options, option) {
			return r.request, true
		}
	}
	return "", false
}

// byWord has the forms by their words, with the keyword where they have one.
var byWord = func() map[string]*Form {
	out := map[string]*Form{}
	for k := range table {
		for i := range table[k].forms {
			f := &table[k].forms[i]
			f.kind = Kind(k)
			out[strings.TrimSpace(f.Word+" "+f.Keyword)] = f
		}
	}
	return out
}()
