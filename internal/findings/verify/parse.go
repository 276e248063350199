package verify

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/findings/bisect"
)

// A page is a report taken apart.
type page struct {
	// program is the solver that commands without another name mean, as NAME@VERSION.
	program string
	// files are the scripts by name; cut names those that the report does not have whole.
	files map[string]string
	cut   map[string]bool
	// commands are those with their output, in the order of the text.
	commands []command
	// answers are what a program answers to a command.
	answers []answer
	// shown and runs are how often it showed, 0 and 0 where the report does not say.
	shown, runs int
}

// tries is how often a command is run until it does what the report says: once, or where that does not always show, so often that the chance of a
// miss is below bisect.MissChance, by the least rate that the report's count is likely to come from; bisect.MostRuns times at most.
func (p *page) tries() int {
	if p.shown <= 0 || p.shown >= p.runs {
		return 1
	}
	return min(bisect.MostRuns, bisect.RunsNeeded(p.shown, p.runs))
}

// A command is what the report says about one command line.
type command struct {
	line, output string
	// status is the exit status where the report has it, -1 otherwise. limited: a limit ended it.
	status  int
	limited bool
}

// An answer is what the report says a program answers to a command; definitions replace the declarations of the script, "" for none.
type answer struct {
	program, line, answer, definitions string
}

var (
	fence      = regexp.MustCompile("^(`{3,})([a-z0-9]*)$")
	fileLine   = regexp.MustCompile("^`([\\w.-]+\\.smt2)`")
	programIs  = regexp.MustCompile("^- Program: `([^`]+)`")
	rateIs     = regexp.MustCompile(`shows in ([0-9]+) of ([0-9]+) runs`)
	replacing  = regexp.MustCompile("^To check without trusting us: replace the declarations? by (?:this|these) definitions?; `([^`]+)` \\(`([^`]+)`\\) then answers `([^`]+)`\\.$")
	answersTo  = regexp.MustCompile("`([^`]+@[^`]+)` answers `([^`]+)`(?: `[^`]+`)* to `([^`]+)`")
	smaller    = regexp.MustCompile("With a smaller tolerance, `([^`]+)` answers `([^`]+)`, which is ")
	silentEnd  = regexp.MustCompile(`^It prints nothing and ends with status ([0-9]+)\.$`)
	limitedEnd = regexp.MustCompile(`^A limit ended the process: `)
	cutHere    = regexp.MustCompile(`^\(cut here; (\S+) next to this report has the rest\)$`)
)

// parse takes a report apart. Lines that it does not know say nothing that can be run.
func parse(text string) *page {
	p := &page{files: make(map[string]string), cut: make(map[string]bool)}
	var lines []string // of the block that is open
	open, language, before := "", "", ""
	first, witness := "", ""
	scripts := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		m := fence.FindStringSubmatch(line)
		switch {
		case open == "" && m != nil:
			open, language, lines = m[1], m[2], nil
			continue
		case open != "" && m != nil && len(m[1]) >= len(open) && m[2] == "":
			body := strings.Join(lines, "\n") + "\n"
			switch name := fileLine.FindStringSubmatch(before); {
			case language == "console":
				p.console(lines)
			case language == "smt2" && name != nil:
				p.files[name[1]] = body
			case language == "smt2" && scripts == 0 && len(p.commands) == 0:
				first = body
				scripts++
			case language == "smt2":
				witness = body
			}
			open, before = "", ""
			continue
		case open != "":
			lines = append(lines, line)
			continue
		}
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		before = line
		p.line(line, witness)
	}
	for i := len(p.commands) - 1; i >= 0 && first != ""; i-- { // the last command is the one that shows it
		if name := fileOf(p.commands[i].line); name != "" && p.files[name] == "" {
			p.files[name] = first
			break
		}
	}
	return p
}

// line takes in a line outside blocks.
func (p *page) line(line, witness string) {
	last := func() *command {
		if len(p.commands) == 0 {
			return &command{}
		}
		return &p.commands[len(p.commands)-1]
	}
	if m := programIs.FindStringSubmatch(line); m != nil {
		p.program = m[1]
	} else if m := replacing.FindStringSubmatch(line); m != nil {
		p.answers = append(p.answers, answer{m[2], m[1], m[3], witness})
	} else if all := answersTo.FindAllStringSubmatch(line, -1); all != nil {
		for _, m := range all {
			p.answers = append(p.answers, answer{m[1], m[3], m[2], ""})
		}
	} else if m := smaller.FindStringSubmatch(line); m != nil {
		p.answers = append(p.answers, answer{"", m[1], m[2], ""})
	} else if m := silentEnd.FindStringSubmatch(line); m != nil {
		last().status, _ = strconv.Atoi(m[1])
	} else if limitedEnd.MatchString(line) {
		last().limited = true
	} else if m := cutHere.FindStringSubmatch(line); m != nil {
		p.cut[m[1]] = true
	}
	if m := rateIs.FindStringSubmatch(line); m != nil && strings.HasPrefix(line, "- Configuration: ") {
		p.shown, _ = strconv.Atoi(m[1])
		p.runs, _ = strconv.Atoi(m[2])
	}
}

// console takes in a block of commands with their output.
func (p *page) console(lines []string) {
	for _, line := range lines {
		if c, ok := strings.CutPrefix(line, "$ "); ok {
			p.commands = append(p.commands, command{line: c, status: -1})
		} else if n := len(p.commands); n > 0 {
			p.commands[n-1].output += line + "\n"
		}
	}
}

// fileOf is the script that a command reads, "" for none.
func fileOf(line string) string {
	words, err := shell.Split(line)
	if err != nil {
		return ""
	}
	for i := len(words) - 1; i > 0; i-- {
		if strings.HasSuffix(words[i], ".smt2") {
			return words[i]
		}
	}
	return ""
}
