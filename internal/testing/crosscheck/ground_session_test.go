package crosscheck

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// dialect is one way of asking a solver about ground terms.
type dialect struct {
	name   string   // the column of the report
	solver string   // the solver's name in the operator table
	binary string   // what is run
	args   []string // for reading commands from standard input
	setup  string   // commands before all others
	limit  string   // how a command sets the time for each query, in milliseconds; "": there is none
}

// higherOrder reports whether the dialect is for terms that contain functions.
func (d *dialect) higherOrder() bool { return d.name == "cvc5 (HO)" }

// perQuery is how many milliseconds a solver may take for one term, and perBatch for many at once, if such a limit
// can be set: what takes long together is quick one by one.
const (
	perQuery = 1500
	perBatch = 500
)

// patience is how long an answer may take before the solver is killed.
const patience = 4 * perQuery * time.Millisecond

// memory of a solver process, in kilobytes.
const memory = 3 << 20

// dialects are the ways in which operators are compared. The higher-order one differs in its logic, which
// makes cvc5 slower on everything else.
var dialects = []dialect{
	{name: "z3", solver: "z3", binary: "z3", args: []string{"-in", fmt.Sprintf("-t:%d", perQuery)}, setup: "(set-option :global-declarations true)\n", limit: "(set-option :timeout %d)\n"},
	{name: "cvc5", solver: "cvc5", binary: "cvc5", args: cvc5Args, setup: "(set-logic ALL)\n"},
	{name: "cvc4", solver: "cvc4", binary: "cvc4", args: []string{
		"--incremental", "--strings-exp", "--sets-ext", "--lang=smt2", "--produce-models", fmt.Sprintf("--tlimit-per=%d", perQuery),
	}, setup: "(set-logic ALL)\n"},
	{name: "cvc5 (HO)", solver: "cvc5", binary: "cvc5", args: cvc5Args, setup: "(set-logic HO_ALL)\n"},
}

var cvc5Args = []string{
	"--incremental", "--strings-exp", "--fp-exp", "--arrays-exp", cvc5Sets(), "--lang=smt2", "--produce-models", fmt.Sprintf("--tlimit-per=%d", perQuery),
}

// cvc5Sets is how this version of cvc5 calls the option for the universe and the complement of sets.
func cvc5Sets() string {
	const today, before = "--sets-exp", "--sets-ext"
	cmd := exec.Command("cvc5", today, "--lang=smt2") // it reads nothing, and ends
	if cmd.Run() != nil {
		return before
	}
	return today
}

// session is a solver process that is asked one thing after the other. It is started when needed, and again
// after it has ended.
type session struct {
	dialect
	prelude string // declarations

	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string
	asked int
	total int
	spent time.Duration // waiting for answers
}

// queriesPerProcess bounds what a solver keeps in memory from earlier queries.
const queriesPerProcess = 500

// Why a session gives no complete answer.
var (
	errEnded = errors.New("the solver ended")
	errSlow  = errors.New("the solver did not answer in time")
)

func (s *session) start() error {
	// The shell only sets the memory limit, and then becomes the solver.
	cmd := exec.Command("sh", append([]string{"-c", fmt.Sprintf(`ulimit -v %d; exec "$0" "$@"`, memory), s.binary}, s.args...)...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		return err
	}
	lines := make(chan string, 1024)
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(out, 1<<16)
		for {
			line, err := r.ReadString('\n')
			if line != "" {
				lines <- strings.TrimSuffix(line, "\n")
			}
			if err != nil {
				return
			}
		}
	}()
	s.cmd, s.in, s.lines, s.asked = cmd, in, lines, 0
	_, err = s.exchange(s.setup+s.prelude, 20*time.Second)
	return err
}

// stop ends the process. It may be called at any time.
func (s *session) stop() {
	if s.cmd == nil {
		return
	}
	_ = s.in.Close()
	_ = s.cmd.Process.Kill()
	for range s.lines { // the reader must not wait for space
	}
	_ = s.cmd.Wait()
	s.cmd = nil
}

// ask sends commands and returns the lines of the answer. With an error, these are the lines that came before it.
func (s *session) ask(text string, limit time.Duration) ([]string, error) {
	if s.cmd != nil && s.asked >= queriesPerProcess {
		s.stop()
	}
	if s.cmd == nil {
		if err := s.start(); err != nil {
			s.stop()
			return nil, fmt.Errorf("starting %s: %w", s.name, err)
		}
	}
	lines, err := s.exchange(text, limit)
	if err != nil {
		s.stop()
	}
	return lines, err
}

func (s *session) exchange(text string, limit time.Duration) ([]string, error) {
	s.asked++
	s.total++
	begun := time.Now()
	defer func() { s.spent += time.Since(begun) }()
	mark := fmt.Sprintf("answer %d ends", s.total)
	go func(in io.Writer) { // a solver that prints while it reads must not block both
		_, _ = io.WriteString(in, text+"(echo \""+mark+"\")\n")
	}(s.in)
	var out []string
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		select {
		case line, ok := <-s.lines:
			if !ok {
				return out, errEnded
			}
			if strings.Contains(line, mark) {
				return out, nil
			}
			out = append(out, line)
		case <-timer.C:
			return out, errSlow
		}
	}
}

// outcome is what a solver says about a batch.
type outcome uint8

// The outcomes.
const (
	_ outcome = iota
	agrees
	disagrees
	undecided // unknown, or out of time
	refused   // an error
	crashed
	unreadable // its value is not a term with a value in Assay
)

// String names the outcome.
func (o outcome) String() string {
	return [...]string{"?", "agrees", "disagrees", "is undecided", "refuses", "crashes", "gives a value that Assay does not read"}[o]
}

// limited matches what solvers say when they run out of time or memory.
var limited = regexp.MustCompile(`canceled|timeout|bad_alloc|out of memory`)

// query asks about one formula, or none. Earlier queries must not matter, and sometimes do.
func (s *session) query(commands string) ([]string, error) {
	return s.ask("(push 1)\n"+commands+"(pop 1)\n", patience)
}

// check asks whether the formula is unsatisfiable, within that many milliseconds; detail says more about outcomes
// other than agrees.
func (s *session) check(formula string, limit int) (o outcome, detail string) {
	set := ""
	if s.limit != "" {
		set = fmt.Sprintf(s.limit, limit)
	}
	lines, err := s.query(set + "(assert " + formula + ")\n(check-sat)\n")
	text := strings.Join(lines, "\n")
	switch {
	case limited.MatchString(text):
		return undecided, text
	case strings.Contains(text, "(error "):
		return refused, text
	case errors.Is(err, errSlow):
		return undecided, "no answer in time"
	case err != nil:
		return crashed, text
	}
	for _, l := range lines {
		switch l {
		case "unsat":
			return agrees, ""
		case "sat":
			return disagrees, ""
		}
	}
	return undecided, text
}
