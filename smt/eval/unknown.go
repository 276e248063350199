package eval

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// intern returns the unknown of that key, making it from the other arguments when it is new.
func (ev *Evaluator) intern(key []byte, unsupported bool, reason func() string) value.Value {
	u := ev.unknowns[string(key)]
	if u == nil {
		ev.lastID++
		u = &value.Unknown{ID: ev.lastID, Unsupported: unsupported, Reason: reason()}
		ev.unknowns[string(key)] = u
	}
	return value.OfUnknown(u)
}

// fresh returns a new unknown value, which may or may not be equal to any other.
func (ev *Evaluator) fresh(unsupported bool, reason string) value.Value {
	ev.lastID++
	return value.OfUnknown(&value.Unknown{ID: ev.lastID, Unsupported: unsupported, Reason: reason})
}

func (ev *Evaluator) unsupported(reason string) value.Value { return ev.fresh(true, reason) }

// maxReason bounds the text of reasons.
const maxReason = 200

func clip(s string) string {
	if len(s) > maxReason {
		return s[:maxReason] + "..."
	}
	return s
}

// describe writes an application of a head to values.
func describe(head string, args []value.Value) string {
	if len(args) == 0 {
		return head
	}
	var b strings.Builder
	b.WriteString("(" + head)
	for _, a := range args {
		b.WriteString(" " + clip(a.String()))
	}
	b.WriteString(")")
	return b.String()
}

// gap returns the value of an application that the standard leaves open: what the model says, else what
// the options choose, else an unknown.
func (ev *Evaluator) gap(op string, sort *sorts.Sort, args []value.Value) value.Value {
	if v, ok := ev.modelOp(op, sort, args); ok {
		return v
	}
	if ev.opts.Fill != nil {
		if v := ev.opts.Fill(Gap{Op: op, Args: args, Sort: sort}); v.Kind() != value.Invalid {
			return v
		}
	}
	ev.key = ev.argKey(append(append(ev.key[:0], op...), 0), sort, args)
	return ev.intern(ev.key, false, func() string {
		return "the standard leaves the value of " + clip(describe(op, args)) + " open"
	})
}

func (ev *Evaluator) argKey(dst []byte, sort *sorts.Sort, args []value.Value) []byte {
	dst = append(append(dst, sort.String()...), 0)
	for _, a := range args {
		dst = value.Key(dst, a)
	}
	return dst
}

// openApp returns the value of an application whose arguments are not all known. Equal applications have
// equal values.
func (ev *Evaluator) openApp(t *term.Term, args []value.Value) value.Value {
	ev.key = append(append(ev.key[:0], t.Func().String()...), 1)
	ev.key = ev.argKey(ev.key, t.Sort(), args)
	unsupported, reason := false, ""
	for _, a := range args {
		if !a.IsKnown() && (reason == "" || !unsupported && a.HasUnsupported()) {
			unsupported, reason = a.HasUnsupported(), a.Reason()
		}
	}
	return ev.intern(ev.key, unsupported, func() string { return reason })
}

// unsupportedApp returns the value of an application that cannot be worked out, why being the reason.
func (ev *Evaluator) unsupportedApp(t *term.Term, args []value.Value, why string) value.Value {
	ev.key = append(append(ev.key[:0], t.Func().String()...), 2)
	ev.key = ev.argKey(ev.key, t.Sort(), args)
	return ev.intern(ev.key, true, func() string { return clip(t.Func().String()) + ": " + why })
}

// refuse returns the value of an application of an operator without a meaning here.
func (ev *Evaluator) refuse(t *term.Term, args []value.Value) value.Value {
	row := t.Func().Row
	if row.Partial == "always" {
		op := row.Name
		if len(t.Func().Indices) > 0 {
			op = t.Func().String() // relations of one kind are told apart by their numbers
		}
		return ev.gap(op, t.Sort(), args)
	}
	return ev.unsupportedApp(t, args, "Assay gives this operator no meaning")
}

func sortDecls(ds []*term.Decl) {
	slices.SortFunc(ds, func(a, b *term.Decl) int { return strings.Compare(a.Name, b.Name) })
}
