package solver

import (
	"strings"

	"github.com/assay-smt/assay/internal/base/shell"
)

// An Option is one option of a solver as it appears on a command line: a switch such as -q, or a name with a value, such
// as smt.arith.solver=2, -T:10 or --tlimit 100.
type Option struct {
	// Name is everything before the value: "-q", "smt.arith.solver", "--tlimit". It is empty for a word that is not an
	// option.
	Name string
	// Separator separates name and value: "=", ":", or " " for a value that is a word of its own; "" for a switch.
	Separator string
	Value     string
}

// Words returns the option as words of a command line.
func (o Option) Words() []string {
	switch o.Separator {
	case "":
		return []string{o.Name + o.Value}
	case " ":
		return []string{o.Name, o.Value}
	}
	return []string{o.Name + o.Separator + o.Value}
}

// String returns the option as it appears in a specification.
func (o Option) String() string { return shell.Quote(o.Words()) }

// A Configuration is what a solver is told beyond the script: options in their order, and its own limits. It is a small
// immutable value; two configurations are equal under == when they hold the same options in the same order and the same
// limits. The zero value is a solver's default configuration.
type Configuration struct {
	// words are the words of the options, each followed by a NUL byte. No command line can hold that byte.
	words string
	// Limits bound each run with this configuration; fields that are zero leave the limits of the query as they are.
	Limits Limits
}

// Configure returns the configuration with the given words of a command line. Words with a NUL byte, which cannot be passed
// to a program, lose it.
func Configure(words ...string) Configuration {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(strings.ReplaceAll(w, "\x00", ""))
		b.WriteByte(0)
	}
	return Configuration{words: b.String()}
}

// Words returns the options as words of a command line.
func (c Configuration) Words() []string {
	if c.words == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(c.words, "\x00"), "\x00")
}

// Options returns the options in order. A word that does not look like an option is the value of the switch before it. So is NAME=VALUE behind -o, as
// smtinterpol has options; behind other switches that is an option of its own, as z3 has them.
func (c Configuration) Options() []Option {
	var out []Option
	for _, w := range c.Words() {
		i := strings.IndexAny(w, "=:")
		switch last := len(out) - 1; {
		case i > 0 && last >= 0 && out[last] == Option{Name: "-o"} && !strings.HasPrefix(w, "-"):
			out[last].Separator, out[last].Value = " ", w
		case i > 0:
			out = append(out, Option{Name: w[:i], Separator: w[i : i+1], Value: w[i+1:]})
		case strings.HasPrefix(w, "-"):
			out = append(out, Option{Name: w})
		case last >= 0 && out[last].Separator == "" && out[last].Name != "":
			out[last].Separator, out[last].Value = " ", w
		default:
			out = append(out, Option{Value: w})
		}
	}
	return out
}

// Value returns the value of an option, the last one if it is given several times; ok is false when there is none of that
// name. A switch has the value "".
func (c Configuration) Value(name string) (value string, ok bool) {
	for _, o := range c.Options() {
		if o.Name == name {
			value, ok = o.Value, true
		}
	}
	return value, ok
}

// Without returns the configuration without the options of that name.
func (c Configuration) Without(name string) Configuration {
	var words []string
	for _, o := range c.Options() {
		if o.Name != name || name == "" {
			words = append(words, o.Words()...)
		}
	}
	out := Configure(words...)
	out.Limits = c.Limits
	return out
}

// String returns the options as they appear in a specification, "" for the default configuration.
func (c Configuration) String() string { return shell.Quote(c.Words()) }
