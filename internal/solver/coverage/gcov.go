package coverage

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// Gcov reads the counts of a program that was compiled with --coverage. The program adds its counts to files when it ends by itself: a
// process that is killed adds nothing. Safe for concurrent use.
type Gcov struct {
	// Dir is the folder of the objects, including everything below it.
	Dir string
	// Tool is gcov's program, "" for "gcov". It has to match the compiler's version.
	Tool string
	// Sources is the folder of the sources, without which files in it are named; "" names all files by their whole paths.
	Sources string
	// System also counts system files, those below /usr.
	System bool
}

// A GcovError says that the coverage of a build cannot be read.
type GcovError struct{ Where, Problem, Remedy string }

func (e *GcovError) Error() string { return fmt.Sprintf("%s: %s; %s", e.Where, e.Problem, e.Remedy) }

// Suffixes of gcov's files: what the compiler knew, and what the program counted.
const (
	notesSuffix  = ".gcno"
	countsSuffix = ".gcda"
)

// Bounds on what is read for one object.
const (
	maxGcovOutput = 512 << 20
	maxGcovFiles  = 100_000
)

// Objects returns the files that the compiler left for gcov, in order. Errors are *GcovError when there are none.
func (g *Gcov) Objects() ([]string, error) {
	all, err := g.find(notesSuffix)
	if err == nil && len(all) == 0 {
		return nil, &GcovError{g.Dir, "there is no *" + notesSuffix + " below it", "give the folder in which the solver was compiled, with gcc --coverage"}
	}
	return all, err
}

// Counts is the file to which the program adds the counts of an object.
func Counts(object string) string { return strings.TrimSuffix(object, notesSuffix) + countsSuffix }

// Reset removes all counts, and returns the number of objects whose counts it removed.
func (g *Gcov) Reset() (int, error) {
	all, err := g.find(countsSuffix)
	if err != nil {
		return 0, err
	}
	for i, file := range all {
		if err := os.Remove(file); err != nil {
			return i, err
		}
	}
	return len(all), nil
}

func (g *Gcov) find(suffix string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(g.Dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && path == g.Dir:
			return &GcovError{g.Dir, "it cannot be read: " + err.Error(), "give the folder in which the solver was compiled, with gcc --coverage"}
		case err != nil:
			return err
		}
		if d.Type().IsRegular() && strings.HasSuffix(path, suffix) {
			if len(out) == maxGcovFiles {
				return &GcovError{g.Dir, fmt.Sprintf("more than %d files *%s below it", maxGcovFiles, suffix), "give the folder of one build"}
			}
			out = append(out, path)
		}
		return nil
	})
	slices.Sort(out)
	return out, err
}

// Read adds what was counted for one object to lines. Errors are *GcovError and what ctx ended with.
func (g *Gcov) Read(ctx context.Context, object string, into *Lines) error {
	tool := g.Tool
	if tool == "" {
		tool = "gcov"
	}
	full, err := filepath.Abs(object)
	if err != nil {
		return err
	}
	res, err := sandbox.Run(ctx, sandbox.Command{
		Argv: []string{tool, "--json-format", "--stdout", "--branch-probabilities", full}, Dir: filepath.Dir(full), MaxOutput: maxGcovOutput,
	})
	var start *sandbox.StartError
	switch {
	case errors.As(err, &start):
		return &GcovError{tool, "it cannot be started", "install the gcov of the compiler, or name it with --gcov-tool: " + start.Err.Error()}
	case err != nil:
		return err
	case res.Reason == sandbox.Canceled:
		return sandbox.Ended(ctx)
	case res.Reason != sandbox.Exited || res.ExitCode != 0 || res.StdoutDropped > 0:
		return &GcovError{object, fmt.Sprintf("gcov ended with status %d (%v): %.200s", res.ExitCode, res.Reason, bytes.TrimSpace(res.Stderr)),
			"use the gcov of the compiler that made it, --gcov-tool"}
	}
	// What gcov does not understand because of its version, it reports and skips, with status 0.
	if len(bytes.TrimSpace(res.Stdout)) == 0 {
		return &GcovError{object, fmt.Sprintf("gcov says nothing about it: %.200s", bytes.TrimSpace(res.Stderr)), "use the gcov of the compiler that made it, --gcov-tool"}
	}
	if err := g.parse(res.Stdout, into); err != nil {
		return &GcovError{object, "what gcov prints is not its JSON format: " + err.Error(), "it takes gcov of GCC 9 or later"}
	}
	return nil
}

// report is gcov's JSON format 1, as far as it is used.
type report struct {
	Version string `json:"format_version"`
	Dir     string `json:"current_working_directory"`
	Files   []struct {
		File      string `json:"file"`
		Functions []struct {
			Name  string `json:"name"`
			Line  int    `json:"start_line"`
			Count uint64 `json:"execution_count"`
		} `json:"functions"`
		Lines []struct {
			Line     int    `json:"line_number"`
			Function string `json:"function_name"`
			Count    uint64 `json:"count"`
			Branches []struct {
				Count uint64 `json:"count"`
			} `json:"branches"`
		} `json:"lines"`
	} `json:"files"`
}

func (g *Gcov) parse(text []byte, into *Lines) error {
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var r report
		err := d.Decode(&r)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if r.Version == "" {
			return errors.New("it has no format_version")
		}
		for _, f := range r.Files {
			name := f.File
			if !filepath.IsAbs(name) {
				name = filepath.Join(r.Dir, name)
			}
			name = filepath.Clean(name)
			if below, err := filepath.Rel(g.Sources, name); g.Sources != "" && err == nil && filepath.IsLocal(below) {
				name = below
			}
			if !g.System && strings.HasPrefix(name, "/usr/") {
				continue
			}
			var here []place
			for _, fn := range f.Functions {
				here = append(here, place{function, fn.Line, fn.Name, 0, fn.Count})
			}
			for _, l := range f.Lines {
				here = append(here, place{line, l.Line, "", 0, l.Count})
				for i, b := range l.Branches {
					here = append(here, place{branch, l.Line, l.Function, i, b.Count})
				}
			}
			into.add(name, here)
		}
	}
}
