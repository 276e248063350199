package comparison

import (
	"cmp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/compare"
	"github.com/assay-smt/assay/internal/findings"
)

// A sarifRule describes a kind of change, with its class where it has one.
type sarifRule struct {
	ID     string       `json:"id"`
	Name   string       `json:"name"`
	Short  sarifMessage `json:"shortDescription"`
	Full   sarifMessage `json:"fullDescription"`
	Help   sarifMessage `json:"help"`
	Config struct {
		Level string `json:"level"`
	} `json:"defaultConfiguration"`
	Properties map[string]any `json:"properties"`
}

// ruleID names the rule of a change: wrong/invalid-model, or lost.
func ruleID(c *compare.Change) string {
	id := visible.Line(string(c.Kind))
	if class := visible.Line(string(c.Class)); class != "" && class != id {
		id += "/" + class
	}
	return id
}

// rulesOf returns the rules of changes, the gravest first, and where each is.
func rulesOf(places []compare.Place) ([]sarifRule, map[string]int) {
	rules, index := []sarifRule{}, map[string]int{}
	var first []*compare.Change
	for _, p := range places {
		if id := ruleID(p.Change); index[id] == 0 {
			index[id] = 1
			first = append(first, p.Change)
		}
	}
	slices.SortFunc(first, func(a, b *compare.Change) int {
		return cmp.Or(cmp.Compare(slices.Index(compare.Kinds(), a.Kind), slices.Index(compare.Kinds(), b.Kind)), strings.Compare(ruleID(a), ruleID(b)))
	})
	for i, c := range first {
		rules = append(rules, ruleOf(c))
		index[ruleID(c)] = i
	}
	return rules, index
}

func ruleOf(c *compare.Change) sarifRule {
	what, help := What(c), kindHelp[c.Kind]
	says := findings.Meaning(c.Class)
	if c.Class == "" || says == "" {
		says = help.says
	}
	r := sarifRule{
		ID: ruleID(c), Name: pascal(what) + "InCandidate", Short: sarifMessage{Text: strings.ToUpper(what[:min(1, len(what))]) + what[min(1, len(what)):]}, Full: sarifMessage{Text: says},
		Properties: map[string]any{"tags": []string{"smt", "regression"}, "precision": "high", "problem.severity": "error"},
	}
	text := says + " " + help.counts + " " + help.todo
	r.Help = sarifMessage{Text: text, Markdown: text}
	r.Config.Level = "error"
	return r
}

// pascal is a name as SARIF has it for rules, which has to differ from the identifier: WrongUnsat.
func pascal(words string) string {
	var b strings.Builder
	for _, w := range strings.FieldsFunc(words, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') }) {
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	if b.Len() == 0 {
		return "Other"
	}
	return b.String()
}

// A help says what a kind is, when it counts as a regression, and what to do.
type help struct{ says, counts, todo string }

const (
	repeated = "It counts as a regression when it shows in repeated runs of the candidate, in fresh processes, and not in those of the baseline."
	replay   = "The finding's folder has the formula, the certificate and a report; `assay replay` runs it again."
)

var kindHelp = map[compare.Kind]help{
	compare.Wrong:  {"The candidate and the baseline contradict each other, and nothing says which is right.", repeated, replay},
	compare.Crash:  {"The candidate crashes, or reports an internal error or a failed assertion.", repeated, replay},
	compare.Error:  {"The candidate ends with an error, or refuses the script or its options, where the baseline answers.", repeated, "`assay solve` with both solvers on the script shows it again."},
	compare.Lost:   {"The candidate answers unknown or reaches a limit where the baseline decides.", "It counts as a regression when the candidate does not decide with twice the time either.", "`assay solve` with both solvers on the script shows it again."},
	compare.Slower: {"The candidate takes longer than the baseline for the same answer.", "It counts as a regression when CPU time measured in pairs of runs, one right after the other, is above the limits of ratio and difference with certainty.", "Compare the counts of work first, since they have no noise."},
}
