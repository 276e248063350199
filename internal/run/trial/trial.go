package trial

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
)

// A Plan says what a trial asks solvers for beyond answers.
type Plan uint8

// The plans.
const (
	// AskForModel asks for the model after the answer of a script with one check-sat: after unsat a solver may treat get-model as an error and
	// stop. For scripts that ask several times it asks for unsat cores after the checks whose truth is unsat.
	AskForModel Plan = iota
	// AskEverySat asks for the model for every sat. For scripts with several check-sats, a first run finds out which answers are sat.
	AskEverySat
	// AskCore asks for the unsat core after the first check-sat; the script has named assertions and enables cores.
	AskCore
	// AskNothing asks only for answers.
	AskNothing
	// AskFurther asks for what Facts.Further has, and for nothing else.
	AskFurther
)

// Facts are what is known about a script before any solver has seen it.
type Facts struct {
	// Name begins the names of the trial's files, "m" when it is empty.
	Name string
	Plan Plan
	// Truths are the truths of the check-sats in order; nil when none is known.
	Truths []oracle.Truth
	// Further returns what solvers of a profile are asked beyond the plan, the same each time; nil for nothing.
	Further func(*solver.Profile) []solver.Question
	// Front returns what such solvers read before the last check-sat when they are asked for objectives: what they optimize, which changes no
	// answer. nil for nothing.
	Front func(*solver.Profile) []*script.Command
	// EverySat asks for models for every sat of a script that asks several times, in addition to the plan, as AskEverySat does.
	EverySat bool
	// SelfCheck makes solvers check their own models, like a bench's SelfCheck.
	SelfCheck bool
	// Accused is the solver that a finding suspects because others contradict it, "" for none.
	Accused string
	// Referees are asked whether the cores that solvers give for unsat are satisfiable, where evaluation cannot tell; nil for none.
	Referees []solver.Target
}

// A Trial takes one script through solvers to a verdict. It belongs to one goroutine.
type Trial struct {
	bench *Bench
	facts Facts
	limit time.Duration // of each run, 0 for the bench's
	step  *oracle.Step  // that led to the script, nil for none
	*state
}

// state is what a trial has in hand, and what it has learned about targets.
type state struct {
	script *script.Script // nil when Assay cannot read it
	raw    *Text          // what every solver gets in place of the script, nil for none
	logic  string
	checks int
	needs  Content

	everySat      bool            // models are asked for every sat of a script that asks several times
	withoutModels []solver.Target // those that then give other answers
	presented     map[solver.Target]solver.Presentation
	askedAlways   []solver.Target
	besides       []solver.Run

	texts map[string]*Text   // by what distinguishes them
	used  map[string]*Text   // by the name under which a solver was run, the last one
	kinds []certify.CoreKind // nil until asked for
	// quick evaluates quickly, nil when evaluation has to be evidence.
	quick *certify.Sequence
	spent time.Duration
}

// New returns the trial of a script. The script belongs to the trial's goroutine.
func (b *Bench) New(s *script.Script, f Facts) *Trial {
	t := b.open(f)
	t.script, t.logic, t.checks, t.needs = s, s.Logic(), executed(s), b.contentOf(s)
	return t
}

// Raw returns the trial of a text that solvers get unchanged. What is known about its script comes from known: nil when Assay cannot read
// it.
func (b *Bench) Raw(text *Text, known *script.Script, f Facts) *Trial {
	t := b.open(f)
	t.raw = text
	if known != nil {
		t.logic, t.checks, t.needs = known.Logic(), executed(known), b.contentOf(known)
	}
	return t
}

// Recorded returns the trial of a formula for which only texts are left: RunText runs them.
func (b *Bench) Recorded(logic string, checks int, f Facts) *Trial {
	t := b.open(f)
	t.logic, t.checks = logic, checks
	return t
}

// Within returns the same trial with another limit for the time of each run, 0 for the bench's.
func (t *Trial) Within(limit time.Duration) *Trial {
	c := *t
	c.limit = limit
	return &c
}

// Limit returns the limit that Within has set, 0 for the bench's.
func (t *Trial) Limit() time.Duration { return t.limit }

// After returns the same trial with the implication that led to the script, nil for none.
func (t *Trial) After(step *oracle.Step) *Trial {
	c := *t
	c.step = step
	return &c
}

// Step returns the implication that led to the script, nil for none.
func (t *Trial) Step() *oracle.Step { return t.step }

// Fresh returns the trial with its bench's fresh processes. Both share texts, truths, and what targets were run on last.
func (t *Trial) Fresh() *Trial { return t.onBench(t.bench.OnFresh()) }

// On returns the trial with another runner. Both share texts, truths, and what targets were run on last.
func (t *Trial) On(r Runner) *Trial {
	b := *t.bench
	b.Runner = r
	return t.onBench(&b)
}

func (t *Trial) onBench(b *Bench) *Trial {
	c, own := *t, *t.state
	own.besides = nil
	c.bench, c.state = b, &own
	return &c
}

// executed counts the check-sats of a script up to its end, or to an exit before that.
func executed(s *script.Script) int {
	n := 0
	for i := range s.Commands {
		switch c := s.Commands[i]; {
		case c.Kind == script.Exit:
			return n
		case c.IsCheck():
			n++
		}
	}
	return n
}

func (b *Bench) open(f Facts) *Trial {
	if f.Name == "" {
		f.Name = "m"
	}
	return &Trial{bench: b, facts: f, state: &state{
		everySat: f.EverySat || f.Plan == AskEverySat, texts: make(map[string]*Text), used: make(map[string]*Text),
	}}
}

// Logic returns the script's logic, "" for none or one that is not known.
func (t *Trial) Logic() string { return t.logic }

// Checks returns the number of check-sats, 0 when that is not known.
func (t *Trial) Checks() int { return t.checks }

// Truths returns what is known about the check-sats. Judging enters what evaluation says about their witnesses.
func (t *Trial) Truths() []oracle.Truth { return t.facts.Truths }

// Content says what is in the script, nothing when Assay cannot read it.
func (t *Trial) Content() *Content { return &t.needs }

// Evaluating returns the time that went into reading and evaluating models so far.
func (t *Trial) Evaluating() time.Duration { return t.spent }

// Options returns the options with which a target understands the text as it is meant.
func (t *Trial) Options(target solver.Target, text *Text) solver.Options {
	o := t.needs.Options()
	o.SelfCheck = t.checksItself() && t.presented[target].Checks()
	o.Enable(text.Questions)
	o.Statistics = t.tells(target)
	return o
}

// checksItself reports whether solvers are to check their own models.
func (t *Trial) checksItself() bool { return t.facts.SelfCheck || t.bench.SelfCheck }

// tells reports whether a target is asked for its statistics.
func (t *Trial) tells(target solver.Target) bool {
	return t.bench.Statistics && t.presented[target] != solver.Plain
}

// Adopt makes the trial tell solvers what another one tells them, where that goes beyond its own script.
func (t *Trial) Adopt(other *Trial) (same bool) {
	before := t.needs.Options()
	t.needs.Strings, t.needs.Floats = other.needs.Strings, other.needs.Floats
	return t.needs.Options() == before
}

// HasRead enters the text that a solver has read in another trial, by the name under which it is judged here. What evaluation says against an
// answer must hold for what its solver read.
func (t *Trial) HasRead(name string, text *Text) { t.used[name] = text }

// Text returns what a target was run on last, or would be.
func (t *Trial) Text(target solver.Target) *Text {
	if text := t.used[target.String()]; text != nil {
		return text
	}
	text, _ := t.text(context.Background(), target, nil) // this context is never interrupted
	return text
}

// TextUntil is Text for as long as ctx lasts. The error is the one that ctx ended with.
func (t *Trial) TextUntil(ctx context.Context, target solver.Target) (*Text, error) {
	if text := t.used[target.String()]; text != nil {
		return text, nil
	}
	return t.text(ctx, target, nil)
}

// text returns the text for a target with further questions. The error is the one that ctx ended with.
func (t *Trial) text(ctx context.Context, target solver.Target, more []solver.Question) (*Text, error) {
	if t.raw != nil {
		return t.raw, nil
	}
	var asked []solver.Question
	if t.presented[target] != solver.Plain {
		asked = t.questionsFor(target)
		asked = append(asked, t.furtherFor(target, asked)...)
	}
	asked = append(asked, more...)
	if t.tells(target) && t.checks > 0 {
		asked = append(asked, solver.Question{Check: t.checks - 1, Kind: question.Statistics})
	}
	return t.render(ctx, target, asked)
}

// Run runs a target on the script. A target that refuses it may refuse what it is asked for or told beyond what the script needs, such as
// models: it is run again without that, once, and if it then accepts the script, the trial continues that way. Such a run says so
// (Without).
func (t *Trial) Run(ctx context.Context, target solver.Target) (solver.Run, error) {
	run, err := t.put(ctx, target)
	if err == nil && run.Refused() {
		return t.withLess(ctx, target, run)
	}
	if err != nil || !t.everySat || slices.Contains(t.withoutModels, target) || t.presented[target] == solver.Plain || t.raw != nil || t.checks < 2 || run.Void {
		return run, err
	}
	run, _, err = t.askModels(ctx, target, run)
	return run, err
}

// askModels runs a target again and asks for the models for the answers that are sat, besides what the plan asks for. The new run counts when its
// answers are the same, or when it crashes; otherwise the first one counts with what showed in it, and the target is not asked again. Besides
// returns the other one.
func (t *Trial) askModels(ctx context.Context, target solver.Target, first solver.Run) (run solver.Run, asks bool, err error) {
	var asked []solver.Question
	for check, a := range first.Answers {
		if a == smt.Sat {
			asked = append(asked, solver.Question{Check: check, Kind: question.Model})
		}
	}
	if len(asked) == 0 || target.Profile().Show.Model == "" || first.Crash != nil {
		return first, false, nil
	}
	before := t.used[target.String()]
	text, err := t.text(ctx, target, asked)
	if err != nil {
		return first, false, err
	}
	if run, err = t.RunAs(ctx, target, target.String(), text); err != nil {
		return first, false, err
	}
	run.Presentation = t.presented[target]
	if run.Crash == nil && (run.Void || !slices.Equal(run.Answers, first.Answers)) {
		t.used[target.String()] = before
		t.withoutModels = append(t.withoutModels, target)
		t.besides = append(t.besides, run)
		return first, false, nil
	}
	t.besides = append(t.besides, first)
	return run, true, nil
}

// Ask runs a target on the script with one more question after its first check-sat, and returns the response, "" for none.
func (t *Trial) Ask(ctx context.Context, target solver.Target, kind question.Kind) (string, solver.Run, error) {
	if t.script == nil {
		return "", solver.Run{}, nil
	}
	text, err := t.text(ctx, target, []solver.Question{{Check: 0, Kind: kind}})
	if err != nil {
		return "", solver.Run{}, err
	}
	run, err := t.bench.run(ctx, t, target, text, t.Options(target, text))
	return run.Return(0, kind), run, err
}

// AskAt runs a target on the script with the given questions instead of those of the plan.
func (t *Trial) AskAt(ctx context.Context, target solver.Target, asked ...solver.Question) (solver.Run, error) {
	if t.script == nil {
		return solver.Run{}, nil
	}
	text, err := t.render(ctx, target, asked)
	if err != nil {
		return solver.Run{}, err
	}
	return t.RunAs(ctx, target, target.String(), text)
}

// RunAs runs a target on a text under the name of another, so that a replay can replace one version by another.
func (t *Trial) RunAs(ctx context.Context, target solver.Target, name string, text *Text) (solver.Run, error) {
	return t.RunText(ctx, target, name, text, t.Options(target, text))
}

// RunText is RunAs with options that are not the script's own.
func (t *Trial) RunText(ctx context.Context, target solver.Target, name string, text *Text, o solver.Options) (solver.Run, error) {
	t.used[name] = text
	run, err := t.bench.run(ctx, t, target, text, o)
	run.Solver = name
	if t.raw != nil && !run.Void && echoesAnswer(target.Profile(), text.Bytes) {
		run.Void, run.Reason = true, cmp.Or(run.Reason, "void: an (echo ...) of the file looks like an answer")
	}
	if err == nil {
		err = t.voteOnCores(ctx, target, text, &run)
	}
	if err == nil {
		err = t.refute(ctx, target, text, &run)
	}
	if err == nil {
		err = t.unchecked(ctx, target, text, o, &run)
	}
	return run, err
}

func (b *Bench) run(ctx context.Context, t *Trial, target solver.Target, text *Text, o solver.Options) (solver.Run, error) {
	limits := b.Limits
	limits.Time = cmp.Or(t.limit, limits.Time)
	r := Request{Target: target, Text: text, Checks: t.checks, Limits: limits, Options: o, Seed: b.Seed}
	run, err := b.runner().Run(ctx, r)
	if err == nil {
		err = b.rival(ctx, r, &run)
	}
	return run, err
}

// Close removes the files that the trial has written. A trial whose folder is removed, or whose files another trial of the
// same name replaces, need not be closed.
func (t *Trial) Close() {
	for _, text := range t.texts {
		text.dir.Remove(text.name)
		text.written = disk.Written{}
	}
}
