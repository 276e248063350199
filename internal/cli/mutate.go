package cli

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seedfiles"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/campaign/setup"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/engines"
	"github.com/assay-smt/assay/internal/run/outside"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/theory"
)

type mutateOptions struct {
	*Streams
	File   string
	OutDir string
	Count  int
	Plan   *plan.Plan
	Knobs  planFlags
	JSON   bool
	// Partner is a second formula for engines that combine two.
	Partner string
	// Mutant is the name of a campaign's mutant to recreate.
	Mutant string

	name mutate.Name // Mutant
}

// defaultCount is the number of mutants unless the user says otherwise.
const defaultCount = 10

func newMutate(s *Streams) *cobra.Command {
	opts := &mutateOptions{Streams: s, Plan: plan.Default()}
	opts.Plan.Engines = []string{"typefuzz"}
	cmd := &cobra.Command{
		Use:   "mutate --engine ENGINE --out DIR [flags] FILE",
		Short: "Write mutants of a formula",
		Long: `Write mutants of a formula as DIR/0001.smt2 and so on. Each begins with a comment that says where it comes from,
and with a (set-info :status ...) that says what is known about its satisfiability.

Mutants build on each other in chains of campaign.chain (--set; 20). With --solver, the n-th mutant of an engine is the one that a campaign with
the same settings and solvers makes from this file alone. It uses only operators that the solvers of its chain have in their installed
versions, and is spelled as the first of them reads it; where another one spells it otherwise, it has a file of its own, such as
DIR/0001.cvc5.smt2. Without --solver, mutants are written in the standard's language. - reads the formula from standard input.

--mutant recreates one mutant of a campaign from its name, as given in finding.json and in summaries. FILE is its seed,
and --config names the campaign.toml of the campaign, which has the rest. Mutants that rest on solvers' answers, or on partners among the
campaign's seeds, differ where these differ.

The engines:
` + described() + `

With --json, one object for each mutant: {file, mutant, engine, seed_file, seed, truth, truths?, steps, text_hash, also?}.`,
		Example: `  assay mutate --engine typefuzz --count 20 --out mutants formula.smt2
  assay mutate --engine opfuzz --seed 7 --solver z3 --solver cvc5 --out mutants formula.smt2
  assay mutate --set typefuzz.no-generate=true --json --out mutants formula.smt2
  assay mutate --mutant a5eb2a506ca7a902/opfuzz/0/3 --config out/campaign.toml --out again seed.smt2`,
		Args: exactArgs(1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.File = args[0]
			return opts.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVarP(&opts.OutDir, "out", "o", "", "the `DIR` to write mutants to")
	f.IntVarP(&opts.Count, "count", "n", defaultCount, "number of mutants")
	jsonFlag(cmd, &opts.JSON)
	f.StringVar(&opts.Mutant, "mutant", "", "recreate this mutant of a campaign from its `NAME`, SEEDHASH/ENGINE/ROUND/INDEX")
	f.StringVar(&opts.Partner, "partner", "", "a `FILE` with a second formula, for engines that combine two")
	opts.Knobs.bind(cmd, opts.Plan, forMutants)
	groupFlags(cmd, mutateGroups)
	return cmd
}

// mutateGroups are the groups of flags in the help.
var mutateGroups = []flagGroup{
	{"What to make", []string{"engine", "count", "seed", "solver", "mutant", "partner", "set", "config", "engine-file", "theory", "profile"}},
	{"What to show", []string{"out", "json"}},
}

// forMutants reports whether a knob matters for which mutants there are, so that the plan of a campaign makes the same ones here.
func forMutants(k *plan.Knob) bool {
	switch k.Key {
	case "solvers", "engines", "theory", "profiles", "seed", "campaign.chain", "campaign.solo", "campaign.together":
		return true
	}
	return k.Engine != ""
}

func (opts *mutateOptions) check() error {
	switch {
	case opts.OutDir == "":
		return usagef("--out is missing: name a folder for the mutants, as in --out mutants")
	case opts.Count < 1:
		return usagef("--count %d: give 1 or more", opts.Count)
	case opts.Mutant != "" && opts.Count != 1 && opts.Count != defaultCount:
		return usagef("--count %d: --mutant recreates one mutant: leave out --count", opts.Count)
	case opts.Mutant != "" && len(opts.Plan.Solvers) == 0:
		return usagef("--mutant needs the campaign's settings: name its campaign.toml with --config, or its solvers with --solver")
	}
	if opts.Mutant != "" {
		var err error
		if opts.name, err = mutate.ParseName(opts.Mutant); err != nil {
			return usagef("--mutant: %w", err)
		}
		if err := opts.onlyEngine(opts.name.Engine); err != nil {
			return err
		}
	}
	if err := errors.Join(opts.Knobs.check(), checkTheory(opts.Plan.Theory)); err != nil {
		return err
	}
	if err := folder.Check(opts.OutDir, mutantsKind); err != nil {
		return err
	}
	if opts.File == stdinArg {
		return nil
	}
	if err := seedfiles.Check(opts.File); err != nil {
		return missingFile(opts.File, err)
	}
	if info, err := os.Stat(opts.File); err == nil && info.IsDir() {
		return usagef("%s is a folder: mutate takes one file; fuzz takes folders", opts.File)
	}
	return nil
}

// dismiss says what engines have to say, and ends them.
func (opts *mutateOptions) dismiss(made []mutate.Engine) {
	for _, line := range engines.Notes(made) {
		opts.remark(line)
	}
	engines.Close(made)
}

// onlyEngine leaves the engine with that name, as mutants have it, in the plan.
func (opts *mutateOptions) onlyEngine(name string) error {
	if !outside.IsSpec(name) {
		opts.Plan.Engines = []string{name}
		return nil
	}
	for _, e := range opts.Plan.Engines {
		if spec, err := outside.ParseSpec(e); err == nil && spec.Name() == name {
			opts.Plan.Engines = []string{e}
			return nil
		}
	}
	return usagef("--mutant: a program named %s made the mutant; give it with --engine %sPROGRAM, or the campaign.toml with --config", name, outside.Prefix)
}

func (opts *mutateOptions) run(ctx context.Context) error {
	// The baselines of a campaign are targets like its solvers, as far as mutants are concerned.
	if err := opts.Knobs.apply(ctx, map[string]string{"baselines": "solvers"}); err != nil {
		return err
	}
	if err := opts.check(); err != nil {
		return err
	}
	if opts.Partner != "" {
		combine(opts.Plan)
	}
	made, table, err := setup.Engines(ctx, opts.Plan, readConfig)
	if err != nil {
		return inputError(opts.Knobs.settingError(err))
	}
	defer opts.dismiss(made)
	partner, err := readPartner(ctx, opts.Partner, table)
	if err != nil {
		return err
	}
	temp, err := disk.NewTemp("mutate")
	if err != nil {
		return err
	}
	defer temp.Remove()
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{Table: table}, Seed: opts.Plan.Seed, Plan: opts.Plan.Plan}
	if partner != nil {
		f.Partners = partner
	}
	if len(opts.Plan.Solvers) > 0 {
		solvers := solverFlags{profileFlags{opts.Plan.Profiles}, opts.Plan.Solvers}
		if f.Targets, err = solvers.solvers(ctx, opts.Err); err != nil {
			return err
		}
		f.Asker = &query.Answers{Bench: f.Bench, Targets: f.Targets, Scratch: temp.Scratch}
	}
	if err := engines.Verify(ctx, made, f.Asker, opts.remark); err != nil {
		return inputError(err)
	}
	text, err := readText(ctx, opts.File, opts.In)
	if err != nil {
		return unread(ctx, exitFailed, err)
	}
	seed := seeds.New(shownName(opts.File), text)
	// Report a formula that cannot be read before anything is written.
	if _, err := elab.Script(text, elab.Options{File: seed.Name, Table: table, Done: ctx.Done()}); err != nil {
		return unread(ctx, exitFailed, err)
	}
	if f.Partners == nil {
		f.Partners = campaign.Partners([]campaign.SeedSource{campaign.TextSeed(seed.Name, text)})
	}
	out, err := takeOut(opts.OutDir, mutantsKind)
	if err != nil {
		return err
	}
	w := &mutantWriter{Streams: opts.Streams, Dir: opts.OutDir, File: opts.File, Seed: opts.Plan.Seed, JSON: opts.JSON}
	if opts.Mutant != "" {
		err = opts.again(ctx, f, seed, made[0], w)
	} else {
		err = opts.inTurn(ctx, f, seed, made, w)
	}
	if partner != nil && !partner.asked.Load() {
		opts.remark("--partner: no engine asked for a second formula")
	}
	if w.Written == 0 {
		out.Leave()
	}
	return err
}

// again makes the mutant that --mutant names.
func (opts *mutateOptions) again(ctx context.Context, f *fuzzer.Fuzzer, seed seeds.Seed, engine mutate.Engine, w *mutantWriter) error {
	mutant, err := f.Regenerate(ctx, seed, engine, opts.name)
	switch {
	case errors.Is(err, fuzzer.ErrOtherSeed):
		return usagef("%s is not the seed of that mutant: its hash is %s", seed.Name, seed.Hash)
	case errors.Is(err, mutate.ErrNotApplicable), errors.Is(err, mutate.ErrExhausted):
		return withExit(exitFailed, err)
	case err != nil:
		return err
	}
	if err := w.write(mutant); err != nil {
		return err
	}
	return opts.finish(w, nil)
}

// inTurn takes a mutant of each engine in turn, until there are enough or no more.
func (opts *mutateOptions) inTurn(ctx context.Context, f *fuzzer.Fuzzer, seed seeds.Seed, all []mutate.Engine, w *mutantWriter) error {
	type source struct {
		next func() (fuzzer.NamedMutant, error, bool)
		end  error
	}
	sources := make([]source, len(all))
	for i, e := range all {
		next, stop := iter.Pull2(f.Mutants(ctx, seed, e))
		defer stop()
		sources[i].next = next
	}
	for left := len(sources); left > 0; {
		for i := range sources {
			s := &sources[i]
			if w.Written == opts.Count {
				return opts.finish(w, nil)
			}
			if s.end != nil {
				continue
			}
			mutant, err, _ := s.next()
			switch {
			case errors.Is(err, mutate.ErrNotApplicable), errors.Is(err, mutate.ErrExhausted):
				s.end = fmt.Errorf("%s: %w", all[i].Name(), err)
				left--
			case err != nil:
				return err
			default:
				if err := w.write(mutant); err != nil {
					return err
				}
			}
		}
	}
	var why []error
	for _, s := range sources {
		why = append(why, s.end)
	}
	return opts.finish(w, errors.Join(why...))
}

// finish says how many mutants there are; why is the reason why there are no more, nil if that is all that was asked for.
func (opts *mutateOptions) finish(w *mutantWriter, why error) error {
	if w.Written == 0 {
		return withExit(exitFailed, fmt.Errorf("%s yields no mutant: %w", shownName(opts.File), why))
	}
	if why != nil {
		opts.complain(fmt.Errorf("there are only %s: %w", plural(w.Written, "mutant"), why))
	}
	if opts.JSON {
		return nil
	}
	if err := opts.say("%s of %s in %s\n", plural(w.Written, "mutant"), shownName(opts.File), opts.OutDir); err != nil {
		return errOutput
	}
	return nil
}

// onePartner implements mutate.Partners with one formula.
type onePartner struct {
	seed  seeds.Seed
	asked atomic.Bool
}

func (p *onePartner) Partner(*rng.Rand, string) (seeds.Seed, bool) {
	p.asked.Store(true)
	return p.seed, true
}

// readPartner reads the second formula, and checks it to report early what is wrong with it; nil for none.
func readPartner(ctx context.Context, file string, table *theory.Table) (*onePartner, error) {
	if file == "" {
		return nil, nil
	}
	text, err := readText(ctx, file, nil)
	if err != nil {
		return nil, unread(ctx, exitFailed, err)
	}
	if _, err := elab.Script(text, elab.Options{File: file, Table: table}); err != nil {
		return nil, withExit(exitFailed, err)
	}
	return &onePartner{seed: seeds.New(file, text)}, nil
}
