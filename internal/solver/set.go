package solver

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/tomlfile"
)

//go:embed profiles/*.toml
var builtin embed.FS

// GenericName is the profile of solvers about which nothing is known, and the one that others inherit from.
const GenericName = "generic"

// noBase, as a profile's Inherit, excludes even the generic profile.
const noBase = "none"

// A Set holds the known profiles. It is immutable: With returns a larger one.
type Set struct {
	profiles []*Profile // in search order, the latest addition first
}

// Builtin returns the profiles that come with the program.
func Builtin() (*Set, error) {
	files, err := builtin.ReadDir("profiles")
	if err != nil {
		return nil, err
	}
	set := &Set{}
	slices.SortStableFunc(files, func(a, b os.DirEntry) int {
		return compareInherited(a.Name(), b.Name())
	})
	for _, f := range files {
		name := path.Join("profiles", f.Name())
		data, err := builtin.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if set, err = set.With(name, data); err != nil {
			return nil, err
		}
		set.profiles[0].builtin = true
	}
	return set, nil
}

// compareInherited orders the files of profiles so that each follows the one that it inherits from: that is the generic one, or one whose name is the
// beginning of its own.
func compareInherited(a, b string) int {
	a, b = strings.TrimSuffix(a, ".toml"), strings.TrimSuffix(b, ".toml")
	switch {
	case a == b:
		return 0
	case a == GenericName:
		return -1
	case b == GenericName:
		return 1
	}
	return strings.Compare(a, b)
}

// With returns the set with one more profile, given as the text of a profile file. A profile replaces one of
// the same name. The name of the file is for messages only. Errors are *ProfileError.
func (s *Set) With(file string, data []byte) (*Set, error) {
	p, err := parseProfile(file, data)
	if err != nil {
		return nil, err
	}
	base := p.Inherit
	if base == "" {
		base = GenericName
	}
	if root := p.Name == GenericName && p.Inherit == ""; base != noBase && !root {
		b, ok := s.Profile(base)
		if !ok {
			return nil, &ProfileError{File: file, Line: 1, Column: 1, Code: "profile-inherit",
				Message: fmt.Sprintf("there is no profile %q to inherit from", base)}
		}
		p.extend(b)
		p.base = b
	}
	out := &Set{profiles: []*Profile{p}}
	for _, old := range s.profiles {
		if old.Name != p.Name {
			out.profiles = append(out.profiles, old)
		}
	}
	return out, nil
}

// WithFile is With for a file on disk.
func (s *Set) WithFile(file string) (*Set, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("solver profile: %w", err)
	}
	return s.With(file, data)
}

// WithPath is WithFile or, for a folder, WithDir. A path that does not exist is an error.
func (s *Set) WithPath(path string) (*Set, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return s.WithDir(path)
	}
	return s.WithFile(path)
}

// WithDir is WithFile for all files in a folder that end in .toml, in the order of their names. A folder that
// does not exist holds none.
func (s *Set) WithDir(dir string) (*Set, error) {
	err := eachTOML(dir, "solver profiles", func(file string, data []byte) error {
		next, err := s.With(file, data)
		if err == nil {
			s = next
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Profile returns the profile of that name.
func (s *Set) Profile(name string) (*Profile, bool) {
	for _, p := range s.profiles {
		if p.Name == name {
			return p, true
		}
	}
	return nil, false
}

// Profiles returns all profiles in the order of their names, without the generic one.
func (s *Set) Profiles() []*Profile {
	out := slices.DeleteFunc(slices.Clone(s.profiles), func(p *Profile) bool { return p.Name == GenericName })
	slices.SortFunc(out, func(a, b *Profile) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// forBinary returns the profile of a program by its file name: the one that lists exactly this name, else the
// one with the longest name that the file's name extends by a version or build ("z3-4.8.12",
// "cvc5-Linux-static"), else the generic one.
func (s *Set) forBinary(base string) *Profile {
	var best *Profile
	length := 0
	for _, p := range s.profiles {
		for _, name := range p.Binaries {
			if name == base {
				return p
			}
			rest, ok := strings.CutPrefix(base, name)
			if ok && len(name) > length && strings.ContainsAny(rest[:1], "-_.0123456789") {
				best, length = p, len(name)
			}
		}
	}
	if best == nil {
		best, _ = s.Profile(GenericName)
	}
	if best == nil {
		best = &Profile{Name: GenericName}
	}
	return best
}

// A ProfileError is a defect in a profile file, with its position.
type ProfileError struct {
	File         string
	Line, Column int // from 1
	Code         string
	Message      string
}

func (e *ProfileError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s: %s", e.File, e.Line, e.Column, e.Code, e.Message)
}

var profileName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.+-]*$`)

func parseProfile(file string, data []byte) (*Profile, error) {
	data = tomlfile.TrimMark(data)
	p := &Profile{origin: file, text: string(data), variants: &variants{}}
	if err := tomlfile.Strict(file, data, p); err != nil {
		return nil, positioned(err)
	}
	complain := func(key, format string, args ...any) error {
		line, column := keyPosition(data, key)
		return &ProfileError{File: file, Line: line, Column: column, Code: "profile-value",
			Message: fmt.Sprintf(format, args...)}
	}
	p.Codebase, p.FormerCodebase = cmp.Or(p.FormerCodebase, p.Codebase, p.Name), ""
	p.Probe.Own = p.Name != GenericName && (p.Probe.Script != "" || p.Probe.Unsat != "")
	switch {
	case p.Format != FormatVersion:
		return nil, complain("format", "format must be %d, the only version there is", FormatVersion)
	case !profileName.MatchString(p.Name):
		return nil, complain("name", "name must be a word of letters, digits and _.+-, not %q", p.Name)
	case !profileName.MatchString(p.Codebase):
		return nil, complain("codebase", "codebase must be a word of letters, digits and _.+-, not %q", p.Codebase)
	case len(p.Binaries) == 0 && p.Name != GenericName:
		return nil, complain("binaries", "binaries must list at least one program name")
	case p.MaxChecks < 0:
		return nil, complain("max_checks", "max_checks must not be negative")
	case !p.Show.valid():
		return nil, complain("evidence", "escapes must be c or raw-del, not %q; leave it out for the escapes of SMT-LIB", p.Show.Escapes)
	}
	if key, err := p.checkTables(); err != nil {
		return nil, complain(key, "%v", err)
	}
	for _, name := range p.Binaries {
		if name == "" || strings.ContainsAny(name, "/ \t\n") {
			return nil, complain("binaries", "%q is not a program name; write a path on the command line instead", name)
		}
	}
	for key, patterns := range map[string][]string{"logics": p.Logics, "except_logics": p.ExceptLogics} {
		if i := slices.IndexFunc(patterns, badPattern); i >= 0 {
			return nil, complain(key, "%q is not a pattern of logics", patterns[i])
		}
	}
	crashes := p.Crash
	for i, r := range p.Versions {
		switch {
		case r.From == "" && r.Below == "":
			return nil, complain("versions", "every [[versions]] needs from or below")
		case r.From != "" && !isVersion(r.From), r.Below != "" && !isVersion(r.Below):
			return nil, complain("versions", "from and below are versions such as 1.2.0, in [[versions]] number %d", i+1)
		case slices.ContainsFunc(slices.Concat(r.Logics, r.ExceptLogics), badPattern):
			return nil, complain("versions", "logics and except_logics are patterns of logics such as QF_*, in [[versions]] number %d", i+1)
		case r.MaxChecks != nil && *r.MaxChecks < 0:
			return nil, complain("versions", "max_checks must not be negative, in [[versions]] number %d", i+1)
		case !r.Show.valid():
			return nil, complain("versions", "escapes must be c or raw-del, not %q, in [[versions]] number %d", r.Show.Escapes, i+1)
		}
		crashes = slices.Concat(crashes, r.Crash)
	}
	for _, c := range crashes {
		if c.Pattern.re == nil {
			return nil, complain("crash", "every [[crash]] needs a pattern")
		}
		if !c.Kind.byText() {
			return nil, complain("kind", "kind must be %s, %s or %s, not %q",
				CrashAssertion, CrashInternalError, CrashSanitizer, c.Kind)
		}
	}
	return p, nil
}

// positioned converts the errors of package tomlfile into ours.
func positioned(err error) error {
	var wrong *tomlfile.Error
	if !errors.As(err, &wrong) {
		return err
	}
	p := &ProfileError{File: wrong.File, Line: wrong.Line, Column: wrong.Column, Code: "profile-syntax", Message: wrong.Message}
	if wrong.Key != "" {
		p.Code, p.Message = "profile-key", wrong.Message+" in a profile"
	}
	return p
}

// keyPosition finds the line with a key or table of that name, or the file's beginning if it is missing.
func keyPosition(data []byte, key string) (line, column int) {
	re := regexp.MustCompile(`^\s*(\[\[?)?\s*` + regexp.QuoteMeta(key) + `\b`)
	n := 0
	for text := range bytes.Lines(data) {
		n++
		if re.Match(text) {
			return n, 1 + len(text) - len(bytes.TrimLeft(text, " \t"))
		}
	}
	return 1, 1
}

// badPattern reports whether a pattern of logics is none.
func badPattern(pattern string) bool {
	_, err := path.Match(pattern, "")
	return err != nil
}
