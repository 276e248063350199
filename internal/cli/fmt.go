package cli

import (
	"context"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/seedfiles"
	"github.com/assay-smt/assay/smt"
)

type fmtOptions struct {
	*Streams
	Files []string
	Write bool
	Check bool
	JSON  bool
}

func newFmt(s *Streams) *cobra.Command {
	opts := &fmtOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "fmt [flags] [FILE...]",
		Short: "Lay out SMT-LIB files; comments stay",
		Long: `Lay out SMT-LIB files within 100 columns, and write the result to standard output. Only white space changes: every token and
every comment stays, in the same order. Formatting a formatted file changes nothing. Scripts in the dialects of solvers are formatted like all
others, and need not be well-sorted. Without a FILE, or for -, standard input is formatted.

With --write, files are replaced where their layout differs; a file in an archive or a compressed one is refused. With --check, nothing is
written: the names of the files whose layout differs are printed, and the exit code is 1 when there is one.

With --json, one object for each file: {file, ok, changed}, with text unless --write or --check is given, and for a file that cannot be read
error: {line, col, code, message}.`,
		Example: `  assay fmt formula.smt2
  assay fmt --write benchmarks/        # in place
  assay fmt --check benchmarks/        # in CI
  assay fmt < answer.txt > answer.smt2`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Files = args
			return opts.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.BoolVarP(&opts.Write, "write", "w", false, "replace files whose layout differs")
	f.BoolVarP(&opts.Check, "check", "l", false, "print the names of files whose layout differs")
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

// laidOut is what the command says about one file.
type laidOut struct {
	File    string      `json:"file"`
	OK      bool        `json:"ok"`
	Changed bool        `json:"changed"`
	Text    string      `json:"text,omitempty"`
	Error   *checkError `json:"error,omitempty"`
}

func (opts *fmtOptions) run(ctx context.Context) error {
	if opts.Write && opts.Check {
		return usagef("--write and --check exclude each other: --check writes nothing")
	}
	if len(opts.Files) == 0 {
		opts.Files = []string{stdinArg}
	}
	files, err := formulas(ctx, opts.Streams, opts.Files)
	if err != nil {
		return err
	}
	if opts.Write {
		if err := replaceable(files); err != nil {
			return err
		}
	}
	fine := true
	for _, f := range files {
		out, err := opts.format(ctx, f)
		if err != nil {
			return err
		}
		fine = fine && out.OK && !(opts.Check && out.Changed)
		if err := opts.show(out); err != nil {
			return errOutput
		}
	}
	if !fine {
		return exit(exitFailed)
	}
	return nil
}

// replaceable refuses what --write cannot replace, before anything is replaced.
func replaceable(files []seedfiles.File) error {
	for _, f := range files {
		switch {
		case f.Name == stdinArg:
			return usagef("--write needs files: standard input cannot be replaced")
		case f.Endless():
			return usagef("%s is not a file: --write replaces only plain files", f.Name)
		case f.Broken() != nil || f.AsIs():
			continue
		}
		if in, err := os.Open(f.Path()); err == nil { // otherwise reading it says why not
			_ = in.Close()
			return usagef("%s is compressed or in an archive: --write replaces only plain files", f.Name)
		}
	}
	return nil
}

// format lays out one file, and replaces it if that is asked for. Errors of the file itself are in the result.
func (opts *fmtOptions) format(ctx context.Context, f seedfiles.File) (laidOut, error) {
	out := laidOut{File: f.Name}
	fails := func(err error) (laidOut, error) {
		opts.remark(err.Error())
		out.Error = asCheckError(err)
		return out, nil
	}
	before, err := readFormula(ctx, f, opts.In)
	switch {
	case ctx.Err() != nil:
		return out, context.Cause(ctx)
	case err != nil:
		return fails(err)
	}
	script, err := smt.Parse(shownName(f.Name), before)
	if err != nil {
		return fails(err)
	}
	out.Text = script.Format()
	out.OK, out.Changed = true, out.Text != before
	if !opts.Write || !out.Changed {
		return out, nil
	}
	return out, replaceText(f.Path(), out.Text)
}

// replaceText replaces a file, behind links and with its mode.
func replaceText(path, text string) error {
	actual, err := filepath.EvalSymlinks(path)
	if err != nil {
		return &disk.OutputError{Path: path, Err: err}
	}
	info, err := os.Stat(actual)
	if err != nil {
		return &disk.OutputError{Path: path, Err: err}
	}
	if err := disk.WriteAtomic(actual, []byte(text)); err != nil {
		return err
	}
	if err := os.Chmod(actual, info.Mode().Perm()); err != nil {
		return &disk.OutputError{Path: path, Err: err}
	}
	return nil
}

func (opts *fmtOptions) show(out laidOut) error {
	var err error
	switch {
	case opts.JSON:
		if opts.Write || opts.Check {
			out.Text = ""
		}
		err = opts.printJSON(out)
	case !out.OK:
	case opts.Check:
		if out.Changed {
			err = opts.say("%s\n", shownName(out.File))
		}
	case !opts.Write:
		_, err = opts.Out.Write([]byte(out.Text))
	}
	return err
}
