package engines_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/diver"
	"github.com/assay-smt/assay/internal/mutate/engines"
	"github.com/assay-smt/assay/internal/mutate/fusion"
	"github.com/assay-smt/assay/internal/mutate/generate"
	"github.com/assay-smt/assay/internal/mutate/opfuzz"
	"github.com/assay-smt/assay/internal/mutate/storm"
	"github.com/assay-smt/assay/internal/mutate/typefuzz"
	"github.com/assay-smt/assay/internal/mutate/weaken"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt/theory"
)

// chosen returns all engines with their defaults, with some options changed.
func chosen(change map[string]mutate.Value) []engines.Chosen {
	var all []engines.Chosen
	for _, d := range engines.All() {
		c := engines.Chosen{Descriptor: d, Settings: d.Defaults()}
		for name, v := range change {
			if _, ok := c.Settings[name]; ok {
				c.Settings[name] = v
			}
		}
		all = append(all, c)
	}
	return all
}

// configurations returns the names and configurations of all engines with some options changed.
func configurations(t *testing.T, change map[string]mutate.Value) []string {
	t.Helper()
	return made(t, chosen(change))
}

func made(t *testing.T, chosen []engines.Chosen) []string {
	t.Helper()
	made, _, err := engines.Make(chosen, theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range made {
		out = append(out, e.Name()+" "+e.Configuration())
	}
	return out
}

// TestDefaults: the defaults that users see are the engines' own.
func TestDefaults(t *testing.T) {
	fuse, err := fusion.New(fusion.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	weak, err := weaken.New(weaken.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, e := range []mutate.Engine{typefuzz.New(typefuzz.DefaultOptions()), opfuzz.New(opfuzz.Options{}), storm.New(storm.DefaultOptions()), fuse, weak, diver.New(diver.DefaultOptions()), generate.New(generate.DefaultOptions())} {
		want = append(want, e.Name()+" "+e.Configuration())
	}
	if got := configurations(t, nil); !slices.Equal(got, want) {
		t.Errorf("%q\nnot %q", got, want)
	}
}

// TestDescriptors: each is complete, its engine has its name, its defaults are in range, and no flag belongs to two engines.
func TestDescriptors(t *testing.T) {
	made, _, err := engines.Make(chosen(nil), theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	names, flags := map[string]bool{}, map[string]string{}
	for i, d := range engines.All() {
		if d.Name == "" || d.Doc == "" || names[d.Name] || made[i].Name() != d.Name {
			t.Errorf("%q, %q: the engine is called %q", d.Name, d.Doc, made[i].Name())
		}
		names[d.Name] = true
		for _, o := range d.Options {
			if flags[o.Name] != "" || o.Doc == "" || strings.ToLower(o.Name) != o.Name || strings.HasPrefix(o.Name, "-") {
				t.Errorf("%s of %s, %s: %q", o.Name, d.Name, flags[o.Name], o.Doc)
			}
			flags[o.Name] = d.Name
			if err := o.Check(o.Default()); err != nil {
				t.Errorf("the default of %s: %v", o.Name, err)
			}
		}
	}
}

// TestConfigurations: setting an option always shows in the configuration, even when it is set to 0. A new engine adds the files for
// its options here.
func TestConfigurations(t *testing.T) {
	files := map[string][]string{
		"typefuzz-config":  {"(+ Int Int Int :left-assoc)", "(- Int Int Int :left-assoc)"},
		"opfuzz-config":    {"and,or", "and,xor", "and -> or"},
		"fusion-functions": {function("+", "-"), function("-", "+")},
		"weaken-rules":     {"(rule a :params ((p Bool) (q Bool)) (=> p (or p q)))", "(rule a :params ((p Bool) (q Bool)) (=> (and p q) p))"},
	}
	// Options that are shares of one whole, by what makes room for them.
	shares := map[string]string{"generate-sat": "generate-unsat", "generate-unsat": "generate-sat"}
	for _, d := range engines.All() {
		for _, o := range d.Options {
			values := []mutate.Value{o.Default()}
			switch o.Kind {
			case mutate.Integer:
				for _, n := range []int{o.Min, o.Max} {
					if n != o.Int {
						values = append(values, mutate.Value{Int: n})
					}
				}
			case mutate.Choice:
				for _, w := range o.Words[1:] {
					values = append(values, mutate.Value{Word: w})
				}
			case mutate.Switch:
				values = append(values, mutate.Value{On: true})
			default:
				for _, text := range files[o.Name] {
					values = append(values, mutate.Value{Files: []mutate.File{{Name: "mine", Text: text}}})
				}
			}
			if len(values) < 2 {
				t.Errorf("%s: the test has no values for it", o.Name)
			}
			seen := map[string]mutate.Value{}
			for _, v := range values {
				settings := d.Defaults()
				settings[o.Name] = v
				if other := shares[o.Name]; other != "" && v.Int == o.Max {
					settings[other] = mutate.Value{}
				}
				line := made(t, []engines.Chosen{{Descriptor: d, Settings: settings}})[0]
				if other, ok := seen[line]; ok {
					t.Errorf("%s: %+v and %+v have the same configuration", o.Name, other, v)
				}
				seen[line] = v
			}
			// Neither a file's name nor its comments count, and nothing else varies from run to run.
			for _, text := range files[o.Name] {
				a := configurations(t, map[string]mutate.Value{o.Name: {Files: []mutate.File{{Name: "a", Text: text}}}})
				b := configurations(t, map[string]mutate.Value{o.Name: {Files: []mutate.File{{Name: "b", Text: text + "\n; again\n"}}}})
				if !slices.Equal(a, b) {
					t.Errorf("%s: %q\nand %q", o.Name, a, b)
				}
			}
		}
	}
}

func function(to, back string) string {
	return "#begin\n(declare-const x Int)\n(declare-const y Int)\n(declare-const z Int)\n(assert (= z (" + to + " x y)))\n(assert (= x (" + back + " z y)))\n#end\n"
}

// TestSharedTable: all engines have what one engine adds to the operator table.
func TestSharedTable(t *testing.T) {
	all := chosen(map[string]mutate.Value{"typefuzz-config": {Files: []mutate.File{{Name: "mine", Text: "(mine Int Int)"}}}})
	slices.Reverse(all)
	made, table, err := engines.Make(all, theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	seed, err := mutate.Read(seeds.New("s", "(set-info :status sat)(declare-const x Int)(assert (or (> (mine x) 3) (< x (mine 5))))(check-sat)"), table)
	if err != nil {
		t.Fatal(err)
	}
	used := 0
	for _, e := range made {
		switch _, err := e.Prepare(t.Context(), seed, mutate.Env{}); {
		case err == nil:
			used++
		case !errors.Is(err, mutate.ErrNotApplicable):
			t.Errorf("%s: %v", e.Name(), err)
		}
	}
	if used == 0 {
		t.Error("no engine can use the seed")
	}
}

// TestManual: the page of settings, which make reference writes, lists every engine with its line, and every setting.
func TestManual(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "reference", "generated", "settings.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range engines.All() {
		want := []string{"| [" + d.Name + "](#" + d.Name + ") | " + d.Doc + " |"}
		for _, o := range d.Options {
			want = append(want, "| `"+d.Name+"."+strings.TrimPrefix(o.Name, d.Name+"-")+"` |")
		}
		for _, w := range want {
			if !strings.Contains(string(text), w) {
				t.Errorf("docs/reference/generated/settings.md lacks %s: run make reference", w)
			}
		}
	}
}

// TestRelations: the mutants of a chain are made as their engine declares. Those that are successive have the steps of earlier ones; the others begin anew
// each time.
func TestRelations(t *testing.T) {
	want := map[string]mutate.Relation{"storm": mutate.Siblings, "fusion": mutate.Siblings, "generate": mutate.Independent}
	for _, d := range engines.All() {
		e, err := d.New(theory.Builtin(), d.Defaults())
		if err != nil {
			t.Fatal(err)
		}
		if got := mutate.RelationOf(e); got != want[d.Name] {
			t.Errorf("%s: relation %d, not %d", d.Name, got, want[d.Name])
		}
		built := false // on another mutant of the chain
		for _, s := range mutatetest.Corpus() {
			seed, err := s.Read()
			if err != nil {
				t.Fatal(err)
			}
			r := rng.New(1).Split(s.Name)
			src, err := e.Prepare(t.Context(), seed, mutate.Env{Asker: mutatetest.Truthful(s), Rand: r.Split("prepare")})
			if err != nil {
				continue
			}
			var before []mutate.Step
			for range 10 {
				m, err := src.Next(r)
				if err != nil {
					break
				}
				if n := len(before); n > 0 && len(m.Steps) > n && m.Steps[n-1].After == before[n-1].After && m.Steps[n-1].After != nil {
					built = true
				}
				before = m.Steps
			}
		}
		if built != (mutate.RelationOf(e) == mutate.Successive) {
			t.Errorf("%s: mutants are built on others of the chain: %t", d.Name, built)
		}
	}
}
