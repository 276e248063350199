package eval

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// doubt says why a value is open. If there are several reasons, the greatest counts.
type doubt uint8

const (
	free        doubt = iota // the standard leaves it open
	unsupported              // Assay cannot compute it
	tooLarge                 // it could with a larger budget
)

func (d doubt) unknown(id int, reason string) *value.Unknown {
	return &value.Unknown{ID: id, Unsupported: d != free, TooLarge: d == tooLarge, Reason: reason}
}

// doubtOf returns why a value is open or holds an open one.
func doubtOf(v value.Value) doubt {
	switch {
	case v.HasTooLarge():
		return tooLarge
	case v.HasUnsupported():
		return unsupported
	}
	return free
}

// intern returns the unknown with that key, creating it from the other arguments if it is new.
func (ev *Evaluator) intern(key []byte, why doubt, reason func() string) value.Value {
	u := ev.unknowns[string(key)]
	if u == nil {
		ev.lastID++
		u = why.unknown(ev.lastID, reason())
		ev.meter.Take(unknownBytes + len(key) + len(u.Reason))
		ev.unknowns[string(key)] = u
	}
	return value.OfUnknown(u)
}

// unknownBytes is the memory that an unknown takes in addition to its texts.
const unknownBytes = 128

// fresh returns a new unknown value, which may or may not be equal to any other.
func (ev *Evaluator) fresh(why doubt, reason string) value.Value {
	ev.lastID++
	return value.OfUnknown(why.unknown(ev.lastID, reason))
}

func (ev *Evaluator) unsupported(reason string) value.Value { return ev.fresh(unsupported, reason) }

// tooLarge returns an unknown for a value that exceeds a limit.
func (ev *Evaluator) tooLarge(reason string) value.Value {
	return ev.fresh(tooLarge, value.TooLarge+": "+reason)
}

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
		b.WriteString(" " + a.Text(maxReason))
		if b.Len() > maxReason {
			break // the caller truncates it
		}
	}
	b.WriteString(")")
	return b.String()
}

// gap returns the value of an application that the standard leaves open: what the model says, else what
// the options choose, else an unknown.
//
// over are the sorts of the arguments, if values of other sorts can look like them: an operator is a function for each of its
// ranks, and constructors without fields are values of every instance of a datatype with parameters.
func (ev *Evaluator) gap(op string, sort *sorts.Sort, args []value.Value, over ...*sorts.Sort) value.Value {
	if v, ok := ev.modelOp(op, sort, args); ok {
		return v
	}
	if ev.opts.Fill != nil {
		if v := ev.opts.Fill(Gap{Op: op, Args: args, Sort: sort}); v.Kind() != value.Invalid {
			return v
		}
	}
	ev.key = append(append(ev.key[:0], op...), 0)
	for _, s := range over {
		ev.key = sortKey(ev.key, s)
	}
	ev.key = ev.argKey(ev.key, sort, args)
	return ev.intern(ev.key, free, func() string {
		return "the standard leaves the value of " + clip(describe(op, args)) + " open"
	})
}

// operands returns the sorts of the terms.
func operands(ts []*term.Term) []*sorts.Sort {
	out := make([]*sorts.Sort, len(ts))
	for i, t := range ts {
		out[i] = t.Sort()
	}
	return out
}

func sortKey(dst []byte, s *sorts.Sort) []byte { return binary.LittleEndian.AppendUint32(dst, s.ID()) }

// argKey appends the result's sort and the names of the arguments.
func (ev *Evaluator) argKey(dst []byte, sort *sorts.Sort, args []value.Value) []byte {
	dst = sortKey(dst, sort)
	for _, a := range args {
		dst = ev.name(dst, a)
	}
	return dst
}

// namedValue is a value with its number.
type namedValue struct {
	v value.Value
	n uint32
}

// name appends bytes that are equal for two values of one sort only when Compare calls them equal, or when
// they hold equal unknowns at equal positions. They are few, however large the value.
func (ev *Evaluator) name(dst []byte, v value.Value) []byte {
	dst = append(dst, byte(v.Kind()))
	if v.IsOpen() {
		return binary.LittleEndian.AppendUint32(dst, uint32(v.Unknown().ID))
	}
	ev.meter.Spend(value.Cost(v))
	ev.meter.Take(v.Unfolding())
	if ev.over() {
		return dst // it will not be used
	}
	h := value.Hash(v)
	for _, old := range ev.named[h] {
		if ev.dom.Compare(old.v, v) == 0 {
			return binary.LittleEndian.AppendUint32(dst, old.n)
		}
	}
	n := uint32(ev.names)
	ev.names++
	ev.meter.Take(unknownBytes)
	ev.named[h] = append(ev.named[h], namedValue{v, n})
	return binary.LittleEndian.AppendUint32(dst, n)
}

// appKey returns the key of an application of t's function to args, of a kind; it is valid until the next one is made.
func (ev *Evaluator) appKey(t *term.Term, kind byte, args []value.Value) []byte {
	key := append(append(ev.key[:0], t.Func().String()...), kind)
	for _, a := range t.Args() {
		key = sortKey(key, a.Sort())
	}
	return ev.argKey(key, t.Sort(), args)
}

// openApp returns the value of an application whose arguments are not all known. Equal applications have
// equal values.
func (ev *Evaluator) openApp(t *term.Term, args []value.Value) value.Value {
	ev.key = ev.appKey(t, 1, args)
	why, reason := free, ""
	for _, a := range args {
		if a.IsKnown() {
			continue
		}
		if d := doubtOf(a); reason == "" || d > why {
			why, reason = d, a.Reason()
		}
	}
	return ev.intern(ev.key, why, func() string { return reason })
}

// refusedApp returns the value of an application that cannot be computed; why is the reason.
func (ev *Evaluator) refusedApp(t *term.Term, args []value.Value, d doubt, why string) value.Value {
	ev.key = ev.appKey(t, 2, args)
	return ev.intern(ev.key, d, func() string {
		reason := clip(t.Func().String()) + ": " + why
		if d == tooLarge {
			reason = value.TooLarge + ": " + reason
		}
		return reason
	})
}

func (ev *Evaluator) unsupportedApp(t *term.Term, args []value.Value, why string) value.Value {
	return ev.refusedApp(t, args, unsupported, why)
}

func (ev *Evaluator) tooLargeApp(t *term.Term, args []value.Value, why string) value.Value {
	return ev.refusedApp(t, args, tooLarge, why)
}

// refuse returns the value of an application of an operator without a meaning here.
func (ev *Evaluator) refuse(t *term.Term, args []value.Value) value.Value {
	row := t.Func().Row
	if row.Partial == "always" {
		op := row.Name
		if len(t.Func().Indices) > 0 {
			op = t.Func().String() // the numbers distinguish relations of one kind
		}
		return ev.gap(op, t.Sort(), args, operands(t.Args())...)
	}
	return ev.unsupportedApp(t, args, "Assay gives this operator no meaning")
}

func sortDecls(ds []*term.Decl) {
	slices.SortFunc(ds, func(a, b *term.Decl) int { return strings.Compare(a.Name, b.Name) })
}
