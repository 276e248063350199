package solver

import (
	"errors"
	"fmt"
	"slices"
)

// Inferences say what a solver can be made to print of what it infers while it solves, and what must hold of that.
type Inferences struct {
	// Args make it print, or write, its inferences. A solver without any keeps them to itself.
	Args []string `toml:"args"`
	// Statements are the forms of what it prints: lists with the statement behind a head.
	Statements []StatementForm `toml:"statements"`
	// Preserving match the names of inferences whose statements need not hold: they keep the script satisfiable if it was, such as those that break
	// symmetries.
	Preserving Patterns `toml:"preserving"`
	// Partial match the rules of proofs whose steps may rest on assertions that the proof does not name. A wrong one without premises counts only where the
	// solver answers the formula made from it wrongly.
	Partial Patterns `toml:"partial"`
	// Files is a pattern of the names of scripts that it writes into its folder: what each asserts cannot be. Name is what such an inference is called.
	// A solver may leave out what has no text, so that a false one counts only where the solver answers the formula made from it wrongly.
	Files string `toml:"files"`
	Name  string `toml:"name"`
}

// A StatementForm is a form in which statements are printed: (Head F ...).
type StatementForm struct {
	Head string `toml:"head"`
	// Holds is "valid" for what is true under every interpretation, and "implied" for what follows from the assertions. A valid statement that is a
	// conjunction, or a literal, may be a conflict instead: what is false under every interpretation.
	Holds string `toml:"holds"`
	// Name is the keyword before the name of the inference, such as :source, "" where the first keyword is the name.
	Name string `toml:"name"`
}

// What may hold of statements.
const (
	HoldsValid   = "valid"
	HoldsImplied = "implied"
)

// Tells reports whether the solver shows anything of what it infers.
func (i Inferences) Tells() bool { return len(i.Args) > 0 }

func (i Inferences) check() error {
	for _, f := range i.Statements {
		if f.Head == "" || !slices.Contains([]string{HoldsValid, HoldsImplied}, f.Holds) {
			return fmt.Errorf("[inferences] has a form %q of which %q holds; give its head, and %s or %s", f.Head, f.Holds, HoldsValid, HoldsImplied)
		}
	}
	switch {
	case i.Tells() && len(i.Statements) == 0 && i.Files == "":
		return errors.New("[inferences] has args, but neither statements nor files that they make")
	case !i.Tells() && (len(i.Statements) > 0 || i.Files != ""):
		return errors.New("[inferences] has no args that make the solver print its inferences")
	case (i.Files == "") != (i.Name == ""):
		return errors.New("files and name in [inferences] belong together")
	}
	return nil
}
