package solver

import (
	"debug/elf"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// An UnusableError says that a solver cannot be used here, and what to do about it.
type UnusableError struct {
	Solver  string
	Problem string
	Remedy  string
	Err     error // the cause, if there is one
	// Passing: it may well start in a moment, since the system had no room for a process or somebody was writing the program.
	Passing bool
}

func (e *UnusableError) Error() string {
	text := fmt.Sprintf("solver %q: %s", e.Solver, e.Problem)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	if e.Remedy != "" {
		text += "; " + e.Remedy
	}
	return text
}

func (e *UnusableError) Unwrap() error { return e.Err }

// Parts returns the problem with its cause, and the remedy.
func (e *UnusableError) Parts() (problem, remedy string) { return explain(e) }

func explain(err error) (problem, remedy string) {
	var u *UnusableError
	if errors.As(err, &u) {
		problem = u.Problem
		if u.Err != nil {
			problem += ": " + u.Err.Error()
		}
		return problem, u.Remedy
	}
	return err.Error(), ""
}

// listed reports whether a catalogue has the solver.
func (r Resolver) listed(name string) bool {
	if r.Listed != nil {
		return r.Listed(name)
	}
	c, err := BuiltinCatalogue()
	if err != nil {
		return false
	}
	_, ok := c.Listing(name)
	return ok
}

// notInstalled is the error for a version that is not there. but is what else is known about it, or empty.
func (r Resolver) notInstalled(spec Spec, but string) error {
	if err := r.damaged(spec, spec.Version); err != nil {
		return err
	}
	e := &UnusableError{Solver: spec.Text, Problem: fmt.Sprintf("version %s is not installed", spec.Version),
		Remedy: "no catalogue says where to get it (docs/reference/solvers.md): give the path of its program"}
	if but != "" {
		e.Problem += " (" + but + ")"
	}
	if spec.Version == Latest {
		e.Problem = "no version is installed"
	}
	if r.listed(spec.Name) {
		e.Remedy = "run: " + InstallCommand(spec.Name, spec.Version) + ", or give the path of its program"
	}
	return e
}

// cannotRun is the error for a program that does not start, or whose end the system does not tell.
func cannotRun(t Target, err error) error {
	e := &UnusableError{Solver: t.String(), Problem: "it cannot be run: " + WhyNotStarted(err), Remedy: "give the path of a program for this machine"}
	var start *sandbox.StartError
	if !errors.As(err, &start) {
		e.Problem, e.Err, e.Remedy = "a run of it failed", err, ""
	} else if passing(err) {
		e.Remedy, e.Passing = "try again in a moment", true
	}
	return e
}

// passing reports whether what kept a program from starting may be over in a moment.
func passing(err error) bool {
	return slices.ContainsFunc([]error{syscall.EAGAIN, syscall.ENOMEM, syscall.EMFILE, syscall.ENFILE, syscall.ETXTBSY}, func(e error) bool {
		return errors.Is(err, e)
	})
}

// WhyNotStarted says in words why a program did not start, by the error of starting it and by what is in its file.
func WhyNotStarted(err error) string {
	var start *sandbox.StartError
	path := ""
	if errors.As(err, &start) {
		path = start.Program
		if found, err := sandbox.LookPath(path); err == nil {
			path = found
		}
	}
	_, missing := os.Stat(path)
	switch {
	case errors.Is(err, syscall.ENOEXEC):
		return foreignProgram(path)
	case errors.Is(err, fs.ErrPermission):
		return "it is not executable (chmod +x makes it so)"
	case missing != nil && start != nil:
		return "there is no such program"
	case errors.Is(err, fs.ErrNotExist):
		return "the interpreter or the loader that it names is missing"
	}
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(err) {
		err = inner // the system's own words
	}
	return err.Error()
}

// foreignProgram says what a file is that the system does not run.
func foreignProgram(path string) string {
	f, err := elf.Open(path)
	if err != nil {
		return "it is neither a program for this system nor a script that begins with #!"
	}
	defer func() { _ = f.Close() }()
	machine := strings.ToLower(strings.TrimPrefix(f.Machine.String(), "EM_"))
	return fmt.Sprintf("it is a program for another machine, %s, and this one is %s", machine, runtime.GOARCH)
}

// noProgramAt is the error for a path that leads to no program.
func noProgramAt(spec Spec) error {
	e := &UnusableError{Solver: spec.Text, Problem: "it is not executable", Remedy: "chmod +x " + spec.Name + " makes it so, if it is a program"}
	info, err := os.Stat(spec.Name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.Problem, e.Remedy = "there is no such file", "give the path of a program, or the name of a solver, such as z3"
	case err != nil:
		var p *fs.PathError
		if errors.As(err, &p) {
			err = p.Err
		}
		e.Problem, e.Err, e.Remedy = "it cannot be used", err, "give the path of a program"
	case info.IsDir():
		e.Problem, e.Remedy = "it is a folder", "give the path of the program in it"
	}
	return e
}

// damaged is the error for an installed version whose files are not those that were installed; nil when they are, or nobody knows.
func (r Resolver) damaged(spec Spec, version string) error {
	if r.Intact == nil || version == "" {
		return nil
	}
	if problem, remedy := r.Intact(spec.Name, version); problem != "" {
		return &UnusableError{Solver: spec.Text, Problem: problem, Remedy: remedy}
	}
	return nil
}

// unknown is the error for a name that means nothing here.
func (r Resolver) unknown(spec Spec) error {
	var names []string
	for _, p := range r.Profiles.Profiles() {
		names = append(names, p.Name)
	}
	if strings.Contains(spec.Name, ",") {
		return &UnusableError{Solver: spec.Text, Problem: "there is no program of that name", Remedy: "separate several solvers with ;, as in \"z3;cvc5\""}
	}
	if info, err := os.Stat(spec.Name); err == nil && info.IsDir() {
		return &UnusableError{Solver: spec.Text, Problem: "it is a folder", Remedy: "give the path of a program; seeds are arguments"}
	}
	return &UnusableError{Solver: spec.Text,
		Problem: fmt.Sprintf("%q is neither a known solver nor a program on PATH", spec.Name),
		Remedy:  "known solvers: " + strings.Join(names, ", ") + "; or give the path of a program"}
}
