package trial

import (
	"bytes"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/script"
)

// A Shape says how a text can be sent in parts to a process that reads other texts before and after it.
type Shape struct {
	// Alone says why it needs a separate process, "" when it does not.
	Alone string
	// Unstacked says why it cannot be put between push and pop, "" when it can.
	Unstacked string
	// Head is the length of its beginning, where options and the logic are set, and Options are the lines among these that set options.
	Head    int
	Options string
	// Logic is the logic that it sets, "" for none.
	Logic string
	// Checks is the number of its check-sats.
	Checks int
	// End is where it ends, before an exit.
	End int
	// Asks are its questions, in order.
	Asks []Ask
}

// An Ask is a question with its place in the text.
type Ask struct {
	solver.Question
	Begin, End int
}

// Shape returns the shape of the text.
func (t *Text) Shape() *Shape {
	if t.shape == nil {
		s := Shape{Alone: "a text that Assay did not print", End: len(t.Bytes)}
		if t.script != nil && !t.stored {
			s = shapeOf(t.script, t.Bytes)
			s.Asks = t.asks
		}
		t.shape = &s
	}
	return t.shape
}

// placed assigns questions, in the order of their check-sats, to the places where their commands were written.
func placed(questions []solver.Question, begins []int, sizes map[int][]int) []Ask {
	if len(questions) == 0 {
		return nil
	}
	byCheck := slices.Clone(questions)
	slices.SortStableFunc(byCheck, func(a, b solver.Question) int { return a.Check - b.Check })
	var out []Ask
	at := 0
	for i, q := range byCheck {
		if i == 0 || q.Check != byCheck[i-1].Check {
			if len(begins) == 0 {
				break // after a check-sat that the script does not have
			}
			at, begins = begins[0], begins[1:]
		}
		size := sizes[q.Check][0]
		sizes[q.Check] = sizes[q.Check][1:]
		out = append(out, Ask{Question: q, Begin: at, End: at + size})
		at += size + 1 // the line feed
	}
	return out
}

// exitCommand is how the printer ends a text whose script ends with exit.
const exitCommand = "(exit)\n"

// shapeOf looks through a script for what outlasts a reset or a pop. text is the script as printed for a solver.
func shapeOf(s *script.Script, text []byte) Shape {
	out := Shape{End: len(text)}
	var options strings.Builder
	at, depth, body := 0, 0, false
	for i := range s.Commands {
		c := s.Commands[i]
		if script.Silent(c) {
			continue
		}
		if out.End < len(text) {
			out.Alone = "commands after exit"
			break
		}
		switch c.Kind {
		case script.SetLogic, script.SetOption:
			line, _, _ := bytes.Cut(text[at:], []byte("\n"))
			if c.Kind == script.SetLogic {
				out.Logic = c.Name
			}
			if body {
				out.Alone = "options or a logic after other commands"
			} else if c.Kind == script.SetOption {
				options.Write(line)
				options.WriteByte('\n')
				out.Alone = lasting(c)
			}
			at = min(at+len(line)+1, len(text))
			if out.Alone != "" {
				return out
			}
			continue
		case script.Reset:
			out.Alone = "a reset in the script"
		case script.Other, script.Invalid:
			out.Alone = "commands that Assay does not know"
		case script.Exit:
			if out.End = bytes.LastIndex(text, []byte(exitCommand)); out.End < 0 {
				out.End, out.Alone = len(text), "an exit in another form"
			}
		case script.ResetAssertions:
			out.Unstacked = "reset-assertions"
		case script.DefineRec:
			out.Unstacked = "recursive functions"
		case script.AssertSoft, script.Minimize, script.Maximize:
			out.Unstacked = "optimization"
		case script.Push:
			depth += c.Arity
		case script.Pop:
			if depth -= c.Arity; depth < 0 {
				out.Unstacked = unbalanced
			}
		default:
		}
		if out.Alone != "" {
			return out
		}
		if c.IsCheck() {
			out.Checks++
		}
		body = true
	}
	if depth != 0 {
		out.Unstacked = unbalanced
	}
	out.Head, out.Options = at, options.String()
	return out
}

const unbalanced = "push and pop are not balanced"

// lasting says why an option keeps its text out of a process that reads others, "" when it does not. What is produced after answers is the
// same for all texts of a process; other options may outlast a reset, or name files and streams.
func lasting(c *script.Command) string {
	switch {
	case !strings.HasPrefix(c.Name, ":produce-"):
		return "the option " + c.Name
	case strings.Contains(c.Text, "\n"):
		return "an option of several lines"
	}
	return ""
}
