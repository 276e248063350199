package mutate

import (
	"context"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/smt/theory"
)

// A Descriptor says what an engine is, which options it has, and how to make it. It is all that commands know about an
// engine: package internal/mutate/engines lists one for each. Immutable.
type Descriptor struct {
	// Name is the engine's, as in --engine NAME. Engine.Name returns the same.
	Name string
	// Doc says in one line what the engine does with a formula, beginning with a verb in lower case.
	Doc     string
	Options []Option
	// Extend returns the operator table with what the settings add to it; nil for engines that never add anything. All engines
	// of a campaign share the table, and so does the reader of seeds. The error has the position in the user's file.
	Extend func(*theory.Table, Settings) (*theory.Table, error)
	// New makes the engine. The table is the one that Extend has returned, or a later engine's. The error has the position
	// in the user's file, or is an *InputError.
	New func(*theory.Table, Settings) (Engine, error)
}

// Defaults returns the settings of a user who sets nothing.
func (d *Descriptor) Defaults() Settings {
	s := Settings{}
	for i := range d.Options {
		s[d.Options[i].Name] = d.Options[i].Default()
	}
	return s
}

// OptionKind is the kind of values that an option takes.
type OptionKind uint8

// The kinds. Each says which field of Value counts.
const (
	_ OptionKind = iota
	// Integer is a number in a range: Value.Int.
	Integer
	// Choice is one of several words: Value.Word.
	Choice
	// Switch is off unless it is given: Value.On.
	Switch
	// OneFile is the content of at most one file, Files that of any number: Value.Files.
	OneFile
	Files
)

// An Option is a setting of an engine. It is a flag of every command that has engines.
type Option struct {
	// Name is the flag's name without its dashes, unique among all engines.
	Name string
	Kind OptionKind
	// Doc says in one line what it does; a word in backquotes stands for the value.
	Doc string
	// Int is the default of an Integer, Min and Max are its range, both included. 0 means 0.
	Int, Min, Max int
	// Words are those of a Choice, the default first.
	Words []string
	// WithPartner is what the option is set to when the user names a second formula to combine with the first; 0 for an option that
	// this does not concern.
	WithPartner int
}

// Default returns the value that applies when the user sets none.
func (o *Option) Default() Value {
	v := Value{Int: o.Int}
	if o.Kind == Choice {
		v.Word = o.Words[0]
	}
	return v
}

// Check returns what a user should do about a value that the option does not accept, nil for one that it accepts. The text
// goes after the option and its value.
func (o *Option) Check(v Value) error {
	switch {
	case o.Kind == Integer && (v.Int < o.Min || v.Int > o.Max):
		return fmt.Errorf("give a number from %d to %d", o.Min, o.Max)
	case o.Kind == Choice:
		for _, w := range o.Words {
			if w == v.Word {
				return nil
			}
		}
		return fmt.Errorf("give %s", strings.Join(o.Words, " or "))
	}
	return nil
}

// Value is the value of an option. The option's kind says which field counts.
type Value struct {
	Int   int
	Word  string
	On    bool
	Files []File
}

// File is a file that the user has supplied.
type File struct{ Name, Text string }

// Settings are the values of all options of an engine, by name. Asking for one that its descriptor does not have panics.
type Settings map[string]Value

func (s Settings) value(name string) Value {
	v, ok := s[name]
	if !ok {
		panic("mutate: the engine has no option " + name)
	}
	return v
}

// Int returns the value of an Integer.
func (s Settings) Int(name string) int { return s.value(name).Int }

// Word returns the value of a Choice.
func (s Settings) Word(name string) string { return s.value(name).Word }

// On reports whether a Switch is on.
func (s Settings) On(name string) bool { return s.value(name).On }

// Files returns the files that the user has supplied, none when the option is not given.
func (s Settings) Files(name string) []File { return s.value(name).Files }

// File returns the one file that the user has supplied, nil when the option is not given.
func (s Settings) File(name string) *File {
	if files := s.value(name).Files; len(files) > 0 {
		return &files[0]
	}
	return nil
}

// Verifier is implemented by engines that can rely on what users supply, such as rules: nothing may rely on it before it is proved.
type Verifier interface {
	// Verify proves what the user has supplied, as far as solvers and values can, and removes what is refuted and can be done without.
	// It does nothing when the user has supplied nothing. asker is nil without solvers. remark is called with a line for each thing
	// that users should know about. The error is an *InputError, or what ctx ended with.
	Verify(ctx context.Context, asker Asker, remark func(string)) error
}

// An InputError says that what a user has supplied for an engine cannot be used.
type InputError struct {
	Fault InputFault
	Err   error
}

func (e *InputError) Error() string { return e.Err.Error() }

func (e *InputError) Unwrap() error { return e.Err }

// InputFault says what is wrong with the input.
type InputFault uint8

// The faults.
const (
	_ InputFault = iota
	// Unsound is a file that fails its required check: something in it is refuted, or cannot be read.
	Unsound
	// Useless is a file of which nothing usable is left.
	Useless
	// Conflicting are settings that each are in range and do not go together.
	Conflicting
)
