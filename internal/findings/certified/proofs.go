package certified

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// Bounds on what is remembered.
const (
	maxWitnesses = 16
	maxParts     = 64
)

// proofs are what is known about truths and useful for other candidates too. Safe for concurrent use.
type proofs struct {
	mu    sync.Mutex
	known []witness // the last one first
	parts []part
}

// A witness is the text of a model, and whose it is.
type witness struct{ text, by string }

// A part is declarations and assertions that are unsat together. Any script that has all of them is unsat too: more declarations and
// assertions only restrict. They are compared word for word as Assay prints them, the logic included, so that no symbol can have changed
// its meaning.
type part struct {
	lines map[string]bool
	cert  Certificate
}

func (p *proofs) witnesses() []witness {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.known)
}

// witness remembers a model.
func (p *proofs) witness(text, by string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.known = slices.DeleteFunc(p.known, func(w witness) bool { return w.text == text })
	p.known = slices.Insert(p.known, 0, witness{text, by})
	p.known = p.known[:min(len(p.known), maxWitnesses)]
}

// add remembers that a script of declarations and assertions is unsat.
func (p *proofs) add(s *script.Script, cert Certificate) {
	lines := linesOf(needed(s))
	p.mu.Lock()
	defer p.mu.Unlock()
	p.parts = append(p.parts, part{lines, cert})
	if len(p.parts) > maxParts {
		p.parts = slices.Delete(p.parts, 1, 2) // the first one was known from the beginning
	}
}

// covers reports whether a script has a part that is certified to be unsat, and says how that was certified.
func (p *proofs) covers(s *script.Script) (Certificate, bool) {
	p.mu.Lock()
	parts := slices.Clone(p.parts)
	p.mu.Unlock()
	if len(parts) == 0 {
		return Certificate{}, false
	}
	lines := linesOf(s)
	for i := len(parts) - 1; i >= 0; i-- {
		if !contains(lines, parts[i].lines) {
			continue
		}
		cert := parts[i].cert
		if cert.Kind == Agreement && len(lines) > len(parts[i].lines) {
			n := 0
			for line := range parts[i].lines {
				if strings.HasPrefix(line, "(assert ") {
					n++
				}
			}
			cert = Certificate{Kind: Core, By: cert.By, Words: fmt.Sprintf("%s answer unsat to %d of its assertions alone, with their declarations", strings.Join(cert.By, " and "), n)}
		}
		return cert, true
	}
	return Certificate{}, false
}

// needed leaves out the declarations and definitions on which nothing that a script states depends: without them it says the same.
func needed(s *script.Script) *script.Script {
	type declaration struct{ introduces, mentions map[string]bool }
	declares := make([]*declaration, len(s.Commands))
	used := map[string]bool{}
	for i, c := range s.Commands {
		names := introduced(c)
		mentions := namesIn(lineOf(s, c))
		if len(names) == 0 {
			maps.Copy(used, mentions)
			continue
		}
		declares[i] = &declaration{names, mentions}
	}
	for i := len(s.Commands) - 1; i >= 0; i-- { // names are declared before they are used
		if d := declares[i]; d != nil && meet(d.introduces, used) {
			maps.Copy(used, d.mentions)
			declares[i] = nil
		}
	}
	out := *s
	out.Commands = nil
	for i, c := range s.Commands {
		if declares[i] == nil {
			out.Commands = append(out.Commands, c)
		}
	}
	return &out
}

// introduced are the names that a command declares or defines, none for other commands.
func introduced(c *script.Command) map[string]bool {
	out := map[string]bool{}
	switch c.Kind {
	case script.DeclareSort, script.DefineSort:
		out[c.Name] = true
	case script.DeclareFun, script.DefineFun, script.DefineRec:
		for _, d := range c.Decls {
			out[d.Name] = true
		}
	case script.DeclareDatatypes:
		for _, d := range c.Datas {
			out[d.Name] = true
			for _, ctor := range d.Ctors {
				out[ctor.Name] = true
				for _, f := range ctor.Fields {
					out[f.Name] = true
				}
			}
		}
	}
	return out
}

// namesIn are the symbols in a text.
func namesIn(text string) map[string]bool {
	out := map[string]bool{}
	eachCommand(text, func(_ string, tree *syntax.Tree) bool {
		for n := syntax.Root; n < tree.End(syntax.Root); n++ {
			if name, ok := tree.Name(n); ok {
				out[name] = true
			}
		}
		return true
	})
	return out
}

func meet(a, b map[string]bool) bool {
	for name := range a {
		if b[name] {
			return true
		}
	}
	return false
}

// linesOf are the commands of a script that declare and state, as text.
func linesOf(s *script.Script) map[string]bool {
	var p script.Printer
	one := script.Script{Store: s.Store}
	out := make(map[string]bool, len(s.Commands))
	for _, c := range s.Commands {
		if c.IsCheck() {
			continue
		}
		// Each is printed alone, so that names of bound variables do not depend on what is printed beside it.
		one.Commands = []*script.Command{c}
		out[string(p.Append(nil, &one))] = true
	}
	return out
}

func contains(all, part map[string]bool) bool {
	for line := range part {
		if !all[line] {
			return false
		}
	}
	return true
}

// restrict returns the definitions of a model's text that fit what a script declares: those of its symbols with their signatures, and
// helpers. The values of bit-vectors that have become narrower are cut off. It is "" for a text that is not a list of definitions.
func restrict(text string, s *script.Script) string {
	declared := map[string]*term.Decl{}
	for _, c := range s.Commands {
		for _, d := range c.Decls {
			declared[d.Name] = d
		}
	}
	var tree syntax.Tree
	more, err := syntax.NewReader(text).Next(&tree)
	if err != nil || !more || tree.Kind(syntax.Root) != syntax.List {
		return ""
	}
	var b strings.Builder
	b.WriteString("(\n")
	for _, item := range tree.Children(syntax.Root) {
		if line, ok := fitting(&tree, item, declared); ok {
			b.WriteString(line + "\n")
		}
	}
	b.WriteString(")\n")
	return b.String()
}

// fitting returns a definition as it fits the declarations; ok is false when it does not.
func fitting(tree *syntax.Tree, item syntax.ID, declared map[string]*term.Decl) (text string, ok bool) {
	text = string(tree.Append(nil, item))
	kids := tree.Children(item)
	if len(kids) != 5 || !tree.Is(kids[0], "define-fun") {
		return text, false
	}
	name, _ := tree.Name(kids[1])
	d := declared[name]
	if d == nil {
		return text, len(tree.Children(kids[2])) > 0 // a helper, kept in case it is needed
	}
	if len(d.Params) != len(tree.Children(kids[2])) {
		return text, false
	}
	if string(tree.Append(nil, kids[3])) == d.Result.String() {
		return text, true
	}
	if w := d.Result.Width(); w > 0 && len(d.Params) == 0 {
		if bits, ok := narrowed(tree.Text(kids[4]), w); ok {
			return fmt.Sprintf("(define-fun %s () %v %s)", tree.Text(kids[1]), d.Result, bits), true
		}
	}
	return text, false
}

// narrowed returns the lowest bits of a literal in binary.
func narrowed(literal string, width int) (string, bool) {
	bits := ""
	switch {
	case strings.HasPrefix(literal, "#b"):
		bits = literal[2:]
	case strings.HasPrefix(literal, "#x"):
		for _, d := range literal[2:] {
			n := strings.IndexRune("0123456789abcdef", d|0x20)
			if d >= '0' && d <= '9' {
				n = int(d - '0')
			}
			bits += fmt.Sprintf("%04b", max(n, 0))
		}
	}
	if len(bits) < width {
		return "", false
	}
	return "#b" + bits[len(bits)-width:], true
}
