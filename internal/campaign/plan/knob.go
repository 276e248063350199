package plan

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/quantity"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/engines"
)

// SeedsKey is the key of the seeds, which commands take as arguments.
const SeedsKey = "seeds"

// A Knob is a setting of a plan by its key.
type Knob struct {
	// Key is the path in the file, such as storm.depth.
	Key string
	// Doc says in one line what it does; a word in backquotes stands for the value.
	Doc string
	// Value reads and sets it in the plan.
	Value Value
	// Engine is the engine whose option it is, "" for none, and Option the option's name.
	Engine, Option string
	names          names
}

// names says what the words of a value name.
type names uint8

const (
	_         names = iota
	paths           // files and folders
	arguments       // whatever stands for seeds
	specs           // solvers with their options, whose programs may be paths
	programs        // words, some of them programs of the user's
)

// Key is the key of an engine's option: engine.option, where the option's name may begin with the engine's.
func Key(engine, option string) string { return engine + "." + strings.TrimPrefix(option, engine+"-") }

// Find returns the knob with a key, nil when there is none.
func Find(knobs []Knob, key string) *Knob {
	i := slices.IndexFunc(knobs, func(k Knob) bool { return k.Key == key })
	if i < 0 {
		return nil
	}
	return &knobs[i]
}

// Keys are the keys of knobs.
func Keys(knobs []Knob) []string {
	var keys []string
	for i := range knobs {
		keys = append(keys, knobs[i].Key)
	}
	return keys
}

// Knobs returns all settings of the plan by key, in the order of keys, the seeds first. They are few enough to make them anew each time.
func (p *Plan) Knobs() []Knob {
	all := slices.Concat(p.general(), p.campaign(), p.search(), p.engines())
	slices.SortFunc(all, func(a, b Knob) int { return strings.Compare(a.Key, b.Key) })
	return slices.Insert(all, 0, Knob{Key: SeedsKey, Value: &words{to: &p.Seeds}, names: arguments, Doc: "files, folders, archives and lists (@FILE) of seeds, none for those in the binary"})
}

func (p *Plan) general() []Knob {
	return []Knob{
		{Key: "solvers", Value: &words{to: &p.Solvers}, names: specs,
			Doc: "a solver `SPEC`: name or path, with options, as in \"cvc5 --strings-exp\"; separate several with ; (repeatable)"},
		{Key: "baselines", Value: &words{to: &p.Baselines}, names: specs,
			Doc: "an older version or another configuration as `SPEC`, run like a --solver: a formula that it decides and a --solver of its codebase leaves unknown is a finding; separate several with ; (repeatable)"},
		{Key: "profiles", Value: &words{to: &p.Profiles}, names: paths, Doc: "a `FILE` that describes a solver, or a folder of such files (repeatable)"},
		{Key: "theory", Value: &words{to: &p.Theory}, names: paths, Doc: "a `FILE` of further operators, in theory notation (repeatable)"},
		{Key: "known", Value: &words{to: &p.Known}, names: paths,
			Doc: "known bugs, which do not count: a `FILE`, or a folder with known.txt or other lists, such as another campaign's (repeatable); the list in the campaign's own folder and the bugs that come with Assay are used as well, the latter unless there is --known none"},
		{Key: "engines", Value: &words{to: &p.Engines, commas: true}, names: programs,
			Doc: "`ENGINES`: " + strings.Join(engineNames(), ", ") + ", separated by commas, or all; or exec:PROGRAM, a program of your own that speaks JSON lines"},
		{Key: "checks", Value: &words{to: &p.Checks}, names: programs,
			Doc: "exec:PROGRAM, a `PROGRAM` of your own that judges each run and whose objections are findings (repeatable)"},
		{Key: "seed", Value: (*natural)(&p.Seed), Doc: "the campaign seed, which determines everything random"},
		{Key: "timeout", Value: (*quantity.Period)(&p.Timeout), Doc: "time for one solver run, such as 500ms or 10s; 8 is eight seconds"},
		{Key: "memory", Value: (*quantity.Size)(&p.Memory), Doc: "memory for one solver run, 0 for no limit"},
		{Key: "duration", Value: (*quantity.Period)(&p.Duration), Doc: "end after this time, such as 90s or 8h; 0 for no end"},
		{Key: "mutants", Value: anyNumber(&p.Mutants), Doc: "end after this many mutants, including those of earlier runs in the same DIR"},
		{Key: "slots", Value: (*natural)(&p.Slots), Doc: "end after the first `N` slots of the campaign's order, each the mutants that one engine makes of one seed at a time: the same for all shards"},
		{Key: "shard", Value: (*shard)(&p.Shard), Doc: "run only the `I/N` part of the campaign, such as 1/4: the first of four that have each mutant once together; assay merge joins them"},
		{Key: "iterations", Value: anyNumber(&p.Iterations), Doc: "end after `N` mutants for each seed: --mutants N times the number of seeds, which take turns"},
	}
}

func (p *Plan) campaign() []Knob {
	return []Knob{
		{Key: "campaign.chain", Value: atLeast(1, &p.Chain), Doc: "mutants that an engine makes of a seed at a time, most of them on top of each other"},
		{Key: "campaign.visit", Value: atLeast(0, &p.Visit),
			Doc: "maximum number of mutants that an engine makes of a seed at a time while they show new behaviour, with adaptive effort; 0 for campaign.chain"},
		{Key: "campaign.solo", Value: atLeast(0, &p.Solo), Doc: "one chain in `N` is for one solver alone, with all operators that it has; 0 for none"},
		{Key: "campaign.together", Value: atLeast(1, &p.Together),
			Doc: "one chain in `N` is for all versions of a solver together, the others for one version of each; 1 for all versions always"},
		{Key: "campaign.plain", Value: atLeast(0, &p.Plain), Doc: "one run in `N` asks only for an answer, without a model, which changes what solvers do; 0 for none"},
		{Key: "campaign.questions", Value: atLeast(0, &p.Questions),
			Doc: "one mutant in `N` comes with further questions: what solvers say about values, simplifications and goals is checked against evaluation; 0 for none"},
		{Key: "campaign.inferences", Value: atLeast(0, &p.Inferences),
			Doc: "solvers are run on one mutant in `N` once more to show what they infer (lemmas, learned literals, axioms), which is evaluated: what is false is a finding; 0 for none"},
		{Key: "campaign.proofs", Value: atLeast(0, &p.Proofs),
			Doc: "one unsat in `N` is asked for its proof, of which each step is evaluated: a wrong step is a finding although the answer may be right; 0 for none"},
		{Key: "campaign.effort", Value: (*text)(&p.Effort),
			Doc: "how to divide effort: `MODE` even gives all seeds the same turns and all runs the same limit, adaptive gives effort to what pays off (default adaptive, or even with --mutants, --iterations or --slots)"},
		{Key: "campaign.sessions", Value: (*text)(&p.Sessions),
			Doc: "how solvers run: process, a new process for each run; reset or push, reused processes that read many mutants; snapshot, copies of one that has started; auto, the cheapest for each solver and logic"},
		{Key: "campaign.keep", Value: (*text)(&p.Keep),
			Doc: "what to keep: `WHICH` is one, a formula for each signature, or every, each formula that shows something, for assay triage to group"},
		{Key: "campaign.seed-size", Value: (*quantity.Size)(&p.SeedSize), Doc: "largest seed to use"},
		{Key: "campaign.self-check", Value: (*toggle)(&p.SelfCheck),
			Doc: "have solvers check their own models too: Assay evaluates them anyway, and a solver that rejects its model answers nothing"},
		{Key: "campaign.lost-answers", Value: (*toggle)(&p.LostAnswers),
			Doc: "answers that are lost in logics that are not known to be decidable count as findings too, as in a campaign against a --baseline that is after nothing else"},
		{Key: "campaign.slower", Value: (*ratio)(&p.Slower),
			Doc: "with a --baseline: it is a finding when a --solver takes more than `N` times its CPU time for the same answer, and half a second more; 0 for never"},
		{Key: "campaign.slower-search", Value: (*toggle)(&p.SlowerSearch),
			Doc: "with campaign.slower: prefer what makes mutants dearer for a --solver and not for its --baseline, by the solvers' own counts"},
		{Key: "campaign.feedback", Value: (*toggle)(&p.Feedback),
			Doc: "collect what solvers do inside, in DIR/feedback, and prefer what does something new; --options search does so too"},
	}
}

func (p *Plan) search() []Knob {
	o := &p.Options
	return []Knob{
		{Key: "options.mode", Value: (*text)(&o.Mode),
			Doc: "search also runs mutants in other configurations of the solvers, with options that matter for their operations, and prefers what does something new inside the solver; none runs the solvers as given"},
		{Key: "options.most", Value: atLeast(0, &o.Most), Doc: "try at most `N` configurations on a mutant, and make more mutants instead; 0 for as many as a search draws, 8 to 100, by the genetic algorithm"},
		{Key: "options.no-learned", Value: (*toggle)(&o.NoLearned), Doc: "search all options, whatever was learned about which operations they matter for"},
		{Key: "options.no-genetic", Value: (*toggle)(&o.NoGenetic), Doc: "try random configurations instead of the genetic algorithm"},
		{Key: "options.pairs", Value: (*toggle)(&o.Pairs),
			Doc: "draw configurations so that all pairs of settings come together in the campaign, instead of at random; assay stats DIR options counts them in any case"},
		{Key: "options.thorough", Value: (*text)(&o.Thorough),
			Doc: "on which mutants searches are as long as the Falcon paper's, 100 configurations or ten generations without new behaviour: `WHICH` is never, elites, while they show as much of it as the campaign does, or always"},
		{Key: "options.unwelcome", Value: (*toggle)(&o.Unwelcome), Doc: "also search options about which the solver's developers accept no reports"},
	}
}

// engines are the options of the engines.
func (p *Plan) engines() []Knob {
	var all []Knob
	for _, d := range engines.All() {
		in := p.Settings[d.Name]
		for _, o := range d.Options {
			k := Knob{Key: Key(d.Name, o.Name), Doc: o.Doc, Value: &option{in, o}, Engine: d.Name, Option: o.Name}
			switch o.Kind {
			case mutate.Files:
				k.Value, k.names = &optionFiles{in: in, name: o.Name}, paths
			case mutate.OneFile:
				k.names = paths
			case mutate.Integer, mutate.Choice, mutate.Switch:
			}
			all = append(all, k)
		}
	}
	return all
}

func engineNames() []string {
	var names []string
	for _, d := range engines.All() {
		names = append(names, d.Name)
	}
	return names
}

func atLeast(least int, to *int) Value { return &number[int]{to, least, "int"} }

// anyNumber is a number that Check looks at.
func anyNumber(to *int64) Value { return &number[int64]{to, -1 << 63, "int64"} }
