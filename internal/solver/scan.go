package solver

import (
	"bytes"
	"strings"

	"github.com/assay-smt/assay/smt"
)

// Bounds on what is remembered of a solver's output, so that a flood stays cheap.
const (
	maxErrors     = 64
	maxErrorText  = 4 << 10
	maxAnswerLine = 256
	looseHead     = 256 << 10
	looseTail     = 64 << 10
)

// unsupportedLine is what, according to SMT-LIB 2.6 (section 4.1.1), a solver prints instead of carrying out
// a command or option.
const unsupportedLine = "unsupported"

// An output is what a stream says, sorted by position.
type output struct {
	answers []smt.Status
	// behind are the responses after each answer, and kept the number of bytes of those after the last one.
	behind [][]response
	kept   int
	// errors are the texts of (error "...") responses, and of lines that mean the same.
	errors []string
	// last is the error that the stream ends with, empty when something else follows it.
	last string
	// unsupported counts lines that say so.
	unsupported int
	// loose is the text outside of s-expressions and strings: diagnostics.
	loose clipped
	// words says after which answers a line of one word is a response.
	words map[int]bool
	// silent says that no line is an answer.
	silent bool
	// full says that a response had no room behind its answer.
	full bool
	// broken says that an s-expression was not closed, so that what follows its beginning was not searched
	// for answers.
	broken bool
}

// scan reads a solver's output. An answer is a whole line, ended by a line feed, outside
// of all parentheses, string literals and quoted symbols, as these may hold any text
// that the formula or the solver likes. It never fails and does not recurse.
//
// A line that begins with none of ( " | is free text to its end, so that a lone quote
// in a diagnostic does not swallow what follows.
func scan(text []byte, p *Profile) output { return scanFor(text, p, nil) }

// scanErrors is scan for standard error, where no line is an answer.
func scanErrors(text []byte, p *Profile) output {
	o := output{silent: true}
	o.scan(text, p)
	return o
}

// scanFor is scan for the output of a script with questions: what simplify and eval print may be one word.
func scanFor(text []byte, p *Profile, asked []Question) output {
	var o output
	for _, q := range asked {
		if q.Kind.Bare() {
			if o.words == nil {
				o.words = make(map[int]bool)
			}
			o.words[q.Check] = true
		}
	}
	o.scan(text, p)
	return o
}

func (o *output) scan(text []byte, p *Profile) {
	for len(text) > 0 {
		lead := len(text) - len(bytes.TrimLeft(text, " \t"))
		if lead < len(text) && strings.IndexByte(`("|`, text[lead]) >= 0 {
			size := expressionSize(text[lead:])
			if size < 0 {
				o.broken = true
				o.salvage(text)
				return
			}
			o.expression(text[lead:lead+size], p)
			rest, after, _ := bytes.Cut(text[lead+size:], []byte{'\n'})
			o.loose.add(rest)
			text = after
			continue
		}
		line, after, whole := bytes.Cut(text, []byte{'\n'})
		o.line(line, whole, p)
		text = after
	}
}

// line processes a line of free text.
func (o *output) line(line []byte, whole bool, p *Profile) {
	if len(bytes.TrimSpace(line)) > 0 {
		o.last = ""
	}
	if trimmed := bytes.TrimRight(line, " \t\r"); whole && len(trimmed) <= maxAnswerLine {
		if a := o.answer(trimmed, p); a != 0 {
			o.answers = append(o.answers, a)
			o.behind, o.kept = append(o.behind, nil), 0
			return
		}
		if string(trimmed) == unsupportedLine {
			o.unsupported++
		}
	}
	if len(p.Text.Errors) > 0 {
		if message, ok := p.Text.Errors.Group(string(line[:min(len(line), maxErrorText)])); ok {
			o.error(message, p)
			return
		}
	}
	if word := bytes.TrimSpace(line); whole && o.words[len(o.answers)-1] && len(word) > 0 && string(word) != unsupportedLine && !bytes.ContainsAny(word, " \t;") {
		o.last = ""
		o.respond(response{text: word, word: true})
		return
	}
	o.loose.add(line)
}

// answer returns the answer on a line, 0 if it is not one.
func (o *output) answer(line []byte, p *Profile) smt.Status {
	if o.silent {
		return 0
	}
	return p.Answer(string(line))
}

// error processes an error. It is the response to a question, except for what a solver says about a model as soon as it has made it, which
// is unasked.
func (o *output) error(message string, p *Profile) {
	o.addError(message)
	o.last = message
	if !p.Text.InvalidModel.Match(message) {
		o.respond(response{error: true})
	}
}

// expression processes a closed s-expression or string.
func (o *output) expression(text []byte, p *Profile) {
	if message, ok := errorMessage(text); ok {
		o.error(message, p)
		return
	}
	o.last = ""
	o.respond(response{text: text})
}

// respond processes a response to a question after the last answer.
func (o *output) respond(r response) {
	n := len(o.behind)
	// An error has no text, but a flood of errors still takes up space.
	size := len(r.text) + 1
	if n == 0 {
		return
	}
	if o.kept+size > maxReturn {
		o.full = true
		return
	}
	o.kept += size
	o.behind[n-1] = append(o.behind[n-1], r)
}

func (o *output) addError(message string) {
	if len(o.errors) < maxErrors {
		o.errors = append(o.errors, message[:min(len(message), maxErrorText)])
	}
}

// salvage searches text that could not be split up. It finds diagnostics only: whatever it finds makes the
// answers less credible, never more.
func (o *output) salvage(text []byte) {
	o.loose.add(text)
	for line := range bytes.Lines(text) {
		if message, ok := errorMessage(bytes.TrimSpace(line)); ok {
			o.addError(message)
		}
	}
}

// errorMessage returns the text of an (error "...") response, even if it is not closed.
func errorMessage(text []byte) (string, bool) {
	rest, ok := bytes.CutPrefix(text, []byte("("))
	if !ok {
		return "", false
	}
	rest, ok = bytes.CutPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte("error"))
	if !ok || len(rest) == 0 || strings.IndexByte(" \t\r\n\"", rest[0]) < 0 {
		return "", false
	}
	rest = bytes.TrimRight(bytes.TrimLeft(rest, " \t\r\n"), " \t\r\n)")
	rest = bytes.TrimSuffix(bytes.TrimPrefix(rest, []byte(`"`)), []byte(`"`))
	return string(rest[:min(len(rest), maxErrorText)]), true
}

// expressionSize returns the length of the s-expression, string literal or quoted symbol
// that text begins with, -1 if it does not end. It ignores superfluous closing parentheses. String literals
// double their quotes (SMT-LIB 2.6, section 3.1), which needs no care here: the halves read as two literals
// side by side.
func expressionSize(text []byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '(':
			depth++
		case ')':
			depth--
		case '"', '|':
			end := bytes.IndexByte(text[i+1:], c)
			if end < 0 {
				return -1
			}
			i += end + 1
			if c == '"' && i+1 < len(text) && text[i+1] == '"' {
				continue // the other half of a doubled quote
			}
		case ';':
			end := bytes.IndexByte(text[i:], '\n')
			if end < 0 {
				return -1
			}
			i += end
		default:
			continue
		}
		if depth <= 0 {
			return i + 1
		}
	}
	return -1
}

// clipped is text that is kept only at its beginning and its end.
type clipped struct {
	head, tail []byte
}

// add appends a line, or a whole text, followed by a line feed.
func (c *clipped) add(text []byte) {
	if len(bytes.TrimSpace(text)) == 0 && len(c.head) == 0 {
		return
	}
	if len(c.tail) == 0 {
		n := min(len(text), max(looseHead-len(c.head), 0)) // the line feed after a full head would be one too many
		c.head = append(c.head, text[:n]...)
		if text = text[n:]; len(text) == 0 {
			c.head = append(c.head, '\n')
			return
		}
	}
	if len(text) > looseTail {
		text = text[len(text)-looseTail:]
	}
	c.tail = append(append(c.tail, text...), '\n')
	if len(c.tail) > 4*looseTail {
		c.tail = append(c.tail[:0], c.tail[len(c.tail)-looseTail:]...)
	}
}

// String returns what was kept, with a line feed where something is missing.
func (c *clipped) String() string {
	if len(c.tail) == 0 {
		return string(c.head)
	}
	return string(c.head) + "\n" + string(c.tail)
}
