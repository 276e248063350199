package solver

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// An UnusableError says that a solver cannot be used here, and what to do about it.
type UnusableError struct {
	Solver  string
	Problem string
	Remedy  string
	Err     error // the cause, if there is one
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
	e := &UnusableError{Solver: spec.Text, Problem: fmt.Sprintf("version %s is not installed", spec.Version),
		Remedy: "no catalogue says where to get it (docs/solvers.md): give the path of its program"}
	if but != "" {
		e.Problem += " (" + but + ")"
	}
	if spec.Version == Latest {
		e.Problem = "no version is installed"
	}
	if r.listed(spec.Name) {
		e.Remedy = fmt.Sprintf("run: assay solvers install %s@%s, or give the path of its program", spec.Name, spec.Version)
	}
	return e
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
