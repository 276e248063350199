package review_test

import (
	"flag"
	"os"
	"path/filepath"
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
	shippedFile   = "../known/shipped.txt"
	findingsDir   = "../../../findings"
	collectionDir = "internal/findings/bugs/collection"
)

// titles are the beginnings of the titles of reports, by class.
var titles = map[string]oracle.Class{
	"crash": oracle.CrashClass, "wrong unsat": oracle.RefutationSoundness, "wrong sat": oracle.SolutionSoundness, "possibly wrong sat": oracle.SolutionSoundness,
	"invalid model": oracle.InvalidModel, "wrong value": oracle.InvalidValue, "wrong optimum": oracle.InvalidObjective,
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

// telling reports whether an operator, command or tactic says by itself, with the versions, which bug it is.
func telling(word string) bool {
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
	e := &known.Entry{Name: b.Name, Status: known.Known, Class: string(b.Class), Solver: b.Solver, Notes: []string{"see " + collectionDir + "/" + b.Name + bugs.Ext}}
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
	if own := bugs.Distinctive(b.Operators); b.Class != oracle.CrashClass && len(b.Options) == 0 && strings.HasPrefix(b.First, b.Solver+"@") && slices.ContainsFunc(own, telling) {
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

// ofFolder enters what a folder of findings says: its formula, and by the title of its report what the solver did.
func ofFolder(t *testing.T, name string) *known.Entry {
	report, err := os.ReadFile(filepath.Join(findingsDir, name, "report.md"))
	if err != nil {
		t.Fatal(err)
	}
	formula, err := os.ReadFile(filepath.Join(findingsDir, name, "bug.smt2"))
	if err != nil {
		t.Fatal(err)
	}
	title, _, _ := strings.Cut(string(report), "\n")
	who, what, _ := strings.Cut(title, ": ")
	e := &known.Entry{Name: name, Status: known.Known, Solver: strings.Fields(strings.TrimPrefix(who, "# "))[0], Notes: []string{"see findings/" + name}}
	for begin, class := range titles {
		if strings.HasPrefix(what, begin) {
			e.Class = string(class)
		}
	}
	if e.Class == "" {
		t.Fatalf("%s: what is %q?", name, title)
	}
	form := shapeOfText(string(formula))
	said := strings.TrimPrefix(what, "crash: ")
	switch {
	case e.Class != string(oracle.CrashClass):
		add(&e.Shapes, form.Exact)
		if strings.Contains(string(report), "shows with default options") {
			add(&e.Alike, form.Loose)
		}
	case !solver.SaysNothing(said):
		add(&e.Signatures, "crash/"+e.Solver+"/"+said)
	case form.Exact != "":
		for _, key := range exactOf(oracle.CrashClass, string(formula)) {
			add(&e.Shapes, key+" "+said)
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
			if m := l.Match(known.Fact{Class: e.Class, Solver: e.Solver, Shape: s}); m == nil || !slices.Contains(m.Shapes, s) {
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
