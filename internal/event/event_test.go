package event_test

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/event"
)

var all = []event.Event{
	event.Seed{}, event.Mutant{}, event.Skip{}, event.Run{}, event.Verdict{}, event.Confirmation{}, event.Finding{}, event.Fault{},
}

// Every event is one line with its kind in front, and the documentation has each of its fields.
func TestJSON(t *testing.T) {
	doc, err := os.ReadFile("../../docs/spec/events.md")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	for _, e := range all {
		line, err := event.JSON(e)
		if err != nil {
			t.Fatal(err)
		}
		if prefix := `{"event":"` + e.Kind() + `",`; !strings.HasPrefix(string(line), prefix) || strings.Contains(string(line), "\n") {
			t.Errorf("%T: %s", e, line)
		}
		var back map[string]any
		if err := json.Unmarshal(line, &back); err != nil {
			t.Errorf("%T: %v", e, err)
		}
		if kinds[e.Kind()] {
			t.Errorf("two events are called %s", e.Kind())
		}
		kinds[e.Kind()] = true
		row := ""
		for l := range strings.Lines(string(doc)) {
			if strings.HasPrefix(l, "| `"+e.Kind()+"` |") {
				row = l
			}
		}
		for i := range reflect.TypeOf(e).NumField() {
			name, _, _ := strings.Cut(reflect.TypeOf(e).Field(i).Tag.Get("json"), ",")
			if name != "-" && !strings.Contains(row, "`"+name+"`") {
				t.Errorf("docs/spec/events.md does not have %s of %s", name, e.Kind())
			}
		}
	}
}

// Text that a solver or a seed made up stays within its line.
func TestHostileText(t *testing.T) {
	line, err := event.JSON(event.Run{Reason: "a\nb\x00<&>\xff\"}"})
	if err != nil {
		t.Fatal(err)
	}
	var back event.Run
	if err := json.Unmarshal(line, &back); err != nil || strings.ContainsAny(string(line), "\n\x00") || back.Reason != "a\nb\x00<&>\ufffd\"}" {
		t.Errorf("%s: %q, %v", line, back.Reason, err)
	}
}

type counter int

func (c *counter) Take(event.Event) { *c++ }

func TestSinks(t *testing.T) {
	var a, b counter
	sinks := event.Sinks{&a, &b}
	for _, e := range all {
		sinks.Take(e)
	}
	if int(a) != len(all) || a != b {
		t.Errorf("%d and %d events", a, b)
	}
}
