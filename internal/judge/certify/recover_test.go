package certify

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/judge/oracle"
)

// A panic of the evaluator, which a formula without a script causes here, is reported with its place, whatever was asked.
func TestPanicsAreTold(t *testing.T) {
	for name, ask := range map[string]func(*Formula) oracle.ModelReport{
		"decide": func(f *Formula) oracle.ModelReport { return f.Decide(0) },
		"model":  func(f *Formula) oracle.ModelReport { return f.Model("((define-fun x () Int 1))", "z3", 0) },
		"core":   func(f *Formula) oracle.ModelReport { return f.Core("(a)", 0, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			r := ask(&Formula{Effort: Thorough})
			if r.Verdict != oracle.ModelUnreadable || r.Fault == nil {
				t.Fatalf("%+v", r)
			}
			if !strings.Contains(r.Fault.Place, ".") || strings.Contains(r.Fault.Place, "recover") || !strings.Contains(r.Fault.Text, "nil pointer") ||
				!strings.Contains(r.Fault.Stack, "TestPanicsAreTold") || !strings.Contains(r.Summary, "nil pointer") {
				t.Errorf("%+v", r.Fault)
			}
		})
	}
}

// A panic in a quick check settles nothing, and is reported once.
func TestPanicsAtAGlanceAreTold(t *testing.T) {
	for name, ask := range map[string]func(*Sequence) (oracle.ModelVerdict, bool){
		"decide": func(q *Sequence) (oracle.ModelVerdict, bool) { return q.Decide() },
		"model":  func(q *Sequence) (oracle.ModelVerdict, bool) { return q.Model("((define-fun x () Int 1))", "z3") },
	} {
		t.Run(name, func(t *testing.T) {
			q := &Sequence{Effort: Thorough, plain: true} // without a script
			if f := q.Fault(); f != nil {
				t.Fatalf("%+v before anything", f)
			}
			for range 2 {
				if v, ok := ask(q); ok || v != oracle.NoModel {
					t.Fatalf("%v, %v", v, ok)
				}
			}
			f := q.Fault()
			if f == nil || !strings.Contains(f.Place, ".") || strings.Contains(f.Place, "recover") || !strings.Contains(f.Text, "nil pointer") ||
				!strings.Contains(f.Stack, "TestPanicsAtAGlanceAreTold") {
				t.Errorf("%+v", f)
			}
			if f := q.Fault(); f != nil {
				t.Errorf("reported again: %+v", f)
			}
		})
	}
}
