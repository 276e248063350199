package solver

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
)

// An OptionSpace says how the solver's options are learned and given, and which of them are not searched. The zero value means
// that nothing is known about them. docs/reference/profiles.md explains its keys.
type OptionSpace struct {
	// Set, On and Off are one option on the command line, as words with the placeholders {name} and {value}. On and Off are for
	// Boolean options; without them, Set is used with the value true or false.
	Set string `toml:"set"`
	On  string `toml:"on"`
	Off string `toml:"off"`
	// Script is the same in a script, such as "(set-option :{name} {value})"; empty means that options are given only on the
	// command line. It precedes set-logic.
	Script string `toml:"script"`
	// Outlasts: a reset does not undo what Script set.
	Outlasts bool `toml:"outlasts"`
	// Lists are the ways to make the solver list its options, tried in order until one of them gives options; later ones that say
	// More are read as well.
	Lists []OptionList `toml:"list"`
	// Ask is what the solver is asked about options for which the list does not say enough.
	Ask OptionAsk `toml:"ask"`
	// Values are values of options that neither the list nor the answers name.
	Values []OptionValues `toml:"values"`
	// Threaded are the options and tactics that start threads, or processes that work at the same time. These options are not searched either.
	Threaded []OptionThreads `toml:"threads"`
	// Excluded are the options, and single values of options, that are not searched.
	Excluded []OptionExclusion `toml:"exclude"`
}

// An OptionList makes a solver list its options.
type OptionList struct {
	Args []string `toml:"args"`
	// Form names the format of the output.
	Form OptionForm `toml:"form"`
	// More: it lists options that earlier ones do not.
	More bool `toml:"more"`
}

// An OptionForm is a format in which solvers list their options.
type OptionForm string

// The formats.
const (
	// FormParameters: lines "name (type) text (default: value)", with lines "[module] name" in between.
	FormParameters OptionForm = "parameters"
	// FormUsage: the usual text of --help, an option with its explanation in one or more lines.
	FormUsage OptionForm = "usage"
	// FormJSON: a JSON object for each option, one per line.
	FormJSON OptionForm = "json"
)

// OptionAsk holds the questions about single options.
type OptionAsk struct {
	// Default is a command that prints the default value, with the placeholder {name}.
	Default string `toml:"default"`
	// Values are words of a command line that list an option's values, with the placeholder {name}. A value is the first word of a
	// line that begins with "+ ".
	Values string `toml:"values"`
	// Int, Uint and Double are patterns for the complaints about a value that is invalid for an option of that type. They are
	// matched against what the solver says to the values "x" and "-1".
	Int    Patterns `toml:"int"`
	Uint   Patterns `toml:"uint"`
	Double Patterns `toml:"double"`
	// Least and Most are patterns for complaints about a value out of range; the first group is the bound.
	Least Patterns `toml:"least"`
	Most  Patterns `toml:"most"`
}

// OptionValues are values of options.
type OptionValues struct {
	// Names are patterns (path.Match) of options' names.
	Names  []string `toml:"names"`
	Values []string `toml:"values"`
}

// An OptionUse says what an option is used for.
type OptionUse string

// The uses. All but UseSearch keep an option from being searched.
const (
	// UseSearch: it changes how the solver solves.
	UseSearch OptionUse = "search"
	// UseUnwelcome: the solver's developers do not accept defects that need it.
	UseUnwelcome OptionUse = "unwelcome"
	// UseMeaning: it intentionally changes what formulas mean, or gives up correct answers.
	UseMeaning OptionUse = "meaning"
	// UseOutput: it changes what is printed.
	UseOutput OptionUse = "output"
	// UseInput: it changes which language or logic is read.
	UseInput OptionUse = "input"
	// UseFile: it names a file.
	UseFile OptionUse = "file"
	// UseLimit: it is a limit of time, memory or effort beyond which the solver gives up.
	UseLimit OptionUse = "limit"
	// UseSeed: it is a seed of randomness.
	UseSeed OptionUse = "seed"
	// UseParallel: it makes results depend on the timing of threads or processes.
	UseParallel OptionUse = "parallel"
	// UseCheck: it makes the solver check itself.
	UseCheck OptionUse = "check"
	// UseAssay: Assay sets it where a script needs it.
	UseAssay OptionUse = "assay"
	// UseOther: it is about a task other than deciding SMT-LIB scripts.
	UseOther OptionUse = "other"
)

// OptionUses are all uses.
var OptionUses = []OptionUse{UseSearch, UseUnwelcome, UseMeaning, UseOutput, UseInput, UseFile, UseLimit, UseSeed, UseParallel, UseCheck, UseAssay, UseOther}

// An OptionExclusion keeps options, or values of them, from being searched.
type OptionExclusion struct {
	Use OptionUse `toml:"use"`
	// Why is the reason, for people.
	Why string `toml:"why"`
	// Names are patterns (path.Match) of options' names, Classes names of classes; an option need only match one.
	Names   []string `toml:"names"`
	Classes []string `toml:"classes"`
	// Values, if there are any, are the only values that are meant.
	Values []string `toml:"values"`
}

// Matches reports whether an option of that name and class is meant.
func (e OptionExclusion) Matches(name, class string) bool {
	return slices.Contains(e.Classes, class) || matchesName(e.Names, name)
}

// Matches reports whether an option of that name is meant.
func (v OptionValues) Matches(name string) bool { return matchesName(v.Names, name) }

func matchesName(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		ok, err := path.Match(p, name)
		return err == nil && ok
	})
}

// checkTables returns an error for entries that make no sense in those tables of the profile that hold more than patterns, with their
// key.
func (p *Profile) checkTables() (key string, err error) {
	if key, err := p.checkSessions(); err != nil {
		return key, err
	}
	if err := p.Stats.check(); err != nil {
		return "statistics", err
	}
	if err := p.Infers.check(); err != nil {
		return "inferences", err
	}
	if err := p.Show.Further.check(); err != nil {
		return "evidence.further", err
	}
	for i, r := range p.Versions {
		if err := r.Show.Further.check(); err != nil {
			return "versions", fmt.Errorf("%w, in [[versions]] number %d", err, i+1)
		}
		if err := r.Stats.check(); err != nil {
			return "versions", fmt.Errorf("%w, in [[versions]] number %d", err, i+1)
		}
	}
	if key, err := p.checkTactics(); err != nil {
		return key, err
	}
	return p.Space.check()
}

// check returns an error for entries that make no sense, with their key.
func (s OptionSpace) check() (key string, err error) {
	placed := func(text string, placeholders ...string) bool {
		return text == "" || !slices.ContainsFunc(placeholders, func(p string) bool { return !strings.Contains(text, p) })
	}
	switch {
	case len(s.Lists) > 0 && s.Set == "":
		return "options", fmt.Errorf(`[options] needs set, such as set = "--{name}={value}"`)
	case !placed(s.Set, "{name}", "{value}"):
		return "set", fmt.Errorf("set has both {name} and {value}")
	case !placed(s.On, "{name}"), !placed(s.Off, "{name}"):
		return "on", fmt.Errorf("on and off have {name}")
	case !placed(s.Script, "{name}", "{value}"), strings.ContainsAny(s.Script, "\n\r;"):
		return "script", fmt.Errorf("script is one command in one line with {name} and {value}")
	case !placed(s.Ask.Default, "{name}"), !placed(s.Ask.Values, "{name}"):
		return "ask", fmt.Errorf("default and values of [options.ask] have {name}")
	}
	for _, l := range s.Lists {
		if !slices.Contains([]OptionForm{FormParameters, FormUsage, FormJSON}, l.Form) {
			return "form", fmt.Errorf("form must be %s, %s or %s, not %q", FormParameters, FormUsage, FormJSON, l.Form)
		}
		if len(l.Args) == 0 {
			return "args", fmt.Errorf("every [[options.list]] needs args")
		}
	}
	for _, e := range s.Excluded {
		switch {
		case e.Use == UseSearch || !slices.Contains(OptionUses, e.Use):
			return "use", fmt.Errorf("use must be one of %v, not %q", OptionUses[1:], e.Use)
		case strings.TrimSpace(e.Why) == "":
			return "use", fmt.Errorf("every [[options.exclude]] needs why, the reason")
		case len(e.Names)+len(e.Classes) == 0:
			return "use", fmt.Errorf("every [[options.exclude]] needs names or classes")
		}
		if key, err := checkNames(e.Names); err != nil {
			return key, err
		}
	}
	for _, t := range s.Threaded {
		if key, err := t.check(); err != nil {
			return key, err
		}
	}
	for _, v := range s.Values {
		if len(v.Values) == 0 {
			return "values", fmt.Errorf("every [[options.values]] needs values")
		}
		if key, err := checkNames(v.Names); err != nil {
			return key, err
		}
	}
	return "", nil
}

func checkNames(names []string) (key string, err error) {
	for _, n := range names {
		if _, err := path.Match(n, ""); err != nil {
			return "names", fmt.Errorf("%q is not a pattern of names", n)
		}
	}
	return "", nil
}

// Assign returns the words of a command line that give an option a value.
func (s OptionSpace) Assign(name, value string) []string {
	return filled(s.Set, name, value)
}

// Turn returns the words of a command line that turn a Boolean option on or off. There are none that turn off a switch.
func (s OptionSpace) Turn(name string, on bool) []string {
	switch {
	case on && s.On != "":
		return filled(s.On, name, "true")
	case !on && s.Off != "":
		return filled(s.Off, name, "false")
	}
	return s.Assign(name, strconv.FormatBool(on))
}

// Line returns the command of a script that gives an option a value, with its line feed; "" when the solver has none.
func (s OptionSpace) Line(name, value string) string {
	if s.Script == "" {
		return ""
	}
	return strings.NewReplacer("{name}", name, "{value}", value).Replace(s.Script) + "\n"
}

func filled(form, name, value string) []string {
	fill, words := strings.NewReplacer("{name}", name, "{value}", value), strings.Fields(form)
	for i, w := range words {
		words[i] = fill.Replace(w)
	}
	return words
}
