package growth

import (
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
)

// Beside returns a formula of about the given number of bytes: the given formulas, which are sat and of one logic, one after the
// other and starting over from the first, each time with its own symbols. Unreadable ones are left out. The error says that none is
// left.
func Beside(logic string, all []seeds.Seed, size int) (seeds.Seed, error) {
	var parts []part
	for _, s := range all {
		if p, ok := newPart(s); ok && len(p.text) < size {
			parts = append(parts, p)
		}
	}
	if len(parts) == 0 {
		return seeds.Seed{}, fmt.Errorf("there is no formula of %s that can be read and is below %s", logic, Bytes(size))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "(set-logic %s)\n(set-info :status sat)\n", logic)
	for n := 0; b.Len() < size; n++ {
		p := parts[n%len(parts)]
		if n > 0 && b.Len()+len(p.text) > size+size/4 {
			break
		}
		text, err := p.renamed(n)
		if err != nil {
			return seeds.Seed{}, err
		}
		b.WriteString(text)
	}
	b.WriteString("(check-sat)\n")
	return seeds.New(fmt.Sprintf("%s of %s", logic, Bytes(size)), b.String()), nil
}

// part is a formula without its logic and its question.
type part struct {
	text string
	own  map[string]bool // the names that it declares
}

func newPart(s seeds.Seed) (part, bool) {
	sc, err := elab.Script(s.Text, elab.Options{File: s.Name, Table: theory.Builtin()})
	if err != nil {
		return part{}, false
	}
	p, err := problem.Of(sc)
	if err != nil || len(p.Assertions) == 0 {
		return part{}, false
	}
	p.Logic = ""
	var asserts []*script.Command
	for _, t := range p.Assertions {
		asserts = append(asserts, problem.Assert(t))
	}
	out := part{text: p.Script(asserts...).String(), own: map[string]bool{}}
	for i := range p.Decls {
		c := p.Decls[i]
		if c.Name != "" {
			out.own[c.Name] = true
		}
		for _, d := range c.Datas {
			out.own[d.Name] = true
		}
		for _, d := range problem.Declared(c) {
			if theory.Builtin().Lookup(d.Name) != nil {
				return part{}, false // renaming would mistake the operator for it
			}
			out.own[d.Name] = true
		}
	}
	return out, true
}

func (p part) renamed(n int) (string, error) {
	return syntax.ReplaceSymbols(p.text, func(name string) (string, bool) {
		return syntax.SymbolText(fmt.Sprintf("%s_%d", name, n)), p.own[name]
	})
}
