package campaign

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/feedback"
	"github.com/assay-smt/assay/internal/solver/options"
)

// Bounds on what a worker elsewhere may say about other configurations. mostConfigured bounds how many of these are remembered.
const (
	mostSettings   = 512 // of a configuration
	mostConfigured = 1 << 13
	mostRuns       = 1 << 12 // of a search
)

// configured returns the target with a name: one of the campaign's, or one of these with settings that the campaign searches. Its name is then the
// one that a search gives it. Nothing else in a name reaches another worker, or a command that people paste.
func (k *checks) configured(name string) (solver.Target, error) {
	if t, known := k.targets[name]; known {
		return t, nil
	}
	if t, known := k.others[name]; known {
		return t, nil
	}
	t, err := k.configure(name)
	if err != nil {
		return t, err
	}
	if len(k.others) >= mostConfigured {
		clear(k.others)
	}
	k.others[name] = t
	return t, nil
}

func (k *checks) configure(name string) (solver.Target, error) {
	no := fmt.Errorf("the campaign has no solver %.80q", name)
	if !k.c.searches() || len(name) > mostText {
		return solver.Target{}, no
	}
	spec, err := solver.ParseSpec(name)
	if err != nil || len(spec.Args) > mostSettings {
		return solver.Target{}, no
	}
	for own, t := range k.targets {
		base, err := solver.ParseSpec(own)
		d := k.c.Configurations.Of[t]
		if err != nil || base.Word() != spec.Word() || d == nil || d.Space == nil {
			continue
		}
		settings, rest := d.Catalogue.Settings(solver.Configure(spec.Args...))
		given, restOfOwn := d.Catalogue.Settings(t.Config)
		if !slices.Equal(words(rest), words(restOfOwn)) {
			continue
		}
		settings = slices.DeleteFunc(settings, func(s options.Setting) bool { return slices.Contains(given, s) })
		if len(settings) == 0 || slices.ContainsFunc(settings, func(s options.Setting) bool { return !d.Space.Has(s.Name) || !isPlainValue(s.Value) }) {
			continue
		}
		if out := d.Catalogue.Target(t, settings...); out.String() == name {
			return out, nil
		}
	}
	return solver.Target{}, no
}

func words(c solver.Configuration) []string {
	var out []string
	for _, o := range c.Options() {
		out = append(out, o.Name, o.Value)
	}
	return out
}

// isPlainValue: options that are searched change how a solver solves, but a value must not name a file either.
func isPlainValue(value string) bool {
	return len(value) <= mostWord && !strings.ContainsAny(value, "/\\\x00\n")
}

// explored checks what is said about a search. What it says about new behaviour does not count.
func (k *checks) explored(e *event.Explored, engine string) error {
	t, known := k.targets[e.Solver]
	if d := k.dimension(t); !known || d == nil || d.Space == nil || !k.c.searches() || e.Engine != engine {
		return fmt.Errorf("configurations of %.80q are not searched", e.Solver)
	}
	if len(e.Starts) > mostRuns || len(e.Shown) > mostRuns || e.Runs > mostRuns || len(e.Tried) > 0 || len(e.Best) > mostText {
		return errors.New("it is too long")
	}
	all := []error{
		k.word(e.Logic), k.word(e.Ended), secondsOf(e.Seconds, e.CPU),
		numbersOf(e.Runs, e.Options, e.Refused, e.Avoided, e.Again, e.Unconfirmed, e.Unreduced, e.Silent, e.NewBehaviour),
	}
	for o, n := range e.Outcomes {
		all = append(all, k.outcome(o), numbersOf(n))
	}
	for _, s := range e.Starts {
		_, err := k.configured(s)
		all = append(all, err)
	}
	for _, s := range e.Shown {
		if len(s.Settings) == 0 || len(s.Settings) > mostSettings {
			return fmt.Errorf("%d settings show something", len(s.Settings))
		}
		if len(s.What) > 8*mostWord {
			return fmt.Errorf("settings show something of %d bytes", len(s.What))
		}
		all = append(all, k.word(s.Logic), shortOf(s.Settings...))
	}
	return errors.Join(all...)
}

// shortOf checks texts that leases to other workers may have.
func shortOf(all ...string) error {
	for _, t := range all {
		if len(t) > mostWord {
			return fmt.Errorf("a text of %d bytes", len(t))
		}
	}
	return nil
}

// observed checks what is said to be new about the runs on a mutant.
func (k *checks) observed(all []fuzzer.Observation) error {
	if len(all) > mostRuns {
		return fmt.Errorf("%d observations", len(all))
	}
	entries := 0
	for i := range all {
		o := &all[i]
		t, known := k.targets[o.Solver]
		if d := k.dimension(t); !known || d == nil {
			return fmt.Errorf("the feedback of %.80q is not collected", o.Solver)
		}
		if _, err := k.configured(o.Target); err != nil {
			return err
		}
		if err := shortOf(o.Subject); err != nil {
			return err
		}
		if entries += o.News.Len(); entries > feedback.MaxEntries {
			return fmt.Errorf("%d entries", entries)
		}
	}
	return nil
}

// dimension is what is searched and collected of a target, nil for nothing.
func (k *checks) dimension(t solver.Target) *fuzzer.Dimension {
	if k.c.Configurations == nil {
		return nil
	}
	return k.c.Configurations.Of[t]
}
