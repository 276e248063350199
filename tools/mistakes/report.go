package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
)

// tally counts mistakes.
type tally struct {
	places, broken, chosen                 int
	own, others, hangs                     int // caught by the package's own tests, by those of dependents; of both, by hanging
	equivalent, survived, unbuilt, missing int // missing: not planted yet
}

func (t *tally) add(u tally) {
	t.places += u.places
	t.broken += u.broken
	t.chosen += u.chosen
	t.own += u.own
	t.others += u.others
	t.hangs += u.hangs
	t.equivalent += u.equivalent
	t.survived += u.survived
	t.unbuilt += u.unbuilt
	t.missing += u.missing
}

// count adds one chosen mistake.
func (t *tally) count(place *Place, record *Record, judged map[string]Judgement) {
	t.chosen++
	result, ok := record.result(place.ID)
	_, equivalent := judged[place.ID]
	switch {
	case !ok:
		t.missing++
	case result.Result == Unbuilt:
		t.unbuilt++
	case result.Result == Caught && result.By == place.Package:
		t.own++
	case result.Result == Caught:
		t.others++
	case equivalent:
		t.equivalent++
	default:
		t.survived++
	}
	if ok && result.How == "hangs" {
		t.hangs++
	}
}

// rate is the share of caught mistakes among those planted that change what the program does, in percent.
func (t *tally) rate() float64 {
	caught := t.own + t.others
	if caught+t.survived == 0 {
		return 100
	}
	return 100 * float64(caught) / float64(caught+t.survived)
}

func (t *tally) row(w io.Writer, name string) {
	rate := "-"
	if t.own+t.others+t.survived > 0 {
		rate = fmt.Sprintf("%.0f %%", t.rate())
	}
	fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %s |\n", name, t.places, t.chosen-t.missing-t.unbuilt, t.broken+t.unbuilt, t.own, t.others,
		t.hangs, t.equivalent, t.survived, rate)
}

const heading = "| %s | places | planted | passed over | caught by own tests | by dependents' | of these by a hang | equivalent | survived | caught |\n" +
	"|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n"

// report writes tables of the results by package and by kind, and what survived. It returns the counts of all packages.
func report(w io.Writer, draws []*Draw, record *Record, judged map[string]Judgement) tally {
	var all tally
	fmt.Fprintf(w, heading, "package")
	for _, d := range draws {
		t := tally{places: len(d.Places), broken: d.Broken}
		for _, place := range d.Chosen {
			t.count(place, record, judged)
		}
		t.row(w, "`"+d.Package.Dir+"`")
		all.add(t)
	}
	all.row(w, "all")
	fmt.Fprintln(w)
	fmt.Fprintf(w, heading, "kind")
	for kind := range kinds {
		var t tally
		for _, d := range draws {
			for _, place := range d.Places {
				if place.Kind == kind {
					t.places++
				}
			}
			for _, place := range d.Chosen {
				if place.Kind == kind {
					t.count(place, record, judged)
				}
			}
		}
		t.row(w, kind.String())
	}
	if all.missing > 0 {
		fmt.Fprintf(w, "\n%d mistakes are not planted yet.\n", all.missing)
	}
	fmt.Fprint(w, "\nSurvivors:\n\n")
	for _, d := range draws {
		for _, place := range d.Chosen {
			result, ok := record.result(place.ID)
			if !ok || result.Result != Survived {
				continue
			}
			reason := "no test"
			if j, ok := judged[place.ID]; ok {
				reason = "equivalent: " + j.Reason
			}
			fmt.Fprintf(w, "- %s %s, %s, %s: `%s` -> `%s`: %s\n", place.ID, place.Where(), place.Decl, place.Kind, place.Before, place.After, reason)
		}
	}
	return all
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
