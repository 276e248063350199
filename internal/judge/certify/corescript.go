package certify

import (
	"strings"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
)

// CoreScript returns a script that asks for satisfiability up to check number check, from 0, where only the core that a solver printed is
// in force, without further questions; ok is false where there is no such core, or it is everything.
func (f *Formula) CoreScript(text string, check int) (s *script.Script, ok bool) {
	reduced, _ := f.coreScript(text, check)
	if reduced == nil {
		return nil, false
	}
	n := *reduced
	n.Commands = nil
	for i, c := range reduced.Commands {
		_, asks := question.Of(c)
		switch {
		case asks:
			continue
		case c.Kind == script.SetOption && strings.HasPrefix(c.Name, ":produce-"):
			continue
		}
		n.Commands = append(n.Commands, c)
		if i == reduced.CheckCommand(check) {
			break
		}
	}
	return &n, true
}

// coreScript reads a core and returns the script reduced to it, with the names in it; nil where there is nothing to judge.
func (f *Formula) coreScript(text string, check int) (*script.Script, []string) {
	kind := f.CoreKind(check)
	if kind == NoCore || f.ambiguous {
		return nil, nil
	}
	names, err := coreOf(text, kind)
	if err != nil {
		return nil, nil
	}
	reduced, err := f.reduce(check, kind, names)
	if err != nil {
		return nil, nil
	}
	return reduced, names
}

// CoreUnder judges a core under the model of it that a solver of the family printed: ModelHolds says that it makes the core true, as with
// Core; anything else says nothing.
func (f *Formula) CoreUnder(text string, check int, printed, family string) (r oracle.ModelReport) {
	defer recovered(&r)
	reduced, names := f.coreScript(text, check)
	if reduced == nil || printed == "" {
		return oracle.ModelReport{}
	}
	m, err := model.Read(printed, reduced, check, f.bounds().reading("model", family))
	if err != nil {
		return oracle.ModelReport{Verdict: oracle.ModelUnreadable, Summary: err.Error()}
	}
	r = f.bounds().report(m)
	r.Detail = clip("the core is: " + strings.Join(names, " "))
	return r
}
