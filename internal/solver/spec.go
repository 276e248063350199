package solver

import (
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/base/shell"
)

// A Spec is a solver as the user writes it: a command line whose first word is the name of a profile, a name
// on PATH or a path, followed by options.
type Spec struct {
	// Text is the spec as it was written, without surrounding blanks.
	Text string
	// Name is the first word; Version is what followed its @, if anything.
	Name, Version string
	// Args are the other words.
	Args []string
}

// Word is the first word: the name, with the version if there is one.
func (s Spec) Word() string {
	if s.Version == "" {
		return s.Name
	}
	return s.Name + "@" + s.Version
}

// target returns the target that a spec names, given the solver's program and profile.
func (s Spec) target(path string, p *Profile) Target {
	return Target{Solver: Solver{name: s.Word(), profile: p, path: path}, Config: Configure(s.Args...)}
}

// quoteName writes the first word of a specification.
func quoteName(name string) string { return shell.Quote([]string{name}) }

// A SpecError is a solver spec that cannot be read.
type SpecError struct {
	Text    string
	Column  int // in characters from 1
	Problem string
	Remedy  string
}

func (e *SpecError) Error() string {
	return fmt.Sprintf("solver %q, column %d: %s; %s", e.Text, e.Column, e.Problem, e.Remedy)
}

// ParseSpecs reads solvers separated by semicolons. Words are separated by blanks. Quotes and backslashes
// work as in a POSIX shell (XCU 2.2): between single quotes nothing is special; between double quotes a
// backslash protects " \ $ and `; elsewhere it protects any character. Nothing is ever expanded. Errors are
// *SpecError.
func ParseSpecs(text string) ([]Spec, error) {
	var specs []Spec
	p := specReader{text: text, rest: text}
	for {
		spec, more, err := p.next()
		if err != nil {
			return nil, err
		}
		if spec != nil {
			specs = append(specs, *spec)
		}
		if !more {
			break
		}
	}
	if len(specs) == 0 {
		return nil, &SpecError{Text: text, Column: 1, Problem: "no solver is named",
			Remedy: `write for example "z3" or "z3;cvc5 -q"`}
	}
	return specs, nil
}

// ParseSpec reads one solver.
func ParseSpec(text string) (Spec, error) {
	specs, err := ParseSpecs(text)
	if err != nil {
		return Spec{}, err
	}
	if len(specs) > 1 {
		return Spec{}, &SpecError{Text: text, Column: strings.IndexByte(text, ';') + 1,
			Problem: "there is more than one solver", Remedy: "give one here, or quote the semicolon"}
	}
	return specs[0], nil
}

type specReader struct {
	text string
	rest string
}

func (p *specReader) fail(problem, remedy string) error {
	column := len([]rune(p.text[:len(p.text)-len(p.rest)])) + 1
	return &SpecError{Text: p.text, Column: column, Problem: problem, Remedy: remedy}
}

const blanks = " \t\r\n"

// next reads the words up to a semicolon; nil if there are none.
func (p *specReader) next() (spec *Spec, more bool, err error) {
	begin := p.rest
	var words []string
	for {
		p.rest = strings.TrimLeft(p.rest, blanks)
		if p.rest == "" || p.rest[0] == ';' {
			break
		}
		word, err := p.word()
		if err != nil {
			return nil, false, err
		}
		words = append(words, word)
	}
	text := strings.Trim(begin[:len(begin)-len(p.rest)], blanks)
	if p.rest != "" {
		p.rest, more = p.rest[1:], true
	}
	if len(words) == 0 {
		return nil, more, nil
	}
	spec = newSpec(text, words)
	if spec.Version == "" && strings.HasSuffix(words[0], "@") && !strings.Contains(words[0], "/") {
		return nil, more, &SpecError{Text: text, Column: len([]rune(words[0])) + 1, Problem: "no version follows the @",
			Remedy: fmt.Sprintf("write %s, or for example %[1]s@%s", spec.Name, Latest)}
	}
	if spec.Name == "" {
		return nil, more, &SpecError{Text: text, Column: 1, Problem: "the solver's name is empty",
			Remedy: "begin with a solver's name or the path of its program"}
	}
	return spec, more, nil
}

func newSpec(text string, words []string) *Spec {
	spec := &Spec{Text: text, Name: words[0], Args: words[1:]}
	if !strings.Contains(spec.Name, "/") {
		spec.Name, spec.Version, _ = strings.Cut(spec.Name, "@")
	}
	return spec
}

// word reads up to an unquoted blank or semicolon.
func (p *specReader) word() (string, error) {
	var b strings.Builder
	for p.rest != "" && !strings.ContainsRune(blanks+";", rune(p.rest[0])) {
		switch c := p.rest[0]; c {
		case '\'':
			end := strings.IndexByte(p.rest[1:], '\'')
			if end < 0 {
				return "", p.fail("the single quote is not closed", "close it, or write \\' for a plain one")
			}
			b.WriteString(p.rest[1 : 1+end])
			p.rest = p.rest[end+2:]
		case '"':
			if err := p.doubleQuoted(&b); err != nil {
				return "", err
			}
		case '\\':
			if len(p.rest) == 1 {
				return "", p.fail("nothing follows the backslash", `write \\ for a plain one`)
			}
			b.WriteByte(p.rest[1])
			p.rest = p.rest[2:]
		default:
			b.WriteByte(c)
			p.rest = p.rest[1:]
		}
	}
	return b.String(), nil
}

func (p *specReader) doubleQuoted(b *strings.Builder) error {
	for i := 1; i < len(p.rest); i++ {
		c := p.rest[i]
		switch {
		case c == '"':
			p.rest = p.rest[i+1:]
			return nil
		case c == '\\' && i+1 < len(p.rest) && strings.IndexByte("\"\\$`", p.rest[i+1]) >= 0:
			i++
			b.WriteByte(p.rest[i])
		default:
			b.WriteByte(c)
		}
	}
	return p.fail("the double quote is not closed", `close it, or write \" for a plain one`)
}
