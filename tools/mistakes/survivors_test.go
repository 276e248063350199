package main

import (
	"path/filepath"
	"slices"
	"testing"
)

// Survivors are found where the code around them has changed, and told apart where several have the same text.
func TestSurvivorsOf(t *testing.T) {
	record, err := openRecord(filepath.Join(t.TempDir(), "record.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	place := func(id, decl, before string) *Place {
		return &Place{ID: id, Package: "low", Decl: decl, Kind: Boundary, Before: before, After: "after"}
	}
	result := func(id, decl, before, became string) Result {
		p := place(id, decl, before)
		return Result{ID: id, Package: p.Package, Decl: decl, Kind: p.Kind.String(), Before: before, After: p.After, Result: became}
	}
	for _, r := range []Result{
		result("same", "F", "a > b", Survived), result("old", "G", "a > b", Survived), result("caught", "H", "a > b", Caught), result("gone", "I", "a > b", Survived),
		result("twin-1", "J", "a > b", Survived), result("twin-9", "J", "a > b", Survived), result("third", "J", "a > b", Survived),
	} {
		if err := record.add(r); err != nil {
			t.Fatal(err)
		}
	}
	d := &Draw{Package: &Package{Dir: "low"}, Broken: 3, Places: []*Place{
		place("other", "F", "a < b"), place("same", "F", "a > b"), place("new", "G", "a > b"), place("caught", "H", "a > b"),
		place("twin-0", "J", "a > b"), place("twin-1", "J", "a > b"),
	}}
	d.Chosen = d.Places[:1]
	gone := survivorsOf(record, []*Draw{d})
	var ids []string
	for _, p := range d.Chosen {
		ids = append(ids, p.ID)
	}
	if want := []string{"same", "new", "twin-0", "twin-1"}; !slices.Equal(ids, want) || d.Broken != 0 {
		t.Errorf("chosen: %v, want %v; %d broken", ids, want, d.Broken)
	}
	ids = nil
	for _, r := range gone {
		ids = append(ids, r.ID)
	}
	if want := []string{"gone", "twin-9"}; !slices.Equal(ids, want) {
		t.Errorf("gone: %v, want %v", ids, want)
	}
}
