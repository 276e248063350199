package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/seedfiles"
	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
)

// stdinArg is the argument that means standard input; stdinName is how diagnostics call it.
const (
	stdinArg  = "-"
	stdinName = "<stdin>"
)

// maxFile bounds the bytes read of one file, unpacked.
const maxFile = seedfiles.DefaultBytes

// codeUnreadable is the diagnostic code for files whose bytes cannot be read.
const codeUnreadable syntax.Code = "unreadable"

// formulas returns what arguments stand for, in order: files as they are; of folders, archives and lists what seedfiles.List finds. What is lost of those
// is among them, so that it is reported and counted as a file that cannot be read; what is merely left out is reported here.
func formulas(ctx context.Context, s *Streams, args []string) ([]seedfiles.File, error) {
	named := slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == stdinArg })
	if len(args)-len(named) > 1 {
		return nil, usagef("- is given twice: standard input can be read once")
	}
	for _, arg := range named {
		if err := seedfiles.Check(arg); err != nil && isSolvers(arg) {
			return nil, usagef("%s: there is no such file; solvers go after --solver, as in assay solve --solver %s FILE", arg, shell.Quote([]string{arg}))
		} else if err != nil {
			return nil, missingFile(strings.TrimPrefix(arg, "@"), err)
		}
	}
	listings, err := seedfiles.List(ctx, named, seedfiles.Limits{MaxBytes: maxFile})
	if err != nil {
		return nil, listError(ctx, err)
	}
	var files []seedfiles.File
	for _, arg := range args {
		if arg == stdinArg {
			files = append(files, seedfiles.At(arg))
			continue
		}
		l := listings[0]
		listings = listings[1:]
		found := l.Files
		for _, skip := range l.Skipped {
			if skip.Lost {
				found = append(found, skip.File())
			} else {
				fmt.Fprintf(s.Err, "%s is left out: %s\n", skip.Name, skip.Reason)
			}
		}
		if len(found) == 0 {
			return nil, usagef("%s: there is no file *.smt2 in this %s", arg, groupOf(arg))
		}
		files = append(files, found...)
	}
	return files, nil
}

// groupOf says what an argument is that stands for several files.
func groupOf(arg string) string {
	if info, err := os.Stat(arg); err == nil && info.IsDir() {
		return "folder"
	} else if err != nil && strings.HasPrefix(arg, "@") {
		return "list"
	}
	return "archive"
}

// listError gives the errors of seedfiles.List their exit codes.
func listError(ctx context.Context, err error) error {
	var output *disk.OutputError
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &output):
		return err
	}
	return usagef("%w", plainPathError(err))
}

// readText returns the text of the formula, or of another file, that an argument names, or of standard input. It may be compressed, or a member of an
// archive. Errors are *syntax.Error, those of listError, or what ctx ended with: reading something that may never end, such as a pipe, stops with ctx.
func readText(ctx context.Context, arg string, stdin io.Reader) (string, error) {
	f, err := theFile(ctx, arg)
	if err != nil {
		return "", err
	}
	return readFormula(ctx, f, stdin)
}

// theFile is the one file that an argument names. Whether a plain path leads to one is left to who reads it.
func theFile(ctx context.Context, arg string) (seedfiles.File, error) {
	if _, err := os.Stat(arg); arg == stdinArg || err == nil || seedfiles.Check(arg) != nil {
		return seedfiles.At(arg), nil
	}
	listings, err := seedfiles.List(ctx, []string{arg}, seedfiles.Limits{MaxBytes: maxFile})
	if err != nil {
		return seedfiles.File{}, listError(ctx, err)
	}
	switch files := listings[0].Files; {
	case len(files) == 1:
		return files[0], nil
	case len(files) > 1:
		return seedfiles.File{}, usagef("%s stands for %d files, and one is needed: name it, as in %s", arg, len(files), files[0].Name)
	case len(listings[0].Skipped) > 0:
		return listings[0].Skipped[0].File(), nil
	}
	return seedfiles.File{}, usagef("%s: there is no file *.smt2 in this %s", arg, groupOf(arg))
}

// readFormula returns the text of a file or of standard input. Errors are those of readText.
func readFormula(ctx context.Context, f seedfiles.File, stdin io.Reader) (text string, err error) {
	defer func() { makeRoom(text) }()
	if f.Name != stdinArg && !f.Endless() {
		return readAll(f, stdin)
	}
	type result struct {
		text string
		err  error
	}
	done := make(chan result, 1) // of a goroutine that may stay behind
	go func() {
		text, err := readAll(f, stdin)
		done <- result{text, err}
	}()
	select {
	case r := <-done:
		return r.text, r.err
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// readAll is readFormula without a context that may end it.
func readAll(f seedfiles.File, stdin io.Reader) (string, error) {
	read := f.Read
	if f.Name == stdinArg {
		read = func(limit int64) (string, error) { return seedfiles.Text(stdin, limit) }
	}
	text, err := read(maxFile)
	switch {
	case err == nil:
		return text, nil
	case errors.Is(err, fs.ErrNotExist):
		return "", missingFile(f.Name, err)
	case errors.Is(err, syscall.EISDIR):
		return "", usagef("%s is a folder, and one file is needed: name it", f.Name)
	}
	var size *seedfiles.SizeError
	var damage *seedfiles.DamageError
	var packed *seedfiles.PackedError
	out := &syntax.Error{File: shownName(f.Name), Line: 1, Col: 1, Code: codeUnreadable, Msg: bareError(err).Error()}
	switch {
	case errors.As(err, &size):
		out.Code, out.Msg = syntax.CodeTooLarge, fmt.Sprintf("the file has more than %d MiB", maxFile>>20)
	case errors.As(err, &damage), errors.As(err, &packed):
		out.Code = syntax.CodeBinary
	}
	return "", out
}

// unread gives the error of a file that cannot be read its exit code, unless it has one, or the end of ctx caused it.
func unread(ctx context.Context, code int, err error) error {
	var exit *exitError
	var output *disk.OutputError
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &exit), errors.As(err, &output):
		return err
	}
	return withExit(code, err)
}

func shownName(path string) string {
	if path == stdinArg {
		return stdinName
	}
	return path
}

// bareError is the cause of a path error: the path is shown elsewhere.
func bareError(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// extendTable adds users' theory files to the built-in operators. Errors are *syntax.Error, or what ctx ended with.
func extendTable(ctx context.Context, files []string) (*theory.Table, error) {
	if err := checkTheory(files); err != nil {
		return nil, err
	}
	table := theory.Builtin()
	for _, file := range files {
		text, err := readText(ctx, file, nil)
		if err != nil {
			return nil, err
		}
		if table, _, err = table.Extend(file, text); err != nil {
			return nil, err
		}
	}
	return table, nil
}

// checkTheory refuses files of operators that do not exist.
func checkTheory(files []string) error {
	for _, file := range files {
		if _, err := os.Stat(file); err != nil && looksLikeLogic(file) {
			return usagef("--theory %s: there is no such file; it takes files of operators, and the logic is that of the seeds: name a folder of seeds", file)
		} else if err != nil {
			return missingFile(file, err)
		}
	}
	return nil
}
