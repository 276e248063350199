package rules

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
)

//go:embed builtin/*.rules
var builtin embed.FS

// Builtin returns Assay's own rules, in the order of the file names and of the text, followed by those that are built from the
// operator table.
func Builtin(table *theory.Table) ([]*Rule, error) {
	files, err := builtin.ReadDir("builtin")
	if err != nil {
		return nil, err
	}
	var all []*Rule
	for _, f := range files {
		text, err := builtin.ReadFile(path.Join("builtin", f.Name()))
		if err != nil {
			return nil, err
		}
		rs, err := Parse(table, f.Name(), string(text))
		if err != nil {
			return nil, err
		}
		all = append(all, rs...)
	}
	made, err := family(table)
	if err != nil {
		return nil, err
	}
	all = append(all, made...)
	return all, Distinct(all)
}

// Distinct returns an error when two rules have the same name.
func Distinct(rs []*Rule) error {
	seen := map[string]*Rule{}
	for _, r := range rs {
		if old := seen[r.Name]; old != nil {
			return &syntax.Error{
				File: r.File, Line: r.Line, Col: 1, Code: syntax.CodeRedeclare, Hint: "choose another name",
				Msg: fmt.Sprintf("rule %s is already defined at %s:%d", r.Name, old.File, old.Line),
			}
		}
		seen[r.Name] = r
	}
	return nil
}

// Limits of one rule.
const (
	maxNesting = 60
	maxVars    = 40
	maxParts   = 2000
)

// Parse reads a file of rules. The error is a *syntax.Error with position and remedy. Each rule has been built over some of
// the sorts that it mentions, and is well-sorted there.
func Parse(table *theory.Table, file, text string) ([]*Rule, error) {
	p := &parser{table: table, file: file, src: text, store: sorts.NewStore()}
	r := syntax.NewReader(text)
	var out []*Rule
	for {
		more, err := r.Next(&p.tree)
		if err != nil {
			return nil, p.located(err)
		}
		if !more {
			break
		}
		rule, err := p.read()
		if err != nil {
			return nil, p.located(err)
		}
		if err := p.check(); err != nil {
			return nil, p.located(err)
		}
		out = append(out, rule)
	}
	if len(out) == 0 {
		return nil, &syntax.Error{File: file, Line: 1, Col: 1, Code: syntax.CodeTruncated, Msg: "there is no rule in this file", Hint: "write (rule NAME ... (=> LEFT RIGHT))"}
	}
	return out, Distinct(out)
}

// parser reads one rule at a time.
type parser struct {
	table *theory.Table
	store *sorts.Store
	file  string
	src   string
	tree  syntax.Tree
	rule  *Rule
	local []*variable // variables bound by binders around the place
	parts int
}

func (p *parser) located(err *syntax.Error) error {
	err.File = p.file
	return err
}

// fail makes an error at n with a remedy.
func (p *parser) fail(n syntax.ID, code syntax.Code, hint, format string, args ...any) *syntax.Error {
	err := p.tree.Errorf(n, code, format, args...)
	err.Hint = hint
	return err
}

const ruleForm = "a rule has the form (rule NAME :params ((p Bool) ...) (=> LEFT RIGHT)); docs/reference/rules.md has all of it"

// read reads the current s-expression.
func (p *parser) read() (*Rule, *syntax.Error) {
	t := &p.tree
	kids := t.Children(syntax.Root)
	if len(kids) < 3 || !t.Is(kids[0], "rule") {
		return nil, p.fail(syntax.Root, syntax.CodeMalformed, ruleForm, "expected a rule")
	}
	name, ok := t.Name(kids[1])
	if !ok || !syntax.IsSimple(name) {
		return nil, p.fail(kids[1], syntax.CodeMalformed, "give the rule a name such as and-drop", "a rule's name is a simple symbol")
	}
	line, _ := syntax.Position(p.src, t.Offset(syntax.Root))
	p.rule = &Rule{
		Name: name, File: p.file, Line: line, Theory: strings.TrimSuffix(path.Base(p.file), path.Ext(p.file)),
		table: p.table, text: format(t, syntax.Root),
	}
	p.local, p.parts = nil, 0
	attrs, body, err := p.attributes(kids[2:])
	if err != nil {
		return nil, err
	}
	// Sorts and indices come first, whatever the order in the text: the others refer to them.
	for _, key := range []string{":sorts", ":indices", ":params", ":free", ":where"} {
		if n, ok := attrs[key]; ok {
			if err := p.attribute(key, n); err != nil {
				return nil, err
			}
		}
	}
	return p.rule, p.sides(body)
}

// attributes splits what follows a rule's name.
func (p *parser) attributes(kids []syntax.ID) (attrs map[string]syntax.ID, body syntax.ID, err *syntax.Error) {
	t := &p.tree
	attrs = map[string]syntax.ID{}
	for len(kids) > 1 {
		key := t.Text(kids[0])
		if t.Kind(kids[0]) != syntax.Keyword {
			return nil, 0, p.fail(kids[1], syntax.CodeMalformed, "the implication is the last part", "text after the rule's implication")
		}
		if _, twice := attrs[key]; twice {
			return nil, 0, p.fail(kids[0], syntax.CodeRedeclare, "keep one of them", "%s appears twice", key)
		}
		attrs[key] = kids[1]
		switch key {
		case ":cite", ":doc", ":argued":
			if t.Kind(kids[1]) != syntax.String {
				return nil, 0, p.fail(kids[1], syntax.CodeMalformed, "put it in double quotes", "%s must be a string", key)
			}
			text := strings.Join(strings.Fields(syntax.Unquote(t.Text(kids[1]))), " ")
			switch key {
			case ":cite":
				p.rule.Cite = text
			case ":doc":
				p.rule.Doc = text
			default:
				p.rule.Argued = text
			}
		case ":sorts", ":indices", ":params", ":free", ":where":
			if t.Kind(kids[1]) != syntax.List {
				return nil, 0, p.fail(kids[1], syntax.CodeMalformed, "write "+key+" (...)", "%s is a list", key)
			}
		default:
			return nil, 0, p.fail(kids[0], syntax.CodeUnknown, "known are :cite :doc :argued :sorts :indices :params :free :where", "unknown attribute %s", syntax.Clip(key, 30))
		}
		kids = kids[2:]
	}
	if len(kids) == 0 || t.Kind(kids[0]) != syntax.List {
		return nil, 0, p.fail(syntax.Root, syntax.CodeMalformed, ruleForm, "the rule has no implication")
	}
	return attrs, kids[0], nil
}

// attribute reads one attribute that holds a list.
func (p *parser) attribute(key string, list syntax.ID) *syntax.Error {
	for _, n := range p.tree.Children(list) {
		var err *syntax.Error
		switch key {
		case ":sorts":
			err = p.sortVar(n)
		case ":indices":
			err = p.indexVar(n)
		case ":params":
			err = p.param(n, false)
		case ":free":
			err = p.param(n, true)
		default:
			err = p.condition(n)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// declares checks that a name is new to the rule.
func (p *parser) declares(n syntax.ID) (string, *syntax.Error) {
	name, ok := p.tree.Name(n)
	switch {
	case !ok || name == ellipsis:
		return "", p.fail(n, syntax.CodeMalformed, "write a symbol such as x", "a parameter's name must be a symbol")
	case p.variable(name) != nil || p.sortNumber(name) >= 0 || p.indexNumber(name) >= 0:
		return "", p.fail(n, syntax.CodeRedeclare, "choose another name", "%s is already a parameter", name)
	case len(p.table.Lookup(name)) > 0 || p.table.Sort(name) != nil:
		return "", p.fail(n, syntax.CodeRedeclare, "choose another name", "%s means something in SMT-LIB", name)
	case len(p.rule.vars) >= maxVars:
		return "", p.fail(n, syntax.CodeTooLarge, "split the rule", "more than %d variables", maxVars)
	}
	return name, nil
}

// sortVar reads X or (X SORT ...).
func (p *parser) sortVar(n syntax.ID) *syntax.Error {
	at, only := n, []syntax.ID(nil)
	if kids := p.tree.Children(n); len(kids) > 1 {
		at, only = kids[0], kids[1:]
	}
	name, err := p.declares(at)
	if err != nil {
		return err
	}
	if len(p.rule.sorts) >= sorts.MaxVars {
		return p.fail(n, syntax.CodeTooLarge, "split the rule", "more than %d sort parameters", sorts.MaxVars)
	}
	v := sortVar{name: name}
	for _, k := range only {
		s, err := p.sort(k, 0)
		if err != nil {
			return err
		}
		if !s.Ground() {
			return p.fail(k, syntax.CodeMalformed, "name a sort such as Int", "the sorts that a parameter is restricted to have no parameters")
		}
		v.only = append(v.only, s)
	}
	p.rule.sorts = append(p.rule.sorts, v)
	return nil
}

// indexVar reads n or (i LOW HIGH).
func (p *parser) indexVar(n syntax.ID) *syntax.Error {
	at := n
	kids := p.tree.Children(n)
	if len(kids) == 3 {
		at = kids[0]
	}
	name, err := p.declares(at)
	if err != nil {
		return err
	}
	if len(p.rule.index) >= sorts.MaxIndices {
		return p.fail(n, syntax.CodeTooLarge, "split the rule", "more than %d index parameters", sorts.MaxIndices)
	}
	v := indexVar{name: name}
	if len(kids) == 3 {
		lo, err := p.expr(kids[1], 0)
		if err != nil {
			return err
		}
		hi, err := p.expr(kids[2], 0)
		if err != nil {
			return err
		}
		v.lo, v.hi = &lo, &hi
	}
	p.rule.index = append(p.rule.index, v)
	return nil
}

const paramForm = "parameters have the forms (x SORT), (xs SORT ...) with three dots for a list, (f (SORT ...) SORT) for a function, and (c (SORT ...) D :constructor)"

// param reads a parameter.
func (p *parser) param(n syntax.ID, free bool) *syntax.Error {
	t := &p.tree
	kids := t.Children(n)
	constructor := len(kids) == 4 && t.Text(kids[3]) == ":constructor"
	if len(kids) != 2 && len(kids) != 3 && !constructor {
		return p.fail(n, syntax.CodeMalformed, paramForm, "malformed parameter")
	}
	name, err := p.declares(kids[0])
	if err != nil {
		return err
	}
	v := &variable{name: name, slot: len(p.rule.vars), free: free, ctor: constructor}
	result := kids[1]
	if len(kids) > 2 {
		if t.Is(kids[2], ellipsis) {
			v.list = true
		} else {
			for _, k := range t.Children(kids[1]) {
				s, err := p.sort(k, 0)
				if err != nil {
					return err
				}
				v.args = append(v.args, s)
			}
			if len(v.args) == 0 || free {
				return p.fail(n, syntax.CodeMalformed, paramForm, "a function has arguments and is matched, never chosen")
			}
			result = kids[2]
		}
	}
	if v.sort, err = p.sort(result, 0); err != nil {
		return err
	}
	if constructor && (v.args == nil || v.sort.Var < 0 || v.sort.Sort != nil || len(p.rule.sorts[v.sort.Var].only) > 0) {
		return p.fail(result, syntax.CodeMalformed, "declare it under :sorts", "a constructor gives values of a sort parameter")
	}
	p.rule.vars = append(p.rule.vars, v)
	return nil
}

// condition reads a side condition.
func (p *parser) condition(n syntax.ID) *syntax.Error {
	t := &p.tree
	kids := t.Children(n)
	first := ""
	if len(kids) > 0 {
		first, _ = t.Name(kids[0])
	}
	switch first {
	case "literal", "distinct-terms":
		if first == "distinct-terms" && len(kids) != 3 {
			return p.fail(n, syntax.CodeMalformed, "write (distinct-terms x y)", "malformed condition")
		}
		var vs []*variable
		for _, k := range kids[1:] {
			name, _ := t.Name(k)
			v := p.variable(name)
			if v == nil || v.list || v.args != nil {
				return p.fail(k, syntax.CodeUnknown, "declare it under :params or :free", "%s is not a parameter that stands for one term", syntax.Clip(t.Text(k), 30))
			}
			vs = append(vs, v)
		}
		if first == "literal" {
			for _, v := range vs {
				v.value = true
			}
			return nil
		}
		p.rule.where = append(p.rule.where, condition{distinct: [2]*variable(vs)})
		return nil
	}
	f, err := p.node(n, 0)
	if err != nil {
		return err
	}
	var bad *node
	f.walk(func(m *node) {
		if m.kind == varNode {
			m.v.value = true
			if m.v.list || m.v.args != nil || m.v.bound {
				bad = m
			}
		}
	})
	if bad != nil {
		return p.fail(n, syntax.CodeMalformed, "conditions use parameters that stand for one term each", "%s cannot be used in a condition", bad.v.name)
	}
	p.rule.where = append(p.rule.where, condition{formula: f})
	return nil
}

// sides reads the implication.
func (p *parser) sides(n syntax.ID) *syntax.Error {
	kids := p.tree.Children(n)
	if len(kids) != 3 || !p.tree.Is(kids[0], "=>") && !p.tree.Is(kids[0], "<=>") {
		return p.fail(n, syntax.CodeMalformed, "write (=> LEFT RIGHT) or (<=> LEFT RIGHT)", "expected the rule's implication")
	}
	p.rule.Equivalence = p.tree.Is(kids[0], "<=>")
	for i := range p.rule.sides {
		s, err := p.node(kids[i+1], 0)
		if err != nil {
			return err
		}
		if s.repeat {
			return p.fail(kids[i+1], syntax.CodeMalformed, "lists go among arguments", "a side is one formula")
		}
		if bare := bareList(s, false); bare != nil {
			err := syntax.Errorf(p.src, bare.at, syntax.CodeMalformed, "the list %s has no three dots after it", bare.v.name)
			err.Hint = "write " + bare.v.name + " ..."
			return err
		}
		s.settle()
		p.rule.sides[i] = s
	}
	return nil
}

// bareList returns a list that is not repeated by three dots, nil when there is none.
func bareList(n *node, repeated bool) *node {
	repeated = repeated || n.repeat
	if n.kind == varNode && n.v.list && !repeated {
		return n
	}
	for _, a := range n.args {
		if bad := bareList(a, repeated); bad != nil {
			return bad
		}
	}
	return nil
}

func (p *parser) variable(name string) *variable {
	for i := len(p.local) - 1; i >= 0; i-- {
		if p.local[i].name == name {
			return p.local[i]
		}
	}
	i := slices.IndexFunc(p.rule.vars, func(v *variable) bool { return v.name == name && !v.bound })
	if i < 0 {
		return nil
	}
	return p.rule.vars[i]
}

func (p *parser) sortNumber(name string) int {
	return slices.IndexFunc(p.rule.sorts, func(v sortVar) bool { return v.name == name })
}

func (p *parser) indexNumber(name string) int {
	return slices.IndexFunc(p.rule.index, func(v indexVar) bool { return v.name == name })
}
