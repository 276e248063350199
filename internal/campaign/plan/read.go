package plan

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/nearest"
	"github.com/assay-smt/assay/internal/base/quantity"
)

// A Reader takes the settings of a plan from a file. The zero value, but for Plan, takes all.
type Reader struct {
	Plan *Plan
	// Knobs are the settings that the program has, nil for all. Others of a plan are passed over.
	Knobs []Knob
	// Given reports whether the user has set a key otherwise, which counts more; nil for none.
	Given func(key string) bool
	// Also are keys whose values are added to those of another one.
	Also map[string]string
}

// Load returns the plan in a file. Errors are *Error, *tomlfile.Error and those of the file system.
func Load(file string) (*Plan, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	p := Default()
	return p, (&Reader{Plan: p}).Read(file, data)
}

// Read takes the settings of a file's text. Settings of engines that the plan does not choose do not count. Errors are *Error and *tomlfile.Error.
func (r *Reader) Read(file string, data []byte) error {
	entries, err := Parse(file, data)
	if err != nil {
		return err
	}
	all := r.Plan.Knobs()
	if r.Knobs == nil {
		r.Knobs = all
	}
	r.Plan.file, r.Plan.lines = file, map[string]int{}
	// The engines come first, since settings of others do not matter, and what is added to a list comes after it.
	slices.SortStableFunc(entries, func(a, b Entry) int { return r.rank(a.Key) - r.rank(b.Key) })
	for _, e := range entries {
		err := r.take(e, all)
		var wrong *Error
		switch {
		case errors.As(err, &wrong):
			wrong.File, wrong.Line = file, e.Line
			return err
		case err != nil:
			return &Error{File: file, Line: e.Line, Err: err}
		}
	}
	return nil
}

// rank is the place of a key in the order in which a file's entries are taken.
func (r *Reader) rank(key string) int {
	switch {
	case key == "engines":
		return 0
	case r.Also[key] != "":
		return 2
	}
	return 1
}

// take sets a setting, unless the user has given it otherwise.
func (r *Reader) take(e Entry, all []Knob) error {
	if other, added := r.Also[e.Key]; added {
		return r.addTo(other, e)
	}
	k := Find(r.Knobs, e.Key)
	switch {
	case k == nil && Find(all, e.Key) != nil:
		return nil // another program has it
	case k == nil:
		return Unknown(e.Key, r.Knobs)
	case r.given(e.Key) || r.idle(k):
		return nil
	}
	if list, ok := k.Value.(List); ok {
		if err := list.Replace(e.Values); err != nil {
			return k.wrong(strings.Join(e.Values, ","), err)
		}
	} else if e.List {
		return fmt.Errorf("%s takes one value, not a list", e.Key)
	} else if err := k.Value.Set(e.Values[0]); err != nil {
		return k.wrong(e.Values[0], err)
	}
	r.Plan.lines[e.Key] = e.Line
	return nil
}

func (r *Reader) given(key string) bool { return r.Given != nil && r.Given(key) }

// idle reports whether a knob is a setting of an engine that the plan does not choose.
func (r *Reader) idle(k *Knob) bool {
	return k.Engine != "" && !slices.ContainsFunc(r.Plan.Engines, func(name string) bool { name = engineName(name); return name == k.Engine || name == All })
}

// addTo adds the values of an entry to those of another setting, unless the user has given that.
func (r *Reader) addTo(key string, e Entry) error {
	k := Find(r.Knobs, key)
	list, ok := k.Value.(List)
	if !ok || r.given(key) {
		return nil
	}
	for _, word := range e.Values {
		if err := list.Append(word); err != nil {
			return k.wrong(word, err)
		}
	}
	return nil
}

// wrong is the error for a word that a knob does not take.
func (k *Knob) wrong(word string, err error) error {
	return &Error{Key: k.Key, Err: errors.New(quantity.Explain(k.Value.Type(), word, err))}
}

// Set sets the knob to a word. The error is an *Error.
func (k *Knob) Set(word string) error {
	if err := k.Value.Set(word); err != nil {
		return k.wrong(word, err)
	}
	return nil
}

// Unknown says that no knob has a key.
func Unknown(key string, knobs []Knob) error {
	hint := nearest.Hint(key, Keys(knobs))
	if hint == "" {
		hint = "; assay engines show lists those of the engines, and the campaign.toml of a campaign has all"
	}
	return fmt.Errorf("there is no setting %s%s", key, hint)
}
