package certify

import (
	"fmt"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// maxAssignments is how many assignments of a formula are tried at most: eight bits.
const maxAssignments = 256

// Whole says whether a wrong core is more than that: whether all assertions in force at the check have a model. core is the report of Core or
// CoreUnder. It tries the model of the core first, and then, where constants have few values, all of them. The verdict of the report is ModelHolds
// where one makes every assertion true, and NoModel otherwise.
func (f *Formula) Whole(core oracle.ModelReport, check int) (r oracle.ModelReport) {
	defer recovered(&r)
	if core.Verdict != oracle.ModelHolds || f.ambiguous {
		return oracle.ModelReport{}
	}
	if core.Text != "" {
		if m, err := model.Read(core.Text, f.script, check, f.bounds().reading("model", "")); err == nil {
			if r := f.bounds().report(m); r.Verdict == oracle.ModelHolds {
				return r
			}
		}
	}
	return f.exhausted(check)
}

// Few says whether a formula whose constants have few values has a model: it tries all of them, up to 256 assignments. The verdict of the report is ModelHolds
// where one makes every assertion true, and NoModel otherwise. A nil formula has none.
func (f *Formula) Few(check int) (r oracle.ModelReport) {
	defer recovered(&r)
	if f == nil || f.ambiguous {
		return oracle.ModelReport{}
	}
	return f.exhausted(check)
}

// exhausted tries all assignments of a formula whose constants have few values.
func (f *Formula) exhausted(check int) oracle.ModelReport {
	active, _ := f.script.Active(check)
	var roots []*term.Term
	for _, a := range active {
		roots = append(roots, a.Term)
	}
	consts, ok := symbols(roots...)
	if !ok {
		return oracle.ModelReport{}
	}
	total := 1
	values := make([][]*term.Term, len(consts))
	for i, d := range consts {
		if len(d.Params) > 0 {
			return oracle.ModelReport{}
		}
		if values[i] = f.valuesOf(d.Result, maxAssignments/total); len(values[i]) == 0 {
			return oracle.ModelReport{}
		}
		total *= len(values[i])
	}
	b := f.bounds()
	b.Effort = b.among(total)
	for n := range total {
		m := interpretsNothing(f.script, check)
		rest := n
		for i, d := range consts {
			m.Defs[d] = &model.Def{Body: values[i][rest%len(values[i])]}
			rest /= len(values[i])
		}
		if r := b.report(m); r.Verdict == oracle.ModelHolds {
			return r
		}
	}
	return oracle.ModelReport{}
}

// valuesOf returns all values of a sort, nil where there are more than most.
func (f *Formula) valuesOf(s *sorts.Sort, most int) []*term.Term {
	st := f.script.Store
	var out []*term.Term
	switch {
	case s == sorts.Bool && most >= 2:
		for _, name := range []string{"false", "true"} {
			t, err := apply(st, name)
			if err != nil {
				return nil
			}
			out = append(out, t)
		}
	case s.Kind() == sorts.BitVec && s.Indices()[0] < 8 && 1<<s.Indices()[0] <= most:
		width := s.Indices()[0]
		for n := range 1 << width {
			out = append(out, st.Lit(syntax.Binary, fmt.Sprintf("#b%0*b", width, n), s))
		}
	}
	return out
}
