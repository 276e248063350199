package options

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	parameterLine = regexp.MustCompile(`^ {4}([A-Za-z_][\w.-]*) \(([^()]*)\)(.*)$`)
	moduleLine    = regexp.MustCompile(`^\[module\] ([^ ,]+)`)
	defaultIs     = regexp.MustCompile(`\(default: ([^()]*(?:\([^()]*\)[^()]*)*)\)`)
)

// parameterKinds are the types of parameters by their names in the list.
var parameterKinds = map[string]Kind{
	"bool": Bool, "int": Int, "unsigned int": Uint, "unsigned": Uint, "double": Double, "symbol": Text, "string": Text,
}

// parameters reads lines such as
//
//	[module] sat, description: propositional SAT solver
//	    restart.factor (double) restart increment factor for geometric strategy (default: 1.5)
//
// A parameter of a module is called module.name.
func parameters(text []byte) *reader {
	r, module := newReader(), ""
	for _, line := range lines(text) {
		if m := moduleLine.FindStringSubmatch(line); m != nil {
			module = m[1]
			continue
		}
		m := parameterLine.FindStringSubmatch(line)
		if m == nil {
			if strings.HasPrefix(line, "    ") && strings.TrimSpace(line) != "" {
				r.unread++
			}
			continue
		}
		kind, ok := parameterKinds[m[2]]
		if !ok {
			r.unread++
			continue
		}
		o := Option{Name: m[1], Group: module, Kind: kind, Doc: strings.TrimSpace(defaultIs.ReplaceAllString(m[3], ""))}
		if module != "" {
			o.Name = module + "." + m[1]
		}
		if all := defaultIs.FindAllStringSubmatch(m[3], -1); len(all) > 0 {
			o.Default = strings.TrimSpace(all[len(all)-1][1])
		}
		switch kind {
		case Uint:
			o.Least, o.Most = "0", strconv.FormatUint(1<<32-1, 10)
			o.Values = numbered(o.Doc, o.Default)
		case Int:
			o.Values = numbered(o.Doc, o.Default)
		case Text:
			if o.Values = named(o.Doc, o.Default); o.Values != nil {
				o.Kind = Mode
			}
		case Bool, Double, Mode, Switch:
		}
		r.add(o)
	}
	return r
}

var explained = regexp.MustCompile(`(?:^|[\s,;:(])(\d{1,2})(?: ?- ?|: ?| = | \(| for )[^\d\s]`)

// numbered returns the numbers that a text explains one by one, as in "0 - none, 1 - some"; nil unless they go up from 0 or 1 in
// steps of one and the default is among them.
func numbered(doc, standard string) []string {
	var out []string
	for _, m := range explained.FindAllStringSubmatch(doc, maxValues) {
		if n, err := strconv.Atoi(m[1]); err == nil && (n == len(out) || n == len(out)+1 && (len(out) == 0 || out[0] == "1")) {
			out = append(out, m[1])
		}
	}
	if len(out) < 2 || !slices.Contains(out, standard) {
		return nil
	}
	return out
}

var (
	inParentheses = regexp.MustCompile(`\([^()]*\)`)
	separators    = regexp.MustCompile(`\s*,\s*(?:or\s+|and\s+)?|\s+or\s+`)
	wordOnly      = regexp.MustCompile(`^'?([A-Za-z][\w-]*)'?$`)
)

// named returns the words that a text lists, as in "strategy: static, luby or ema"; nil unless there are several, all of them words,
// and the default is among them.
func named(doc, standard string) []string {
	if standard == "" {
		return nil
	}
	list := inParentheses.ReplaceAllString(doc, "")
	if i := strings.LastIndex(list, ":"); i >= 0 {
		list = list[i+1:]
	}
	var out []string
	for i, part := range separators.Split(strings.TrimSpace(list), maxValues) {
		words := strings.Fields(part)
		if len(words) == 0 {
			continue
		}
		word := words[0]
		if i == 0 {
			word = words[len(words)-1] // after the words that introduce the list
		}
		m := wordOnly.FindStringSubmatch(word)
		if m == nil || len(words) > 3 {
			return nil
		}
		if !slices.Contains(out, m[1]) {
			out = append(out, m[1])
		}
	}
	if len(out) < 2 || !slices.Contains(out, standard) {
		return nil
	}
	return out
}
