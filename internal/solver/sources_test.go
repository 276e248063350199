package solver

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The sources of a profile are the files that do not come with the program, in an order in which they recreate the profile.
func TestSources(t *testing.T) {
	set := builtinSet(t)
	z3, _ := set.Profile("z3")
	if got := z3.Sources(); got != nil {
		t.Errorf("a built-in profile has sources: %v", got)
	}
	texts := []string{
		"format = 1\nname = \"parent\"\nbinaries = [\"p\"]\n[status]\ntimeout = [7]\n",
		"format = 1\nname = \"child\"\nbinaries = [\"c\"]\ninherit = \"parent\"\n",
	}
	var err error
	for i, text := range texts {
		if set, err = set.With([]string{"parent.toml", "child.toml"}[i], []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	child, _ := set.Profile("child")
	want := []Source{{"parent.toml", texts[0]}, {"child.toml", texts[1]}}
	if diff := cmp.Diff(want, child.Sources()); diff != "" {
		t.Errorf("sources (-want +got):\n%s", diff)
	}
	again := builtinSet(t)
	for _, s := range child.Sources() {
		if again, err = again.With(s.Name, []byte(s.Text)); err != nil {
			t.Fatal(err)
		}
	}
	back, _ := again.Profile("child")
	if diff := cmp.Diff(child.Status, back.Status); diff != "" {
		t.Errorf("made again (-want +got):\n%s", diff)
	}
	// A profile that replaces a built-in one is the user's.
	if set, err = set.With("z3.toml", []byte("format = 1\nname = \"z3\"\nbinaries = [\"z3\"]\n")); err != nil {
		t.Fatal(err)
	}
	if own, _ := set.Profile("z3"); len(own.Sources()) != 1 {
		t.Errorf("a replaced profile has sources %v", own.Sources())
	}
}
