package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/assay-smt/assay/internal/campaign/configspace"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/feedback"
	"github.com/assay-smt/assay/internal/solver/options"
)

// A LearnedError says that a record of what was learned about a solver cannot be read.
type LearnedError struct{ Err error }

func (e *LearnedError) Error() string { return e.Err.Error() }

func (e *LearnedError) Unwrap() error { return e.Err }

// A dimensions is what there is to search and to collect, with the runners needed for it. Close ends them.
type dimensions struct {
	*fuzzer.Configurations
	// edges has the solvers that were compiled for it count edges, nil for none.
	edges  *coverage.Edges
	living *living.Runner
	// fresh runs what counts only in fresh processes, nil for where they run otherwise.
	fresh trial.Runner
}

func (d *dimensions) close() {
	if d.living != nil {
		d.living.Close()
	}
}

// newDimensions finds out what there is to search, or to collect, for the targets of a campaign.
func newDimensions(ctx context.Context, p *plan.Plan, h *Host, c *Campaign) (*dimensions, error) {
	searches := p.Options.Mode == plan.OptionsSearch
	s := &searcher{Options: p.Options, jobs: cmp.Or(h.Jobs, runtime.NumCPU()), host: h, catalogues: options.Catalogues{}}
	out := &dimensions{Configurations: &fuzzer.Configurations{Of: make(map[solver.Target]*fuzzer.Dimension)}}
	some := false
	for _, t := range c.Targets {
		d := &fuzzer.Dimension{}
		out.Of[t] = d
		sight, err := coverage.Of(ctx, t, c.temp.Scratch)
		if err != nil {
			return nil, err
		}
		if sight.Feedback != nil {
			d.Feedback, d.Seen = sight.Feedback, feedback.NewMap(sight.Feedback.Subject())
		} else {
			s.say(t, "what it does inside cannot be seen: %s", sight.Why)
		}
		if sight.Edges != nil && (out.edges == nil || out.edges.Size() < sight.Edges.Size()) {
			out.edges = sight.Edges
		}
		if !searches || slices.ContainsFunc(c.Baselines, func(p oracle.Pair) bool { return p.Old == t.String() }) {
			continue
		}
		if err := s.options(ctx, t, d); err != nil {
			return nil, err
		}
		some = some || d.Space != nil
	}
	if !searches {
		return out, nil
	}
	if !some {
		return nil, p.Wrong("options.mode", p.Options.Mode, errors.New("none of the solvers has options to search; see assay options list"))
	}
	out.Thorough, out.Pairs, out.Most = p.Options.Thorough, p.Options.Pairs, p.Options.Most
	out.Search = &configspace.Strategy{Random: p.Options.NoGenetic}
	return out, out.runners(c, p.Sessions, s.catalogues)
}

// runners makes what runs targets in other configurations.
func (d *dimensions) runners(c *Campaign, mode solver.Mode, catalogues options.Catalogues) error {
	work, err := c.temp.Sub("configurations")
	if err != nil {
		return err
	}
	d.fresh = apart{given: c.Targets, dir: work.Path("")}
	fresh := trial.Process{Dir: work.Path(""), Edges: d.edges}
	if mode == solver.Process {
		d.Runner = fresh
		return nil
	}
	bases := []solver.Target{}
	for _, t := range c.Targets {
		base, _, _ := catalogues.Scripted(t)
		bases = append(bases, base)
	}
	d.living = living.New(living.Config{
		Mode: solver.Reset, Fresh: fresh, Dir: fresh.Dir, Settings: catalogues.Scripted, Bases: bases, Edges: d.edges,
	})
	d.Runner = d.living
	return nil
}

// apart runs targets in fresh processes: those that the user has given run in the user's folder, since their options may name files there; those in
// other configurations run in one of Assay's, since options may have a solver make files.
type apart struct {
	given []solver.Target
	dir   string
}

// Run implements trial.Runner.
func (a apart) Run(ctx context.Context, r trial.Request) (solver.Run, error) {
	p := trial.Process{}
	if !slices.Contains(a.given, r.Target) {
		p.Dir = a.dir
	}
	return p.Run(ctx, r)
}

// A searcher finds the options of solvers.
type searcher struct {
	plan.Options
	jobs       int
	host       *Host
	catalogues options.Catalogues
}

// say tells something about a target.
func (s *searcher) say(t solver.Target, format string, args ...any) {
	if s.host.Tell != nil {
		s.host.Tell(t.String() + ": " + fmt.Sprintf(format, args...))
	}
}

// options finds the options of a target that are searched; none is no error.
func (s *searcher) options(ctx context.Context, t solver.Target, d *fuzzer.Dimension) error {
	catalogue := s.catalogues[t.Solver]
	if catalogue == nil {
		var err error
		if catalogue, err = options.Read(ctx, t, s.jobs); err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			s.say(t, "there are no options to search: %v", err)
			return nil
		}
		s.catalogues[t.Solver] = catalogue
	}
	uses := []solver.OptionUse{solver.UseSearch}
	if s.Unwelcome {
		uses = append(uses, solver.UseUnwelcome)
	}
	// What the user has set stays as it is.
	given, _ := catalogue.Settings(t.Config)
	names := slices.DeleteFunc(configspace.Searched(catalogue, uses...), func(name string) bool {
		return slices.ContainsFunc(given, func(s options.Setting) bool { return s.Name == name })
	})
	if s.host.Searched != nil {
		may := s.host.Searched(t)
		names = slices.DeleteFunc(names, func(name string) bool { return !slices.Contains(may, name) })
	}
	space := configspace.NewSpace(catalogue, names)
	if space.Len() == 0 {
		s.say(t, "it has no options to search")
		return nil
	}
	d.Catalogue, d.Space = catalogue, space
	return s.learned(t, d)
}

// learned finds what was learned about a target's options.
func (s *searcher) learned(t solver.Target, d *fuzzer.Dimension) error {
	all := counted(d.Space.Len(), "option")
	if s.NoLearned {
		s.say(t, "the search takes all of %s", all)
		return nil
	}
	file := ""
	if s.host.Learned != nil {
		file = s.host.Learned(t)
	}
	learned, err := configspace.LearnedAbout(t, file)
	switch {
	case err != nil:
		return &LearnedError{err}
	case learned == nil:
		s.say(t, "the search takes all of %s, since nothing was learned about them: see assay options learn", all)
		return nil
	}
	d.Learned = learned.Correlations
	s.say(t, "the search takes %s, by what was learned from %s", all, learned.Source())
	return nil
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
