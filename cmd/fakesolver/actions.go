package main

import (
	"fmt"
	"strconv"
	"strings"
)

// An action is one thing to do.
type action struct {
	verb   string
	text   string
	second string // the second word
	number int64
}

// operands says what follows each verb: n a number, t a text, w a plain word.
var operands = map[string]string{
	"sat": "", "unsat": "", "unknown": "", "right": "", "witness": "", "swallow": "", "later": "nt",
	"out": "t", "err": "t", "error": "t",
	"invalid-model": "", "binary": "",
	"flood": "n", "flood-err": "n", "trickle": "nt",
	"memory": "n", "sleep": "n", "spin": "n",
	"orphan": "", "escape": "", "escape-bare": "", "escape-memory": "n", "fill": "n", "await-limit": "", "swap": "ww", "hang": "", "hang-hard": "",
	"crash": "w", "exit": "n",
}

func parseActions(script string) ([]action, error) {
	var actions []action
	for {
		verb, rest := nextWord(script)
		if verb == "" {
			return actions, nil
		}
		kinds, known := operands[verb]
		if !known {
			return nil, fmt.Errorf("unknown action %q", verb)
		}
		a := action{verb: verb}
		for i, kind := range kinds {
			var word string
			word, rest = nextWord(rest)
			var err error
			switch kind {
			case 'n':
				a.number, err = strconv.ParseInt(word, 10, 64)
			case 't':
				a.text, err = strconv.Unquote(word)
			default:
				if i == 0 {
					a.text = word
				} else {
					a.second = word
				}
			}
			if err != nil || word == "" {
				return nil, fmt.Errorf("action %s: bad operand %q", verb, word)
			}
		}
		actions = append(actions, a)
		script = rest
	}
}

// nextWord splits off the first word; a quoted text with its quotes is one word.
func nextWord(s string) (word, rest string) {
	s = strings.TrimLeft(s, " \t\r\n")
	if quoted, err := strconv.QuotedPrefix(s); err == nil {
		return quoted, s[len(quoted):]
	}
	if i := strings.IndexAny(s, " \t\r\n"); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}
