// Command fakesolver pretends to be an SMT solver that answers, errs, crashes, hangs and
// floods on command. It is a test double for the whole pipeline, with a solver profile
// like any other (internal/testing/solvertest); it does not solve anything.
//
// Called with - instead of a file, it reads commands from standard input and obeys echo at once. At check-sat it does what
// --live=REGEXP=>ACTIONS says, if REGEXP matches what it has read since the last reset or pop, else what it would do with a file of
// that text; at get-model it does witness, at reset and pop --tidy=ACTIONS. --stain=REGEXP=>ACTIONS takes precedence over --live if
// REGEXP matches what it read before the last reset or pop: what it cannot forget.
//
// What it does is a list of actions, taken from the first of these that exists:
//
//   - comments in the input: "; fake: ACTIONS" for every fake solver, and
//     "; fake-when NAME: ACTIONS" for the one called with --name=NAME;
//   - --when=REGEXP=>ACTIONS, where REGEXP matches the input (repeatable, first wins);
//   - --each=REGEXP=>ACTIONS, the same for each (check-sat in the input;
//   - --do=ACTIONS;
//   - otherwise one answer per (check-sat in the input: --answer=WORD, or unknown.
//
// --write=NAME makes an empty file of that name at once, like options that make a solver write a log.
//
// Actions are words separated by blanks; texts are Go string literals:
//
//	sat unsat unknown   print that answer on a line
//	right               print sat when the input has (assert (= n K)) with an even K, unsat with an odd one, else unknown
//	witness             print a model with that n when the answer is sat, else nothing
//	swallow             do not obey the next echo
//	later N "T"         with - for the input: print T when it has obeyed N more commands, and go on
//	out "T" · err "T"   print T on standard output · standard error
//	error "T"           print (error "T")
//	invalid-model       print what z3 prints about a model that it rejects
//	binary              print bytes that are no UTF-8, NULs among them
//	flood N             print N bytes of lines (0: for ever)
//	flood-err N         the same on standard error
//	trickle MS "T"      print T byte by byte with a pause before each
//	memory N            take N bytes of memory and touch them
//	sleep MS · spin MS  wait · use processor time
//	orphan              leave a child of the same group behind, holding the streams; its
//	                    command line ends with the input's name
//	escape              the same, in a session of its own
//	escape-bare         the same, without environment and streams
//	escape-memory N     the same as escape, and the child takes N bytes of memory
//	await-limit         wait until the size of files is limited (Linux)
//	fill N              make a file of N bytes next to the input
//	swap WHAT PATH      replace the input (file) or its folder (folder) by a link to PATH
//	hang                wait for ever; a polite signal ends it
//	hang-hard           wait for ever, deaf to all signals that can be ignored
//	crash NAME          die by a signal: SEGV ABRT ILL FPE BUS KILL TERM XCPU XFSZ
//	exit N              end with that status
package main

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"
)

// version is what --version prints.
const version = "1.2.3"

// exitUsage is the status for options and files that make no sense.
const exitUsage = 110

// An invocation is a parsed command line.
type invocation struct {
	name   string
	when   []rule
	live   []rule
	stain  []rule
	info   []rule
	each   []rule
	tidy   string
	set    string // what the options stand for
	do     string
	answer string
	file   string
}

type rule struct {
	match   *regexp.Regexp
	actions string
}

// passive options are accepted and do nothing: they stand for the options that profiles
// add, so that tests can look for them in a recorded command line. Tests start this program thousands of times,
// so patterns are compiled when they are needed.
var passive = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^--(incremental|self-check|strings|quiet|tlimit=\d+|mlimit=\d+|opt[-a-z]*=.*)$`)
})

func main() {
	if len(os.Args) > 1 && os.Args[1] == orphanArg {
		orphan()
	}
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 1 && args[0] == "--version" {
		fmt.Fprintf(stdout, "This is fakesolver version %s\n", version)
		return 0
	}
	inv, err := parseArgs(args)
	if err != nil {
		fmt.Fprintf(stderr, "ERROR: %v\n", err)
		return exitUsage
	}
	p := player{file: inv.file, stdout: stdout, stderr: stderr}
	if inv.file == "-" {
		return inv.interactive(stdin, &p)
	}
	input, err := os.ReadFile(inv.file)
	if err != nil {
		fmt.Fprintf(stderr, "(error \"cannot open %s\")\n", inv.file)
		return exitUsage
	}
	p.input = string(input)
	status, end := p.perform(inv.script(inv.set + p.input))
	if !end && strings.Contains(p.input, "(get-info ") {
		status, _ = p.perform(inv.chosen(inv.set+p.input, inv.info))
	}
	return status
}

// perform performs a list of actions; end says that the process is over, with that status.
func (p *player) perform(script string) (status int, end bool) {
	actions, err := parseActions(script)
	if err != nil {
		fmt.Fprintf(p.stderr, "ERROR: %v\n", err)
		return exitUsage, true
	}
	for _, a := range actions {
		if status, end := p.play(a); end {
			return status, true
		}
	}
	return 0, false
}

func parseArgs(args []string) (invocation, error) {
	inv := invocation{answer: "unknown"}
	for _, arg := range args {
		option, value, _ := strings.Cut(arg, "=")
		switch {
		case !strings.HasPrefix(arg, "-") || arg == "-":
			inv.file = arg
		case option == "--name":
			inv.name = value
		case option == "--do":
			inv.do = value
		case option == "--answer":
			inv.answer = value
		case option == "--write":
			if err := os.WriteFile(value, nil, 0o644); err != nil {
				return inv, err
			}
		case option == "--tidy":
			inv.tidy = value
		case option == "--when", option == "--live", option == "--stain", option == "--info", option == "--each":
			pattern, actions, ok := strings.Cut(value, "=>")
			re, err := regexp.Compile(pattern)
			if !ok || err != nil {
				return inv, fmt.Errorf("invalid parameter, %s is not REGEXP=>ACTIONS", value)
			}
			switch r := (rule{re, actions}); option {
			case "--when":
				inv.when = append(inv.when, r)
			case "--live":
				inv.live = append(inv.live, r)
			case "--each":
				inv.each = append(inv.each, r)
			case "--info":
				inv.info = append(inv.info, r)
			default:
				inv.stain = append(inv.stain, r)
			}
		case !passive().MatchString(arg):
			return inv, fmt.Errorf("invalid parameter, unknown option %s", arg)
		case strings.HasPrefix(arg, "--opt-"):
			inv.set += "(set-option :" + strings.TrimPrefix(option, "--opt-") + " " + value + ")\n"
		}
	}
	if inv.file == "" {
		return inv, fmt.Errorf("no input file")
	}
	return inv, nil
}

// script chooses the actions for an input.
func (inv invocation) script(input string) string {
	var scripted []string
	for line := range strings.Lines(input) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "; fake")
		if !ok {
			continue
		}
		head, actions, ok := strings.Cut(rest, ":")
		if ok && (head == "" || head == "-when "+inv.name) {
			scripted = append(scripted, actions)
		}
	}
	if len(scripted) > 0 {
		return strings.Join(scripted, " ")
	}
	if actions := inv.chosen(input, inv.when); actions != "" {
		return actions
	}
	checks := strings.Count(input, "(check-sat")
	if actions := inv.chosen(input, inv.each); actions != "" {
		return strings.Repeat(actions+" ", checks)
	}
	if inv.do != "" {
		return inv.do
	}
	return strings.Repeat(inv.answer+" ", checks)
}

// chosen returns the actions of the first rule that an input matches, "" when there is none.
func (inv invocation) chosen(input string, rules []rule) string {
	for _, r := range rules {
		if r.match.MatchString(input) {
			return r.actions
		}
	}
	return ""
}
