package living

import (
	"bytes"
	"context"
	"time"

	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/smt"
)

// A query is a text for a reused process.
type query struct {
	set    []byte // commands before the text
	text   []byte
	undo   []byte // commands that are sent after it has been answered
	shape  *trial.Shape
	checks int
	time   time.Duration // 0 for no limit
}

// A dialogue sends one query to a process, part by part.
type dialogue struct {
	*session
	query    *query
	ctx      context.Context
	deadline time.Time

	answers []smt.Status
	asked   []solver.Question
	out     []byte // all answers and responses
	stderr  []byte
	anomaly anomaly
	late    bool
	headed  bool // the part that sets options and the logic was sent
}

// run sends the text up to each question, and the question if the preceding answer calls for it.
func (d *dialogue) run() {
	at := 0
	if d.class.mode == solver.Push {
		at = d.query.shape.Head // the process has read that at its start
	}
	for _, ask := range d.query.shape.Asks {
		if ask.Check >= d.query.checks {
			break
		}
		if len(d.answers) <= ask.Check {
			if !d.script(d.query.text[at:ask.Begin], ask.Check+1) {
				return
			}
		}
		if ask.Kind.Fits(d.answers[ask.Check]) && !d.question(ask) {
			return
		}
		at = ask.End
	}
	if rest := d.query.text[at:d.query.shape.End]; len(bytes.TrimSpace(rest)) > 0 || len(d.answers) < d.query.checks {
		d.script(rest, d.query.checks)
	}
}

// script sends commands and reads the answers; afterwards their total must be the given number.
func (d *dialogue) script(commands []byte, answers int) bool {
	heads := d.class.mode == solver.Reset && !d.headed
	d.headed = true
	out, ok := d.exchange(commands, heads)
	if !ok {
		if d.late && d.complete(answers) {
			d.late = false
			d.anomaly.what = "no marker behind the answers"
		}
		return false
	}
	p := d.class.target.Profile()
	for len(out) > 0 {
		line, rest := firstLine(out)
		answer := p.Answer(string(line))
		if answer == 0 {
			return d.wrong(unexpected(line), line)
		}
		d.answers = append(d.answers, answer)
		out = rest
	}
	if len(d.answers) != answers {
		return d.wrong("another number of answers", d.out)
	}
	return true
}

// complete reports whether a process that was late had given this many answers in total: then it did not use up its time for
// them.
func (d *dialogue) complete(answers int) bool {
	p := d.class.target.Profile()
	n := 0
	for out := d.out; len(out) > 0; {
		var line []byte
		if line, out = firstLine(out); p.Answer(string(line)) != 0 {
			n++
		}
	}
	return n >= answers
}

// unexpected says what a line is that came instead of an answer.
func unexpected(line []byte) string {
	if bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("(error")) {
		return "an error"
	}
	if string(line) == "unsupported" {
		return "unsupported"
	}
	return "text in the place of an answer"
}

// question asks for what follows an answer. The response is read where all output is.
func (d *dialogue) question(ask trial.Ask) bool {
	d.asked = append(d.asked, ask.Question)
	out, ok := d.exchange(d.query.text[ask.Begin:ask.End], false)
	if !ok {
		return false
	}
	if len(bytes.TrimSpace(out)) == 0 {
		return d.wrong("no response to a question", nil)
	}
	return true
}

// exchange sends commands and returns what the process printed up to the marker after them. heads: they may begin with a logic.
func (d *dialogue) exchange(commands []byte, heads bool) (out []byte, ok bool) {
	end := newMarker()
	d.input = d.input[:0]
	if heads {
		d.input = append(d.input, d.query.set...)
	}
	d.input = append(append(d.input, commands...), '\n')
	d.input = end.command(d.input)
	reply := d.live.Exchange(d.ctx, d.input, end[:], d.deadline)
	if heads && d.query.shape.Logic != "" {
		reply.Stdout, reply.Stderr = d.class.remark(reply.Stdout), d.class.remark(reply.Stderr)
	}
	d.stderr = append(d.stderr, reply.Stderr...)
	if reply.State != sandbox.ReplyWhole {
		d.out = append(d.out, reply.Stdout...)
		d.late = reply.State == sandbox.ReplyLate
		d.anomaly = anomaly{stateProblem(reply.State), excerpt(reply.Stderr, reply.Stdout)}
		return nil, false
	}
	out, ok = end.cut(reply.Stdout)
	d.out = append(d.out, out...)
	switch {
	case !ok:
		return nil, d.wrong("text around a marker", reply.Stdout)
	case len(d.stderr) > 0:
		return nil, d.wrong("text on standard error", d.stderr)
	}
	return d.out[len(d.out)-len(out):], true
}

// wrong ends the dialogue.
func (d *dialogue) wrong(what string, text []byte) bool {
	d.anomaly = anomaly{what, excerpt(text)}
	return false
}
