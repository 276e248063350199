package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
)

// stdinArg is the argument that means standard input; stdinName is how diagnostics call it.
const (
	stdinArg  = "-"
	stdinName = "<stdin>"
)

// maxFile bounds the bytes read of one file.
const maxFile = 256 << 20

// codeUnreadable is the diagnostic code for files whose bytes cannot be read.
const codeUnreadable syntax.Code = "unreadable"

// formulas returns the files that arguments name, in order: files as they are, folders as all *.smt2 below
// them in the order of their names.
func formulas(args []string) ([]string, error) {
	var files []string
	for _, arg := range args {
		if arg == stdinArg {
			files = append(files, arg)
			continue
		}
		info, err := os.Stat(arg)
		if err != nil && isSolvers(arg) {
			return nil, usagef("%s: there is no such file; solvers go after --solver, as in assay solve --solver %s FILE", arg, shell.Quote([]string{arg}))
		}
		if err != nil {
			return nil, missingFile(arg, err)
		}
		if !info.IsDir() {
			files = append(files, arg)
			continue
		}
		found, err := walk(arg)
		if err != nil {
			return nil, usagef("%w", plainPathError(err))
		}
		if len(found) == 0 {
			return nil, usagef("%s: there is no file *.smt2 in this folder", arg)
		}
		files = append(files, found...)
	}
	return files, nil
}

func walk(dir string) ([]string, error) {
	var files []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir() && strings.HasSuffix(path, ".smt2"):
			files = append(files, filepath.Join(dir, path))
		}
		return nil
	})
	return files, err
}

// readText returns the text of a file or of standard input. Errors are *syntax.Error, or what ctx ended with: reading something
// that may never end, such as a pipe, stops with ctx.
func readText(ctx context.Context, path string, stdin io.Reader) (text string, err error) {
	defer func() { makeRoom(text) }()
	if info, err := os.Stat(path); path != stdinArg && (err != nil || info.Mode().IsRegular()) {
		return readAll(path, stdin)
	}
	type result struct {
		text string
		err  error
	}
	done := make(chan result, 1) // of a goroutine that may stay behind
	go func() {
		text, err := readAll(path, stdin)
		done <- result{text, err}
	}()
	select {
	case r := <-done:
		return r.text, r.err
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// readAll is readText without a context that may end it.
func readAll(path string, stdin io.Reader) (string, error) {
	name := shownName(path)
	fail := func(code syntax.Code, err error) error {
		return &syntax.Error{File: name, Line: 1, Col: 1, Code: code, Msg: err.Error()}
	}
	in := stdin
	var b strings.Builder
	if path != stdinArg {
		f, err := os.Open(path)
		if err != nil {
			return "", fail(codeUnreadable, bareError(err))
		}
		defer func() { _ = f.Close() }() // nothing is lost: it was only read
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() <= maxFile {
			b.Grow(int(info.Size()) + 1)
		}
		in = f
	}
	n, err := io.Copy(&b, io.LimitReader(in, maxFile+1))
	switch {
	case err != nil:
		return "", fail(codeUnreadable, bareError(err))
	case n > maxFile:
		return "", fail(syntax.CodeTooLarge, fmt.Errorf("the file has more than %d MiB", maxFile>>20))
	case strings.HasPrefix(b.String(), campaign.Gzip):
		return "", fail(syntax.CodeBinary, errors.New("the file is compressed with gzip: unpack it first"))
	}
	return b.String(), nil
}

// unread gives the error of a file that cannot be read its exit code, unless the end of ctx caused it.
func unread(ctx context.Context, code int, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
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
