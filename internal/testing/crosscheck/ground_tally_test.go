package crosscheck

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// outcome is what became of a term, or of a comparison.
type fate uint8

const (
	_             fate = iota
	compared           // the solver has the same value
	leftOpen           // the standard leaves the value open
	notSupported       // Assay has no value
	notAvailable       // the solver does not read it
	withoutAnswer      // the solver says unknown or takes too long
	deviating          // a known deviation
	notMade            // chance found no suitable term
	readBack           // the solver's value, read as a term, is Assay's
	unfinished         // what the solver gives as a value contains terms that the standard leaves open
	fates
)

// counts are the outcomes of an operator's terms with one solver; outcomes that involve no solver are under "".
type counts [fates]int

// groundTally counts what became of everything. Safe for concurrent use.
type groundTally struct {
	mu         sync.Mutex
	byOp       map[*operator]map[string]*counts
	reasons    map[*operator]map[string]int // of values that are not supported
	deviations map[string]int               // by name
	examples   map[string]example           // of deviations, the shortest one seen
	failures   []string                     // unexplained mismatches
	slow       []string                     // examples of terms without an answer
	waited     map[string]time.Duration     // for each dialect
	failed     int
	total      int
}

func newGroundTally() *groundTally {
	return &groundTally{byOp: map[*operator]map[string]*counts{}, reasons: map[*operator]map[string]int{}, deviations: map[string]int{}, examples: map[string]example{}, waited: map[string]time.Duration{}}
}

func (y *groundTally) count(op *operator, solver string, f fate, n int) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.at(op, solver)[f] += n
	if f == compared || f == deviating || f == readBack {
		y.total += n
	}
}

func (y *groundTally) at(op *operator, solver string) *counts {
	by := y.byOp[op]
	if by == nil {
		by = map[string]*counts{}
		y.byOp[op] = by
	}
	if by[solver] == nil {
		by[solver] = &counts{}
	}
	return by[solver]
}

// unsupported counts a term that Assay gives no value.
func (y *groundTally) unsupported(op *operator, reason string) {
	y.count(op, "", notSupported, 1)
	y.mu.Lock()
	defer y.mu.Unlock()
	if y.reasons[op] == nil {
		y.reasons[op] = map[string]int{}
	}
	key := named.ReplaceAllString(digits.ReplaceAllString(reason, "N"), "'...'")
	if len(key) > 120 {
		key = key[:120]
	}
	y.reasons[op][key]++
}

// maxSlow bounds the number of examples of terms without an answer.
const maxSlow = 200

// withoutAnswer counts a comparison that a solver leaves undecided.
func (y *groundTally) withoutAnswer(x *probe, d *dialect) {
	y.count(x.op, d.solver, withoutAnswer, 1)
	y.mu.Lock()
	defer y.mu.Unlock()
	if len(y.slow) < maxSlow {
		y.slow = append(y.slow, fmt.Sprintf("%s: no answer from %s\n  term   %s\n  ours   %s", x.op.name, d.name, x.t, x.said))
	}
}

// mismatch is a comparison that did not come out as it should.
type mismatch struct {
	x       *probe
	dialect *dialect
	outcome outcome
	detail  string // the solver's value, or what it says
	claim   string // the formula that should be unsatisfiable
}

// example is a comparison that shows a deviation.
type example struct{ Solver, Term, Ours, Theirs string }

func (e example) len() int { return len(e.Term) + len(e.Ours) + len(e.Theirs) }

// maxFailures ends a cross-check: this many failures need attention first.
const maxFailures = 500

// mismatch counts m as a known deviation, or keeps it as a failure.
func (y *groundTally) mismatch(m *mismatch) {
	for i := range deviations {
		if d := &deviations[i]; d.explains(m) {
			y.count(m.x.op, m.dialect.solver, deviating, 1)
			y.deviation(d.name)
			y.example(d.name, example{m.dialect.name, m.x.put.String(), m.x.said.String(), m.detail})
			return
		}
	}
	y.fail(fmt.Sprintf("%s: %s %s:\n  term   %s\n  ours   %s\n  theirs %s\n  claim  %s", m.x.op.name, m.dialect.name, m.outcome, m.x.t, m.x.said, m.detail, m.claim))
}

func (y *groundTally) deviation(name string) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.deviations[name]++
}

func (y *groundTally) example(deviation string, e example) {
	y.mu.Lock()
	defer y.mu.Unlock()
	if known, ok := y.examples[deviation]; !ok || e.len() < known.len() {
		y.examples[deviation] = e
	}
}

func (y *groundTally) fail(text string) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.failed++
	if len(y.failures) < maxFailures {
		y.failures = append(y.failures, text)
	}
}

// wait adds the time that a worker waited for a solver.
func (y *groundTally) wait(dialect string, d time.Duration) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.waited[dialect] += d.Round(time.Millisecond)
}

// hopeless reports whether so much fails that continuing is useless.
func (y *groundTally) hopeless() bool {
	y.mu.Lock()
	defer y.mu.Unlock()
	return y.failed >= maxFailures
}

// comparisons returns how many comparisons were made in total, and how many for the operator.
func (y *groundTally) comparisons(op *operator) (all, of int) {
	y.mu.Lock()
	defer y.mu.Unlock()
	for _, c := range y.byOp[op] {
		of += c[compared] + c[deviating]
	}
	return y.total, of
}

// unanswered returns how many terms of an operator a solver did not read or gave no answer to.
func (y *groundTally) unanswered(op *operator) (n int) {
	y.mu.Lock()
	defer y.mu.Unlock()
	for _, c := range y.byOp[op] {
		n += c[notAvailable] + c[withoutAnswer]
	}
	return n
}

// solvers returns the solvers of the report, in order.
var reported = []string{"z3", "cvc5", "cvc4"}

// markdown writes the tally as tables: one line per operator, a column of comparisons for each solver.
func (y *groundTally) markdown(ops []*operator) string {
	y.mu.Lock()
	defer y.mu.Unlock()
	var b strings.Builder
	var sum counts
	perSolver := map[string]*counts{}
	for _, op := range ops {
		for solver, c := range y.byOp[op] {
			if perSolver[solver] == nil {
				perSolver[solver] = &counts{}
			}
			for f, n := range c {
				sum[f] += n
				perSolver[solver][f] += n
			}
		}
	}
	b.WriteString("| | compared | read back | unfinished | known deviation | no answer | not available |\n|---|---|---|---|---|---|---|\n")
	for _, s := range reported {
		if c := perSolver[s]; c != nil {
			fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d |\n", s, c[compared], c[readBack], c[unfinished], c[deviating], c[withoutAnswer], c[notAvailable])
		}
	}
	fmt.Fprintf(&b, "| all | %d | %d | %d | %d | %d | %d |\n", sum[compared], sum[readBack], sum[unfinished], sum[deviating], sum[withoutAnswer], sum[notAvailable])
	fmt.Fprintf(&b, "\nTerms left open by the standard: %d. Terms without a value in Assay: %d.\n", sum[leftOpen], sum[notSupported])
	b.WriteString("\n## By operator\n\nComparisons with each solver; *dev* are known deviations, *?* comparisons without an answer.\n\n")
	b.WriteString("| operator | z3 | cvc5 | cvc4 | dev | ? | open | unsupported |\n|---|---|---|---|---|---|---|---|\n")
	for _, op := range ops {
		var all counts
		row := "| `" + strings.ReplaceAll(op.name, "|", "\\|") + "`"
		for _, s := range reported {
			c := y.at(op, s)
			if op.availableIn(s, "") || c[compared] > 0 {
				row += fmt.Sprintf(" | %d", c[compared])
			} else {
				row += " | -"
			}
		}
		for _, c := range y.byOp[op] {
			for f, n := range c {
				all[f] += n
			}
		}
		fmt.Fprintf(&b, "%s | %d | %d | %d | %d |\n", row, all[deviating], all[withoutAnswer], all[leftOpen], all[notSupported])
	}
	b.WriteString("\n## Values that Assay does not have\n\n| operator | reason | terms |\n|---|---|---|\n")
	for _, op := range ops {
		for _, reason := range slices.Sorted(maps.Keys(y.reasons[op])) {
			fmt.Fprintf(&b, "| `%s` | %s | %d |\n", op.name, strings.ReplaceAll(reason, "|", "\\|"), y.reasons[op][reason])
		}
	}
	b.WriteString("\n## Known deviations met\n\nWith the shortest example of each: the term, its value, and what the solver says of it.\n")
	for _, name := range slices.Sorted(maps.Keys(y.deviations)) {
		fmt.Fprintf(&b, "\n**%s**: %d comparisons\n", name, y.deviations[name])
		if e, ok := y.examples[name]; ok {
			fmt.Fprintf(&b, "\n```\n%s\nAssay: %s\n%s: %s\n```\n", oneLine(e.Term), oneLine(e.Ours), e.Solver, oneLine(e.Theirs))
		}
	}
	return b.String()
}

// oneLine turns a solver's text into one line that is not too long.
func oneLine(s string) string {
	const most = 600
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > most {
		return s[:most] + " ..."
	}
	return s
}
