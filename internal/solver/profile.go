package solver

import (
	"path"
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt"
)

// FormatVersion is the version of the profile format that this package reads.
const FormatVersion = 1

// A Profile describes a solver to this package. The fields correspond to the keys of the same names in a
// profile file; docs/reference/profiles.md explains each with examples. A Profile does not change after it has been
// read, and is safe for concurrent use.
type Profile struct {
	Format int    `toml:"format"`
	Name   string `toml:"name"`
	Title  string `toml:"title"`
	// Codebase is shared by solvers if a newer one is expected to decide what an older one decides; it is the name
	// unless the file says otherwise.
	Codebase string `toml:"codebase"`
	// FormerCodebase is the former name of that key, empty once the profile has been read: findings have recorded profiles with it.
	FormerCodebase string `toml:"lineage"`
	// Binaries are the names of the program, the preferred one first.
	Binaries []string `toml:"binaries"`
	// Dialect names the printer's dialect for formulas given to this solver.
	Dialect string `toml:"dialect"`
	// Logics are patterns (path.Match) of the logics it reads; none means all.
	Logics []string `toml:"logics"`
	// ExceptLogics are patterns of logics among them that it does not read, or whose sorts it does not all know.
	ExceptLogics []string `toml:"except_logics"`
	// MaxChecks is the number of check-sat commands it takes in one script; 0 means
	// any number.
	MaxChecks int `toml:"max_checks"`
	// IgnoresOnlyOptions: the response "unsupported" is about an option or an info,
	// never about a command that the solver then skips.
	IgnoresOnlyOptions bool `toml:"ignores_only_options"`
	// PackageOf is the profile of the program with the same code, for a driver that calls the solver's package as its users do; "" for a program. Such a
	// solver is only asked by name: where the program's opinion is wanted, its own is worth no more.
	PackageOf string `toml:"package_of"`
	// SlowStart: each start takes a second or so, as that of a Java machine does. Who asks several solvers one after the other asks it after the newest of the others.
	SlowStart bool `toml:"slow_start"`
	// Inherit names the profile whose texts, statuses and crashes are tried after
	// this one's own; empty means "generic", "none" means none.
	Inherit string `toml:"inherit"`

	Version VersionProbe `toml:"version"`
	// Checked tells a build with assertions from a release: the pattern matches what it prints. Without arguments, nothing can tell.
	Checked VersionProbe `toml:"checked"`
	Probe   Probe        `toml:"probe"`
	Call    Call         `toml:"call"`
	Living  Living       `toml:"session"`
	Warm    Warm         `toml:"snapshot"`
	Show    Evidence     `toml:"evidence"`
	Space   OptionSpace  `toml:"options"`
	Stats   Statistic    `toml:"statistics"`
	Infers  Inferences   `toml:"inferences"`
	Answers AnswerWords  `toml:"answers"`
	Status  Statuses     `toml:"status"`
	Text    Texts        `toml:"text"`
	Crash   []CrashText  `toml:"crash"`
	// Declined are tactics with which the developers accept no reports.
	Declined []TacticExclusion `toml:"tactics"`

	// Versions says what is different for some versions.
	Versions []VersionRange `toml:"versions"`

	// origin is the file that the profile was read from, for messages, and text its contents.
	origin   string
	text     string
	builtin  bool
	base     *Profile // the profile that it inherits from, nil for none
	variants *variants
}

// A Source is a profile file: its name, for messages, and its text.
type Source struct{ Name, Text string }

// Sources returns the files that the profile depends on and that do not come with the program: what it inherits from, and
// itself, in an order in which Set.With accepts them. A built-in profile has none.
func (p *Profile) Sources() []Source {
	var out []Source
	for ; p != nil; p = p.base {
		if !p.builtin && p.text != "" {
			out = append(out, Source{Name: p.origin, Text: p.text})
		}
	}
	slices.Reverse(out)
	return out
}

// A VersionProbe says how to find out a solver's version.
type VersionProbe struct {
	Args []string `toml:"args"`
	// Pattern finds the version; its first group, if it has one, is the version.
	Pattern Pattern `toml:"pattern"`
}

// A Probe is a script that a working solver answers, and an unsat script, to which no solver may say sat. Without them, the
// checks of a solver use scripts of their own.
type Probe struct {
	Script string `toml:"script"`
	Answer string `toml:"answer"`
	Unsat  string `toml:"unsat"`
	// Own: the scripts are for this solver; otherwise they are the generic profile's.
	Own bool `toml:"-"`
}

// A Call says how to run the solver on a file. Each list is added to the command line when the feature it is
// named after is requested. Arguments may hold the placeholders {file}, {ms}, {s}, {mib} and {bytes}.
type Call struct {
	Args         []string `toml:"args"`
	SelfCheck    []string `toml:"self_check"`
	Models       []string `toml:"models"`
	Assignments  []string `toml:"assignments"`
	Incremental  []string `toml:"incremental"`
	Strings      []string `toml:"strings"`
	Floats       []string `toml:"floats"`
	CheckTimeout []string `toml:"check_timeout"`
	Memory       []string `toml:"memory"`
}

// Warm says what the solver reads before a snapshot of it is taken. With the zero value, the snapshot is of a solver that has
// read nothing.
type Warm struct {
	// Command is read after the beginning of a script, which sets options and the logic. It makes the solver create what it creates for
	// the first command of any script, and changes nothing.
	Command string `toml:"command"`
	// Says is what the solver prints in response, without surrounding blanks.
	Says string `toml:"says"`
}

func (w Warm) valid() bool {
	return !strings.ContainsAny(w.Command, "\n\r;") && (w.Command != "" || w.Says == "")
}

// Evidence holds the commands that make a solver show why it answers as it does. They follow check-sat; an
// empty one means that the solver has no such command.
type Evidence struct {
	// Model is for sat, such as "(get-model)".
	Model string `toml:"model"`
	// Core is for unsat, such as "(get-unsat-core)".
	Core string `toml:"core"`
	// Proof is for the proof after unsat, such as "(get-proof)". ProofOptions, such as ":produce-proofs true", are set at the start of a
	// script that asks for one.
	Proof        string   `toml:"proof"`
	ProofOptions []string `toml:"proof_options"`
	// ProofDetail is an option with its value, "" for none, under which a proof says how it comes to what it otherwise states in one step.
	ProofDetail string `toml:"proof_detail"`
	// ProofSettings are further options, each with its value, under which a solver may show a proof that it does not show otherwise.
	ProofSettings []string `toml:"proof_settings"`
	// Further holds commands that make it show more, for a share of the runs.
	Further Further `toml:"further"`
	// Escapes is "c" when strings have the escapes of C instead of SMT-LIB's, both in what the solver reads and in what it prints. It is
	// "raw-del" when the solver prints the character 7F unescaped, which no SMT-LIB text may contain.
	Escapes string `toml:"escapes"`
}

// rawDEL is Escapes for solvers that print the character 7F unescaped.
const rawDEL = "raw-del"

func (e Evidence) valid() bool { return e.Escapes == "" || e.Escapes == "c" || e.Escapes == rawDEL }

// AnswerWords are patterns of the lines that are answers, beyond sat, unsat and unknown.
type AnswerWords struct {
	Sat     []LinePattern `toml:"sat"`
	Unsat   []LinePattern `toml:"unsat"`
	Unknown []LinePattern `toml:"unknown"`
}

// Statuses are the exit statuses that have a meaning.
type Statuses struct {
	Timeout     []int `toml:"timeout"`
	Memory      []int `toml:"memory"`
	Options     []int `toml:"options"`
	Unsupported []int `toml:"unsupported"`
	Rejected    []int `toml:"rejected"`
	Crash       []int `toml:"crash"`
}

// Texts are patterns for what the solver prints outside of answers and models.
type Texts struct {
	// Timeout and Memory: a limit of the solver's own was reached.
	Timeout Patterns `toml:"timeout"`
	Memory  Patterns `toml:"memory"`
	// Options: the solver does not understand the command line.
	Options Patterns `toml:"options"`
	// Unsupported: this build or version lacks something, or wants an option for it.
	Unsupported Patterns `toml:"unsupported"`
	// Rejected: the input is refused, in words other than (error ...).
	Rejected Patterns `toml:"rejected"`
	// Errors are lines that mean the same as (error "..."): the first group is the message, the whole line without one.
	Errors Patterns `toml:"errors"`
	// Harmless: errors that leave the answers valid.
	Harmless Patterns `toml:"harmless"`
	// InvalidModel: the solver finds that its own model is wrong.
	InvalidModel Patterns `toml:"invalid_model"`
	// Incomplete: the solver says that it lacks what the formula takes, and so answers unknown.
	Incomplete Patterns `toml:"incomplete"`
	// NotACrash: what looks like a crash but is not one.
	NotACrash Patterns `toml:"not_a_crash"`
}

// A CrashText recognises a crash by what the solver printed.
type CrashText struct {
	// Kind is one of "assertion", "internal-error" and "sanitizer".
	Kind    CrashKind `toml:"kind"`
	Pattern Pattern   `toml:"pattern"`
	// Signature names the defect: a template in which $name stands for the pattern's group of that name.
	// Empty means the matched text.
	Signature string `toml:"signature"`
}

// Reads reports whether the solver can read scripts of a logic; an empty logic is unknown and is always
// tried.
func (p *Profile) Reads(logic string) bool {
	return logic == "" || (len(p.Logics) == 0 || matches(p.Logics, logic)) && !matches(p.ExceptLogics, logic)
}

func matches(patterns []string, logic string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		ok, err := path.Match(pattern, logic)
		return err == nil && ok
	})
}

// Origin is the file that the profile was read from.
func (p *Profile) Origin() string { return p.origin }

// Answer returns the answer on a line without its line end; 0 if the line is not an answer.
func (p *Profile) Answer(line string) smt.Status {
	// Floods have millions of lines, so a line that is no answer must not cost the making of an error.
	switch line {
	case "sat":
		return smt.Sat
	case "unsat":
		return smt.Unsat
	case "unknown":
		return smt.Unknown
	}
	is := func(p LinePattern) bool { return p.Match(line) }
	switch {
	case slices.ContainsFunc(p.Answers.Sat, is):
		return smt.Sat
	case slices.ContainsFunc(p.Answers.Unsat, is):
		return smt.Unsat
	case slices.ContainsFunc(p.Answers.Unknown, is):
		return smt.Unknown
	}
	return 0
}

// extend appends what base knows to what p knows.
func (p *Profile) extend(base *Profile) {
	p.Status.extend(base.Status)
	p.Text.extend(base.Text)
	p.Stats.extend(base.Stats)
	p.Crash = slices.Concat(p.Crash, base.Crash)
	if p.Probe.Script == "" && p.Probe.Unsat == "" {
		p.Probe = base.Probe
	}
	if p.Version.Pattern.re == nil {
		p.Version.Pattern = base.Version.Pattern
	}
	if p.Version.Args == nil {
		p.Version.Args = base.Version.Args
	}
}

func (s *Statuses) extend(base Statuses) {
	s.Timeout = slices.Concat(s.Timeout, base.Timeout)
	s.Memory = slices.Concat(s.Memory, base.Memory)
	s.Options = slices.Concat(s.Options, base.Options)
	s.Unsupported = slices.Concat(s.Unsupported, base.Unsupported)
	s.Rejected = slices.Concat(s.Rejected, base.Rejected)
	s.Crash = slices.Concat(s.Crash, base.Crash)
}

func (t *Texts) extend(base Texts) {
	t.Timeout = slices.Concat(t.Timeout, base.Timeout)
	t.Memory = slices.Concat(t.Memory, base.Memory)
	t.Options = slices.Concat(t.Options, base.Options)
	t.Unsupported = slices.Concat(t.Unsupported, base.Unsupported)
	t.Rejected = slices.Concat(t.Rejected, base.Rejected)
	t.Errors = slices.Concat(t.Errors, base.Errors)
	t.Harmless = slices.Concat(t.Harmless, base.Harmless)
	t.InvalidModel = slices.Concat(t.InvalidModel, base.InvalidModel)
	t.Incomplete = slices.Concat(t.Incomplete, base.Incomplete)
	t.NotACrash = slices.Concat(t.NotACrash, base.NotACrash)
}
