package options

import (
	"regexp"
	"strconv"
	"strings"
)

var (
	usageLine = regexp.MustCompile(`^ {1,8}(-.*)$`)
	usageName = regexp.MustCompile(`^(--?)([A-Za-z][\w-]*)(?:(?:=|:| |)(<[^<>]*>|[A-Z][A-Z_]*|[a-z]+)|=(\S+))?$`)
	// usageRest is the optional end of a name, or a list of values after a name.
	usageRest  = regexp.MustCompile(`(\[[^\[\]]*\])\*?`)
	usageHead  = regexp.MustCompile(`^--?[A-Za-z][\w-]*(?:[=:]\S+)?(?: [A-Z]{2,}\b)?(?: ?[|,] ?--?[A-Za-z][\w-]*(?:[=:]\S+)?(?: [A-Z]{2,}\b)?)*`)
	usageGroup = regexp.MustCompile(`^From the (.*?)(?: [Mm]odule)?:$`)
	usageMore  = regexp.MustCompile(`^ {9,}\S`)
	// usageDefault and usageCan are what some explanations say about default and values.
	usageDefault = regexp.MustCompile(`\(default(?: is)?(?: ?[:=] ?| )([\w.+-]+)\)`)
	usageCan     = regexp.MustCompile(`\(can be ([^()]*)\)|Can be ([^()]*)`)
	usageGaps    = regexp.MustCompile(`\s{2,}`)
)

// The marks in the explanation of an option.
const (
	markBool   = "[*]" // it has a form --no-...
	markExpert = "(EXPERTS only)"
)

// usage reads lines such as
//
//	Most commonly-used options:
//	  --lang=LANG | -L LANG  force input language
//	  --incremental | -i     enable incremental solving [*]
//	From the Arithmetic Theory module:
//	  --arith-rewrite-equalities
//	                         turns on rewriting (EXPERTS only) [*]
//
// An option gets its long name, such as --lang. One without a long name gets its name of several letters, such as -lang, or the name of
// one letter if a value goes with it; others, such as -x, are not read. One with a value is Text until the solver is asked about it.
func usage(text []byte) *reader {
	r, group, common := newReader(), "", false
	var o *Option
	end := func() {
		if o != nil {
			finish(o)
			r.add(*o)
		}
		o = nil
	}
	for _, line := range lines(text) {
		m := usageLine.FindStringSubmatch(line)
		switch {
		case m != nil:
			end()
			head, doc := m[1], ""
			if gap := usageGaps.FindStringIndex(head); gap != nil {
				head, doc = head[:gap[0]], head[gap[1]:]
			} else if names := usageHead.FindString(head); names != "" && strings.HasPrefix(head[len(names):], " ") {
				head, doc = names, head[len(names):] // names as long as their column
			}
			if o = optionOf(head, r); o != nil {
				o.Doc, o.Group = doc, group
				if common {
					o.Class = Common
				}
			}
		case o != nil && usageMore.MatchString(line):
			o.Doc += " " + strings.TrimSpace(line)
		default:
			end()
			if m := usageGroup.FindStringSubmatch(line); m != nil {
				group, common = m[1], false
			} else if strings.Contains(line, "commonly-used") {
				common = true
			} else if strings.HasPrefix(line, "Additional") {
				common = false
			}
		}
	}
	end()
	return r
}

// optionOf reads the names of an option; nil when none of them counts.
func optionOf(head string, r *reader) *Option {
	o := &Option{Kind: Switch}
	var short []string
	for _, word := range strings.FieldsFunc(usageRest.ReplaceAllStringFunc(head, shortRest), func(c rune) bool { return c == '|' || c == ',' }) {
		m := usageName.FindStringSubmatch(strings.TrimSpace(word))
		switch {
		case m == nil:
			continue
		case m[1] != "--":
			o.OneDash = append(o.OneDash, m[2])
			if len(m[2]) > 1 || m[3]+m[4] != "" {
				short = append(short, m[2])
			}
		case o.Name == "":
			o.Name = m[2]
		default:
			o.Aliases = append(o.Aliases, m[2])
		}
		if m[3]+m[4] != "" {
			o.Kind = Text
		}
	}
	if o.Name == "" && len(short) > 0 {
		o.Name, o.Aliases, o.Short, o.OneDash = short[0], short[1:], true, nil
	}
	if o.Name == "" {
		r.unread++
		return nil
	}
	return o
}

// shortRest returns what is in brackets as the placeholder of a value if it is one, and nothing otherwise.
func shortRest(rest string) string {
	if strings.Contains(rest, "<") {
		return "<values>"
	}
	return ""
}

// finish removes the marks from the explanation.
func finish(o *Option) {
	doc := strings.Join(strings.Fields(o.Doc), " ")
	if strings.HasSuffix(doc, markBool) {
		doc, o.Kind = strings.TrimSpace(strings.TrimSuffix(doc, markBool)), Bool
	}
	if strings.HasSuffix(doc, markExpert) {
		doc, o.Class = strings.TrimSpace(strings.TrimSuffix(doc, markExpert)), Expert
	}
	o.Doc = doc
	if m := usageDefault.FindStringSubmatch(doc); m != nil && o.Default == "" {
		o.Default = m[1]
	}
	if m := usageCan.FindStringSubmatch(doc); m != nil && o.Kind == Text {
		for _, word := range separators.Split(m[1], maxValues) {
			if w := wordOnly.FindStringSubmatch(word); w != nil {
				o.Values = append(o.Values, w[1])
			}
		}
		if len(o.Values) > 1 {
			o.Kind = Mode
		} else {
			o.Values = nil
		}
	}
	if o.Kind == Text {
		o.Kind = numeric(o.Default)
	}
}

// numeric is the kind of an option with a value, judged by its default.
func numeric(standard string) Kind {
	if _, err := strconv.ParseUint(standard, 10, 64); err == nil {
		return Uint
	}
	if _, err := strconv.ParseInt(standard, 10, 64); err == nil {
		return Int
	}
	if _, err := strconv.ParseFloat(standard, 64); err == nil {
		return Double
	}
	return Text
}
