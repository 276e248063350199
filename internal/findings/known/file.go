package known

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/solver"
)

// FileName is the name of the list kept with a campaign.
const FileName = "known.txt"

// maxFile bounds the bytes of a list.
const maxFile = 16 << 20

// An Error is a mistake in a list. Its text has the form file:line:col: code: message.
type Error struct {
	File         string
	Line, Column int
	Problem      string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: known-bugs: %s", e.File, e.Line, e.Column, e.Problem)
}

// keys are the words that begin the lines of an entry, in the order in which they are written.
var keys = []string{"status", "class", "also", "solver", "signature", "stack", "shape", "alike", "essence", "needs", "trigger", "since", "text", "fixed", "note"}

// nothing, as what a bug needs, says that it shows in the default configuration.
const nothing = "nothing"

// Parse reads a list. file names it in errors, which are *Error.
func Parse(file, text string) (*List, error) {
	l := &List{}
	var e *Entry
	number := 0
	end := func() error {
		if e == nil {
			return nil
		}
		if err := e.complete(); err != "" {
			return &Error{file, e.Line, 1, fmt.Sprintf("bug %s: %s", e.Name, err)}
		}
		if slices.ContainsFunc(l.Entries, func(o *Entry) bool { return o.Name == e.Name }) {
			return &Error{file, e.Line, 1, fmt.Sprintf("bug %s is there twice", e.Name)}
		}
		l.Entries = append(l.Entries, e)
		return nil
	}
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, " \t\r\n")
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || strings.HasPrefix(trimmed, "#") {
			continue
		}
		column := len(line) - len(strings.TrimLeft(line, " \t")) + 1
		key, value, _ := strings.Cut(trimmed, " ")
		value = strings.TrimSpace(value)
		fail := func(format string, args ...any) error {
			return &Error{file, number, column, fmt.Sprintf(format, args...)}
		}
		if key == "bug" {
			if err := end(); err != nil {
				return nil, err
			}
			if value == "" || strings.ContainsAny(value, " \t=,") {
				return nil, fail("a bug needs a name, a single word: write bug NAME")
			}
			e = &Entry{Name: value, File: file, Line: number}
			continue
		}
		switch {
		case !slices.Contains(keys, key):
			return nil, fail("%q is not one of bug, %s", key, strings.Join(keys, ", "))
		case e == nil:
			return nil, fail("%s comes before the first bug: begin with bug NAME", key)
		case value == "" && key != "note":
			return nil, fail("there is nothing after %s", key)
		}
		if err := e.set(key, value); err != nil {
			return nil, fail("%v", err)
		}
	}
	return l, end()
}

// set takes one line of an entry.
func (e *Entry) set(key, value string) error {
	one := func(to *string) error {
		if *to != "" {
			return fmt.Errorf("%s is there twice", key)
		}
		*to = value
		return nil
	}
	switch key {
	case "status":
		word, link, _ := strings.Cut(value, " ")
		text := word
		if link = strings.TrimSpace(link); link != "" {
			text += ":" + link
		}
		m, err := ParseMark(text)
		if err != nil {
			return fmt.Errorf("%q is not a status: write known, ignored, or filed LINK", value)
		}
		if e.Status != "" {
			return errors.New("status is there twice")
		}
		e.Status, e.Link = m.Status, m.Link
	case "class":
		return one(&e.Class)
	case "solver":
		if strings.ContainsAny(value, "@ ") {
			return fmt.Errorf("%q is not the name of a solver: leave out the version, fixed has versions", value)
		}
		return one(&e.Solver)
	case "also":
		e.Also = append(e.Also, value)
	case "trigger":
		if len(e.Trigger) > 0 {
			return errors.New("trigger is there twice")
		}
		e.Trigger = strings.Fields(value)
		slices.Sort(e.Trigger)
	case "since":
		if name, version, ok := strings.Cut(value, "@"); !ok || name == "" || version == "" {
			return fmt.Errorf("%q is not a version: write NAME@VERSION", value)
		}
		return one(&e.Since)
	case "needs":
		return e.setNeed(value)
	case "text":
		e.Texts = append(e.Texts, value)
	case "signature":
		e.Signatures = append(e.Signatures, value)
	case "stack":
		e.Stacks = append(e.Stacks, value)
	case "shape":
		e.Shapes = append(e.Shapes, value)
	case "alike":
		e.Alike = append(e.Alike, value)
	case "essence":
		e.Essences = append(e.Essences, value)
	case "fixed":
		items, err := solver.ParseVersionList(value, e.Solver)
		if err != nil {
			return err
		}
		e.Fixed = append(e.Fixed, items...)
	case "note":
		e.Notes = append(e.Notes, value)
	}
	return nil
}

// setNeed takes an option that the bug needs, or that it needs none.
func (e *Entry) setNeed(value string) error {
	switch {
	case e.Plain || value == nothing && len(e.Needs) > 0:
		return errors.New("it cannot need nothing and something")
	case value == nothing:
		e.Plain = true
	case !strings.Contains(value, "="):
		return fmt.Errorf("%q is not an option: write NAME=VALUE, or nothing", value)
	default:
		e.Needs = append(e.Needs, value)
	}
	return nil
}

// complete says what an entry lacks.
func (e *Entry) complete() string {
	switch {
	case e.Status == "":
		return "there is no status: write status known, ignored, or filed LINK"
	case e.Class == "":
		return "there is no class"
	case e.Solver == "":
		return "there is no solver"
	case (len(e.Trigger) > 0) != (e.Since != ""):
		return "trigger and since belong together: there is only one of them"
	case !e.Specific():
		return "there is nothing to recognise it by: give a signature, stack, shape, alike, essence, trigger or text"
	}
	return ""
}

// String writes a list as Parse reads it. Comments are lost.
func (l *List) String() string {
	var b strings.Builder
	b.WriteString("# Known bugs: they decide no exit status. docs/explanation/triage.md has the format; edit at will.\n")
	for _, e := range l.Entries {
		fmt.Fprintf(&b, "\nbug %s\n", e.Name)
		line := func(key string, values ...string) {
			for _, v := range values {
				if v != "" {
					fmt.Fprintf(&b, "  %s %s\n", key, v)
				}
			}
		}
		line("status", strings.TrimSpace(string(e.Status)+" "+e.Link))
		line("class", e.Class)
		line("also", e.Also...)
		line("solver", e.Solver)
		line("signature", e.Signatures...)
		line("stack", e.Stacks...)
		line("shape", e.Shapes...)
		line("alike", e.Alike...)
		line("essence", e.Essences...)
		if line("needs", e.Needs...); e.Plain {
			line("needs", nothing)
		}
		line("trigger", strings.Join(e.Trigger, " "))
		line("since", e.Since)
		line("text", e.Texts...)
		for _, it := range e.Fixed {
			line("fixed", it.Text)
		}
		line("note", e.Notes...)
	}
	return b.String()
}

// None is the list that switches off the bugs that come with Assay.
const None = "none"

// A PathError says that a list cannot be used.
type PathError struct {
	Path string
	Err  error
}

func (e *PathError) Error() string { return e.Path + ": " + e.Err.Error() }

func (e *PathError) Unwrap() error { return e.Err }

// LoadAll loads the lists that apply: that in a campaign's folder if there is one ("" for no campaign), those at paths, and the bugs that come with
// Assay unless None is among the paths. own is the campaign's, empty when there is none. Errors are *PathError.
func LoadAll(campaign string, paths []string) (all, own *List, err error) {
	all, own = &List{}, &List{}
	file := filepath.Join(campaign, FileName)
	if _, err := os.Lstat(file); err == nil && campaign != "" { // a folder that cannot be used is a separate matter
		if own, err = Load(file); err != nil {
			return nil, nil, &PathError{file, err}
		}
	}
	all.Entries = append(all.Entries, own.Entries...)
	shipped := true
	for _, path := range paths {
		if path == None {
			shipped = false
			continue
		}
		l, err := Load(path)
		if err != nil {
			return nil, nil, &PathError{path, err}
		}
		all.Entries = append(all.Entries, l.Entries...)
	}
	if !shipped {
		return all, own, nil
	}
	// Last, so that what somebody decided about a bug comes first.
	l, err := Shipped()
	if err != nil {
		return nil, nil, err
	}
	all.Entries = append(all.Entries, l.Entries...)
	return all, own, nil
}

// Load reads a file, or a folder: the list that is kept with a campaign if it has one, else all its *.txt. Errors are *Error and those of the
// file system.
func Load(path string) (*List, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return loadFile(path)
	}
	own := filepath.Join(path, FileName)
	if _, err := os.Stat(own); err == nil {
		return loadFile(own)
	}
	files, err := filepath.Glob(filepath.Join(path, "*.txt"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: there is no list of known bugs in it: no %s, and no other *.txt", path, FileName)
	}
	all := &List{}
	for _, f := range files {
		l, err := loadFile(f)
		if err != nil {
			return nil, err
		}
		all.Entries = append(all.Entries, l.Entries...)
	}
	return all, nil
}

func loadFile(path string) (*List, error) {
	info, err := os.Stat(path)
	if err == nil && info.Size() > maxFile {
		err = fmt.Errorf("%s: it is larger than %d MiB", path, maxFile>>20)
	}
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, string(data))
}
