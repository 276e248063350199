package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/seedfiles"
	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
)

type checkOptions struct {
	*Streams
	Files   []string
	Theory  []string
	Print   bool
	JSON    bool
	Verbose bool
	Strict  bool
	Jobs    int
}

func newCheck(s *Streams) *cobra.Command {
	opts := &checkOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "check [flags] FILE...",
		Short: "Read and sort-check SMT-LIB files",
		Long: `Read and sort-check SMT-LIB files. A folder or an archive (.tar, .tar.gz, .tar.xz, .tar.zst) stands for all *.smt2 in it,
also compressed (.gz, .xz, .zst); @list.txt for the files that it names, one a line; - for standard input.

Errors are written to standard error as file:line:col: code: message, one line for each file that fails.
Anything that a known solver reads is accepted; for a file that is not strictly SMT-LIB, the output says whose dialect it is
written in. With --strict, only the standard is accepted.

With --json, one object for each file: {file, ok, logic, status, assertions, terms, dialect}, and for a file that fails
error: {line, col, code, message}. With --print, the canonical script, in the dialect of the file. Exit code 1 when a file fails.`,
		Example: `  assay check formula.smt2
  assay check --json benchmarks/ | jq -r 'select(.ok|not).file'
  assay check --print - < formula.smt2`,
		Args: minArgs(1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Files = args
			return opts.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.BoolVar(&opts.Print, "print", false, "write the canonical script of each file to standard output")
	f.BoolVarP(&opts.Verbose, "verbose", "v", false, "also report files that are fine, and what was kept unread")
	f.BoolVar(&opts.Strict, "strict", false, "accept only the standard, and nothing that only some solvers have")
	f.IntVarP(&opts.Jobs, "jobs", "j", runtime.GOMAXPROCS(0), "files checked at the same time")
	theoryFlag(cmd, &opts.Theory)
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

func theoryFlag(cmd *cobra.Command, files *[]string) {
	cmd.Flags().StringArrayVar(files, "theory", nil, "a `FILE` of further operators, in theory notation (repeatable)")
}

// checkResult is what the command says about one file.
type checkResult struct {
	File       string      `json:"file"`
	OK         bool        `json:"ok"`
	Logic      string      `json:"logic"`
	Status     string      `json:"status"`
	Assertions int         `json:"assertions"`
	Terms      int         `json:"terms"`
	Dialect    string      `json:"dialect,omitempty"`
	Warnings   []string    `json:"warnings,omitempty"`
	Error      *checkError `json:"error,omitempty"`
	Script     string      `json:"script,omitempty"`
}

type checkError struct {
	Line    int    `json:"line"`
	Col     int    `json:"col"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// asCheckError turns any error into one with a position.
func asCheckError(err error) *checkError {
	var e *syntax.Error
	if !errors.As(err, &e) {
		return &checkError{Code: string(codeUnreadable), Message: err.Error()}
	}
	return &checkError{Line: e.Line, Col: e.Col, Code: string(e.Code), Message: e.Msg, Hint: e.Hint}
}

func (opts *checkOptions) run(ctx context.Context) error {
	if err := checkJobs(opts.Jobs); err != nil {
		return err
	}
	files, err := formulas(ctx, opts.Streams, opts.Files)
	if err != nil {
		return err
	}
	table, err := extendTable(ctx, opts.Theory)
	if err != nil {
		return err
	}
	started := time.Now()
	failed := 0
	count := newCounter(opts.Streams, len(files))
	err = inOrder(ctx, opts.Jobs, len(files), func(i int) checked {
		return opts.check(ctx, files[i], table)
	}, func(i int, c checked) error {
		if !c.result.OK {
			failed++
			count.end()
		}
		count.count(i + 1)
		return opts.show(c, len(files))
	})
	count.end()
	if err != nil {
		return err
	}
	if len(files) > 1 {
		fmt.Fprintf(opts.Err, "%s checked in %.1f s: %d fine, %d failed\n",
			plural(len(files), "file"), time.Since(started).Seconds(), len(files)-failed, failed)
	}
	if failed > 0 {
		return exit(exitFailed)
	}
	return nil
}

// checked is a file's result with the text that goes with it.
type checked struct {
	result checkResult
	err    error
	text   []byte
}

func (opts *checkOptions) check(ctx context.Context, f seedfiles.File, table *theory.Table) checked {
	file := f.Name
	c := checked{result: checkResult{File: file}}
	text, err := readFormula(ctx, f, opts.In)
	if err == nil {
		how := elab.Options{File: shownName(file), Table: table, Done: ctx.Done()}
		if opts.Strict {
			how.Dialects = theory.Standard
		}
		err = opts.read(text, how, &c)
	}
	if err != nil {
		c.err = err
		c.result.Error = asCheckError(err)
	}
	return c
}

// read checks a text. It keeps the whole script only for printing.
func (opts *checkOptions) read(text string, how elab.Options, c *checked) error {
	r := &c.result
	if !opts.Print {
		f, err := elab.Check(text, how)
		if err != nil {
			return err
		}
		r.OK, r.Logic, r.Status = true, f.Logic, f.Status
		r.Assertions, r.Terms, r.Warnings, r.Dialect = f.Assertions, f.Terms, f.Warnings, f.Dialects.String()
		return nil
	}
	s, err := elab.Script(text, how)
	if err != nil {
		return err
	}
	r.OK, r.Logic, r.Status = true, s.Logic(), s.Status()
	r.Assertions, r.Terms, r.Warnings = s.Assertions(), s.Store.Len(), s.Warnings
	r.Dialect = s.Dialects.String()
	p := script.Printer{Solver: s.Dialects.Solver()}
	c.text = p.Append(nil, s)
	return nil
}

func (opts *checkOptions) show(c checked, files int) error {
	r := &c.result
	if c.err != nil {
		fmt.Fprintf(opts.Err, "%v\n", c.err)
	}
	var err error
	switch {
	case opts.JSON:
		r.Script = string(c.text)
		err = opts.printJSON(r)
	case !r.OK:
	case opts.Print:
		if files > 1 {
			c.text = append([]byte("; "+visible.Line(shownName(r.File))+"\n"), c.text...) // a name may have line ends
		}
		_, err = opts.Out.Write(c.text)
	case opts.Verbose || files == 1:
		err = opts.say("%s: fine: %s\n", shownName(r.File), r.describe())
	}
	if opts.Verbose {
		for _, w := range r.Warnings {
			fmt.Fprintf(opts.Err, "%s: warning: %s\n", shownName(r.File), w)
		}
	}
	if err != nil {
		return errOutput
	}
	return nil
}

func (r *checkResult) describe() string {
	logic := "no logic"
	if r.Logic != "" {
		logic = "logic " + r.Logic
		if !theory.ParseLogic(r.Logic).Known {
			logic += " (not a known one" + didYouMean(r.Logic, theory.Logics()) + ")"
		}
	}
	status := ""
	if r.Status != "" {
		status = ", status " + r.Status
	}
	dialect := ""
	if r.Dialect != theory.Standard.String() {
		dialect = ", dialect " + r.Dialect
	}
	return fmt.Sprintf("%s%s, %s, %s%s", logic, status, plural(r.Assertions, "assertion"), plural(r.Terms, "term"), dialect)
}

// inOrder does n pieces of work, several at the same time, and takes their results in order. Results that wait
// for an earlier one are bounded, so that one slow piece does not fill the memory. An error of take ends it once the pieces
// under way are done. The end of ctx ends it at once; pieces under way end by themselves or with the process.
func inOrder[T any](ctx context.Context, workers, n int, work func(i int) T, take func(i int, r T) error) error {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	var taken error // of take
	defer func() {
		cancel()
		if taken != nil {
			wg.Wait()
		}
	}()

	type job struct {
		i    int
		done chan T
		// broken receives the panic of work instead, which is the caller's then.
		broken chan any
	}
	do := func(j job) {
		defer func() {
			if p := recover(); p != nil {
				j.broken <- fmt.Sprintf("%v\n%s", p, debug.Stack())
			}
		}()
		j.done <- work(j.i)
	}
	jobs := make(chan job)
	queue := make(chan job, 2*workers) // started or finished, not yet taken
	for range min(workers, n) {
		wg.Go(func() {
			for j := range jobs {
				do(j)
			}
		})
	}
	wg.Go(func() {
		defer close(queue)
		defer close(jobs)
		for i := range n {
			j := job{i, make(chan T, 1), make(chan any, 1)}
			select {
			case queue <- j:
			case <-ctx.Done():
				return
			}
			select {
			case jobs <- j:
			case <-ctx.Done():
				return
			}
		}
	})
	for j := range queue {
		select {
		case r := <-j.done:
			if ctx.Err() != nil {
				return context.Cause(ctx) // a piece that was broken off has no result
			}
			if taken = take(j.i, r); taken != nil {
				return taken
			}
		case p := <-j.broken:
			panic(p)
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return ctx.Err()
}
