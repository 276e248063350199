package review

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/findings/bugs"
	"github.com/assay-smt/assay/internal/findings/clusters"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/findings/shape"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// NoteFile is the file in a finding's folder that says what triage made of it.
const NoteFile = "triage.json"

// noteFormat is the version of that file; files of other versions are recreated.
const noteFormat = 1

// A Note is what triage knows about one finding.
type Note struct {
	Format int `json:"format"`
	// Formula is the checksum of what was examined.
	Formula string `json:"formula"`
	// The number of runs in fresh processes, and how many of them showed the finding.
	findings.Repetition
	// Instead is what the formula showed where it did not show the finding, see triage.Replay.
	Instead string `json:"instead,omitempty"`
	// Signature is that of the crash as it shows now; Frames are the functions on top of its stack, if the signature says nothing.
	Signature string   `json:"signature,omitempty"`
	Frames    []string `json:"frames,omitempty"`
	// Traced: a debugger showed the stack. Untraced says why it did not, "" if no debugger was asked.
	Traced   bool   `json:"traced,omitempty"`
	Untraced string `json:"untraced,omitempty"`
	// Shape is the formula's, ShapeVersion what made it: where that is another one, the shape is made anew.
	Shape        shape.Shape `json:"shape"`
	ShapeVersion int         `json:"shape_version,omitempty"`
	// Release is what the release does of which the solver is a build with checks, nil for other findings, or where it is not installed.
	// Older versions wrote it as "release", and accused the release of what other solvers did.
	Release *findings.Release `json:"on_release,omitempty"`
	// Report is what came of running the finding's report, nil if that was not done.
	Report *ReportCheck `json:"report,omitempty"`
	// Found is the shape of the formula as it was found, where it was reduced.
	Found *shape.Shape `json:"found_shape,omitempty"`
	// Problem says why the finding cannot be judged, or why its formula has no shape.
	Problem string `json:"problem,omitempty"`
	Outcome
}

// An Outcome is what became of one formula.
type Outcome struct {
	// Reduced: the formula was reduced. NotReduced says why it cannot be, "" if that was not tried.
	Reduced    bool   `json:"reduced,omitempty"`
	NotReduced string `json:"not_reduced,omitempty"`
	// Located is where the solver goes wrong on this formula, nil if that was not examined.
	Located *Place `json:"located,omitempty"`
	// Denied is what the solver denies about one application of an operator in this formula, nil if that was not examined.
	Denied *triage.Denial `json:"denied,omitempty"`
}

// examined is a finding with what is known about it.
type examined struct {
	findings.Stored
	note      Note
	bytes     int
	needs     findings.Needs
	bisection *triage.Bisection
	// notReduced and place are those of the note, or results of this review alone.
	notReduced string
	place      *Place
	// notBisected says why its versions cannot be searched now, noProgram that it cannot be judged because a program is not here.
	notBisected string
	noProgram   bool
	work        workpiece
}

// shows reports whether a finding can be judged, and shows.
func (e *examined) shows() bool { return e.note.Runs > 0 && e.note.Shown > 0 }

func (e *examined) name() string { return filepath.Base(e.Dir) }

// examine loads a finding and confirms it, unless that is known. A finding that cannot be judged has a Problem and no runs.
func (r *reviewing) examine(ctx context.Context, dir string) (*examined, error) {
	s, err := findings.Load(dir)
	if err != nil {
		return nil, &loadError{err}
	}
	e := &examined{Stored: s}
	file := findings.BugFile
	if s.Session != nil {
		file = findings.SessionFile
	}
	text, err := findings.ReadPart(dir, file)
	if err != nil {
		return nil, &loadError{err}
	}
	e.bytes = len(text)
	if b := triage.LoadBisection(dir); b.Of(s) {
		e.bisection = b
	}
	e.needs = s.NeedsIn(text)
	e.note = Note{Format: noteFormat, Formula: findings.Checksum(text)}
	if old, ok := loadNote(dir); ok && old.Formula == e.note.Formula && (old.Problem == "" || old.Runs > 0) && (old.Shown == old.Runs || old.Runs >= r.runsNeeded(e, old.Shown)) {
		e.note = old
		if err := r.reshape(e); err != nil {
			return nil, err
		}
	} else if err := r.confirm(ctx, e); err != nil {
		return nil, err
	}
	e.notReduced, e.place = e.note.NotReduced, e.note.Located
	if err := r.trace(ctx, e); err != nil {
		return nil, err
	}
	return e, r.onRelease(ctx, e)
}

func loadNote(dir string) (Note, bool) {
	data, err := findings.ReadPart(dir, NoteFile)
	var n Note
	ok := err == nil && json.Unmarshal(data, &n) == nil && n.Format == noteFormat
	if slices.Contains(n.Frames, unknownFrame) || len(n.Frames) == 0 {
		n.Frames, n.Traced = nil, false
	}
	return n, ok
}

// unknownFrame is what notes of older versions have for frames about which the debugger knew nothing. Stacks with it look alike but are not,
// so the debugger is asked again; it is also asked again where these versions wrote down that it was asked, and nothing of what it said.
const unknownFrame = "?"

// reshape makes the shape of a note of an older version anew.
func (r *reviewing) reshape(e *examined) error {
	if e.note.ShapeVersion == shape.Version {
		return nil
	}
	form, err := triage.ShapeOf(e.Stored)
	if err != nil {
		form = shape.Shape{}
	}
	e.reshape(form)
	return r.save(e)
}

// runsNeeded is how often a finding is run that does not always show: as often as Runs says, and one that has not shown as often as it takes to call it gone.
func (r *reviewing) runsNeeded(e *examined, shown int) int {
	if shown > 0 {
		return r.Runs
	}
	return max(r.Runs, triage.NeedOf(e.Stored).Absent)
}

// goneAfter says whether a finding that did not show in so many runs is gone.
func goneAfter(s findings.Stored, runs int) triage.ReplayState {
	if need := triage.NeedOf(s); !need.Proves || runs < need.Absent {
		return triage.MayBeGone
	}
	return triage.Gone
}

// reshape enters the shape of a finding, and that of its formula as it was found.
func (e *examined) reshape(form shape.Shape) {
	e.note.Shape, e.note.ShapeVersion, e.note.Found = form, shape.Version, nil
	if found := triage.FoundShapeOf(e.Stored); found.Exact != "" && found.Exact != form.Exact {
		e.note.Found = &found
	}
}

// confirm runs a finding in fresh processes: once, or as often as enough says if it does not show then or did not always show before.
func (r *reviewing) confirm(ctx context.Context, e *examined) error {
	form, err := triage.ShapeOf(e.Stored)
	if err != nil {
		e.note.Problem = "its formula has no shape: " + err.Error()
	}
	e.reshape(form)
	replayer, err := r.Replayer(ctx, e.Stored)
	var profile *solver.ProfileError
	if errors.As(err, &profile) { // a recorded one
		e.cannotJudge(err)
		return r.save(e)
	}
	if err != nil {
		return err
	}
	build := "" // what is to be said of the program, "" for nothing
	for times := 1; times > 0; {
		replayer.Times = times
		replay, err := replayer.Replay(ctx, e.Stored)
		var unusable *solver.UnusableError
		var record *triage.RecordError
		switch {
		case errors.As(err, &unusable), errors.As(err, &record):
			e.cannotJudge(err)
			e.noProgram = unusable != nil
			return r.save(e)
		case err != nil:
			return err
		}
		build = replay.Build
		e.note.Runs += replay.Runs
		e.note.Instead = replay.Instead
		e.note.Shown += replay.Shown
		if c := replay.Observed.Crash; c != nil && e.Class.Crash() {
			e.note.Signature = c.Signature
		}
		if replay.Runs < times && e.note.Shown > 0 {
			break // limits ended the others, and would again
		}
		if replay.Runs < times {
			e.cannotJudge(errors.New("limits of time or memory end its runs, which then say nothing"))
			return r.save(e)
		}
		times = 0
		if need := r.runsNeeded(e, e.note.Shown); e.note.Runs < need && (e.note.Shown < e.note.Runs || e.Flaky()) {
			if e.note.Runs < r.Runs {
				need = r.Runs // it may show by then
			}
			times = need - e.note.Runs
		}
	}
	if build != "" && e.note.Shown == 0 {
		e.noProgram = true
		e.note.Repetition, e.note.Problem = findings.Repetition{}, "it does not show, but "+build
	}
	return r.save(e)
}

// cannotJudge enters why a finding cannot be judged: it has no runs then, and is in no group.
func (e *examined) cannotJudge(err error) {
	e.note.Repetition, e.note.Problem = findings.Repetition{}, "it cannot be judged: "+err.Error()
}

// maxTraces is how many crashes one review examines with a debugger: each takes seconds.
const maxTraces = 300

// noDebugger is why a crash has no stack on a machine without a debugger. On one that has it, the crash is traced.
const noDebugger = "there is no debugger (gdb) on this machine"

// noSessions is what older versions wrote: they traced no crash in a session.
const noSessions = "crashes in sessions are not traced"

// trace asks a debugger for the place of a crash whose output says nothing, and writes down why if it does not learn it. It asks once for
// each formula.
func (r *reviewing) trace(ctx context.Context, e *examined) error {
	if !e.Class.Crash() || e.note.Traced || e.note.Shown == 0 || !solver.SaysNothing(e.note.Signature) || e.note.Untraced != "" && e.note.Untraced != noDebugger && e.note.Untraced != noSessions {
		return nil
	}
	if r.Debugger == "" {
		e.note.Untraced = noDebugger
		return r.save(e)
	}
	if r.traces.Add(1) > maxTraces {
		return nil // the next review goes on
	}
	replayer, err := r.Replayer(ctx, e.Stored)
	if err != nil {
		return err
	}
	trace, err := replayer.Trace(ctx, e.Stored, r.Debugger)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		trace.Missing = err.Error() // the finding was confirmed, and has no stack
	}
	e.note.Frames, e.note.Traced, e.note.Untraced = trace.Frames, len(trace.Frames) > 0, trace.Missing
	return r.save(e)
}

// onRelease runs a finding that only a build with checks shows on the release, once for each formula.
func (r *reviewing) onRelease(ctx context.Context, e *examined) error {
	if !e.Class.Checked() || e.note.Release != nil || !e.shows() {
		return nil
	}
	replayer, err := r.Replayer(ctx, e.Stored)
	if err != nil {
		return err
	}
	if e.note.Release, err = replayer.OnRelease(ctx, e.Stored); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return nil // the finding is confirmed, and its report says nothing of the release
	}
	if e.note.Release == nil {
		return nil
	}
	return r.save(e)
}

// save writes what is known about a finding into its folder. The file can be recreated, so save does not wait for the disk.
func (r *reviewing) save(e *examined) error {
	data, err := findings.JSON(e.note)
	if err != nil {
		return fmt.Errorf("%s: %w", NoteFile, err)
	}
	return disk.Replace(filepath.Join(e.Dir, NoteFile), data)
}

// fact is what is looked up in lists of known bugs.
func (e *examined) fact() known.Fact {
	f := triage.FactOf(e.Stored, e.note.Shape)
	f.Stack, f.Essence = triage.Stack(e.note.Frames), e.member().Essence()
	if f.Stack != "" {
		f.Death = e.death()
	}
	e.triggered(&f)
	return f
}

// triggered enters what a reduced finding that needs no options comes down to, and the versions that show it.
func (e *examined) triggered(f *known.Fact) {
	if !e.note.Reduced || e.Reduction == nil {
		return
	}
	if options, tried := e.needed(); !tried || options != "" || e.Class.Crash() {
		return
	}
	f.Trigger = bugs.Distinctive(slices.Concat(e.Reduction.Operators, e.Reduction.Heads()))
	history := e.bisection.Verdicts()
	for _, version := range slices.Sorted(maps.Keys(history)) {
		switch history[version] {
		case bisect.Shows:
			f.Shows = append(f.Shows, version)
		case bisect.Absent:
			f.Absent = append(f.Absent, version)
		case bisect.Unasked, bisect.Unclear, bisect.MayBeGood:
		}
	}
}

// member is the input for grouping.
func (e *examined) member() *clusters.Member {
	m := &clusters.Member{
		Name: e.name(), Bytes: e.bytes, Rank: e.weight().Gravity(), Needs: e.weight().NeedsRank(), Class: e.Class, Text: e.note.Formula, Family: e.Family, Version: e.Version, Signature: findings.Common(e.Finding.Signature),
		Exact: e.note.Shape.Exact, Loose: e.note.Shape.Loose, Operators: e.note.Shape.Operators, Reduced: e.note.Reduced, Frames: e.note.Frames,
	}
	if e.note.Denied != nil && e.Class.WrongAnswer() == smt.Unsat {
		m.Denied = e.note.Denied.Of
	}
	if e.Reduction != nil {
		m.Core = e.Reduction.Operators
	}
	if e.note.Found != nil {
		m.FoundExact, m.FoundLoose = e.note.Found.Exact, e.note.Found.Loose
	}
	if e.Class.Crash() {
		if m.Death = e.death(); !solver.SaysNothing(e.note.Signature) {
			m.Crash = e.note.Signature
		}
	}
	if e.Class.OnWord() {
		m.Objection = e.Evidence.Reason
	}
	if e.Session != nil {
		m.Signature += " " + string(e.Session.Shows)
	}
	if i := strings.LastIndexByte(e.Provenance.Mutant, '/'); i > 0 {
		m.Chain = fmt.Sprintf("%d/%s", e.Provenance.CampaignSeed, e.Provenance.Mutant[:i])
	}
	if e.Provenance.SeedShows {
		m.SeedShows = e.Provenance.SeedHash
	}
	m.Options = e.options()
	m.Told = findings.Words(e.Finding.Configuration())
	m.Wanted, _ = e.Wanted()
	if e.Reduction != nil {
		m.Commands = e.Reduction.Heads()
		m.Needed, m.Tried = e.needed()
	}
	m.History = e.bisection.Verdicts()
	return m
}

// weight is what clusters are ordered by.
func (e *examined) weight() findings.Weight {
	return findings.Weight{Severity: e.Severity(), Suspect: e.Suspect, Needs: e.needs}
}

// death is how a crash shows: by the note, else by the record.
func (e *examined) death() string {
	if e.note.Signature != "" {
		return e.note.Signature
	}
	return strings.TrimPrefix(findings.Common(e.Finding.Signature), string(e.Class)+"/"+e.Family+"/")
}

// options are what the solver was told when it was found.
func (e *examined) options() string { return settings(e.Finding.Configuration()) }

// needed are the options of the command line that the reduced finding needs; ok is false where that was not tried.
func (e *examined) needed() (options string, ok bool) {
	if e.Reduction.Plain == nil {
		return "", false
	}
	var all []findings.Option
	for _, o := range e.Reduction.Options {
		if !o.Script {
			all = append(all, o.Option)
		}
	}
	return settings(all), true
}

func settings(all []findings.Option) string { return shell.Quote(findings.Words(all)) }

// located reports whether a finding is a crash whose place is known.
func (e *examined) located() bool {
	return e.Class.Crash() && (e.note.Signature != "" && !solver.SaysNothing(e.note.Signature) || len(e.note.Frames) > 0)
}

// IsGone reports whether triage has run the finding in a folder and it did not show. It runs nothing.
func IsGone(dir string) bool {
	n, ok := loadNote(dir)
	return ok && n.Runs > 0 && n.Shown == 0
}
