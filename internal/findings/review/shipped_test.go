package review_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/findings/bugs"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/findings/shape"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/elab"
)

var update = flag.Bool("update", false, "write the list of known bugs that comes with Assay anew")

const (
	shippedFile = "../known/shipped.txt"
	findingsDir = "../../../findings"
)

// titles are the beginnings of the titles of reports, by class.
var titles = map[string]oracle.Class{
	"crash": oracle.CrashClass, "wrong unsat": oracle.RefutationSoundness, "wrong sat": oracle.SolutionSoundness, "possibly wrong sat": oracle.SolutionSoundness,
	"assertion fails": oracle.AssertionClass, "invalid model": oracle.InvalidModel, "wrong value": oracle.InvalidValue, "wrong optimum": oracle.InvalidObjective,
}

// shapeOfText is the shape of a script, the zero one for a script that cannot be read: some crash on what nobody can read.
func shapeOfText(text string) shape.Shape {
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		return shape.Shape{}
	}
	return shape.Of(s)
}

// exactOf are the keys of a formula. Scripts that crash were once reduced to scripts that ask nothing, and today keep a question, so that a version that
// survives them says so.
func exactOf(class oracle.Class, text string) []string {
	out := []string{shapeOfText(text).Exact}
	if class == oracle.CrashClass && out[0] != "" && !strings.Contains(text, "(check-sat") {
		out = append(out, shapeOfText(text+"(check-sat)\n").Exact)
	}
	return out
}

func add(to *[]string, s string) {
	if s != "" && !slices.Contains(*to, s) {
		*to = append(*to, s)
	}
}

// informative reports whether an operator, command or tactic says by itself, with the versions, which bug it is.
func informative(word string) bool {
	switch word {
	case "push", "pop", "reset", "reset-assertions", "check-sat-using", "check-sat-assuming", "assert-soft", "minimize", "maximize", "simplify", "apply", "eval",
		"/", "div", "mod", "abs":
		return false
	case "get-interpolant", "get-abduct":
		return true
	}
	return bugs.Rare(word) && !strings.HasPrefix(word, ":") && !strings.HasPrefix(word, "get-")
}

// ofCollection is the entry of a bug of the collection. A crash that does not say where is known by its formula alone; for others that need no
// option, formulas with other literals are the same.
func ofCollection(t *testing.T, b *bugs.Bug) *known.Entry {
	e := &known.Entry{Name: b.Name, Status: known.Known, Class: string(b.Class), Solver: b.Solver, Notes: []string{"see findings/" + b.Name}}
	for _, s := range b.Signatures {
		if !solver.SaysNothing(s.Text) {
			add(&e.Signatures, strings.Join([]string{string(b.Class), b.Solver, s.Text}, "/"))
		}
	}
	add(&e.Stacks, b.Stack)
	if len(e.Signatures)+len(e.Stacks) == 0 {
		form := shapeOfText(b.Formula)
		for _, key := range exactOf(b.Class, b.Formula) {
			add(&e.Shapes, key)
		}
		if b.Class != oracle.CrashClass && len(b.Options) == 0 {
			add(&e.Alike, form.Loose)
		}
	}
	if e.Plain = len(b.Options) == 0 && len(e.Shapes) > 0; len(e.Shapes) > 0 {
		for _, word := range b.Options {
			if parameter.MatchString(word) {
				e.Needs = append(e.Needs, word)
			}
		}
	}
	if own := bugs.Distinctive(b.Operators); b.Class != oracle.CrashClass && len(b.Options) == 0 && strings.HasPrefix(b.First, b.Solver+"@") && slices.ContainsFunc(own, informative) {
		e.Trigger, e.Since = own, b.First
	}
	if strings.HasPrefix(b.Behaves, b.Solver+"@") {
		items, err := solver.ParseVersionList(b.Behaves+"..", b.Solver)
		if err != nil {
			t.Fatal(err)
		}
		e.Fixed = items
	}
	return e
}

// inReport finds a part of a report, "" when it is not there. Markdown's escapes are taken out.
func inReport(report, pattern string) string {
	m := regexp.MustCompile(`(?m)^` + pattern + `$`).FindStringSubmatch(report)
	if m == nil {
		return ""
	}
	return escaped.ReplaceAllString(m[1], "$1")
}

var (
	digits  = regexp.MustCompile(`[0-9]+`)
	escaped = regexp.MustCompile(`\\([^\w\s])`)
	code    = regexp.MustCompile("`([^`]+)`")
	// parameter is one of z3's modules, which no profile sets.
	parameter = regexp.MustCompile(`^[a-z]+\.[a-z_.]+[ =]\S+$`)
)

// asSigned is what a solver said as signatures have it: reports have the numbers that were printed.
func asSigned(said string) string {
	message, place := said, ""
	if at := strings.LastIndex(said, " at "); at >= 0 {
		message, place = said[:at], said[at:]
	}
	return digits.ReplaceAllString(message, "N") + place
}

// ofFolder enters what a folder of findings says: its formula, and by its report what the solver did, and where.
func ofFolder(t *testing.T, name string) *known.Entry {
	data, err := os.ReadFile(filepath.Join(findingsDir, name, "report.md"))
	if err != nil {
		t.Fatal(err)
	}
	report := string(data)
	formula, err := os.ReadFile(filepath.Join(findingsDir, name, "bug.smt2"))
	if err != nil {
		t.Fatal(err)
	}
	family, _, _ := strings.Cut(inReport(report, "- Program: `([^`]+)`.*"), "@")
	if family == "" {
		t.Fatalf("%s: no line says which program it is about", name)
	}
	e := &known.Entry{Name: name, Status: known.Known, Solver: family, Notes: []string{"see findings/" + name}}
	title := strings.ToLower(inReport(report, "# (.*)"))
	for begin, class := range titles {
		if strings.HasPrefix(title, begin) {
			e.Class = string(class)
		}
	}
	if e.Class == "" {
		t.Fatalf("%s: what is %q?", name, title)
	}
	form := shapeOfText(string(formula))
	written, err := os.ReadFile(filepath.Join(findingsDir, name, "found.smt2"))
	if err != nil {
		t.Fatal(err)
	}
	if e.Class == string(oracle.AssertionClass) {
		said := inReport(report, "An assertion of "+regexp.QuoteMeta(family)+" fails in a build that checks them: (.*)\\.")
		if said == "" {
			t.Fatalf("%s: which assertion?", name)
		}
		add(&e.Signatures, "assertion/"+e.Solver+"/"+asSigned(said))
		return e
	}
	if e.Class != string(oracle.CrashClass) {
		add(&e.Shapes, form.Exact)
		add(&e.Shapes, shapeOfText(string(written)).Exact)
		configuration := inReport(report, "- Configuration: (.*)")
		if e.Plain = strings.HasPrefix(configuration, "default;"); e.Plain {
			add(&e.Alike, form.Loose)
		}
		for _, m := range code.FindAllStringSubmatch(configuration, -1) {
			if parameter.MatchString(m[1]) {
				e.Needs = append(e.Needs, strings.Replace(m[1], " ", "=", 1))
			}
		}
		return e
	}
	said := inReport(report, regexp.QuoteMeta(family)+" crashes: (.*)\\.")
	var frames []string
	for _, m := range code.FindAllStringSubmatch(inReport(report, "On top of the stack: (.*)\\."), -1) {
		frames = append(frames, m[1])
	}
	switch {
	case said == "":
		t.Fatalf("%s: how does it crash?", name)
	case !solver.SaysNothing(said):
		add(&e.Signatures, "crash/"+e.Solver+"/"+asSigned(said))
		return e
	case len(frames) > 0: // those that a campaign sees have no stack yet
		add(&e.Stacks, said+" in "+strings.Join(frames, " < "))
	}
	if form.Exact != "" {
		for _, text := range []string{string(formula), string(written)} {
			for _, key := range exactOf(oracle.CrashClass, text) {
				add(&e.Shapes, strings.TrimPrefix(key+" "+said, " "+said))
			}
		}
	}
	return e
}

// shippedList makes the list: the bugs of the folder of findings under the names that they have there, and the rest of the collection.
func shippedList(t *testing.T) *known.List {
	all, err := bugs.Collection()
	if err != nil {
		t.Fatal(err)
	}
	folders, err := filepath.Glob(filepath.Join(findingsDir, "*", "report.md"))
	if err != nil || len(folders) == 0 {
		t.Fatal(folders, err)
	}
	slices.Sort(folders)
	l := &known.List{}
	for _, f := range folders {
		l.Put(ofFolder(t, filepath.Base(filepath.Dir(f))))
	}
	for _, b := range all {
		e := ofCollection(t, b)
		i := slices.IndexFunc(l.Entries, func(o *known.Entry) bool {
			return o.Class == e.Class && o.Solver == e.Solver && (o.Name == e.Name || slices.ContainsFunc(e.Signatures, func(s string) bool { return slices.Contains(o.Signatures, s) }) ||
				slices.ContainsFunc(e.Shapes, func(s string) bool {
					return slices.ContainsFunc(o.Shapes, func(k string) bool { return strings.HasPrefix(k, s) })
				}))
		})
		if i < 0 {
			l.Put(e)
			continue
		}
		o := l.Entries[i]
		for _, keys := range []struct{ to, from *[]string }{{&o.Signatures, &e.Signatures}, {&o.Stacks, &e.Stacks}, {&o.Shapes, &e.Shapes}, {&o.Alike, &e.Alike}} {
			for _, key := range *keys.from {
				add(keys.to, key)
			}
		}
		if len(e.Shapes) > 0 && (o.Plain != e.Plain || !slices.Equal(o.Needs, e.Needs)) {
			o.Needs, o.Plain = nil, false
		}
		if len(o.Fixed) == 0 {
			o.Fixed = e.Fixed
		}
		if len(o.Trigger) == 0 {
			o.Trigger, o.Since = e.Trigger, e.Since
		}
	}
	l.Entries = slices.DeleteFunc(l.Entries, func(e *known.Entry) bool { return !e.Specific() })
	return l
}

// The list that comes with Assay is what the collection and the folder of findings say.
func TestShippedListIsCurrent(t *testing.T) {
	want := shippedList(t).String()
	if *update {
		if err := os.WriteFile(shippedFile, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(shippedFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("run this test with -update (-want +got):\n%s", diff)
	}
}

// What each bug that ships is recognised by is known, and says where the bug is described.
func TestShippedBugsKnowThemselves(t *testing.T) {
	l, err := known.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range l.Entries {
		if e.See() == "" || e.Title() == "" {
			t.Errorf("%s: %q, see %q", e.Name, e.Title(), e.See())
		}
		for _, s := range e.Shapes {
			if m := l.Match(known.Fact{Class: e.Class, Solver: e.Solver, Shape: s, Told: e.Needs}); m == nil || !slices.Contains(m.Shapes, s) {
				t.Errorf("%s is known as %v", e.Name, m)
			}
		}
		for _, s := range e.Signatures {
			if m := l.Match(known.Fact{Class: e.Class, Solver: e.Solver, Signature: s}); m == nil || !slices.Contains(m.Signatures, s) {
				t.Errorf("%s is known as %v by %s", e.Name, m, s)
			}
		}
	}
	// What shows nothing in common with any of them is new.
	form := shapeOfText("(declare-const x Int)(declare-const y Int)(assert (< (* x x y) (+ x (* 7 y))))(check-sat)")
	if m := l.Match(known.Fact{Class: string(oracle.RefutationSoundness), Solver: "z3", Shape: form.Exact, Alike: form.Loose}); m != nil {
		t.Errorf("a new bug is known as %s", m.Name)
	}
}
