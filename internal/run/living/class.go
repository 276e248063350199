package living

import (
	"strings"

	"github.com/assay-smt/assay/internal/solver"
)

// A key identifies interchangeable processes: with the same command line, and the same options set by scripts. Scripts between
// push and pop share their logic as well.
type key struct {
	target  solver.Target
	mode    solver.Mode
	options solver.Options
	limits  solver.Limits
	head    string
}

// keyOf returns the key of the processes that can serve a request. Between push and pop options are the process's own.
func keyOf(r *asked, mode solver.Mode) key {
	k := key{target: r.Target, mode: mode, options: r.Options, limits: r.Limits}
	if mode == solver.Reset {
		k.target = r.base
	}
	k.limits.Time = 0 // Assay enforces it
	shape := r.Text.Shape()
	if mode == solver.Push {
		k.head = string(r.Text.Bytes[:shape.Head])
	} else {
		k.head = shape.Options
	}
	return k
}

// A class is what the processes of one key have in common. It is immutable except for its health.
type class struct {
	key
	argv []string
	// first is what a process reads at its start, between what it reads between two queries.
	first, between string
	memory, output int64
	health         health
}

func newClass(k key) *class {
	limits := k.target.Limits(k.limits)
	c := &class{
		key: k, argv: k.target.LivingCommand(solver.Query{Limits: k.limits, Options: k.options}, k.mode),
		memory: limits.Memory, output: limits.Output,
	}
	switch k.mode {
	case solver.Push:
		c.first = k.head + "(push 1)\n"
		c.between = "(pop 1)\n(push 1)\n"
	default:
		c.between = strings.TrimSpace(k.target.Profile().Living.Reset) + "\n"
	}
	return c
}

// remark removes the first line of a text when it is what the solver says about a logic that it does not know.
func (c *class) remark(text []byte) []byte {
	remarks := c.target.Profile().Living.Remarks
	if len(text) == 0 || len(remarks) == 0 {
		return text
	}
	if line, rest := firstLine(text); remarks.Match(string(line)) {
		return rest
	}
	return text
}

// Bounds on what may go wrong in a class before it is given up.
const (
	givenUpInARow = 6
	givenUpTries  = 40
)

// health counts what went wrong in the processes of a class but not in the fresh process that replaced them. The pool's mutex
// guards it.
type health struct {
	clean, anomalies, row int
	reason                string // why it was given up, "" while it is not
}

// wrong counts an anomaly, and gives the class up when there is little else. What a fresh process said too, such as a warning about a
// logic, comes from the script: it counts only as long as nothing else has come.
func (h *health) wrong(why string, shared bool) {
	if shared && h.clean > 0 {
		return
	}
	h.anomalies++
	h.row++
	if h.reason == "" && (h.row >= givenUpInARow || h.anomalies >= givenUpTries && h.anomalies > h.clean) {
		h.reason = why
	}
}

func (h *health) right() {
	h.clean++
	h.row = 0
}
