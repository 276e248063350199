package options

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/solver"
)

// A Setting is an option with a value.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// String returns the setting as people write it.
func (s Setting) String() string { return s.Name + "=" + s.Value }

// Configure returns the configuration with settings in their canonical order, which is that of names, keeping the last one of each name:
// two lists of the same settings make configurations that are equal under ==. Settings of options that the catalogue does not have, and
// switches that are off, are left out.
func (c *Catalogue) Configure(settings ...Setting) solver.Configuration {
	var words []string
	for _, s := range Canonical(settings) {
		if o, ok := c.Option(s.Name); ok {
			words = append(words, c.words(o, s.Value)...)
		}
	}
	return solver.Configure(words...)
}

// Canonical returns settings in the order of names, the last one of each name.
func Canonical(settings []Setting) []Setting {
	last := make(map[string]string, len(settings))
	for _, s := range settings {
		last[s.Name] = s.Value
	}
	out := make([]Setting, 0, len(last))
	for name, value := range last {
		out = append(out, Setting{name, value})
	}
	slices.SortFunc(out, func(a, b Setting) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// words are those of a command line.
func (c *Catalogue) words(o *Option, value string) []string {
	switch {
	case o.Kind == Bool && (value == "true" || value == "false"):
		return o.dashed(c.space.Turn(o.Name, value == "true"))
	case o.Kind == Switch && value == "true":
		return o.dashed(c.space.Turn(o.Name, true))
	case o.Kind == Switch:
		return nil
	}
	return o.dashed(c.space.Assign(o.Name, value))
}

// dashed removes a dash from the words of an option that has only one.
func (o *Option) dashed(words []string) []string {
	if o.Short && len(words) > 0 && strings.HasPrefix(words[0], "--") {
		words[0] = words[0][1:]
	}
	return words
}

// given is what an option of a command line means; value is for options that have a value of their own.
type given struct {
	option *Option
	value  string
}

// Settings splits a configuration into settings of options that the catalogue has, in canonical order, and the rest: words that mean
// nothing to the catalogue, such as short options. Configure reassembles the settings.
func (c *Catalogue) Settings(conf solver.Configuration) (settings []Setting, rest solver.Configuration) {
	c.once.Do(c.index)
	var words []string
	for _, o := range conf.Options() {
		if s, ok := c.whole[o.String()]; ok {
			settings = append(settings, s)
			continue
		}
		g, ok := c.given[o.Name+"\x00"+o.Separator]
		if !ok {
			words = append(words, o.Words()...)
			continue
		}
		value := g.value
		if o.Separator != "" {
			value = o.Value
		}
		settings = append(settings, Setting{g.option.Name, value})
	}
	rest = solver.Configure(words...)
	rest.Limits = conf.Limits
	return Canonical(settings), rest
}

// Set returns the option that an option of a command line, or of a script with its colon, sets.
func (c *Catalogue) Set(o solver.Option) (*Option, bool) {
	c.once.Do(c.index)
	if g, ok := c.given[o.Name+"\x00"+o.Separator]; ok {
		return g.option, true
	}
	if short, ok := strings.CutPrefix(o.Name, "-"); ok && !strings.HasPrefix(short, "-") {
		i := slices.IndexFunc(c.Options, func(o Option) bool {
			return slices.Contains(o.OneDash, short) || o.Short && (o.Name == short || slices.Contains(o.Aliases, short))
		})
		if i < 0 {
			return nil, false
		}
		return &c.Options[i], true
	}
	name := strings.TrimLeft(o.Name, "-:")
	if found, ok := c.Option(name); ok {
		return found, true
	}
	return c.Option(strings.TrimPrefix(name, "no-"))
}

// Level returns what the solver calls an option, "" when it says nothing: if no option is common or expert, regular means nothing.
func (c *Catalogue) Level(o *Option) Class {
	ranks := func(o Option) bool { return o.Class == Common || o.Class == Expert }
	if o.Class == Regular && !slices.ContainsFunc(c.Options, ranks) {
		return ""
	}
	return o.Class
}

// index records how each option looks on a command line.
func (c *Catalogue) index() {
	c.given, c.whole = make(map[string]given), make(map[string]Setting)
	enter := func(o *Option, value string, words []string) {
		as := solver.Configure(words...).Options()
		if len(as) == 0 || as[0].Name == "" {
			return
		}
		key := as[0].Name + "\x00" + as[0].Separator
		if _, taken := c.given[key]; !taken {
			c.given[key] = given{o, value}
		}
	}
	for i := range c.Options {
		o := &c.Options[i]
		for _, value := range []string{"true", "false"} {
			if o.Kind == Bool || o.Kind == Switch && value == "true" {
				enter(o, value, c.words(o, value))
			}
		}
		for _, value := range o.Values {
			// Without = or : between them, name and value cannot be separated.
			if as := solver.Configure(c.words(o, value)...).Options(); len(as) == 1 && as[0].Value != value {
				c.whole[as[0].String()] = Setting{o.Name, value}
			}
		}
		enter(o, "", o.dashed(c.space.Assign(o.Name, "x")))
	}
}

// Target returns a target with further settings. Those that its configuration has already are replaced.
func (c *Catalogue) Target(t solver.Target, settings ...Setting) solver.Target {
	had, rest := c.Settings(t.Config)
	conf := c.Configure(append(had, settings...)...)
	conf = solver.Configure(append(rest.Words(), conf.Words()...)...)
	conf.Limits = t.Config.Limits
	return t.With(conf)
}

// Scripted splits a target into one whose processes can serve it, and commands: set precedes a script for it, and undo follows the
// script when a reset would leave something of set behind. Only options that the solver accepts from scripts as from the command line
// are set like this; the others stay with the target. So do numbers that are not integers: solvers read them differently in the two
// places.
func (c *Catalogue) Scripted(t solver.Target) (base solver.Target, set, undo string) {
	settings, rest := c.Settings(t.Config)
	if c.space.Script == "" || len(settings) == 0 {
		return t, "", ""
	}
	var lines, back strings.Builder
	var stay []Setting
	for _, s := range settings {
		o, _ := c.Option(s.Name)
		if o.Use != solver.UseSearch && o.Use != solver.UseUnwelcome || !o.plain(s.Value) || c.space.Outlasts && !o.plain(o.Default) {
			stay = append(stay, s)
			continue
		}
		lines.WriteString(c.space.Line(s.Name, s.Value))
		if c.space.Outlasts {
			back.WriteString(c.space.Line(s.Name, o.Default))
		}
	}
	conf := solver.Configure(append(rest.Words(), c.Configure(stay...).Words()...)...)
	conf.Limits = t.Config.Limits
	return t.With(conf), lines.String(), back.String()
}

// plain reports whether a value looks the same in a script as on the command line.
func (o *Option) plain(value string) bool {
	switch o.Kind {
	case Bool:
		return value == "true" || value == "false"
	case Uint:
		return digits.MatchString(value)
	case Mode:
		return wordOnly.MatchString(value)
	case Int, Double, Text, Switch:
	}
	return false
}

// Catalogues are the catalogues of several solvers.
type Catalogues map[solver.Solver]*Catalogue

// Scripted is Catalogue.Scripted with the catalogue of the target's solver. A target without one is returned unchanged.
func (cs Catalogues) Scripted(t solver.Target) (base solver.Target, set, undo string) {
	if c := cs[t.Solver]; c != nil {
		return c.Scripted(t)
	}
	return t, "", ""
}
