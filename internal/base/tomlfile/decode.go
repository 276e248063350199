// Package tomlfile reads TOML files of users, and says where they are wrong. It is the only package that knows which library does that.
package tomlfile

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// An Error is a place in a file that cannot be read, or, in a file that is decoded strictly, a key that nothing has a use for.
type Error struct {
	File         string
	Line, Column int // from 1
	// Key is the key without a use, "" for a file that is no TOML.
	Key     string
	Message string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// Strict decodes a file into a struct that has a field for every key. The error is an *Error.
func Strict(file string, data []byte, into any) error {
	return decode(file, data, into, true)
}

// Loose decodes a file into a map or a struct, and skips keys that it has no field for. The error is an *Error.
func Loose(file string, data []byte, into any) error {
	return decode(file, data, into, false)
}

func decode(file string, data []byte, into any, strict bool) error {
	dec := toml.NewDecoder(bytes.NewReader(TrimMark(data)))
	if strict {
		dec.DisallowUnknownFields()
	}
	err := dec.Decode(into)
	if err == nil {
		return nil
	}
	var missing *toml.StrictMissingError
	if errors.As(err, &missing) && len(missing.Errors) > 0 {
		line, column := missing.Errors[0].Position()
		key := strings.Join(missing.Errors[0].Key(), ".")
		return &Error{File: file, Line: line, Column: column, Key: key, Message: fmt.Sprintf("there is no key %q", key)}
	}
	var wrong *toml.DecodeError
	if errors.As(err, &wrong) {
		line, column := wrong.Position()
		return &Error{File: file, Line: line, Column: column, Message: plain(strings.TrimPrefix(wrong.Error(), "toml: "))}
	}
	return &Error{File: file, Line: 1, Column: 1, Message: err.Error()}
}

// mismatch is how the library says that a value is of another type: by names of Go.
var mismatch = regexp.MustCompile(`^cannot (?:decode|store) (?:a )?TOML ([a-z ]+?) into (?:a |an )?(?:struct field \S+ of type |Go value of type )?(\S+)$`)

// plain says in a user's words what the library says in a programmer's.
func plain(message string) string {
	m := mismatch.FindStringSubmatch(message)
	if m == nil {
		return message
	}
	want := "another value"
	switch t := m[2]; {
	case strings.HasPrefix(t, "[]string"):
		want = `a list of texts, such as ["a", "b"]`
	case strings.HasPrefix(t, "[]"):
		want = "a list"
	case t == "string":
		want = "a text in quotes"
	case t == "bool":
		want = "true or false"
	case strings.Contains(t, "int"):
		want = "a whole number"
	case strings.HasPrefix(t, "float"):
		want = "a number"
	case strings.HasPrefix(t, "map["):
		want = "a table"
	}
	return fmt.Sprintf("a %s does not fit here; give %s", strings.TrimSpace(m[1]), want)
}

// TrimMark removes the byte order mark with which some editors begin a file.
func TrimMark(data []byte) []byte { return bytes.TrimPrefix(data, []byte("\ufeff")) }
