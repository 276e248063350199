package trial

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
)

// hasResponses reports whether a run has responses to further questions.
func hasResponses(r solver.Run) bool {
	return slices.ContainsFunc(r.Returns, func(r solver.Return) bool { return r.Kind.Further() })
}

// responses judges what the solver said to further questions. Values count only after sat.
func responses(r solver.Run, text *Text, f *certify.Formula) []oracle.Response {
	var out []oracle.Response
	for check, a := range r.Answers {
		c := contextOf(r)
		for _, b := range r.Refutations {
			if b.Check == check {
				c.Refutations = append(c.Refutations, certify.Refutation{Place: b.Place, Claim: b.Claim, Solver: b.Solver, Family: b.Family, Model: b.Model})
			}
		}
		if a == smt.Sat {
			c.Model = r.Return(check, question.Model)
		}
		var said []certify.Said
		places := placesIn(text.Questions, r.Put, check)
		for _, back := range r.Returns {
			unread := oracle.Response{Check: check, Command: back.Kind.String()}
			switch {
			case back.Check != check || !back.Kind.Further():
				continue
			case !back.Sure || back.Place >= len(places):
				unread.Verdict, unread.Summary = oracle.ResponseUnread, "not as many responses as questions"
			case otherEscapes(r, back.Text):
				unread.Summary = "this version writes characters in strings as in C"
			default:
				said = append(said, certify.Said{Place: places[back.Place], Text: back.Text})
				continue
			}
			out = append(out, unread)
		}
		if len(said) > 0 {
			out = append(out, f.Responses(check, said, c)...)
		}
	}
	return out
}

// contextOf says what about a run's target matters for its responses.
func contextOf(r solver.Run) certify.Context {
	optimizes := slices.ContainsFunc(r.Target.Config.Words(), func(w string) bool { return strings.Contains(w, "opt.") })
	has := r.Target.Profile().Show.Further
	return certify.Context{Family: r.Family, Tactics: has.Tactics, Asserted: has.SimplifyAsserted, Precedence: !optimizes, Rival: r.Rival}
}

// placesIn returns the places that the questions asked after a check have among all those that the text has there. A reused process is not
// asked questions that make no sense after its answer.
func placesIn(all, asked []solver.Question, check int) []int {
	var places []int
	place, at := 0, 0
	for _, q := range asked {
		if q.Check != check {
			continue
		}
		for ; at < len(all); at++ {
			if all[at].Check != check {
				continue
			}
			place++
			if all[at] == q {
				places = append(places, place-1)
				at++
				break
			}
		}
	}
	return places
}
