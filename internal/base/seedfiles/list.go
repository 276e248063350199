package seedfiles

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Bounds of lists. The longest path that Linux has is 4096 bytes.
const (
	maxListBytes = 256 << 20
	maxPath      = 4096
)

// A ListError says what is wrong with a list.
type ListError struct {
	File string
	Line int // from 1, 0 for the whole file
	Msg  string
}

func (e *ListError) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Msg
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
}

// An entry is a line of a list.
type entry struct {
	line int
	path string
}

// readList reads the list in a file. Paths are relative to the folder of the list, or to the current folder if the list comes from a pipe. Errors are *fs.PathError and *ListError.
func readList(file string) ([]entry, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	data, err := io.ReadAll(io.LimitReader(f, maxListBytes+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxListBytes {
		return nil, &ListError{File: file, Msg: fmt.Sprintf("the list has more than %d MiB", maxListBytes>>20)}
	}
	entries, err := parseList(file, data)
	if err != nil {
		return nil, err
	}
	if !isRegular(file) {
		return entries, nil
	}
	for i, e := range entries {
		if !filepath.IsAbs(e.path) {
			entries[i].path = filepath.Join(filepath.Dir(file), e.path)
		}
	}
	return entries, nil
}

func isRegular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// parseList reads the text of a list: a path a line. Blank lines, and those that begin with #, name nothing. Errors are *ListError.
func parseList(file string, data []byte) ([]entry, error) {
	if format := packingOf(data); format != "" {
		return nil, &ListError{File: file, Msg: "this is no list, but a file compressed with " + format + ": name it without @"}
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	var entries []entry
	number := 0
	for raw := range bytes.Lines(data) {
		number++
		fail := func(msg string) ([]entry, error) { return nil, &ListError{File: file, Line: number, Msg: msg} }
		line := strings.TrimSpace(string(raw))
		switch {
		case line == "" || line[0] == '#':
			continue
		case strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f }):
			return fail("a control character: a list has a path in each line, as plain text")
		case line[0] == '(' || line[0] == ';':
			return fail("this is a formula, not a list: name it without @")
		case strings.HasPrefix(line, listMark):
			return fail("a list cannot name another list: write what that one names, or give both as arguments")
		case len(line) > maxPath:
			return fail(fmt.Sprintf("a path of %d bytes", len(line)))
		}
		entries = append(entries, entry{number, line})
	}
	return entries, nil
}
