package options

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/sandbox"
	"github.com/assay-smt/assay/internal/solver"
)

// Bounds of the questions to a solver.
const (
	listTime   = 20 * time.Second
	askTime    = 10 * time.Second
	listOutput = 4 << 20
	askOutput  = 64 << 10
)

// List has a solver list its options. What only questions about single options tell is missing: see Read. The error is
// *solver.UnusableError when the profile has no list, or none that can be read.
func List(ctx context.Context, t solver.Target) (*Catalogue, error) {
	space := t.Profile().Space
	if len(space.Lists) == 0 {
		return nil, &solver.UnusableError{
			Solver: t.String(), Problem: "the profile " + t.Profile().Name + " does not say how to list its options",
			Remedy: "add [[options.list]] to its profile (docs/profiles.md)",
		}
	}
	all := newReader()
	var tried []string
	for _, l := range space.Lists {
		if len(all.found) > 0 && !l.More {
			continue
		}
		out, err := say(ctx, sandbox.Command{Argv: append([]string{t.Path()}, l.Args...), Timeout: listTime, MaxOutput: listOutput})
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
			Remedy: "see [[options.list]] in its profile (docs/profiles.md)",
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

// classify enters what the profile says of the options.
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

// An utterance is what a solver said to a question.
type utterance struct{ stdout, stderr []byte }

func (u utterance) text() string { return string(u.stdout) + "\n" + string(u.stderr) }

// say runs a solver on nothing but a question. How it ends makes no difference; the error is that it cannot be run, or what ctx ended with.
func say(ctx context.Context, question sandbox.Command) (utterance, error) {
	res, err := sandbox.Run(ctx, question)
	if err != nil {
		return utterance{}, &solver.UnusableError{Solver: question.Argv[0], Problem: "it cannot be run", Err: err,
			Remedy: "check that it is a program for this machine"}
	}
	if res.Reason == sandbox.Canceled {
		return utterance{}, sandbox.Ended(ctx)
	}
	return utterance{res.Stdout, res.Stderr}, nil
}
