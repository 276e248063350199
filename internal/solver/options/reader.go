package options

import (
	"regexp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
)

// Bounds on what is kept of a list.
const (
	maxOptions = 4096
	maxName    = 128
	maxValue   = 256
	maxValues  = 256
	maxDoc     = 1000
	maxLine    = 4096
	maxLines   = 100_000
)

var optionName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.:-]*$`)

// A reader collects the options of one list.
type reader struct {
	found  map[string]*Option
	unread int
}

func newReader() *reader { return &reader{found: make(map[string]*Option)} }

// add enters an option, the first of its name.
func (r *reader) add(o Option) *Option {
	if len(o.Name) > maxName || !optionName.MatchString(o.Name) || r.found[o.Name] != nil || len(r.found) >= maxOptions {
		r.unread++
		return nil
	}
	o.Aliases = slices.DeleteFunc(o.Aliases, func(a string) bool { return len(a) > maxName || !optionName.MatchString(a) })
	o.OneDash = slices.DeleteFunc(o.OneDash, func(a string) bool { return len(a) > maxName || !optionName.MatchString(a) })
	o.Default = value(o.Default)
	if len(o.Values) > maxValues {
		o.Values = o.Values[:maxValues]
	}
	for i, v := range o.Values {
		o.Values[i] = value(v)
	}
	o.Least, o.Most = value(o.Least), value(o.Most)
	o.Group, o.Doc = explanation(o.Group), explanation(o.Doc)
	if o.Class == "" {
		o.Class = Regular
	}
	r.found[o.Name] = &o
	return &o
}

// join adds the options of another list, except those that are already there.
func (r *reader) join(other *reader) {
	r.unread += other.unread
	for name, o := range other.found {
		if r.found[name] == nil && len(r.found) < maxOptions {
			r.found[name] = o
		}
	}
}

// value makes a value safe to keep: one visible line, cut where it is too long to be one.
func value(s string) string {
	if len(s) > maxValue {
		return ""
	}
	return visible.Line(s)
}

// explanation makes an explanation safe to keep.
func explanation(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > maxDoc {
		s = strings.ToValidUTF8(s[:maxDoc], "") + "..."
	}
	return visible.Line(s)
}

// options returns what was found, in the order of names.
func (r *reader) options() []Option {
	out := make([]Option, 0, len(r.found))
	for _, o := range r.found {
		if o.Class == Regular && experimental.MatchString(o.Doc) {
			o.Class = Experimental
		}
		out = append(out, *o)
	}
	slices.SortFunc(out, func(a, b Option) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// experimental is how solvers without a class of that name express it.
var experimental = regexp.MustCompile(`(?i)\bexperimental\b|\bpreliminary\b`)

// lines returns the lines of a list, long ones cut.
func lines(text []byte) []string {
	var out []string
	for line := range strings.Lines(string(text)) {
		if len(out) == maxLines {
			break
		}
		line = strings.TrimRight(line, "\r\n")
		if len(line) > maxLine {
			line = line[:maxLine]
		}
		out = append(out, line)
	}
	return out
}
