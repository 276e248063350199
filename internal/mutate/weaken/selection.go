package weaken

import (
	"slices"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/fragment"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// selection is a choice of uses of rules, with numbers for the rules. Immutable, safe for concurrent use.
type selection struct {
	index *rules.Index
	rule  []uint16 // by the number of the use: the number of the rule
	count int      // of rules
	// usable says for each row whether replacements may use it.
	usable []bool
}

// filter accepts only terms of usable operators: one name in a rule can stand for several operators.
func (s *selection) filter(start *script.Script) *fragment.Filter {
	return fragment.NewFilter(func(t *term.Term) bool {
		f := t.Func()
		return f == nil || f.Row == nil || s.usable[f.Row.ID]
	}, assertions(start)...)
}

// setSize returns the length of a set of the rules.
func (s *selection) setSize() int { return (s.count + 63) / 64 }

func newSelection(all []*rules.Rule, keep func(rules.Use) bool) *selection {
	s := &selection{index: rules.NewIndex(all, keep)}
	for i := range s.index.Len() {
		if i == 0 || !together(s.index.Use(i).Rule, s.index.Use(i-1).Rule) {
			s.count++
		}
		s.rule = append(s.rule, uint16(s.count-1))
	}
	return s
}

// together reports whether two consecutive rules count as one for choices: the rules of a family are many, and others would seldom be chosen
// among them.
func together(a, b *rules.Rule) bool { return a == b || a.Family != "" && a.Family == b.Family }

// selection returns the rules whose replacements all targets can read and, with a fragment, those within it. It leaves out operators
// whose names the script uses for its own symbols, and operators that engines never invent, unless the script uses them or they are
// true and false.
func (e *Engine) selection(targets []mutate.Dialect, s *script.Script, within *fragment.Fragment) *selection {
	own := synth.NewNames(s)
	rows := e.opts.Table.Rows()
	used := make([]bool, len(rows))
	term.Walk(assertions(s), func(t *term.Term) bool {
		if f := t.Func(); f != nil && f.Row != nil {
			used[f.Row.ID] = true
		}
		return true
	})
	usable := make([]bool, len(rows))
	key := make([]byte, len(rows)+1)
	for i, r := range rows {
		if usable[i] = synth.Available(r, targets) && !own.Shadow(r) && (used[i] || r.NoGenerate == "" || r.Theory == "core") && (within == nil || within.AllowsRow(r)); usable[i] {
			key[i] = 1
		}
	}
	binders := within == nil || within.AllowsBinders()
	if binders {
		key[len(rows)] = 1
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if s := e.selections[string(key)]; s != nil {
		return s
	}
	made := newSelection(e.opts.Rules, func(u rules.Use) bool {
		ok := binders || !u.Binds()
		u.Operators(func(readings []*theory.Row) bool {
			ok = ok && slices.ContainsFunc(readings, func(r *theory.Row) bool { return usable[r.ID] })
			return ok
		})
		return ok
	})
	made.usable = usable
	if len(e.selections) < maxSelections {
		e.selections[string(key)] = made
	}
	return made
}

// maxSelections bounds the selections that an engine remembers.
const maxSelections = 1000
