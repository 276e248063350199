package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/base/quantity"
	"github.com/assay-smt/assay/internal/base/tomlfile"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/syntax"
)

// The exit codes; 0 is all fine. Users' scripts rely on them: each has one meaning, which exitCodes gives.
const (
	exitFine        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInternal    = 3
	exitSolver      = 4
	exitOutput      = 5
	exitFindings    = 10
	exitInterrupted = 130 // what shells report for a process that an interrupt ended
	exitClosed      = 141 // and for one that wrote to a pipe without a reader
)

// An exitCode is a row of the table of exit codes.
type exitCode struct {
	Code int `json:"code"`
	// Name is the meaning in two or three words, and Means in a sentence.
	Name  string `json:"name"`
	Means string `json:"means"`
}

// exitCodes are all exit codes of all commands. docs/reference/cli.md has them with their names, which a test compares.
var exitCodes = []exitCode{
	{exitFine, "all fine", "nothing found; for `replay`: all findings are gone; for `triage`: no bug that counts"},
	{exitFailed, "check failed", "a file does not pass what was asked of it: it cannot be read, it yields no mutant, an assertion is false, or there is nothing in it to reduce; for `replay` and `triage`: a finding cannot be judged"},
	{exitUsage, "usage", "the command line, or a file of settings that it names, is wrong; nothing was run, and nothing was changed"},
	{exitInternal, "no result", "Assay itself cannot tell: `eval` has no value for an assertion, or an internal error, which says so: please report it"},
	{exitSolver, "unusable program", "a solver, or the command of `reduce`, is missing, does not start, refuses its options, or gives nothing that can be judged; for `hub status` and `work`: the hub does not answer, or shuts this machine out"},
	{exitOutput, "not writable", "the disk is full, or the output cannot be written"},
	{exitFindings, "findings", "something was found; for `replay`: one is still there; for `bisect`: a version shows it; for `locate`: a wrong step; for `triage`: a bug that counts; for `ci`: a regression"},
	{exitInterrupted, "interrupted", "interrupted before the end; `fuzz` and `hub` end cleanly instead, with 0, 4 or 10, `work` and `serve` with 0, `triage --watch` that waits with 0 or 10, and `ci` with 10 where it has found a regression"},
	{exitClosed, "reader gone", "whatever read the output stopped reading, as `head` does"},
}

// errOutput says that standard output cannot be written; the stream itself knows why.
var errOutput = errors.New("output failed")

// An exitError carries the exit code. Without a cause everything has been said already.
type exitError struct {
	code  int
	cause error
}

func (e *exitError) Error() string {
	if e.cause == nil {
		return fmt.Sprintf("exit status %d", e.code)
	}
	return e.cause.Error()
}

func (e *exitError) Unwrap() error { return e.cause }

func withExit(code int, cause error) error { return &exitError{code: code, cause: cause} }

// usage says that an error is the user's, unless there was no place to write or the command was interrupted.
func usage(err error) error {
	var output *disk.OutputError
	if errors.As(err, &output) || disk.NoSpace(err) || errors.Is(err, context.Canceled) {
		return err
	}
	return withExit(exitUsage, err)
}

// exit ends the command with a code after everything has been said.
func exit(code int) error {
	if code == 0 {
		return nil
	}
	return &exitError{code: code}
}

// usagef is an error of the command line. Its text says what to do about it.
func usagef(format string, args ...any) error {
	return withExit(exitUsage, fmt.Errorf(format, args...))
}

// report says what went wrong and returns the exit code.
func report(s *Streams, cmd *cobra.Command, err error) int {
	if err == nil {
		return 0
	}
	code, cause := classify(err)
	if cause == nil {
		return code
	}
	var diag *syntax.Error
	var profile *solver.ProfileError
	var record *triage.RecordError
	var bugs *known.Error
	var toml *tomlfile.Error
	switch {
	case errors.As(err, &record):
		s.complain(cause)
	case errors.As(err, &diag), errors.As(err, &profile), errors.As(err, &bugs), errors.As(err, &toml), inSettings(err):
		// These have the form file:line:col: code: message, which editors read.
		fmt.Fprintf(s.Err, "%v\n", cause)
	case code == exitInternal:
		s.complain(fmt.Errorf("internal error in %s: %w", cmd.CommandPath(), cause))
	default:
		s.complain(cause)
	}
	return code
}

// inSettings reports whether an error is about a line of a file of settings.
func inSettings(err error) bool {
	var wrong *plan.Error
	return errors.As(err, &wrong) && wrong.Line > 0
}

// complain says on standard error what went wrong.
func (s *Streams) complain(err error) { fmt.Fprintf(s.Err, "assay: %v\n", err) }

// classify gives the exit code of an error, and the error to show; nil shows nothing.
func classify(err error) (code int, show error) {
	var (
		exit     *exitError
		unusable *solver.UnusableError
		spec     *solver.SpecError
		profile  *solver.ProfileError
		diag     *syntax.Error
		record   *triage.RecordError
		output   *disk.OutputError
		bugs     *known.Error
		foreign  *folder.ForeignError
	)
	switch {
	case errors.As(err, &exit):
		return exit.code, exit.cause
	case errors.As(err, &output):
		return exitOutput, err
	case errors.As(err, &foreign):
		return exitUsage, err
	case errors.As(err, &record):
		return exitUsage, err
	case errors.As(err, &unusable):
		if strings.Contains(unusable.Remedy, "assay ") {
			return exitSolver, err // it names a command already
		}
		return exitSolver, fmt.Errorf("%w (assay solvers doctor looks at all of them)", err)
	case errors.As(err, &spec), errors.As(err, &profile), errors.As(err, &diag), errors.As(err, &bugs):
		return exitUsage, err
	case errors.Is(err, context.Canceled):
		return exitInterrupted, errors.New("interrupted")
	case disk.NoSpace(err):
		return exitOutput, err
	case errors.Is(err, syscall.EPIPE):
		return exitClosed, nil
	}
	return exitInternal, err
}

// plainPathError turns "open x: no such file or directory" into a sentence that starts with the file.
func plainPathError(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return fmt.Errorf("%s: %w", p.Path, p.Err)
	}
	return err
}

// firstWord is the first word of a command line behind the name of a command that is no flag, "" if there is none. What precedes all flags counts:
// behind one, it may be its value.
func firstWord(cmd *cobra.Command, args []string) string {
	depth := 0
	for c := cmd; c.HasParent(); c = c.Parent() {
		depth++
	}
	if len(args) <= depth || strings.HasPrefix(args[depth], "-") {
		return ""
	}
	return args[depth]
}

// flagLine is a line of a command's usage text with the name of a flag.
var flagLine = regexp.MustCompile(`(?m)^ +(?:-\w, )?(--[-a-z]+)`)

// flagError is the error for flags that do not exist or have a bad value. args is the whole command line: where it names a command that does not
// exist, its flags are not the problem.
func flagError(cmd *cobra.Command, args []string, err error) error {
	var (
		missing *pflag.NotExistError
		invalid *pflag.InvalidValueError
		bare    *pflag.ValueRequiredError
	)
	switch {
	case errors.As(err, &missing) && cmd.HasSubCommands() && firstWord(cmd, args) != "":
		return unknownSubcommand(cmd, []string{firstWord(cmd, args)})
	case errors.As(err, &missing):
		name := missing.GetSpecifiedName()
		group := missing.GetSpecifiedShortnames() // what follows a single dash
		if long, _, _ := strings.Cut(group, "="); len(long) > 1 && cmd.Flags().Lookup(long) != nil {
			return usagef("there is no flag -%s; write --%s with two dashes", long, long)
		}
		if advice := adviceOn(name); advice != "" {
			return usagef("%s", advice)
		}
		if group != "" {
			return usagef("there is no flag -%s; see %s --help", name, cmd.CommandPath())
		}
		// The usage text leaves out hidden flags, so that nobody is led to them.
		var names []string
		for _, m := range flagLine.FindAllStringSubmatch(cmd.Flags().FlagUsages(), -1) {
			names = append(names, m[1])
		}
		return usagef("there is no flag --%s%s; see %s --help", name, didYouMean("--"+name, names), cmd.CommandPath())
	case errors.As(err, &invalid):
		text := badValue(invalid)
		if advice := adviceOnValue(cmd, invalid.GetFlag(), invalid.GetValue()); advice != "" {
			text += "; " + advice
		}
		return usagef("%s; see %s --help", text, cmd.CommandPath())
	case errors.As(err, &bare):
		return usagef("--%s needs a value; see %s --help", bare.GetFlag().Name, cmd.CommandPath())
	}
	return usagef("%w; see %s --help", err, cmd.CommandPath())
}

// badValue says what a flag does not take.
func badValue(e *pflag.InvalidValueError) string {
	return wrongValue("--"+e.GetFlag().Name, e.GetFlag(), e.GetValue(), e.Unwrap())
}

// wrongValue says why a flag, which the user knows by a name, does not take a value. err is what the flag says, nil for nothing.
func wrongValue(name string, flag *pflag.Flag, value string, err error) string {
	if err == nil {
		return fmt.Sprintf("%s does not take %q", name, value)
	}
	return name + ": " + quantity.Explain(flag.Value.Type(), value, err)
}

// minArgs asks for n arguments and says which.
func minArgs(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < n {
			return usagef("%s is missing; as in:\n%s", what, firstLine(cmd.Example))
		}
		return nil
	}
}

// exactArgs asks for n arguments and says which.
func exactArgs(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := maxArgs(n, what)(cmd, args); err != nil {
			return err
		}
		return minArgs(n, what)(cmd, args)
	}
}

// maxArgs allows n arguments and says which.
func maxArgs(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			return usagef("%q is one argument too many: only %s is expected; as in:\n%s", args[n], what, firstLine(cmd.Example))
		}
		return nil
	}
}

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%q is one argument too many: the command takes none; see %s --help", args[0], cmd.CommandPath())
	}
	return nil
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// missingFile is the error for an argument that does not exist.
func missingFile(path string, err error) error {
	if !errors.Is(err, os.ErrNotExist) {
		return usagef("%w", plainPathError(err))
	}
	text := path + ": there is no such file or folder"
	if why := whyMissing(path); why != "" {
		text += "; " + why
	}
	return usagef("%s", text)
}

// whyMissing says what a path is instead that leads to nothing, "" when nothing comes to mind.
func whyMissing(path string) string {
	scheme, _, isURL := strings.Cut(path, "://")
	switch {
	case isURL && strings.Trim(scheme, "abcdefghijklmnopqrstuvwxyz") == "":
		return "Assay downloads nothing: get the file first, and give its path"
	case path == stdinArg:
		return "this command does not read standard input"
	case strings.HasPrefix(path, "~/"):
		return fmt.Sprintf("the shell has left ~ as it is: write \"$HOME%s\"", path[1:])
	case strings.ContainsAny(path, "*?["):
		return "the shell found no file of that pattern"
	}
	return ""
}
