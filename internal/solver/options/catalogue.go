package options

import (
	"slices"
	"strings"
	"sync"

	"github.com/assay-smt/assay/internal/solver"
)

// A Kind is the type of an option's values.
type Kind string

// The kinds.
const (
	Bool   Kind = "bool"
	Int    Kind = "int"
	Uint   Kind = "uint"
	Double Kind = "double"
	// Mode: one of several words.
	Mode Kind = "mode"
	// Text: any text, as far as is known.
	Text Kind = "string"
	// Switch: it is given or not, and cannot be turned off.
	Switch Kind = "switch"
)

// A Class is what a solver calls an option.
type Class string

// The classes. An option about which the solver says nothing is regular.
const (
	Common       Class = "common"
	Regular      Class = "regular"
	Expert       Class = "expert"
	Experimental Class = "experimental"
)

// Classes are all classes.
var Classes = []Class{Common, Regular, Expert, Experimental}

// An Option is one option of a solver.
type Option struct {
	Name    string   `json:"name"`
	Aliases []string `json:"aliases,omitempty"`
	// Short: it is written with one dash instead of the two that the profile has.
	Short bool `json:"short,omitempty"`
	// OneDash are names with one dash in addition to those with two, such as "i" for -i, if the list has them.
	OneDash []string `json:"one_dash,omitempty"`
	Kind    Kind     `json:"kind"`
	// Default is the value without the option, "" if it is unknown.
	Default string `json:"default"`
	// Values are all values of a mode, or of a number if the solver explains each of them.
	Values []string `json:"values,omitempty"`
	// Least and Most bound a number, "" if no bound is known.
	Least string `json:"least,omitempty"`
	Most  string `json:"most,omitempty"`
	Class Class  `json:"class"`
	// Group is the part of the solver that it belongs to, "" when the solver does not say.
	Group string `json:"group,omitempty"`
	Doc   string `json:"doc,omitempty"`
	// Use is what the option is used for, and Why the profile's reason if that is not the search.
	Use solver.OptionUse `json:"use"`
	Why string           `json:"why,omitempty"`
	// Without are single values that are not searched.
	Without []Excluded `json:"without,omitempty"`
}

// Excluded is a value of an option that is not searched.
type Excluded struct {
	Value string           `json:"value"`
	Use   solver.OptionUse `json:"use"`
	Why   string           `json:"why"`
}

// Range is what is known about the values, as people write it: "a|b|c", "0..10", "0..", or "".
func (o *Option) Range() string {
	switch {
	case len(o.Values) > 0:
		return strings.Join(o.Values, "|")
	case o.Least != "" || o.Most != "":
		return o.Least + ".." + o.Most
	}
	return ""
}

// A Catalogue is what a solver says about its options. It does not change after it has been read.
type Catalogue struct {
	// Solver is the profile's name, Version the solver's.
	Solver, Version string
	// Options are in the order of their names, each name once.
	Options []Option
	// Unread counts lines of the list that look like options but cannot be read, or exceed the maximum number.
	Unread int
	// Unasked counts options for the search about whose values asking told nothing: they are left at their defaults.
	Unasked int

	space solver.OptionSpace
	// given maps each option of a command line, without its value, to its meaning; whole does so for options with a list of values;
	// see index.
	once  sync.Once
	given map[string]given
	whole map[string]Setting
}

// Option returns the option of a name or alias.
func (c *Catalogue) Option(name string) (*Option, bool) {
	i, ok := slices.BinarySearchFunc(c.Options, name, func(o Option, name string) int { return strings.Compare(o.Name, name) })
	if ok {
		return &c.Options[i], true
	}
	for i := range c.Options {
		if slices.Contains(c.Options[i].Aliases, name) {
			return &c.Options[i], true
		}
	}
	return nil, false
}
