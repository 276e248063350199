package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
)

type mutateOptions struct {
	*Streams
	File    string
	OutDir  string
	Engines engineFlags
	Solvers solverFlags
	Count   int
	Seed    uint64
	Plan    fuzzer.Plan
	Knobs   planFlags
	JSON    bool
	// Partner is a second formula for engines that combine two.
	Partner string
	// Mutant is the name of a campaign's mutant to recreate.
	Mutant string

	name mutate.Name // Mutant
}

func newMutate(s *Streams) *cobra.Command {
	opts := &mutateOptions{Streams: s, Engines: engineFlags{Names: []string{"typefuzz"}}}
	cmd := &cobra.Command{
		Use:   "mutate --engine ENGINE --out DIR [flags] FILE",
		Short: "Write mutants of a formula",
		Long: `Write mutants of a formula as DIR/0001.smt2 and so on. Each begins with a comment that says where it comes from,
and with a (set-info :status ...) that says what is known about its satisfiability.

Mutants build on each other in chains of campaign.chain (--set; 20). With --solver, mutants use only operators that all these solvers have in their
installed versions, and are spelled as the first solver reads them; where another one spells them otherwise, it has a file of
its own, such as DIR/0001.cvc5.smt2. Without, mutants are written in the standard's language. The n-th mutant of an engine is then the one
that a campaign with the same settings and solvers makes from the same file. - reads the formula from standard input.

--mutant recreates one mutant of a campaign from its name, as given in finding.json and in summaries. FILE is its seed,
and --config names the campaign.toml of the campaign, which has the rest. Mutants that rest on solvers' answers, or on partners among the
campaign's seeds, differ where these differ.

The engines:
` + described() + `

With --json, one object for each mutant: {file, mutant, engine, seed_file, seed, truth, truths?, steps, also?}.`,
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
	opts.Engines.bind(cmd)
	opts.Solvers.bind(cmd)
	f.IntVarP(&opts.Count, "count", "n", 10, "number of mutants")
	f.Uint64Var(&opts.Seed, "seed", 1, "the campaign seed, which determines everything random")
	f.IntVar(&opts.Plan.Chain, "chain", fuzzer.DefaultChain, "maximum number of mutations on top of each other")
	jsonFlag(cmd, &opts.JSON)
	f.StringVar(&opts.Mutant, "mutant", "", "recreate this mutant of a campaign from its `NAME`, SEEDHASH/ENGINE/ROUND/INDEX")
	f.IntVar(&opts.Plan.Solo, "solo", 4, "with --mutant: the campaign's --solo")
	f.IntVar(&opts.Plan.Together, "together", 4, "with --mutant: the campaign's --together")
	f.StringVar(&opts.Partner, "partner", "", "a `FILE` with a second formula, for engines that combine two")
	opts.knobs(cmd)
	groupFlags(cmd, mutateGroups)
	return cmd
}

// mutateGroups are the groups of flags in the help.
var mutateGroups = []flagGroup{
	{"What to make", []string{"engine", "count", "seed", "solver", "mutant", "partner", "set", "config", "engine-file", "theory", "profile"}},
	{"What to show", []string{"out", "json"}},
}

// knobs makes flags the knobs of a plan, so that the plan of a campaign makes the same mutants here.
func (opts *mutateOptions) knobs(cmd *cobra.Command) {
	opts.Knobs.bind(cmd)
	// The baselines of a campaign are targets like its solvers, as far as mutants are concerned. What else a plan says does not matter for them.
	opts.Knobs.also = map[string]string{"baselines": "solvers"}
	opts.Knobs.unused = func(key string) bool {
		other := planFlags{flags: newFuzz(opts.Streams).Flags()}
		_, ok := other.knob(key)
		return ok
	}
	opts.Engines.setOnly(cmd)
	knob(cmd, "solver", "solvers", solveNote)
	knob(cmd, "engine", "engines")
	knob(cmd, "theory", "theory", pathNote)
	knob(cmd, "profile", "profiles", pathNote)
	knob(cmd, "seed", "seed")
	for _, name := range []string{"chain", "solo", "together"} {
		knob(cmd, name, "campaign."+name)
		setOnly(cmd, name)
	}
}

// mutantInfo is what the command says about one mutant.
type mutantInfo struct {
	File     string   `json:"file"`
	Mutant   string   `json:"mutant"` // seed hash/engine/round/index
	Engine   string   `json:"engine"`
	SeedFile string   `json:"seed_file"`
	Seed     uint64   `json:"seed"`
	Truth    string   `json:"truth"`
	Truths   []string `json:"truths,omitempty"` // of each check-sat, where there are several
	Steps    []string `json:"steps"`
	// Also are files with the same mutant in the spelling of further solvers, where it differs from File's.
	Also []string `json:"also,omitempty"`
}

func (opts *mutateOptions) check() error {
	switch {
	case opts.OutDir == "":
		return usagef("--out is missing: name a folder for the mutants, as in --out mutants")
	case opts.Count < 1:
		return usagef("--count %d: give 1 or more", opts.Count)
	case opts.Mutant != "" && len(opts.Solvers.Specs) == 0:
		return usagef("--mutant needs the campaign's settings: name its campaign.toml with --config, or its solvers with --solver")
	}
	if opts.Mutant != "" {
		var err error
		if opts.name, err = mutate.ParseName(opts.Mutant); err != nil {
			return usagef("--mutant: %w", err)
		}
		opts.Engines.Names = []string{opts.name.Engine}
	}
	if err := folder.Check(opts.OutDir, mutantsKind); err != nil {
		return err
	}
	if opts.File == stdinArg {
		return nil
	}
	info, err := os.Stat(opts.File)
	if err != nil {
		return missingFile(opts.File, err)
	}
	if info.IsDir() {
		return usagef("%s is a folder: mutate takes one file; fuzz takes folders", opts.File)
	}
	return nil
}

func (opts *mutateOptions) run(ctx context.Context) error {
	if _, err := opts.Knobs.apply(ctx); err != nil {
		return err
	}
	if err := errors.Join(opts.check(), checkPlan(&opts.Plan)); err != nil {
		return err
	}
	if opts.Partner != "" {
		opts.Engines.combine()
	}
	engines, table, err := opts.Engines.engines(ctx)
	if err != nil {
		return err
	}
	partner, err := readPartner(ctx, opts.Partner, table)
	if err != nil {
		return err
	}
	m := &mutator{opts: opts, table: table, engines: engines, partner: partner, dialects: []string{""}}
	if len(opts.Solvers.Specs) > 0 {
		solvers, err := opts.Solvers.solvers(ctx, opts.Err)
		if err != nil {
			return err
		}
		temp, err := disk.NewTemp("mutate")
		if err != nil {
			return err
		}
		defer temp.Remove()
		bench := &trial.Bench{Table: table}
		m.dialects = dialectsOf(solvers)
		m.fuzzer = &fuzzer.Fuzzer{
			Bench: bench, Targets: solvers, Seed: opts.Seed, Plan: fuzzer.Plan{Chain: opts.Plan.Chain}, Partners: partner,
			Asker: &query.Answers{Bench: bench, Targets: solvers, Scratch: temp.Scratch},
		}
	}
	if err := opts.Engines.verify(ctx, opts.Streams, engines, m.asker()); err != nil {
		return err
	}
	if m.text, err = readText(ctx, opts.File, opts.In); err != nil {
		return unread(ctx, exitFailed, err)
	}
	m.hash = seeds.HashOf(m.text)
	// Report a formula that cannot be read before anything is written.
	if _, err := elab.Script(m.text, elab.Options{File: shownName(opts.File), Table: table, Done: ctx.Done()}); err != nil {
		return unread(ctx, exitFailed, err)
	}
	out, err := takeOut(opts.OutDir, mutantsKind)
	if err != nil {
		return err
	}
	produce := m.run
	if opts.Mutant != "" {
		produce = m.again
	}
	err = produce(ctx)
	if m.written == 0 {
		out.Leave()
	}
	return err
}

// dialectsOf returns the dialects of solvers, each once, that of the first solver first.
func dialectsOf(solvers []solver.Target) []string {
	var out []string
	for _, s := range solvers {
		if d := s.Profile().Dialect; !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	return out
}

// newPrinters returns a printer for each dialect that mutants are written in.
func (m *mutator) newPrinters() []*script.Printer {
	var out []*script.Printer
	for _, d := range m.dialects {
		out = append(out, &script.Printer{Solver: d})
	}
	return out
}

// again makes the mutant that --mutant names.
func (m *mutator) again(ctx context.Context) error {
	m.fuzzer.Solo, m.fuzzer.Together = m.opts.Plan.Solo, m.opts.Plan.Together
	seed := seeds.Seed{Name: m.opts.File, Hash: m.hash, Text: m.text}
	mutant, err := m.fuzzer.Regenerate(ctx, seed, m.engines[0], m.opts.name)
	switch {
	case errors.Is(err, fuzzer.ErrOtherSeed):
		return usagef("%s is not the seed of that mutant: its hash is %s", shownName(m.opts.File), m.hash)
	case errors.Is(err, mutate.ErrNotApplicable), errors.Is(err, mutate.ErrExhausted):
		return withExit(exitFailed, err)
	case err != nil:
		return err
	}
	if err := m.write(m.opts.name, &mutant, m.newPrinters()); err != nil {
		return err
	}
	m.opts.Count = m.written
	return m.finish(nil)
}

// mutator writes the mutants of one formula.
type mutator struct {
	opts    *mutateOptions
	table   *theory.Table
	fuzzer  *fuzzer.Fuzzer // nil without solvers
	partner mutate.Partners
	engines []mutate.Engine
	// dialects are those in which mutants are written, "" for the standard.
	dialects []string
	text     string
	hash     string
	written  int
}

// asker returns what engines may ask, nil without solvers.
func (m *mutator) asker() mutate.Asker {
	if m.fuzzer == nil {
		return nil
	}
	return m.fuzzer.Asker
}

// A chain yields the mutants of one engine, one chain after the other.
type chain struct {
	engine   mutate.Engine
	name     mutate.Name // of the next mutant
	next     func() (mutate.Mutant, error)
	printers []*script.Printer
	err      error // why there are no more
}

// run takes a mutant of each engine in turn.
func (m *mutator) run(ctx context.Context) error {
	var chains []*chain
	for _, e := range m.engines {
		chains = append(chains, &chain{engine: e, name: mutate.Name{SeedHash: m.hash, Engine: e.Name()}, printers: m.newPrinters()})
	}
	for progress := true; progress; {
		progress = false
		for _, c := range chains {
			if m.written == m.opts.Count {
				return m.finish(nil)
			}
			if c.err != nil {
				continue
			}
			if err := m.step(ctx, c); err != nil {
				return err
			}
			progress = progress || c.err == nil
		}
	}
	var why []error
	for _, c := range chains {
		why = append(why, fmt.Errorf("%s: %w", c.engine.Name(), c.err))
	}
	return m.finish(errors.Join(why...))
}

func (m *mutator) finish(why error) error {
	if m.written == 0 {
		return withExit(exitFailed, fmt.Errorf("%s yields no mutant: %w", shownName(m.opts.File), why))
	}
	if m.written < m.opts.Count {
		fmt.Fprintf(m.opts.Err, "assay mutate: there are only %s: %v\n", plural(m.written, "mutant"), why)
	}
	if m.opts.JSON {
		return nil
	}
	if err := m.opts.say("%s of %s in %s\n", plural(m.written, "mutant"), shownName(m.opts.File), m.opts.OutDir); err != nil {
		return errOutput
	}
	return nil
}

// step writes the next mutant of c, from a new chain when the last one is at its end. A chain without a single
// mutant is the last.
func (m *mutator) step(ctx context.Context, c *chain) error {
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		fresh := c.next == nil
		if fresh {
			next, err := m.start(ctx, c)
			if errors.Is(err, mutate.ErrNotApplicable) {
				c.err = err
				return nil
			}
			if err != nil {
				return err
			}
			c.next = next
		}
		mutant, err := c.next()
		switch {
		case err == nil:
			err = m.write(c.name, &mutant, c.printers)
			c.name.Index++
			return err
		case !errors.Is(err, mutate.ErrExhausted):
			return err
		case fresh:
			c.err = err
			return nil
		}
		c.next = nil
		c.name.Round++
		c.name.Index = 0
	}
}

// start begins a chain. With solvers it is the one of a campaign; without, operators are those that most solvers
// have.
func (m *mutator) start(ctx context.Context, c *chain) (func() (mutate.Mutant, error), error) {
	end := func() (mutate.Mutant, error) { return mutate.Mutant{}, mutate.ErrExhausted }
	i := 0
	if m.fuzzer != nil {
		seed := seeds.Seed{Name: m.opts.File, Hash: m.hash, Text: m.text}
		made, err := m.fuzzer.Chain(ctx, seed, c.engine, c.name.Round, fuzzer.Place{})
		if err != nil {
			return nil, err
		}
		return func() (mutate.Mutant, error) {
			if i == made.Len() {
				if made.Broken != nil {
					return mutate.Mutant{}, made.Broken
				}
				return end()
			}
			i++
			return made.Mutant(i - 1), nil
		}, nil
	}
	seed, err := mutate.ReadUntil(ctx, seeds.Seed{Name: shownName(m.opts.File), Hash: m.hash, Text: m.text}, m.table)
	if err != nil {
		return nil, err
	}
	r := rng.New(m.opts.Seed).Split(m.hash).Split(c.engine.Name()).SplitN(c.name.Round)
	source, err := c.engine.Prepare(ctx, seed, mutate.Env{Partners: m.partner, Rand: r.Split("prepare")})
	if err != nil {
		return nil, err
	}
	return func() (mutate.Mutant, error) {
		if i == m.opts.Plan.Chain {
			return end()
		}
		i++
		return source.Next(r)
	}, nil
}

// onePartner implements mutate.Partners with one formula.
type onePartner struct{ seed seeds.Seed }

func (p onePartner) Partner(*rng.Rand, string) (seeds.Seed, bool) { return p.seed, true }

// readPartner reads the second formula, and checks it to report early what is wrong with it; nil for none.
func readPartner(ctx context.Context, file string, table *theory.Table) (mutate.Partners, error) {
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
	return onePartner{seeds.New(file, text)}, nil
}

// maxStep bounds the description of a step in bytes: places in deep formulas have long paths.
const maxStep = 500

// mutantHeader begins every file that the command writes; only such files are ever overwritten.
const mutantHeader = "; A mutant made by assay"

func (m *mutator) write(name mutate.Name, mutant *mutate.Mutant, printers []*script.Printer) error {
	info := mutantInfo{
		File:   filepath.Join(m.opts.OutDir, fmt.Sprintf("%04d.smt2", m.written+1)),
		Mutant: name.String(), Engine: name.Engine, SeedFile: shownName(m.opts.File), Seed: m.opts.Seed,
		Truth: mutant.Truth.Status.String(), Steps: []string{},
	}
	for _, t := range mutant.Truths {
		info.Truths = append(info.Truths, t.Status.String())
	}
	for _, step := range mutant.Steps {
		info.Steps = append(info.Steps, syntax.Clip(oneLine(step.String()), maxStep))
	}
	s, head := labelled(mutant), info.header()
	var first []byte
	for i, p := range printers {
		read := s
		if p.Solver == "" {
			read = trial.WithoutTactics(s)
		}
		text, file := p.Append([]byte(head), read), info.File
		switch {
		case i == 0:
			first = text
		case bytes.Equal(text, first):
			continue
		default:
			file = strings.TrimSuffix(file, ".smt2") + "." + cmp.Or(p.Solver, "standard") + ".smt2"
			info.Also = append(info.Also, file)
		}
		if err := m.guard(file); err != nil {
			return err
		}
		if err := disk.WriteAtomic(file, text); err != nil {
			return withExit(exitOutput, err)
		}
	}
	m.written++
	if m.opts.JSON {
		if err := m.opts.printJSON(&info); err != nil {
			return errOutput
		}
	}
	return nil
}

// guard refuses to overwrite the seed and anything that the command has not written itself.
func (m *mutator) guard(file string) error {
	old, err := os.Stat(file)
	if err != nil {
		return nil
	}
	if seed, err := os.Stat(m.opts.File); err == nil && os.SameFile(old, seed) {
		return usagef("%s is the seed, which is never overwritten; name another folder with --out", file)
	}
	if text, err := readAll(file, nil); err != nil || !strings.HasPrefix(text, mutantHeader) {
		return usagef("%s exists and is not a mutant; name another folder with --out", file)
	}
	return nil
}

// header says where the mutant comes from.
func (info *mutantInfo) header() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: engine %s, seed file %s, campaign seed %d\n", mutantHeader, info.Engine, oneLine(info.SeedFile), info.Seed)
	fmt.Fprintf(&b, "; mutant %s\n", info.Mutant)
	for i, step := range info.Steps {
		fmt.Fprintf(&b, "; step %d: %s\n", i+1, step)
	}
	return b.String()
}

// oneLine keeps a text inside a comment: quoted symbols and file names may hold line ends.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
}

// labelled returns the mutant's script with its truth as status labels, one in front of each check-sat where there
// are several.
func labelled(m *mutate.Mutant) *script.Script {
	if m.Truths == nil {
		return withStatus(m.Script, m.Truth.Status.String())
	}
	out := *m.Script
	out.Commands = nil
	check := 0
	for _, c := range m.Script.Commands {
		if c.IsCheck() && check < len(m.Truths) {
			out.Commands = append(out.Commands, &script.Command{Kind: script.SetInfo, Name: ":status", Text: m.Truths[check].Status.String()})
			check++
		}
		if c.Kind != script.SetInfo || c.Name != ":status" {
			out.Commands = append(out.Commands, c)
		}
	}
	return &out
}

// withStatus returns the script with one status label in place of all that it has.
func withStatus(s *script.Script, status string) *script.Script {
	label := &script.Command{Kind: script.SetInfo, Name: ":status", Text: status}
	out := *s
	out.Commands = make([]*script.Command, 0, len(s.Commands)+1)
	placed := false
	for _, c := range s.Commands {
		if c.Kind == script.SetInfo && c.Name == ":status" {
			continue
		}
		// The logic, if there is one, comes first: some solvers insist.
		if !placed && c.Kind != script.SetLogic && c.Kind != script.SetOption && c.Kind != script.SetInfo {
			out.Commands = append(out.Commands, label)
			placed = true
		}
		out.Commands = append(out.Commands, c)
	}
	if !placed {
		out.Commands = append(out.Commands, label)
	}
	return &out
}
