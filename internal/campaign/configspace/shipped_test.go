package configspace

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/solver/options"
)

// TestShipped: the exact version, else the nearest older one, else none.
func TestShipped(t *testing.T) {
	files := fstest.MapFS{}
	for name, version := range map[string]string{"z3-4.8.12": "4.8.12", "z3-4.13.4": "4.13.4", "z3-abc": "abc", "z3-fork-9.0": "9.0", "cvc5-1.0.3": "1.0.4"} {
		solver := strings.TrimSuffix(name, "-"+version)
		if solver == name {
			solver = "cvc5"
		}
		files["learned/"+name+".json"] = &fstest.MapFile{Data: []byte(`{"format":1,"solver":"` + solver + `","version":"` + version + `"}`)}
	}
	for _, tt := range []struct{ solver, version, want string }{
		{"z3", "4.8.12", "4.8.12"}, {"z3", "4.8.11", ""}, {"z3", "4.9.0", "4.8.12"}, {"z3", "4.13.4", "4.13.4"}, {"z3", "5.4.0", "4.13.4"},
		{"z3", "abc", "abc"}, {"z3", "abd", ""}, {"z3", "", ""}, {"z3-fork", "9.1", "9.0"}, {"cvc4", "1.8", ""}, {"z", "5", ""},
		// A file whose contents say that it is another one is not used.
		{"cvc5", "1.0.3", ""},
	} {
		got := ""
		if c, ok := shipped(files, tt.solver, tt.version); ok {
			got = c.Version
			if c.Solver != tt.solver {
				t.Errorf("%s %s: correlations of %s", tt.solver, tt.version, c.Solver)
			}
		}
		if got != tt.want {
			t.Errorf("%s %s: got %q, not %q", tt.solver, tt.version, got, tt.want)
		}
	}
}

// TestShippedFiles: every file that comes with Assay can be read, and is what its name says.
func TestShippedFiles(t *testing.T) {
	names, err := fs.Glob(learned, "learned/*")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		if name == "learned/README.md" {
			continue
		}
		c, err := readShipped(learned, name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, ok := Shipped(c.Solver, c.Version); !ok || got.Version != c.Version || c.Formulas == 0 || len(c.Options) == 0 {
			t.Errorf("%s: is not found, or has nothing", name)
		}
	}
}

// TestCorrelatedSpace: relevant options without those that the solver refuses together with an operation of the formula, and with
// new ones.
func TestCorrelatedSpace(t *testing.T) {
	link := func(kinds ...string) (out []Link) {
		for _, k := range kinds {
			out = append(out, Link{Kind: k, Affected: 9, Of: 10})
		}
		return out
	}
	c := &Correlations{Kinds: map[string]int{"bvadd": 50, "bvmul": 50, "push": 50, "and": 50}, Options: []OptionEffects{
		{Name: "o000", Tried: 90, Relevant: link("bvadd")},
		{Name: "o001", Tried: 90, Relevant: link("bvmul", "bvadd"), Refusing: link("push")},
		{Name: "o002", Tried: 90},
		{Name: "o003", Conflicts: 90, Refusing: link("bvadd")},
		{Name: "o004"},
		{Name: "other", Tried: 90, Relevant: link("and")},
	}}
	space := bools(6) // o005 is new
	for _, tt := range []struct {
		kinds    string
		want     string
		narrowed bool
	}{
		{"bvadd", "o000 o001 o004 o005", true},
		{"bvadd push", "o000 o004 o005", true},
		{"bvmul", "o001 o004 o005", true},
		{"bvmul seq.nth", "o001 o004 o005", true},
		{"bvmul push", "o000 o001 o002 o003 o004 o005", false}, // nothing is left
		{"seq.nth", "o000 o001 o002 o003 o004 o005", false},    // nothing is known
		{"and", "o000 o001 o002 o003 o004 o005", false},        // relevant is what is not searched
		{"", "o000 o001 o002 o003 o004 o005", false},
	} {
		got, narrowed := c.Space(space, strings.Fields(tt.kinds))
		if diff := cmp.Diff(tt.want, strings.Join(names(got), " ")); diff != "" || narrowed != tt.narrowed {
			t.Errorf("%s: narrowed %t: %s", tt.kinds, narrowed, diff)
		}
	}
	if got, narrowed := (*Correlations)(nil).Space(space, []string{"and"}); got != space || narrowed {
		t.Error("correlations that do not exist narrow a space")
	}
	if got := NewSpace(&options.Catalogue{}, []string{"x"}); got.Len() != 0 {
		t.Error("an empty catalogue has options")
	}
}
