package options

import (
	"encoding/json"
	"strings"
)

// listing reads a JSON object from each line, with the fields of Option except use and why. Numbers are written as texts, so that
// none is rounded. Unknown fields are ignored.
func listing(text []byte) *reader {
	r := newReader()
	for _, line := range lines(text) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		var o Option
		if !strings.HasPrefix(line, "{") || json.Unmarshal([]byte(line), &o) != nil || !o.Kind.valid() || !o.Class.valid() {
			r.unread++
			continue
		}
		o.Use, o.Why, o.Without = "", "", nil
		if o.Kind == Mode && len(o.Values) == 0 {
			o.Kind = Text
		}
		r.add(o)
	}
	return r
}

func (k Kind) valid() bool {
	switch k {
	case Bool, Int, Uint, Double, Mode, Text, Switch:
		return true
	}
	return false
}

func (c Class) valid() bool {
	switch c {
	case "", Common, Regular, Expert, Experimental:
		return true
	}
	return false
}
