package campaign

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/theory"
)

// Bounds on what a worker elsewhere may say. They are far above what workers do say.
const (
	mostEvents  = 4096     // about one mutant
	mostHits    = 64       // of one mutant
	mostText    = 64 << 10 // bytes of a text, such as a reason
	mostWord    = 512      // bytes of a name
	mostFormula = 16 << 20 // bytes of a file of a finding
	mostFiles   = 16       // of a finding
	mostNumber  = 1 << 30
	mostSeconds = 1e7
	// mostWords bounds how many different words the statistics count by that only workers know, such as names of rules.
	mostWords = 1 << 13
)

// checks decide whether what a worker elsewhere says about a slot can be true. Not safe for concurrent use.
type checks struct {
	c       *Config
	targets map[string]solver.Target
	others  map[string]solver.Target // in other configurations, by name
	words   map[string]bool
	// profiles and theories are the files that findings may come with.
	profiles, theories []findings.Source
}

func newChecks(c *Config) checks {
	k := checks{c: c, targets: make(map[string]solver.Target), others: make(map[string]solver.Target), words: make(map[string]bool)}
	for _, t := range c.Targets {
		k.targets[t.String()] = t
		for _, s := range t.Profile().Sources() {
			k.profiles = append(k.profiles, findings.Source(s))
		}
	}
	table := c.Table
	if table == nil {
		table = theory.Builtin()
	}
	for _, e := range table.Extensions() {
		k.theories = append(k.theories, findings.Source{Name: e.File, Text: e.Text})
	}
	return k
}

func (k *checks) check(a *assignment, r *Results) error {
	if err := k.made(a, r); err != nil {
		return err
	}
	for i := range r.Solved {
		if err := k.solved(a, &r.Solved[i]); err != nil {
			return err
		}
	}
	for i := range r.Done {
		if err := k.done(a, r.From+i, &r.Done[i]); err != nil {
			return fmt.Errorf("mutant %d: %w", r.From+i, err)
		}
	}
	return k.memory(r)
}

// made checks the numbers of mutants.
func (k *checks) made(a *assignment, r *Results) error {
	if (r.Made == nil) == (r.Failure == nil) {
		return errors.New("a slot either has mutants or a reason for none")
	}
	if f := r.Failure; f != nil {
		kinds := []FailureKind{FailureTooSlow, FailureNotApplicable, FailureUnread, FailureEngine, FailureOther}
		switch {
		case !slices.Contains(kinds, f.Kind), len(f.Text) > mostText, len(f.Engine) > mostWord:
			return fmt.Errorf("a failure of kind %.40q", f.Kind)
		case len(r.Done)+len(r.Grown) > 0:
			return errors.New("mutants of a seed that has none")
		}
		return nil
	}
	m := r.Made
	most := max(k.c.Chain, a.Mutants)
	if m.Mutants < 0 || m.Mutants > most || m.Repeats < 0 || m.Repeats > mostNumber || len(m.Broken) > mostText {
		return fmt.Errorf("%d mutants of at most %d", m.Mutants, most)
	}
	if err := errors.Join(k.counts(m.Rejected), k.counts(m.Definitions)); err != nil {
		return err
	}
	of := m.Mutants
	for _, g := range r.Grown {
		if g.At != of-1 || g.Mutants <= of || g.Mutants > k.c.Visit || k.c.Mutants > 0 || g.Repeats < 0 || g.Repeats > mostNumber {
			return fmt.Errorf("a visit that goes on from %d to %d mutants", of, g.Mutants)
		}
		if err := k.counts(g.Rejected); err != nil {
			return err
		}
		of = g.Mutants
	}
	if r.From < 0 || r.From > a.Run || r.From+len(r.Done) != max(of, r.From) {
		return fmt.Errorf("%d mutants from number %d on, of %d", len(r.Done), r.From, of)
	}
	return nil
}

func (k *checks) solved(a *assignment, e *event.Solve) error {
	source := &k.c.Seeds[a.Seed]
	if e.Seed != source.Name || e.SeedHash != source.Hash || e.Job != a.Number {
		return errors.New("a run on another seed")
	}
	return errors.Join(k.target(e.Solver), k.outcome(e.Outcome), k.word(e.Logic), textsOf(e.Version, e.Reason), secondsOf(e.Seconds, e.CPU, e.Limit))
}

// done checks what came of the mutant with an index.
func (k *checks) done(a *assignment, index int, d *Done) error {
	if len(d.Events) > mostEvents || len(d.Hits) > mostHits {
		return fmt.Errorf("%d events and %d findings", len(d.Events), len(d.Hits))
	}
	engine := k.c.Engines[a.Engine].Name()
	name := mutate.Name{SeedHash: k.c.Seeds[a.Seed].Hash, Engine: engine, Round: a.Round, Index: index}.String()
	if err := k.observed(d.Observed); err != nil {
		return err
	}
	mutants, verdicts := 0, 0
	for _, e := range d.Events {
		switch e := e.(type) {
		case event.Mutant:
			mutants++
			if e.Engine != engine {
				return fmt.Errorf("an event of engine %.40q", e.Engine)
			}
		case event.Verdict:
			verdicts++
		}
		if err := k.event(e, name, engine); err != nil {
			return fmt.Errorf("event %s: %w", e.Kind(), err)
		}
	}
	if mutants != 1 || verdicts != 1 {
		return fmt.Errorf("%d mutants and %d verdicts in one", mutants, verdicts)
	}
	for i := range d.Hits {
		if err := k.hit(a, index, name, &d.Hits[i]); err != nil {
			return fmt.Errorf("finding: %w", err)
		}
	}
	return nil
}

func (k *checks) event(e event.Event, mutant, engine string) error {
	about := func(m string) error {
		if m != mutant {
			return fmt.Errorf("it is about %.80q", m)
		}
		return nil
	}
	switch e := e.(type) {
	case event.Mutant:
		return errors.Join(about(e.Mutant), k.word(e.Logic), k.word(e.Rule), numbersOf(e.Steps, e.Applicable))
	case event.Skip:
		return errors.Join(about(e.Mutant), k.target(e.Solver), k.word(string(e.Why)), textsOf(e.Reason))
	case event.Run:
		if e.NewBehaviour != 0 && k.c.Configurations == nil || e.Engine != engine {
			return errors.New("it is of another engine, or has feedback")
		}
		unknown := k.target(e.Solver)
		if e.Extra { // to confirm what other settings show
			_, unknown = k.configured(e.Solver)
		}
		return errors.Join(about(e.Mutant), unknown, k.word(e.Logic), k.outcome(e.Outcome), k.word(e.Mode), k.word(e.Presentation),
			textsOf(e.Version, e.Reason, e.Without), secondsOf(e.Seconds, e.CPU, e.Limit, e.Start))
	case event.Explored:
		return errors.Join(about(e.Mutant), k.explored(&e, engine))
	case event.Timed:
		return errors.Join(about(e.Mutant), k.target(e.Solver), k.target(e.Baseline), k.word(string(e.Result)), textsOf(e.Why, e.Logic, e.Engine), numbersOf(e.Pairs),
			secondsOf(e.Ratio, e.Low, e.Old, e.New, e.CPU))
	case event.Dearer:
		return errors.Join(about(e.Mutant), k.target(e.Solver), k.target(e.Baseline), textsOf(e.Logic, e.Engine), numbersOf(e.News))
	case event.Inferred:
		if !slices.Contains(oracle.StatementSources(), e.From) || e.Engine != engine {
			return errors.New("it is of another engine, or of no source")
		}
		return errors.Join(about(e.Mutant), k.target(e.Solver), k.word(e.None), k.counts(e.Verdicts), k.counts(e.Became), k.counts(e.Unmade), textsOf(e.Logic),
			numbersOf(e.Statements, e.Evaluated, e.Runs), secondsOf(e.Seconds, e.CPU))
	case event.Verdict:
		if e.Engine != engine {
			return errors.New("it is of another engine")
		}
		return errors.Join(about(e.Mutant), k.verdict(&e))
	case event.Confirmation:
		_, err := k.configured(e.Solver)
		return errors.Join(about(e.Mutant), err, classOf(e.Class), textsOf(e.Signature), numbersOf(e.Runs, e.Shown))
	case event.Fault:
		return textsOf(e.Seed, e.Engine, e.Text)
	}
	return errors.New("workers do not send it")
}

func (k *checks) verdict(e *event.Verdict) error {
	if len(e.Classes)+len(e.Baseline)+len(e.Rechecked)+len(e.Undecided)+len(e.Unsupported)+len(e.Unread) > mostEvents {
		return errors.New("it is too long")
	}
	all := []error{numbersOf(e.Runs, e.Excused), k.counts(e.Models), k.counts(e.Responses), secondsOf(e.EvaluatingSeconds), textsOf(e.Unread...)}
	for _, c := range e.Classes {
		all = append(all, classOf(c))
	}
	for _, b := range e.Baseline {
		all = append(all, k.target(b.Solver), classOf(b.Class))
	}
	for _, r := range e.Rechecked {
		all = append(all, k.target(r.Solver), classOf(r.Class), k.word(r.Mode), k.word(string(r.Result)))
	}
	for _, name := range e.Undecided {
		all = append(all, k.target(name))
	}
	for _, u := range e.Unsupported {
		all = append(all, k.target(u.Solver), textsOf(u.Operators...))
	}
	return errors.Join(all...)
}

var fileName = regexp.MustCompile(`^[a-z0-9][A-Za-z0-9._-]{0,99}\.smt2$`)

// ownFiles are those of a finding's folder whose content the campaign itself decides.
var ownFiles = []string{findings.BugFile, findings.OriginalFile, findings.SeedFile, findings.ModelFile}

// hit checks a finding, and puts into it what this machine knows: its seed, the paths of its solvers, and the files that it was read with.
func (k *checks) hit(a *assignment, index int, mutant string, h *findings.Hit) error {
	f, source := &h.Finding, &k.c.Seeds[a.Seed]
	p := &f.Provenance
	switch {
	case p.Mutant != mutant || p.Job != a.Number || p.Index != index || p.CampaignSeed != k.c.Seed || p.SeedHash != source.Hash:
		return fmt.Errorf("it is about mutant %.80q", p.Mutant)
	case f.Signature == "" || len(h.Bug) == 0:
		return errors.New("it has no signature, or no formula")
	}
	if err := oversized(h); err != nil {
		return err
	}
	for name := range h.Others {
		if !fileName.MatchString(name) || slices.Contains(ownFiles, name) || strings.Contains(name, "..") {
			return fmt.Errorf("a file %.80q", name)
		}
	}
	if f.Other != "" {
		if _, err := k.configured(f.Other); err != nil {
			return fmt.Errorf("the other solver: %w", err)
		}
	}
	t, unknown := k.configured(f.Solver)
	if err := errors.Join(unknown, classOf(f.Class), numbersOf(f.Repeated.Runs, f.Repeated.Shown)); err != nil {
		return err
	}
	f.Path, f.Family = t.Path(), t.Profile().Name
	p.SeedName, p.Engine, p.Assay = source.Name, k.c.Engines[a.Engine].Name(), findings.ThisVersion()
	for _, run := range runsOf(f) {
		if err := k.run(run, h); err != nil {
			return err
		}
	}
	foreign := func(own []findings.Source) func(findings.Source) bool {
		return func(s findings.Source) bool { return !slices.Contains(own, s) }
	}
	f.Profiles = slices.DeleteFunc(f.Profiles, foreign(k.profiles))
	f.Theories = slices.DeleteFunc(f.Theories, foreign(k.theories))
	f.Files, f.Reduction = nil, nil
	seed, err := source.Seed()
	if err != nil {
		return nil // the campaign says elsewhere what is wrong with its seed; the finding is kept without it
	}
	h.Seed = []byte(seed.Text)
	return nil
}

// run checks the record of a run. People paste its command: its program is the one that the solver's name means here.
func (k *checks) run(r *findings.Run, h *findings.Hit) error {
	t, err := k.configured(r.Solver)
	if err != nil || len(r.Command) == 0 {
		return fmt.Errorf("a run of %.40q", r.Solver)
	}
	if r.File != findings.BugFile && h.Others[r.File] == nil {
		return fmt.Errorf("a run on %.80q", r.File)
	}
	r.Family, r.Command[0], r.Configuration = t.Profile().Name, t.Path(), nil
	for _, o := range t.Config.Options() {
		r.Configuration = append(r.Configuration, findings.Option{Name: o.Name, Value: o.Value})
	}
	return errors.Join(k.outcome(r.Outcome), secondsOf(r.Seconds, r.CPU))
}

func runsOf(f *findings.Finding) (all []*findings.Run) {
	for i := range f.Runs {
		all = append(all, &f.Runs[i])
	}
	if f.Base != nil {
		all = append(all, &f.Base.Run)
	}
	if f.Session != nil {
		all = append(all, &f.Session.Run)
	}
	return all
}

// oversized says what of a finding is larger than a campaign takes from elsewhere, nil for nothing. Workers leave such findings out, since their whole slot
// would be refused.
func oversized(h *findings.Hit) error {
	f := &h.Finding
	p := &f.Provenance
	switch {
	case len(f.Logic) > mostWord || len(f.Runs) > mostHits || len(p.Steps) > mostEvents:
		return fmt.Errorf("its record is too long: %d runs and %d steps", len(f.Runs), len(p.Steps))
	case len(h.Bug) > mostFormula || len(h.Others) > mostFiles:
		return fmt.Errorf("its formula has %d bytes of at most %d, and there are %d other files of at most %d", len(h.Bug), mostFormula, len(h.Others), mostFiles)
	}
	for _, name := range slices.Sorted(maps.Keys(h.Others)) {
		if len(h.Others[name]) > mostFormula {
			return fmt.Errorf("its file %.80q has %d bytes of at most %d", name, len(h.Others[name]), mostFormula)
		}
	}
	for _, r := range runsOf(f) {
		if len(r.Command) > mostEvents || len(r.Configuration) > mostEvents {
			return fmt.Errorf("a command of %d words", len(r.Command))
		}
		if err := errors.Join(textsOf(r.Command...), textsOf(r.Version, r.Reason)); err != nil {
			return err
		}
	}
	return textsOf(f.Signature, f.Version, p.SeedName, p.Engine)
}

// memory checks what was learned, which a later lease may have.
func (k *checks) memory(r *Results) error {
	text, err := r.Memory.Append(nil)
	if err == nil && len(text) > mostText {
		err = fmt.Errorf("%d bytes of what was learned", len(text))
	}
	return err
}

func (k *checks) target(name string) error {
	if _, known := k.targets[name]; !known {
		return fmt.Errorf("the campaign has no solver %.80q", name)
	}
	return nil
}

func (k *checks) outcome(o outcome.Outcome) error {
	if !slices.Contains(outcome.All(), o) {
		return fmt.Errorf("there is no outcome %.40q", o)
	}
	return nil
}

// word checks a word that the statistics may count by.
func (k *checks) word(w string) error {
	switch {
	case w == "" || k.words[w]:
		return nil
	case len(w) > mostWord || len(k.words) >= mostWords:
		return fmt.Errorf("a new word %.80q", w)
	}
	k.words[w] = true
	return nil
}

func (k *checks) counts(m map[string]int) error {
	if len(m) > mostEvents {
		return fmt.Errorf("%d counts", len(m))
	}
	for w, n := range m {
		if err := errors.Join(k.word(w), numbersOf(n)); err != nil {
			return err
		}
	}
	return nil
}

func classOf(c oracle.Class) error {
	if !slices.Contains(oracle.Classes(), c) {
		return fmt.Errorf("there is no class %.40q", c)
	}
	return nil
}

func numbersOf(all ...int) error {
	for _, n := range all {
		if n < 0 || n > mostNumber {
			return fmt.Errorf("the number %d", n)
		}
	}
	return nil
}

func secondsOf(all ...float64) error {
	for _, s := range all {
		if s < 0 || s > mostSeconds || math.IsNaN(s) {
			return fmt.Errorf("the time %g", s)
		}
	}
	return nil
}

func textsOf(all ...string) error {
	for _, t := range all {
		if len(t) > mostText {
			return fmt.Errorf("a text of %d bytes", len(t))
		}
	}
	return nil
}
