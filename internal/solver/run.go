package solver

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver/feedback"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/smt"
)

// A Query is one run of a solver on a file.
type Query struct {
	// File is the script's path. Relative paths are relative to Dir.
	File string
	// Checks is the number of check-sat commands that the script executes, 0 if that is not known. More
	// answers than checks are void.
	Checks  int
	Limits  Limits
	Options Options
	// Questions are what the script asks after its check-sats, in the order of its commands.
	Questions []Question
	// Dir is the working directory; empty means the caller's.
	Dir string
	// Vars are environment variables in addition to the caller's, as KEY=VALUE.
	Vars []string
	// Launcher is a command line that is put before the solver's, to observe how it ends.
	Launcher []string
}

// Limits bound a query. Zero values mean no limit; for Output, zero means the sandbox's default.
type Limits struct {
	// Time is the wall time after which Assay kills the solver.
	Time time.Duration
	// Memory is the resident memory in bytes, of all its processes together, beyond
	// which it is killed.
	Memory int64
	// CheckTime is passed to the solver, if its profile knows how, as a limit for
	// each check-sat; it answers unknown and goes on.
	CheckTime time.Duration
	// OwnMemory is passed to the solver, if its profile knows how, as a limit in
	// bytes that it watches itself.
	OwnMemory int64
	// Output is the number of bytes that are kept of each of its streams.
	Output int64
}

// within returns the limits, replaced by those of a configuration where it sets any.
func (l Limits) within(own Limits) Limits {
	return Limits{
		Time: cmp.Or(own.Time, l.Time), Memory: cmp.Or(own.Memory, l.Memory), CheckTime: cmp.Or(own.CheckTime, l.CheckTime),
		OwnMemory: cmp.Or(own.OwnMemory, l.OwnMemory), Output: cmp.Or(own.Output, l.Output),
	}
}

// Limits returns limits, replaced by the target's own where it sets any.
func (t Target) Limits(l Limits) Limits { return l.within(t.Config.Limits) }

// Options ask for what a script needs, or for more than an answer. A profile says which arguments this takes;
// if it says nothing, nothing is added.
type Options struct {
	// SelfCheck makes the solver check its models and say when one is wrong.
	SelfCheck bool
	// Models makes get-model possible where it is not by default.
	Models bool
	// Assignments makes get-assignment possible where it is not by default.
	Assignments bool
	// Incremental is for push, pop and more than one check-sat.
	Incremental bool
	// Strings is for string operators that a solver considers extended.
	Strings bool
	// Floats is for floating-point formats other than 32 and 64 bits wide.
	Floats bool
	// Statistics makes the solver print its statistics at its end, if that takes arguments.
	Statistics bool
}

// A Run is what a solver did with a query.
type Run struct {
	// Target is the solver and its configuration. Solver is its specification, by which findings and records name it; a
	// replay may run one target under the name of another. Family is the profile's name, Version the solver's.
	Target                  Target
	Solver, Family, Version string
	// Command is the exact command line.
	Command []string

	Verdict
	// Questions are what the script asked after its check-sats. Put are those that were put to the solver: a reused process is not asked
	// questions that make no sense after its answer.
	Questions, Put []Question

	// Rival is a model of the script's assertions under which the first objective is better than the solver's claimed optimum, as the solver itself
	// says when it is asked for one; "" for none.
	Rival string
	// OnCores are the answers of solvers that were asked whether cores of the run are satisfiable.
	OnCores []CoreVote
	// Refutations are models that solvers gave for formulas that must not be satisfiable if what the run claims in a response is right.
	Refutations []Refutation
	// Unchecked is what the solver does without its own check of models, where that rejected a model and ended the run; nil for none.
	Unchecked *UncheckedRun

	// Presentation says how the script was presented; Without is why that is less than was planned, "" when it is what was planned.
	Presentation Presentation
	Without      string

	// Edges are the edges of the solver's code that the run took, if it ran where those are counted; see coverage.Edges.
	Edges feedback.Signature

	// Mode is the kind of process that it ran in. Session is what a reused process had read when something showed up that
	// only a fresh process can confirm; nil otherwise.
	Mode    Mode
	Session *Session

	// Limits are those under which it ran, including the configuration's own.
	Limits Limits
	// Wall and CPU are the time used, except for the start of a reused process: the CPU time of that is Start, 0 for a run
	// that found a process alive. For a run in a process of its own, Start is the known cost of its start, which is then part
	// of CPU.
	Wall, CPU, Start time.Duration
	// Raw is how the process ended and all its output that was kept. For the last query of a session its standard output is that of this
	// query, and Printed that of all queries.
	Raw     sandbox.Result
	Printed []byte
}

// Command returns the command line for a query. It depends only on t and q.
func (t Target) Command(q Query) []string { return t.command(q, []string{q.File}) }

// LivingCommand returns the command line of a process that reads texts like that of a query, one after the other, in a mode that the
// profile supports.
func (t Target) LivingCommand(q Query, m Mode) []string {
	q.File = ""
	q.Options.Incremental = q.Options.Incremental || m == Push
	return t.command(q, t.profile.Living.Args)
}

// launched is the program as a launcher has to name it, which may run in another folder.
func (t Target) launched(q Query) string {
	if abs, err := filepath.Abs(t.path); err == nil && len(q.Launcher) > 0 && q.Dir != "" {
		return abs
	}
	return t.path
}

// command returns a command line with words instead of the file.
func (t Target) command(q Query, file []string) []string {
	q.Limits = q.Limits.within(t.Config.Limits)
	argv := append(slices.Clone(q.Launcher), t.launched(q))
	values := placeholders(q)
	own := t.Config.Words()
	add := func(words ...string) {
		for i := range words {
			words[i] = values.Replace(words[i])
		}
		if !given(own, words) {
			argv = append(argv, words...)
		}
	}
	call := t.profile.Call
	var base []string
	named := false
	for _, arg := range call.Args {
		if strings.Contains(arg, "{file}") {
			named = true
			if q.File == "" {
				base = append(base, file...)
				continue
			}
		}
		base = append(base, arg)
	}
	for _, arg := range base {
		add(arg)
	}
	for _, wish := range []struct {
		wanted bool
		args   []string
	}{
		{q.Options.SelfCheck, call.SelfCheck},
		{q.Options.Models, call.Models},
		{q.Options.Assignments, call.Assignments},
		{q.Options.Incremental, call.Incremental},
		{q.Options.Strings, call.Strings},
		{q.Options.Floats, call.Floats},
		{q.Options.Statistics, t.profile.Stats.Args},
		{q.Limits.CheckTime > 0, call.CheckTimeout},
		{q.Limits.OwnMemory > 0, call.Memory},
	} {
		if wish.wanted {
			for words := range settings(wish.args) {
				add(words...)
			}
		}
	}
	argv = append(argv, own...)
	if !named {
		argv = append(argv, file...)
	}
	return argv
}

// settings yields the options among a feature's words, each with its value where that is a word of its own, as in -t 5 and -o name=value.
func settings(words []string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for i := 0; i < len(words); {
			n := 1
			if hasValue(words[i:]) {
				n = 2
			}
			if !yield(slices.Clone(words[i : i+n])) {
				return
			}
			i += n
		}
	}
}

// hasValue reports whether the first of some words is an option, and the second its value.
func hasValue(words []string) bool {
	return len(words) > 1 && strings.HasPrefix(words[0], "-") && optionName(words[0]) == words[0] && strings.IndexAny(words[1], "-+") != 0
}

// given reports whether the user has already set an option of a profile, to whatever value: the user's
// counts, and some solvers refuse an option given twice. An option that takes the names of others counts for each name.
func given(own, words []string) bool {
	name := optionName(words[0])
	if name == "" {
		return false
	}
	inner := ""
	if len(words) > 1 && strings.Contains(words[1], "=") {
		inner = optionName(words[1])
	}
	for i, o := range own {
		if optionName(o) == name && (inner == "" || hasValue(own[i:]) && optionName(own[i+1]) == inner) {
			return true
		}
	}
	return false
}

// optionName is the part of an option before its value. Words that do not look like
// options have none.
func optionName(arg string) string {
	i := strings.IndexAny(arg, "=:")
	switch {
	case i >= 0:
		return arg[:i]
	case strings.HasPrefix(arg, "-"):
		return arg
	}
	return ""
}

// placeholders fills in a profile's arguments. Limits are rounded up: a limit of half a second becomes one
// second for a solver that counts in seconds, and never no limit at all.
func placeholders(q Query) *strings.Replacer {
	memory := q.Limits.OwnMemory
	up := func(n, unit int64) string { return strconv.FormatInt((n+unit-1)/unit, 10) }
	return strings.NewReplacer(
		"{file}", q.File,
		"{ms}", up(int64(q.Limits.CheckTime), int64(time.Millisecond)),
		"{s}", up(int64(q.Limits.CheckTime), int64(time.Second)),
		"{mib}", up(memory, 1<<20),
		"{bytes}", strconv.FormatInt(memory, 10),
	)
}

// Run runs the solver once, in a process of its own. Whatever the solver does, however bad, is in the Run; an
// error means that it could not be run at all, or that ctx ended.
func (t Target) Run(ctx context.Context, q Query) (Run, error) {
	q.Limits = q.Limits.within(t.Config.Limits)
	argv := t.Command(q)
	res, err := sandbox.Run(ctx, sandbox.Command{
		Argv: argv, Dir: q.Dir, Vars: q.Vars,
		Timeout: q.Limits.Time, Memory: q.Limits.Memory, MaxOutput: q.Limits.Output,
	})
	if err != nil {
		return Run{}, cannotRun(t, err)
	}
	if res.Reason == sandbox.Canceled {
		return Run{}, fmt.Errorf("solver %s: %w", t, sandbox.Ended(ctx))
	}
	return t.Read(q, argv, res), nil
}

// Read returns the run of a process that has ended, or of a part of the life of one that continues; res says how that ended.
func (t Target) Read(q Query, command []string, res sandbox.Result) Run {
	return Run{
		Target: t, Solver: t.String(), Family: t.profile.Name, Version: t.version, Command: command,
		Verdict: classify(t.profile, res, q), Questions: q.Questions, Put: q.Questions, Mode: Process, Limits: q.Limits.within(t.Config.Limits),
		Wall: res.Wall, CPU: res.CPU, Raw: res,
	}
}

// Answer returns the answer to the first check-sat, 0 if there is none that can be believed.
func (r Run) Answer() smt.Status {
	if r.Void || len(r.Answers) == 0 {
		return 0
	}
	return r.Answers[0]
}

// checkOf is the check that failed in a crash, NoCheck for one that a release can have as well. Releases may assert, too, but that ends them as it
// would end any program.
func (r Run) checkOf() oracle.CheckKind {
	switch {
	case r.Crash.Kind == CrashSanitizer:
		return oracle.BySanitizer
	case r.Crash.Kind == CrashAssertion && IsBuild(r.Version):
		return oracle.ByAssertion
	}
	return oracle.NoCheck
}

// Observation returns the part of the run that the oracle judges.
func (r Run) Observation() oracle.Observation {
	o := oracle.Observation{
		Solver: r.Solver, Family: r.Family, Answers: r.Answers, Void: r.Void,
		Cut: r.Limit != LimitNone || r.Crash != nil || r.Halted, InvalidModel: r.InvalidModel,
		NearTimeout: r.NearTimeout(), Incomplete: r.Incomplete,
	}
	if p := r.Target.Profile(); p != nil { // runs that are read back have no target
		o.Codebase = p.Codebase
	}
	if r.Crash != nil {
		o.Crash = &oracle.Crash{
			Kind: string(r.Crash.Kind), Signature: r.Crash.Signature, Detail: r.Crash.Detail, Check: r.checkOf(),
		}
	}
	return o
}

// UncheckedRun is a run that answered sat, with the model that it printed.
type UncheckedRun struct {
	Solver string // with the configuration that does not check models
	Model  string
}

// A CoreVote is a solver's answer to a core that another one gave for an unsat.
type CoreVote struct {
	Check            int
	Solver, Codebase string
	Family           string
	Answer           smt.Status
	Model            string // that it printed, "" for none
}

// A Refutation is a model that may show that a response is wrong: the response to question number Place after a check-sat, in claim number Claim.
type Refutation struct {
	Check, Place, Claim int
	Solver, Family      string
	Model               string
}
