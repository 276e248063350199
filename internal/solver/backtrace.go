package solver

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// Bounds of an examination with a debugger.
const (
	// traceTime is what a debugger takes beyond the run itself: it reads the symbols of large libraries.
	traceTime = 30 * time.Second
	// traceMemory is how much memory it may hold, including the solver's own.
	traceMemory = 4 << 30
	// traceDepth is how many frames are examined, traceFrames how many of them name a defect.
	traceDepth  = 40
	traceFrames = 3
)

// SaysNothing reports whether a crash signature says that a solver crashed but not where: a signal, an exit status, or the words with which a
// solver reports a signal that it caught.
func SaysNothing(signature string) bool { return saysNothing.MatchString(signature) }

var saysNothing = regexp.MustCompile(`^(?:signal \w+|exit status \d+|caught signal \d+|segfault(?: \(signal \w+\))?|(?:cvc5|CVC4) (?:threw an "unexpected"|executed|encountered|divided by zero).*)$`)

// Debugger returns the program that shows where a process crashed, "" when this machine has none.
func Debugger() string {
	p, err := sandbox.LookPath("gdb")
	if err != nil {
		return ""
	}
	return p
}

// A Trace is what a debugger says about a crash.
type Trace struct {
	// Frames are the functions on top of the stack, the innermost first, at most three. A function without a name is given by its place in
	// its library.
	Frames []string
	// Missing says why there are none, "" when there are some.
	Missing string
}

// Backtrace runs a query under a debugger and says where it crashed. Where the solver's program is a launcher, the process that reads the
// script is examined: the launcher is run up to that point first, and the debugger then runs what it started, with the same
// arguments and in the same environment. The error is that of ctx, or says that the debugger could not be started.
func (t Target) Backtrace(ctx context.Context, debugger string, q Query) (Trace, error) {
	command := traced{argv: t.Command(q), dir: q.Dir}
	if isLauncher(t.path) {
		var err error
		if command, err = t.behindLauncher(ctx, q); err != nil {
			return Trace{}, err
		}
		if command.missing != "" {
			return Trace{Missing: command.missing}, nil
		}
	}
	// What the solver prints might look like a stack, so only the debugger writes to the standard output.
	argv := []string{debugger, "-nx", "-batch", "-tty=" + os.DevNull}
	for _, c := range slices.Concat([]string{
		"set confirm off", "set pagination off", "set style enabled off", "set width 0", "set print frame-arguments none",
		"set debuginfod enabled off", "handle SIGPIPE nostop noprint",
	}, command.settings, []string{"run", "backtrace " + strconv.Itoa(traceDepth), "info proc mappings"}) {
		argv = append(argv, "-ex", c)
	}
	argv = append(append(argv, "--args"), command.argv...)
	limits := q.Limits.within(t.Config.Limits)
	res, err := sandbox.Run(ctx, sandbox.Command{
		Argv: argv, Dir: command.dir, Timeout: 3*limits.Time + traceTime, Memory: limits.Memory + traceMemory, MaxOutput: 4 << 20,
	})
	if err != nil {
		return Trace{}, fmt.Errorf("debugger: %w", err)
	}
	if res.Reason == sandbox.Canceled {
		return Trace{}, cmp.Or(context.Cause(ctx), context.Canceled)
	}
	out := Trace{Frames: framesOf(string(res.Stdout))}
	if len(out.Frames) == 0 {
		out.Missing = untraced(res)
	}
	return out, nil
}

// traced is what a debugger runs.
type traced struct {
	argv     []string
	dir      string
	settings []string // commands for the debugger before it runs it
	missing  string   // why it cannot be run in a debugger, "" if it can
}

// behindLauncher is what a launcher starts for a query. If that does not show, it is the interpreter of the launcher, whose process may become
// that of the solver: the debugger follows it.
func (t Target) behindLauncher(ctx context.Context, q Query) (traced, error) {
	reader, ok, err := t.reader(ctx, q)
	if err != nil {
		return traced{}, err
	}
	argv := t.Command(q)
	if !ok {
		return traced{argv: slices.Concat(interpreterOf(t.path), []string{t.path}, argv[1:]), dir: q.Dir, settings: []string{"set follow-exec-mode same"}}, nil
	}
	file := q.File
	if !filepath.IsAbs(file) {
		if file, err = filepath.Abs(filepath.Join(q.Dir, file)); err != nil {
			return traced{}, err
		}
	}
	out := traced{argv: []string{reader.Program}, dir: reader.Dir}
	for _, arg := range reader.Args[1:] {
		out.argv = append(out.argv, strings.ReplaceAll(arg, reader.file, file))
	}
	if !slices.ContainsFunc(out.argv, func(arg string) bool { return strings.Contains(arg, file) }) {
		out.missing = "the launcher hands on the script by other means than its name"
		return out, nil
	}
	// The debugger keeps its own environment, since that of the solver may not suit it. Its commands end with their lines.
	for _, v := range reader.Vars {
		if !strings.ContainsAny(v, "\n\r") {
			out.settings = append(out.settings, "set environment "+v)
		}
	}
	return out, nil
}

// interpreterOf is the command line of the first line of a launcher, /bin/sh if there is none.
func interpreterOf(path string) []string {
	text, err := os.ReadFile(path)
	line, _, _ := strings.Cut(string(text[:min(len(text), maxDetail)]), "\n")
	words := strings.Fields(strings.TrimPrefix(line, "#!"))
	if err != nil || len(words) == 0 {
		return []string{"/bin/sh"}
	}
	return words
}

// inferiorEnded finds what a debugger says when the program ended by itself.
var inferiorEnded = regexp.MustCompile(`(?m)^\[Inferior \d+ \(.*\) exited (.+)\]$`)

// untraced says why a debugger showed no stack.
func untraced(res sandbox.Result) string {
	text := string(res.Stdout)
	switch {
	case res.Reason == sandbox.TimedOut:
		return "the debugger took too long"
	case res.Reason == sandbox.OutOfMemory:
		return "the debugger took too much memory"
	case strings.Contains(text, "\n#0 ") || strings.HasPrefix(text, "#0 "):
		return "the debugger knows neither the functions on the stack nor their libraries"
	}
	if m := inferiorEnded.FindStringSubmatch(text); m != nil {
		return "it did not crash under the debugger: it exited " + m[1]
	}
	if line := diagnostic(res); line != "" {
		return "the debugger says: " + line
	}
	return "the debugger says nothing"
}

var (
	// debuggerFrame is a line of a backtrace: #0  0x00007f in f(int) () from /lib/x.so, #1  f (x=...) at a.c:12.
	debuggerFrame = regexp.MustCompile(`(?m)^#\d+\s+(?:(0x[0-9a-f]+) in )?(.+?) \([^()]*\)(?: (?:from|at) \S+)?$`)
	// mapping is a line about memory that a process has mapped from a file: begin, end, size, offset, perhaps permissions, file.
	mapping = regexp.MustCompile(`(?m)^\s*(0x[0-9a-f]+)\s+(0x[0-9a-f]+)\s+0x[0-9a-f]+\s+0x[0-9a-f]+\s+(?:[-rwxps]+\s+)?(/\S+)`)
	// abortFrame is a frame of a function that ends a process, or copies memory on behalf of its caller: it says nothing about the defect.
	abortFrame = regexp.MustCompile(`^(?:__pthread_kill|pthread_kill|__GI_|__libc_|_?_?kill$|raise$|gsignal$|abort$|__assert|__restore_rt|<signal handler|std::terminate|__cxa_|__cxxabiv1|__gnu_cxx::__verbose|_Unwind|std::__throw|__mem|memcpy|memmove|malloc|free$|operator (?:new|delete))`)
	// templates and argument lists differ in spelling between builds.
	argumentList = regexp.MustCompile(`\((?:[^()]|\([^()]*\))*\)(?: const)?$`)
)

// framesOf reads what a debugger printed.
func framesOf(text string) []string {
	type region struct {
		from, to uint64
		file     string
	}
	var regions []region
	base := make(map[string]uint64)
	for _, m := range mapping.FindAllStringSubmatch(text, 4096) {
		from, err1 := strconv.ParseUint(m[1], 0, 64)
		to, err2 := strconv.ParseUint(m[2], 0, 64)
		if err1 != nil || err2 != nil {
			continue
		}
		regions = append(regions, region{from, to, m[3]})
		if b, ok := base[m[3]]; !ok || from < b {
			base[m[3]] = from
		}
	}
	var names []string
	for _, m := range debuggerFrame.FindAllStringSubmatch(text, traceDepth) {
		name := functionName(m[2])
		if name == "??" {
			at, err := strconv.ParseUint(m[1], 0, 64)
			i := slices.IndexFunc(regions, func(r region) bool { return r.from <= at && at < r.to })
			if err != nil || i < 0 {
				name = unknown
			} else {
				name = fmt.Sprintf("%s+%#x", path.Base(regions[i].file), at-base[regions[i].file])
			}
		}
		if !abortFrame.MatchString(name) {
			names = append(names, oneLine(name))
		}
	}
	return topFrames(names)
}

// functionName is a function without its arguments.
func functionName(s string) string {
	if trimmed := argumentList.ReplaceAllString(s, ""); trimmed != "" {
		s = trimmed
	}
	return strings.TrimSpace(s)
}

// unknown is a frame for which the debugger knows neither the function nor the library.
const unknown = "?"

// topFrames are the frames that name a defect, up to the first unknown one: stacks about which nothing is known are not alike. An overflowed stack
// repeats the same few functions, and where among them it ended is chance; they are then listed in the order of their names.
func topFrames(names []string) []string {
	different := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == unknown })
	slices.Sort(different)
	different = slices.Compact(different)
	if len(names) >= traceDepth/2 && len(different) > 0 && len(different) <= len(names)/4 {
		out := []string{"recursion"}
		return append(out, different[:min(len(different), traceFrames)]...)
	}
	names = names[:min(len(names), traceFrames)]
	if at := slices.Index(names, unknown); at >= 0 {
		names = names[:at]
	}
	if len(names) == 0 {
		return nil
	}
	return slices.Clone(names)
}
