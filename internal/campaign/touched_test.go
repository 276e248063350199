package campaign

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/event"
)

// fill sets everything in a value: names say what they name, so that each solver, engine and logic has another one.
func fill(v reflect.Value, name string, flags bool) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				fill(v.Field(i), name+"."+f.Name, flags)
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), name, flags)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, name, flags)
		fill(value, name, flags)
		v.SetMapIndex(key, value)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), name, flags)
	case reflect.String:
		v.SetString(name)
	case reflect.Bool:
		v.SetBool(flags)
	case reflect.Int, reflect.Int64:
		v.SetInt(2)
	case reflect.Uint64, reflect.Uint8, reflect.Uint32:
		v.SetUint(2)
	case reflect.Float64:
		v.SetFloat(2)
	}
}

// byName are the statistics that have a row each, as they are saved.
func byName(t *testing.T, s *Stats) map[string]string {
	t.Helper()
	out := make(map[string]string)
	put := func(kind, name string, v any) {
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		out[kind+name] = string(data)
	}
	for name, v := range s.Solvers {
		put("solver ", name, v)
	}
	for name, v := range s.Engines {
		put("engine ", name, v)
	}
	for name, v := range s.Logics {
		put("logic ", name, v)
	}
	return out
}

// Whatever an event changes in the statistics is touched by it, and so is saved.
func TestTouched(t *testing.T) {
	var all []event.Event
	for _, flags := range []bool{false, true} {
		for _, e := range []event.Event{
			event.Solve{}, event.Seed{}, event.Continued{}, event.Mutant{}, event.Skip{}, event.Run{}, event.Explored{}, event.Timed{}, event.Dearer{}, event.Inferred{}, event.Verdict{},
			event.Confirmation{}, event.Finding{}, event.Fault{},
		} {
			v := reflect.New(reflect.TypeOf(e)).Elem()
			fill(v, v.Type().Name(), flags)
			all = append(all, v.Interface().(event.Event))
			switch e := v.Interface().(type) {
			case event.Skip:
				for _, why := range []event.Why{event.CannotRead, event.NotItsTurn, event.GaveUp, event.OverBudget, event.TooSlow, event.Repeat, event.RefusesSeed} {
					e.Why = why
					all = append(all, e)
				}
			case event.Seed:
				for _, o := range []event.SeedOutcome{event.Used, event.NotApplicable, event.Rejected, event.Failed, event.AllTooSlow} {
					e.Outcome, e.Round = o, 0
					all = append(all, e)
				}
			case event.Run:
				for _, o := range outcome.All() {
					e.Outcome = o
					all = append(all, e)
				}
			}
		}
	}
	changes := 0
	for _, e := range all {
		s, was := newStats(), newTouched()
		s.Take(e)
		was.Take(e)
		for what := range byName(t, &s) {
			changes++
			kind, name := what[:slices.Index([]byte(what), ' ')], what[slices.Index([]byte(what), ' ')+1:]
			if touched := map[string]map[string]bool{"solver": was.solvers, "engine": was.engines, "logic": was.logics}[kind]; !touched[name] {
				t.Errorf("%T %+v changes %s, and does not touch it", e, e, what)
			}
		}
	}
	if changes < 60 {
		t.Errorf("only %d changes", changes)
	}
}
