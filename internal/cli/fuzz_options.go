package cli

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign/configspace"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/feedback"
	"github.com/assay-smt/assay/internal/solver/options"
)

// searchFlags say whether a campaign searches configurations, and how.
type searchFlags struct {
	// Mode is the value of --options.
	Mode      string
	NoLearned bool
	NoGenetic bool
	Unwelcome bool
	Feedback  bool
}

// The values of --options.
const (
	optionsNone   = "none"
	optionsSearch = "search"
)

func (f *searchFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.Mode, "options", optionsNone,
		"search also runs mutants in other configurations of the solvers, with options that matter for their operations, and prefers what does something new inside the solver; none runs the solvers as given")
	complete(cmd, "options", func(string) []string { return []string{optionsNone, optionsSearch} })
	flags.BoolVar(&f.NoLearned, "options-no-learned", false, "search all options, whatever was learned about which operations they matter for")
	flags.BoolVar(&f.NoGenetic, "options-no-genetic", false, "try random configurations instead of the genetic algorithm")
	flags.BoolVar(&f.Unwelcome, "options-unwelcome", false, "also search options about which the solver's developers accept no reports")
	flags.BoolVar(&f.Feedback, "feedback", false, "collect what solvers do inside, in DIR/feedback, and prefer what does something new; --options search does so too")
}

func (f *searchFlags) check() error {
	switch {
	case f.Mode != optionsNone && f.Mode != optionsSearch:
		return usagef("--options %s: give %s or %s", f.Mode, optionsSearch, optionsNone)
	case f.Mode == optionsNone && (f.NoLearned || f.NoGenetic || f.Unwelcome):
		return usagef("--options-no-learned, --options-no-genetic and --options-unwelcome say how to search: add --options %s", optionsSearch)
	}
	return nil
}

// A dimensions is what there is to search and to collect, with the runners needed for it. Close ends them.
type dimensions struct {
	*fuzzer.Configurations
	// edges has the solvers that were compiled for it count edges, nil for none.
	edges  *coverage.Edges
	living *living.Runner
	// fresh runs what counts only in fresh processes, nil for where they run otherwise.
	fresh trial.Runner
}

// apart runs targets in fresh processes: those that the user has given run in the user's folder, since their options may name files there; those in
// other configurations run in one of Assay's, since options may have a solver make files.
type apart struct {
	given []solver.Target
	dir   string
	edges *coverage.Edges
}

// Run implements trial.Runner.
func (a apart) Run(ctx context.Context, r trial.Request) (solver.Run, error) {
	p := trial.Process{Edges: a.edges}
	if !slices.Contains(a.given, r.Target) {
		p.Dir = a.dir
	}
	return p.Run(ctx, r)
}

func (d *dimensions) close() {
	if d.living != nil {
		d.living.Close()
	}
}

// dimensions finds out what there is to search, or to collect. dir is for files that solvers read.
func (opts *fuzzOptions) dimensions(ctx context.Context, targets []solver.Target, baselines []oracle.Pair, dir *disk.Scratch) (*dimensions, error) {
	f := &opts.Search
	searches := f.Mode == optionsSearch
	if !searches && !f.Feedback {
		return &dimensions{}, nil
	}
	c := &fuzzer.Configurations{Of: make(map[solver.Target]*fuzzer.Dimension)}
	out := &dimensions{Configurations: c}
	catalogues := options.Catalogues{}
	some := false
	for _, t := range targets {
		d := &fuzzer.Dimension{}
		c.Of[t] = d
		sight, err := coverage.Of(ctx, t, dir)
		if err != nil {
			return nil, err
		}
		if sight.Feedback != nil {
			d.Feedback, d.Seen = sight.Feedback, feedback.NewMap(sight.Feedback.Subject())
		} else if !opts.Quiet && !opts.JSON {
			fmt.Fprintf(opts.Err, "%s: what it does inside cannot be seen: %s\n", t, sight.Why)
		}
		if sight.Edges != nil && (out.edges == nil || out.edges.Size() < sight.Edges.Size()) {
			out.edges = sight.Edges
		}
		if !searches || slices.ContainsFunc(baselines, func(p oracle.Pair) bool { return p.Old == t.String() }) {
			continue
		}
		if err := opts.searched(ctx, t, d, catalogues); err != nil {
			return nil, err
		}
		some = some || d.Space != nil
	}
	if !searches {
		return out, nil
	}
	if !some {
		return nil, usagef("--options %s: none of the solvers has options to search; see assay options list", optionsSearch)
	}
	c.Search = &configspace.Strategy{Random: f.NoGenetic}
	work, err := dir.Sub("configurations")
	if err != nil {
		return nil, err
	}
	out.fresh = apart{given: targets, dir: work.Path("")}
	fresh := trial.Process{Dir: work.Path(""), Edges: out.edges}
	if solver.Mode(opts.Sessions) == solver.Process {
		c.Runner = fresh
		return out, nil
	}
	bases := []solver.Target{}
	for _, t := range targets {
		base, _, _ := catalogues.Scripted(t)
		bases = append(bases, base)
	}
	out.living = living.New(living.Config{
		Mode: solver.Reset, Fresh: fresh, Dir: fresh.Dir, Settings: catalogues.Scripted, Bases: bases, Edges: out.edges,
	})
	c.Runner = out.living
	return out, nil
}

// searched finds the options of a target.
func (opts *fuzzOptions) searched(ctx context.Context, t solver.Target, d *fuzzer.Dimension, catalogues options.Catalogues) error {
	say := func(format string, args ...any) {
		if !opts.Quiet && !opts.JSON {
			fmt.Fprintf(opts.Err, format+"\n", append([]any{t}, args...)...)
		}
	}
	catalogue := catalogues[t.Solver]
	if catalogue == nil {
		var err error
		if catalogue, err = options.Read(ctx, t, opts.Jobs); err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			say("%s: there are no options to search: %v", err)
			return nil
		}
		catalogues[t.Solver] = catalogue
	}
	uses := []solver.OptionUse{solver.UseSearch}
	if opts.Search.Unwelcome {
		uses = append(uses, solver.UseUnwelcome)
	}
	// What the user has set stays as it is.
	given, _ := catalogue.Settings(t.Config)
	names := slices.DeleteFunc(configspace.Searched(catalogue, uses...), func(name string) bool {
		return slices.ContainsFunc(given, func(s options.Setting) bool { return s.Name == name })
	})
	space := configspace.NewSpace(catalogue, names)
	if space.Len() == 0 {
		say("%s: it has no options to search")
		return nil
	}
	d.Catalogue, d.Space = catalogue, space
	if opts.Search.NoLearned {
		say("%s: the search takes all of %s", plural(space.Len(), "option"))
		return nil
	}
	learned, err := configspace.LearnedAbout(t, learnedFile(t))
	if err != nil {
		return withExit(exitFailed, err)
	}
	if learned == nil {
		say("%s: the search takes all of %s, since nothing was learned about them: see assay options learn", plural(space.Len(), "option"))
		return nil
	}
	d.Learned = learned
	version := ""
	if learned.Version != t.Version() {
		version = " of version " + learned.Version
	}
	say("%s: the search takes %s, by what was learned%s from %s", plural(space.Len(), "option"), version, plural(learned.Formulas, "formula"))
	return nil
}
