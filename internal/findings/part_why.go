package findings

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/base/visible"
)

// says is what is wrong in one or two sentences, as Markdown.
func (r *tracked) says() string {
	var b strings.Builder
	b.WriteString(r.row().says(r))
	if r.Suspect {
		b.WriteString(" It is not proven which side is wrong: no model decides it.")
	}
	if len(r.Open) > 0 {
		fmt.Fprintf(&b, " The formula uses %s, whose value SMT-LIB leaves open for some arguments; solvers may differ there without being wrong.", codes(r.Open))
	}
	if len(r.Lost) > 0 {
		fmt.Fprintf(&b, " The solver does not decide the simplest uses of %s, which its baseline does.", codes(r.Lost))
	}
	if r.Session != nil && r.Session.Queries > 1 {
		b.WriteString(" The last query alone, in a fresh process, does not show it.")
	}
	return b.String()
}

// why says what decides, in the order in which a reader follows it: the witness, its value, and how to check it.
func (r *tracked) why() string { return together(append(r.row().why(r), r.culprit())...) }

// model is the interpretation that decides, "" for none.
func (r *tracked) model() string {
	if r.Evidence.Model != "" {
		return r.Evidence.Model
	}
	if check := max(0, r.Check); check < len(r.Truths) && !r.Class.Further() {
		return r.Truths[check].Witness
	}
	return ""
}

// mostModel is how many bytes of a model's lines a report has.
const mostModel = 4 << 10

// witness shows the model that decides.
func (r *tracked) witness(words string) []string {
	m := r.model()
	if m == "" || r.Reduction.Ground {
		return nil
	}
	if r.Suspect {
		words = "An interpretation under which evaluation leaves the formula open:"
	}
	text := m
	if lines := Definitions(m); len(lines) > 0 {
		text = strings.Join(lines, "\n") + "\n"
	}
	return []string{words, block("smt2", []byte(text), mostModel, ModelFile)}
}

// assertion is a line of Reduction.How: a number, a term, its value, and why.
var assertion = regexp.MustCompile(`^assertion ([0-9]+), (.*), is (true|false)(?:(?:: |, since )(.*))?$`)

// values are the values of the assertions under that model.
func (r *tracked) values() string {
	var b strings.Builder
	for _, line := range r.Reduction.How {
		line = visible.Line(line)
		switch m := assertion.FindStringSubmatch(line); {
		case m == nil:
			fmt.Fprintf(&b, "- %s\n", plainText(line))
		case m[4] == "":
			fmt.Fprintf(&b, "- assertion %s, %s, is %s\n", m[1], code(m[2]), m[3])
		default:
			fmt.Fprintf(&b, "- assertion %s, %s, is %s: %s\n", m[1], code(m[2]), m[3], code(m[4]))
		}
	}
	return b.String()
}

// replacement says how to check the model without trusting anybody's evaluation: a solver answers on the definitions.
func (r *tracked) replacement() string {
	c := r.Reduction.Replaced
	if c == nil || r.Session != nil {
		return ""
	}
	what := "the declarations by these definitions"
	if len(Definitions(r.model())) == 1 {
		what = "the declaration by this definition"
	}
	return fmt.Sprintf("To check without trusting us: replace %s; %s (%s) then answers %s.", what, code(shell.Quote(c.Command)), code(c.Solver), code(c.Answer))
}

// detail is what the oracle says about a question, its answer, and the values of both.
func (r *tracked) detail() string {
	if r.Evidence.Detail == "" {
		return ""
	}
	return block("text", []byte(r.named(r.Evidence.Detail)), maxReported, RecordFile)
}

// mostFrames is how many functions of a stack a report names.
const mostFrames = 5

// stack are the functions on top of the stack.
func (r *tracked) stack() string {
	if len(r.note.Frames) == 0 {
		return ""
	}
	return "On top of the stack: " + codes(r.note.Frames[:min(len(r.note.Frames), mostFrames)]) + "."
}

// transcendental are the operators that z3 decides with a tolerance.
var transcendental = []string{
	"sin", "cos", "tan", "sec", "csc", "cot", "asin", "acos", "atan", "arcsin", "arccos", "arctan", "arcsec", "arccsc", "arccot", "sinh", "cosh", "tanh",
	"asinh", "acosh", "atanh", "exp", "pi", "real.pi",
}

// Transcendental are those operators of a list that z3 decides with a tolerance.
func Transcendental(operators []string) []string {
	return slices.DeleteFunc(slices.Clone(operators), func(op string) bool { return !slices.Contains(transcendental, op) })
}

// excuse is what the solver's developers may say for it, and whether it holds.
func (r *tracked) excuse() string {
	of := Transcendental(r.Reduction.Operators)
	if r.Family != "z3" || len(of) == 0 {
		return ""
	}
	text := "A possible excuse: z3 decides transcendental functions up to a tolerance, and the formula has " + codes(of) + "."
	t := r.Reduction.Tolerance
	if t == nil {
		return text
	}
	text += fmt.Sprintf(" With a smaller tolerance, %s answers %s", code(shell.Quote(t.Command)), code(t.Answer))
	switch {
	case t.Shows:
		return text + ", which is as wrong."
	case t.Answer == "unknown":
		return text + "." // that neither repeats the mistake nor explains it
	}
	return text + ", which is not wrong: the tolerance explains it."
}
