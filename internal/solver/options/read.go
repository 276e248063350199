package options

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/solver"
)

// List makes a solver list its options. What only questions about single options reveal is missing: see Read. The
// error is *solver.UnusableError when the profile has no list, or none that can be read.
func List(ctx context.Context, t solver.Target) (*Catalogue, error) {
	a, err := newAsker(t)
	if err != nil {
		return nil, err
	}
	defer a.close()
	return a.list(ctx)
}

func (a *asker) list(ctx context.Context) (*Catalogue, error) {
	t := a.target
	space := t.Profile().Space
	if len(space.Lists) == 0 {
		return nil, &solver.UnusableError{
			Solver: t.String(), Problem: "the profile " + t.Profile().Name + " does not say how to list its options",
			Remedy: "add [[options.list]] to its profile (docs/reference/profiles.md)",
		}
	}
	all := newReader()
	var tried []string
	for _, l := range space.Lists {
		if len(all.found) > 0 && !l.More {
			continue
		}
		out, err := a.say(ctx, append([]string{t.Path()}, l.Args...), toList)
		if err != nil {
			return nil, err
		}
		tried = append(tried, strings.Join(l.Args, " "))
		if r := read(l.Form, out.stdout); len(r.found) > 0 {
			all.join(r)
		}
	}
	if len(all.found) == 0 {
		return nil, &solver.UnusableError{
			Solver: t.String(), Problem: fmt.Sprintf("no options can be read from what it prints with %s", strings.Join(tried, ", ")),
			Remedy: "see [[options.list]] in its profile (docs/reference/profiles.md)",
		}
	}
	c := &Catalogue{space: space, Solver: t.Profile().Name, Version: t.Version(), Options: all.options(), Unread: all.unread}
	c.classify(space)
	return c, nil
}

func read(form solver.OptionForm, text []byte) *reader {
	switch form {
	case solver.FormParameters:
		return parameters(text)
	case solver.FormUsage:
		return usage(text)
	case solver.FormJSON:
		return listing(text)
	}
	return newReader()
}

// classify enters what the profile says about the options.
func (c *Catalogue) classify(space solver.OptionSpace) {
	for i := range c.Options {
		o := &c.Options[i]
		for _, v := range space.Values {
			if v.Matches(o.Name) {
				o.Values = slices.Clone(v.Values)
				if o.Kind == Text {
					o.Kind = Mode
				}
			}
		}
		o.Use = solver.UseSearch
		for _, t := range space.Threaded {
			if t.Matches(o.Name) && o.Use == solver.UseSearch {
				o.Use, o.Why = solver.UseParallel, t.Why
			}
		}
		for _, e := range space.Excluded {
			if !e.Matches(o.Name, string(o.Class)) {
				continue
			}
			for _, v := range e.Values {
				o.Without = append(o.Without, Excluded{v, e.Use, e.Why})
			}
			if len(e.Values) == 0 && o.Use == solver.UseSearch {
				o.Use, o.Why = e.Use, e.Why
			}
		}
	}
}
