package shell

import (
	"errors"
	"strings"
)

// ErrOpen is the error of Split for a quote that does not end.
var ErrOpen = errors.New("a quote does not end")

// Split is the inverse of Quote: it takes a command line apart at blanks outside quotes. It knows single quotes, double quotes and
// backslashes, and nothing else of a shell.
func Split(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	in, begun := byte(0), false
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case in != 0 && c == in:
			in = 0
		case in == '\'':
			word.WriteByte(c)
		case c == '\\':
			i++
			if i == len(line) {
				return nil, ErrOpen
			}
			word.WriteByte(line[i])
			begun = true
		case in != 0:
			word.WriteByte(c)
		case c == '\'' || c == '"':
			in, begun = c, true
		case c == ' ' || c == '\t':
			if begun {
				words = append(words, word.String())
				word.Reset()
				begun = false
			}
		default:
			word.WriteByte(c)
			begun = true
		}
	}
	if in != 0 {
		return nil, ErrOpen
	}
	if begun {
		words = append(words, word.String())
	}
	return words, nil
}
