package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
)

// interactive reads commands from standard input until its end and obeys them, one after the other, like solvers that are kept alive.
func (inv invocation) interactive(stdin io.Reader, p *player) int {
	in := bufio.NewReader(stdin)
	var script strings.Builder // since the last reset or pop
	var past strings.Builder   // before that
	script.WriteString(inv.set)
	for {
		command, err := readCommand(in)
		if err != nil {
			if errors.Is(err, io.EOF) {
				return 0
			}
			fmt.Fprintf(p.stderr, "ERROR: %v\n", err)
			return exitUsage
		}
		waiting := len(p.later)
		head, rest, _ := strings.Cut(strings.Trim(command, "()"), " ")
		var actions string
		switch head {
		case "echo":
			if p.swallow > 0 {
				p.swallow--
			} else {
				fmt.Fprintln(p.stdout, strings.Trim(rest, `"`))
			}
			p.obeyed(waiting)
			continue
		case "reset", "pop":
			past.WriteString(script.String())
			script.Reset()
			script.WriteString(inv.set)
			actions = inv.tidy
		case "exit":
			return 0
		case "get-model":
			actions = "witness"
		case "get-info":
			actions = inv.chosen(script.String(), inv.info)
		case "check-sat", "check-sat-using":
			actions = inv.chosen(past.String(), inv.stain)
			if actions == "" {
				actions = inv.chosen(script.String(), inv.live)
			}
			if actions == "" {
				actions = inv.script(script.String() + command)
			}
		default:
			script.WriteString(command + "\n")
		}
		p.input = script.String()
		if status, end := p.perform(actions); end {
			return status
		}
		p.obeyed(waiting)
	}
}

// readCommand reads up to the end of the next list. Quoted symbols and texts contain no parentheses here.
func readCommand(in *bufio.Reader) (string, error) {
	var b strings.Builder
	for depth := 0; ; {
		c, err := in.ReadByte()
		if err != nil {
			return "", err
		}
		if depth == 0 && c != '(' {
			continue
		}
		b.WriteByte(c)
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return b.String(), nil
			}
		}
	}
}

// number is the assertion that determines right and witness.
var number = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\(assert \(= n (\d+)\)\)`) })

// right is the answer to a script: sat for an even n, unsat for an odd one, unknown without n.
func right(input string) string {
	m := number().FindStringSubmatch(input)
	switch {
	case m == nil:
		return "unknown"
	case strings.ContainsRune("02468", rune(m[1][len(m[1])-1])):
		return "sat"
	}
	return "unsat"
}

// witness is the model of a sat script, "" for others.
func witness(input string) string {
	if right(input) != "sat" {
		return ""
	}
	return fmt.Sprintf("(\n  (define-fun n () Int %s)\n)\n", number().FindStringSubmatch(input)[1])
}
