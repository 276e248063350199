package solver

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"syscall"

	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/smt"
)

// Limit says which limit ended a run or an answer. The zero value means none did.
type Limit uint8

// The limits.
const (
	// LimitNone: no limit was reached.
	LimitNone Limit = iota
	// LimitTime: the allowed time passed.
	LimitTime
	// LimitMemory: the allowed memory, or all there is, was used up.
	LimitMemory
	// LimitKilled: somebody else ended the process.
	LimitKilled
	// LimitFile: it wrote a file of more than sandbox.MaxFile bytes.
	LimitFile
)

func (l Limit) String() string {
	switch l {
	case LimitNone:
		return "none"
	case LimitTime:
		return "timeout"
	case LimitMemory:
		return "memory"
	case LimitKilled:
		return "killed"
	case LimitFile:
		return fmt.Sprintf("killed: it wrote a file of more than %d MiB", sandbox.MaxFile>>20)
	}
	return fmt.Sprintf("Limit(%d)", uint8(l))
}

// A Verdict is what the output and the end of a process mean.
type Verdict struct {
	Answers []smt.Status
	// Returns are what the solver returned after its answers, in order: models, cores, values.
	Returns []Return
	// Errors are the solver's (error ...) messages, on either stream.
	Errors []string
	// Void: the answers are not about the script, or cannot be distinguished from other text.
	Void bool
	// Halted: the solver had no model or core to show after an answer and went no further, so that the answers
	// are those to the first check-sats.
	Halted bool
	// Cut: not all that the solver printed was kept, so that what seems to be missing at the end may have been there.
	Cut bool
	// Chatter: there is text other than answers, the responses after them, and errors.
	Chatter bool
	// Rejected, Unsupported and BadOptions say who is not to blame: the input was
	// refused; this build lacks something or wants an option; the command line is
	// wrong.
	Rejected, Unsupported, BadOptions bool
	// Incomplete: the solver says that it lacks what a formula takes, so that an unknown was to be expected. Other answers are as good as any.
	Incomplete bool
	// InvalidModel is the solver's statement that its own model is wrong.
	InvalidModel string
	Crash        *Crash
	Limit        Limit
	// Reason says in a few words why there is no usable answer; empty if there is.
	Reason string
}

// crashSignals are those that a program causes itself.
var crashSignals = map[syscall.Signal]string{
	syscall.SIGSEGV: "SEGV", syscall.SIGABRT: "ABRT", syscall.SIGILL: "ILL",
	syscall.SIGFPE: "FPE", syscall.SIGBUS: "BUS", syscall.SIGTRAP: "TRAP", syscall.SIGSYS: "SYS",
}

// An ending is the way a process ended, with a wrapper's translation undone: a shell
// reports the death of its child by signal n as exit status 128+n.
type ending struct {
	signal syscall.Signal // 0: none
	status int            // -1: none
}

func endingOf(res sandbox.Result, known Statuses) ending {
	const shellSignal, signals = 128, 31
	if n := res.ExitCode - shellSignal; res.Reason == sandbox.Exited && 0 < n && n <= signals && !known.has(res.ExitCode) {
		return ending{signal: syscall.Signal(n), status: -1}
	}
	return ending{signal: res.Signal, status: res.ExitCode}
}

func (s Statuses) has(status int) bool {
	return slices.Contains(slices.Concat(s.Timeout, s.Memory, s.Options, s.Unsupported, s.Rejected, s.Crash), status)
}

// memoryShare is the share of the memory limit from which a crash is attributed to the limit.
const memoryShare = 0.9

// classify reads a run. The order is: limits that we enforced; signals; exit statuses;
// texts. Texts also override a crash when they show that a limit, a missing feature or a disagreement with
// the status annotation caused an abort, or that the abort is how the solver reports an invalid model. They
// never override a signal that only a defect can raise, such as SIGSEGV.
func classify(p *Profile, res sandbox.Result, q Query) Verdict {
	memory, checks := q.Limits.Memory, q.Checks
	out, errOut := scanFor(res.Stdout, p, q.Questions), scanErrors(res.Stderr, p)
	v := Verdict{Answers: out.answers, Returns: p.escaped(returned(out.behind, q.Questions)), Errors: slices.Concat(out.errors, errOut.errors)}
	// All of standard error is the solver's own text; of standard output only what is outside of models and
	// strings.
	var raw clipped
	raw.add(res.Stderr)
	text := joinLines(append([]string{raw.String(), out.loose.String()}, v.Errors...))
	v.Cut = out.full || res.StdoutDropped > 0
	v.Chatter = len(raw.head) > 0 || len(out.loose.head) > 0
	end := endingOf(res, p.Status)

	v.Limit = limitOf(p, res, end, text, memory)
	if at := p.Text.InvalidModel.find(text); at >= 0 {
		v.InvalidModel = excerpt(text, at)
	}
	v.Incomplete = p.Text.Incomplete.Match(text)
	v.Crash = crashOf(p, end, text, v)
	v.blame(p, end, text)
	// An error next to an answer explains no command that was skipped.
	remarks := joinLines([]string{errOut.loose.String(), out.loose.String()})
	v.voidIfDoubtful(p, out.unsupported+errOut.unsupported > p.Text.Harmless.count(remarks), text, checks)
	last := out.last
	if last == "" {
		last = errOut.last // in case errors are on standard error
	}
	v.Halted = !v.Void && res.Reason == sandbox.Exited && end.status > 0 &&
		0 < len(v.Answers) && len(v.Answers) < checks && last != "" && p.Text.Harmless.Match(last)
	v.Reason = v.reason(p, res, end, text, remarks, checks)
	return v
}

// joinLines joins texts by newlines. All of them empty, the whole is empty as well.
func joinLines(texts []string) string {
	joined := strings.Join(texts, "\n")
	if len(joined) == len(texts)-1 {
		return ""
	}
	return joined
}

func limitOf(p *Profile, res sandbox.Result, end ending, text string, memory int64) Limit {
	switch res.Reason {
	case sandbox.TimedOut:
		return LimitTime
	case sandbox.OutOfMemory:
		return LimitMemory
	case sandbox.Canceled:
		return LimitKilled
	case sandbox.Exited, sandbox.Signaled:
		// Assay did not end it: the ending and the texts tell why.
	}
	aborted := end.signal == syscall.SIGABRT
	switch {
	case end.signal == syscall.SIGXCPU:
		return LimitTime
	case end.signal == syscall.SIGXFSZ:
		return LimitFile
	case end.signal == syscall.SIGKILL:
		// It is not our kill, so most likely the kernel's, for lack of memory, or a person's.
		return LimitKilled
	case end.signal != 0 && memory > 0 && float64(res.SampledRSS) >= memoryShare*float64(memory):
		return LimitMemory
	case end.signal != 0 && !aborted:
		if _, crash := crashSignals[end.signal]; crash {
			return LimitNone
		}
		return LimitKilled
	case slices.Contains(p.Status.Memory, end.status), p.Text.Memory.Match(text):
		return LimitMemory
	case slices.Contains(p.Status.Timeout, end.status), p.Text.Timeout.Match(text):
		return LimitTime
	}
	return LimitNone
}

func crashOf(p *Profile, end ending, text string, v Verdict) *Crash {
	if v.Limit != LimitNone {
		return nil
	}
	name, bySignal := crashSignals[end.signal]
	excused := v.InvalidModel != "" || p.Text.NotACrash.Match(text) ||
		p.Text.Unsupported.Match(text) || p.Text.Options.Match(text)
	if excused && (!bySignal || end.signal == syscall.SIGABRT) {
		return nil
	}
	byText, found := crashText(p, text)
	switch {
	case found:
		if bySignal && end.signal != syscall.SIGABRT {
			byText.Signature = oneLine(byText.Signature + " (signal " + name + ")")
		}
		return &byText
	case bySignal:
		c := signalCrash(name, text)
		return &c
	case slices.Contains(p.Status.Crash, end.status):
		c := exitCrash(end.status, text)
		return &c
	}
	return nil
}

// blame determines who is at fault for a run without a result, when it is not the solver.
func (v *Verdict) blame(p *Profile, end ending, text string) {
	v.Unsupported = slices.Contains(p.Status.Unsupported, end.status) || p.Text.Unsupported.Match(text)
	v.BadOptions = !v.Unsupported &&
		(slices.Contains(p.Status.Options, end.status) || p.Text.Options.Match(text))
	if v.Unsupported || v.BadOptions {
		return
	}
	v.Rejected = slices.Contains(p.Status.Rejected, end.status) || p.Text.Rejected.Match(text)
	for _, e := range v.Errors {
		if !p.explained(e) {
			v.Rejected = true
		}
	}
}

// explained reports whether an error is not a refusal of the input.
func (p *Profile) explained(message string) bool {
	return p.Text.Harmless.Match(message) || p.Text.InvalidModel.Match(message) ||
		p.Text.Memory.Match(message) || p.Text.Timeout.Match(message)
}

// voidIfDoubtful marks answers that must not be believed. skipped says that something that is not harmless was not supported.
func (v *Verdict) voidIfDoubtful(p *Profile, skipped bool, text string, checks int) {
	ignored := skipped && !p.IgnoresOnlyOptions
	v.Void = v.Rejected || v.BadOptions || v.Unsupported || ignored ||
		checks > 0 && len(v.Answers) > checks
	v.Unsupported = v.Unsupported || ignored
	// A text about the status annotation replaces an answer.
	if p.Text.NotACrash.Match(text) {
		v.Void = true
	}
}

// reason describes the most telling fact, with the text that decided it. remarks is what was said besides answers, responses and errors.
func (v *Verdict) reason(p *Profile, res sandbox.Result, end ending, text, remarks string, checks int) string {
	with := func(what, said string) string { return strings.TrimSuffix(what+": "+said, ": ") }
	notACrash := p.Text.NotACrash.find(text)
	switch {
	case v.Limit != LimitNone:
		return strings.TrimSuffix(with(v.Limit.String(), v.limitText(p, res, end, text)), ": "+v.Limit.String())
	case v.Crash != nil:
		return "crash: " + v.Crash.Signature
	case v.BadOptions:
		return with("options not accepted", cmp.Or(lineAt(text, p.Text.Options.find(text)), v.said(p, res)))
	case v.Rejected:
		return with("input rejected", v.said(p, res))
	case v.Unsupported:
		return with("not supported", cmp.Or(lineAt(text, p.Text.Unsupported.find(text)), v.unexplained(p), firstLine(remarks), v.said(p, res)))
	case checks > 0 && len(v.Answers) > checks:
		return fmt.Sprintf("%d answers to %d check-sat commands", len(v.Answers), checks)
	case v.InvalidModel != "":
		return "invalid model: " + oneLine(v.InvalidModel)
	case notACrash >= 0:
		return oneLine(excerpt(text, notACrash))
	case v.Void:
		return with("void", v.said(p, res))
	case end.signal != 0:
		return fmt.Sprintf("signal %d", end.signal)
	case len(v.Answers) < max(checks, 1):
		return with(fmt.Sprintf("%d answers, exit status %d", len(v.Answers), end.status), v.said(p, res))
	}
	return ""
}

// unexplained is the first error that the profile does not explain, "" if there is none.
func (v *Verdict) unexplained(p *Profile) string {
	for _, e := range v.Errors {
		if !p.explained(e) {
			return oneLine(e)
		}
	}
	return ""
}

// said is the first error that the profile does not explain, else the first error, else what the solver printed first.
func (v *Verdict) said(p *Profile, res sandbox.Result) string {
	if e := v.unexplained(p); e != "" || len(v.Errors) == 0 {
		return cmp.Or(e, diagnostic(res))
	}
	return oneLine(v.Errors[0])
}

// limitText is what the solver said about a limit of its own, "" if Assay ended it.
func (v *Verdict) limitText(p *Profile, res sandbox.Result, end ending, text string) string {
	if res.Reason != sandbox.Exited && res.Reason != sandbox.Signaled {
		return ""
	}
	switch v.Limit {
	case LimitTime:
		return lineAt(text, p.Text.Timeout.find(text))
	case LimitMemory:
		return lineAt(text, p.Text.Memory.find(text))
	case LimitKilled:
		return fmt.Sprintf("signal %d", end.signal)
	case LimitNone, LimitFile:
	}
	return ""
}

// lineAt is the line of a text that contains an offset, "" for a negative one.
func lineAt(text string, at int) string {
	if at < 0 {
		return ""
	}
	begin := strings.LastIndexByte(text[:at], '\n') + 1
	line, _, _ := strings.Cut(text[begin:], "\n")
	if len(line) > maxDetail {
		line = line[:maxDetail]
	}
	if message, ok := errorMessage([]byte(strings.TrimSpace(line))); ok {
		line = message
	}
	return oneLine(line)
}

// diagnostic is the first line of text that the solver printed, standard error first.
func diagnostic(res sandbox.Result) string {
	return cmp.Or(firstLine(string(res.Stderr[:min(len(res.Stderr), maxDetail)])), firstLine(string(res.Stdout[:min(len(res.Stdout), maxDetail)])))
}

// firstLine is the first line of a text that is not blank, "" if there is none.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = oneLine(line); line != "" {
			return line
		}
	}
	return ""
}
