package figures

import (
	"strings"

	"github.com/assay-smt/assay/internal/judge/oracle"
)

// verdicts are the words for what evaluation said about a model or a response.
var verdicts = map[string]string{
	oracle.ModelHolds.String():      "right",
	oracle.ModelFails.String():      "wrong",
	oracle.ModelOpen.String():       "left open by the standard, or by the model",
	oracle.ModelTooLarge.String():   "too large to evaluate",
	oracle.ModelUnreadable.String(): "cannot be read",
	oracle.ModelRefused.String():    "refused by the solver",
}

func verdict(word string) string {
	if v := verdicts[word]; v != "" {
		return v
	}
	return word
}

func questionsTables(c *Campaign) []*Table {
	models := newTable("models", "Models after sat, by the result of their evaluation", "verdict", "result", "word", "", "models", "models", "share", "share")
	var all int64
	for _, n := range c.Stats.Models {
		all += n
	}
	for _, word := range byCount(c.Stats.Models) {
		if n := c.Stats.Models[word]; n > 0 {
			models.add(verdict(word), word, n, Portion(Share(n, all)))
		}
	}
	responses := newTable("responses", "Responses to further questions, by the result of their evaluation", "question", "question", "verdict", "result", "word", "", "responses", "responses")
	for _, key := range byCount(c.Stats.Responses) {
		question, word, _ := strings.Cut(key, " ")
		if i := strings.LastIndexByte(key, ' '); i >= 0 {
			question, word = key[:i], key[i+1:]
		}
		responses.add(question, verdict(word), word, c.Stats.Responses[key])
	}
	unread := newTable("unread", "Responses that cannot be read", "responses", "responses", "mutant", "first mutant", "reason", "reason")
	for _, r := range most(c.Stats.Unread) {
		unread.add(r.Count, r.Mutant, Message(r.Reason))
	}
	less := newTable("less", "Runs that were asked for less than others", "solver", "solver", "asked", "asked for", "runs", "runs", "mutant", "first mutant", "reason", "what the solver refuses")
	for _, spec := range c.Solvers() {
		v, name := c.Stats.Solvers[spec], c.Name(spec)
		if v.Plain > 0 {
			less.add(name, "the answer alone, for variety", v.Plain, "", Message(""))
		}
		for _, r := range most(v.Without) {
			less.add(name, "no models, and nothing else that it refuses", r.Count, r.Mutant, Message(r.Reason))
		}
		for _, r := range most(v.Brief) {
			less.add(name, "no further questions", r.Count, r.Mutant, Message(r.Reason))
		}
	}
	var solving float64
	for _, v := range c.Stats.Solvers {
		if v != nil {
			solving += v.Seconds
		}
	}
	cost := newTable("cost", "What it took", "figure", "figure", "count", "count", "seconds", "time", "share", "share of the solvers' time")
	if all > 0 {
		share := 0.0
		if solving > 0 {
			share = c.Stats.EvaluatingSeconds / solving
		}
		cost.add("evaluating models and responses", nil, Seconds(c.Stats.EvaluatingSeconds), Portion(share))
	}
	if n := c.Stats.Asked; n > 0 {
		cost.add("questions of engines to solvers", n, Seconds(c.Stats.AskSeconds), nil)
	}
	return []*Table{models, responses, unread, less, cost}
}
