package refutation

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/judge/entail"
	"github.com/assay-smt/assay/internal/solver"
)

// A Certificate says what is known about an unsat. It is plain data.
type Certificate struct {
	// Certified: every step that leads to false is settled, and every assumption is an assertion of the script.
	Certified bool `json:"certified"`
	// Words says so in a sentence, and on whom it rests.
	Words string `json:"words"`
	// Check is the number of the check-sat, from 0. Solver and Version gave the proof.
	Check   int    `json:"check"`
	Solver  string `json:"solver"`
	Version string `json:"version,omitempty"`
	Format  string `json:"format,omitempty"`
	Bytes   int    `json:"bytes"`
	// Steps is the number of steps of the proof, and Used of those that lead to false: Asserted are assertions of the script, Assumed are local assumptions,
	// and each of the others has to be settled.
	Steps    int `json:"steps"`
	Used     int `json:"used"`
	Asserted int `json:"asserted"`
	Assumed  int `json:"assumed"`
	// Settled counts steps by what settled them: Assay's own reasoning, or a solver.
	Settled map[string]int `json:"settled,omitempty"`
	// Referees are the solvers that settled steps, with their versions.
	Referees []string `json:"referees,omitempty"`
	// Rules counts the settled steps of each rule by what settled them.
	Rules map[string]map[string]int `json:"rules,omitempty"`
	// Open are the steps that are not settled, by rule and reason, the most frequent first.
	Open []OpenSteps `json:"open,omitempty"`
	// False are steps that do not follow from their premises, as evaluation shows. The answer may be right all the same.
	False []FalseStep `json:"false_steps,omitempty"`
	// Queries is how many steps solvers were asked about, each counted as often as it was asked, and Seconds the CPU time of that.
	Queries int     `json:"queries"`
	Seconds float64 `json:"cpu_seconds"`
	// None says why there are no steps to settle.
	None string `json:"none,omitempty"`
}

// OpenSteps are steps of one rule that are not settled for one reason.
type OpenSteps struct {
	Rule  string `json:"rule"`
	Why   string `json:"why"`
	Count int    `json:"count"`
	// Step is the smallest one, and Example says what would have to hold.
	Step    string `json:"step"`
	Example string `json:"example,omitempty"`

	size int
}

// A FalseStep does not follow from its premises.
type FalseStep struct {
	Step       string   `json:"step"`
	Rule       string   `json:"rule"`
	Premises   []string `json:"premises,omitempty"`
	Conclusion string   `json:"conclusion"`
	// Model makes the premises true and the conclusion false; Solver gave it, and evaluation confirms it.
	Model  string `json:"model"`
	Solver string `json:"solver"`
}

// None is the certificate of an unsat without a proof.
func None(by solver.Target, check int, why string) Certificate {
	c := Certificate{Check: check, Solver: by.String(), Version: by.Version(), None: why}
	c.Words = c.state()
	return c
}

// OpenCount is the number of steps that are not settled.
func (c *Certificate) OpenCount() int {
	n := 0
	for _, o := range c.Open {
		n += o.Count
	}
	return n
}

// counts returns how many steps are settled by Assay's own reasoning, and by solvers.
func (c *Certificate) counts() (ours, theirs int) {
	for by, n := range c.Settled {
		if slices.Contains(entail.Ways, entail.By(by)) {
			ours += n
		} else {
			theirs += n
		}
	}
	return ours, theirs
}

// OwnOnly reports whether nothing but Assay's own reasoning certifies it.
func (c *Certificate) OwnOnly() bool {
	_, theirs := c.counts()
	return c.Certified && theirs == 0
}

// state states the result in a sentence.
func (c *Certificate) state() string {
	ours, theirs := c.counts()
	left := c.OpenCount()
	all := ours + theirs + left
	switch {
	case c.None != "":
		return "not certified: " + c.None
	case left > 0 && len(c.False) > 0:
		return fmt.Sprintf("not certified: %d of %s settled, and a step is false", ours+theirs, steps(all, " is", " are"))
	case left > 0:
		return fmt.Sprintf("not certified: %d of %s settled (%d by Assay's own reasoning)", ours+theirs, steps(all, " is", " are"), ours)
	case theirs > 0:
		return fmt.Sprintf("certified with a second codebase: %s by Assay's own reasoning, and %d on which %s agrees, which is evidence and no proof",
			steps(ours, "", ""), theirs, strings.Join(c.Referees, " or "))
	case ours == 1:
		return "certified by Assay's own reasoning: its one step"
	}
	return fmt.Sprintf("certified by Assay's own reasoning: all %d steps", ours)
}

// steps is a number of steps with what follows it for one and for others.
func steps(n int, one, more string) string {
	if n == 1 {
		return "1 step" + one
	}
	return fmt.Sprintf("%d steps%s", n, more)
}

// SettledBy lists what settled steps, Assay's own reasoning first.
func (c *Certificate) SettledBy() []string {
	return slices.SortedFunc(maps.Keys(c.Settled), func(a, b string) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), strings.Compare(a, b))
	})
}

func place(by string) int {
	if i := slices.Index(entail.Ways, entail.By(by)); i >= 0 {
		return i
	}
	return len(entail.Ways)
}
