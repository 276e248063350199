package bugs

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/judge/oracle"
)

// Ext ends the names of the collection's files; the part before it is the bug's name.
const Ext = ".smt2"

// firstLine begins each file.
const firstLine = "; assay bug 1"

// An Error is a mistake in a file of a collection.
type Error struct {
	File         string
	Line, Column int
	Problem      string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Problem)
}

var (
	validName    = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]*$`)
	validVersion = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.+-]*@[A-Za-z0-9][A-Za-z0-9_.+~-]*$`)
)

// IsName reports whether a bug can have a name.
func IsName(name string) bool { return validName.MatchString(name) }

// A field is a line of the header.
type field struct {
	key      string
	required bool
	many     bool // may appear several times
	// read enters a value, or says what is wrong with it; show returns the values to write.
	read func(b *Bug, value string) (problem string)
	show func(b *Bug) []string
}

// one returns the values of a field that may be empty.
func one(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

func version(to func(b *Bug) *string) func(*Bug, string) string {
	return func(b *Bug, value string) string {
		if !validVersion.MatchString(value) {
			return fmt.Sprintf("%q is not a version: write NAME@VERSION", value)
		}
		*to(b) = value
		return ""
	}
}

func word(to func(b *Bug) *string) func(*Bug, string) string {
	return func(b *Bug, value string) string {
		if strings.ContainsAny(value, " \t") {
			return fmt.Sprintf("%q is more than one word", value)
		}
		*to(b) = value
		return ""
	}
}

func text(to func(b *Bug) *string) func(*Bug, string) string {
	return func(b *Bug, value string) string {
		*to(b) = value
		return ""
	}
}

// fields are the lines of a header, in their order.
var fields = []field{
	{"solver", true, false, word(func(b *Bug) *string { return &b.Solver }), func(b *Bug) []string { return one(b.Solver) }},
	{"class", true, false, func(b *Bug, value string) string {
		class, err := oracle.ParseClass(value)
		if err != nil {
			return err.Error()
		}
		b.Class = class
		return ""
	}, func(b *Bug) []string { return one(string(b.Class)) }},
	{"shows", true, false, version(func(b *Bug) *string { return &b.Shows }), func(b *Bug) []string { return one(b.Shows) }},
	{"first", true, false, version(func(b *Bug) *string { return &b.First }), func(b *Bug) []string { return one(b.First) }},
	{"behaves", false, false, version(func(b *Bug) *string { return &b.Behaves }), func(b *Bug) []string { return one(b.Behaves) }},
	{"options", false, false, words(func(b *Bug) *[]string { return &b.Options }), func(b *Bug) []string { return one(strings.Join(b.Options, " ")) }},
	{"operators", false, false, words(func(b *Bug) *[]string { return &b.Operators }), func(b *Bug) []string { return one(strings.Join(b.Operators, " ")) }},
	{"signature", false, true, func(b *Bug, value string) string {
		v, said, _ := strings.Cut(value, " ")
		if !validVersion.MatchString(v) || said == "" {
			return "write NAME@VERSION and the signature"
		}
		if slices.ContainsFunc(b.Signatures, func(s Signature) bool { return s.Version == v }) {
			return "there is a signature for " + v + " already"
		}
		b.Signatures = append(b.Signatures, Signature{v, said})
		return ""
	}, func(b *Bug) (out []string) {
		for _, s := range b.Signatures {
			out = append(out, s.Version+" "+s.Text)
		}
		return out
	}},
	{"stack", false, false, text(func(b *Bug) *string { return &b.Stack }), func(b *Bug) []string { return one(b.Stack) }},
	{"same-as", false, false, func(b *Bug, value string) string {
		if !IsName(value) || value == b.Name {
			return fmt.Sprintf("%q is not the name of another bug", value)
		}
		b.SameAs = value
		return ""
	}, func(b *Bug) []string { return one(b.SameAs) }},
	{"against", false, false, words(func(b *Bug) *[]string { return &b.Against }), func(b *Bug) []string { return one(strings.Join(b.Against, " ")) }},
	{"certificate", true, false, word(func(b *Bug) *string { return &b.Certificate }), func(b *Bug) []string { return one(b.Certificate) }},
	{"engine", false, false, word(func(b *Bug) *string { return &b.Engine }), func(b *Bug) []string { return one(b.Engine) }},
	{"origin", false, false, text(func(b *Bug) *string { return &b.Origin }), func(b *Bug) []string { return one(b.Origin) }},
}

func words(to func(b *Bug) *[]string) func(*Bug, string) string {
	return func(b *Bug, value string) string {
		*to(b) = strings.Fields(value)
		return ""
	}
}

// Parse reads a file of a collection. Errors are *Error.
func Parse(file, name, content string) (*Bug, error) {
	b := &Bug{Name: name}
	fail := func(line, column int, format string, args ...any) (*Bug, error) {
		return nil, &Error{file, line, column, fmt.Sprintf(format, args...)}
	}
	if !IsName(name) {
		return fail(1, 1, "%q is not a name for a bug: use letters, digits and . _ + -", name)
	}
	first, rest, _ := strings.Cut(content, "\n")
	if first != firstLine {
		return fail(1, 1, "it does not begin with the line %q", firstLine)
	}
	seen := make(map[string]bool)
	n := 1
	for strings.HasPrefix(rest, ";") {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		n++
		key, value, _ := strings.Cut(strings.TrimPrefix(line, "; "), " ")
		i := slices.IndexFunc(fields, func(f field) bool { return f.key == key })
		column := len("; ") + 1
		switch value = strings.TrimSpace(value); {
		case !strings.HasPrefix(line, "; ") || i < 0:
			return fail(n, 1, "%.60q is not a header line: the keys are %s", line, keys())
		case value == "":
			return fail(n, column, "%s has no value", key)
		case seen[key] && !fields[i].many:
			return fail(n, column, "%s is there twice", key)
		}
		seen[key] = true
		if problem := fields[i].read(b, value); problem != "" {
			return fail(n, column+len(key)+1, "%s: %s", key, problem)
		}
	}
	for _, f := range fields {
		if f.required && !seen[f.key] {
			return fail(n+1, 1, "%s is missing", f.key)
		}
	}
	switch crash := b.Class.Crash(); {
	case !crash && len(b.Signatures)+len(b.Stack) > 0:
		return fail(n+1, 1, "only a crash has a signature or a stack")
	case strings.TrimSpace(rest) == "":
		return fail(n+1, 1, "there is no formula after the header")
	}
	b.Formula = rest
	return b, nil
}

func keys() string {
	var out []string
	for _, f := range fields {
		out = append(out, f.key)
	}
	return strings.Join(out, ", ")
}

// Text writes a bug as Parse reads it.
func (b *Bug) Text() string {
	var w strings.Builder
	w.WriteString(firstLine + "\n")
	for _, f := range fields {
		for _, value := range f.show(b) {
			fmt.Fprintf(&w, "; %s %s\n", f.key, strings.Join(strings.Fields(value), " "))
		}
	}
	w.WriteString(strings.TrimLeft(b.Formula, "\n"))
	return w.String()
}
