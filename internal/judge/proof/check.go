package proof

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// A Verdict says what a step is under the witness.
type Verdict uint8

// The verdicts.
const (
	// Holds: the conclusion is true.
	Holds Verdict = iota
	// Vacuous: the conclusion is false and so is a premise.
	Vacuous
	// Beneath: the conclusion is false, the premises are true, and the step is below a local assumption, or depends on an assertion, that is
	// false or open.
	Beneath
	// Wrong: the premises and all assumptions are true, and the conclusion is false.
	Wrong
	// Doubtful: the conclusion is false, and the value of a premise is not known.
	Doubtful
	// Open: the value of the conclusion is not known.
	Open
)

// String returns the verdict in one word.
func (v Verdict) String() string {
	return [...]string{"holds", "vacuous", "beneath", "wrong", "doubtful", "open"}[v]
}

// A Report is the result of checking a proof under a witness. It is plain data.
type Report struct {
	Format Format `json:"format"`
	Steps  int    `json:"steps"`
	// By counts steps by verdict.
	By map[string]int `json:"by"`
	// Rules counts steps by rule and verdict.
	Rules map[string]map[string]int `json:"rules,omitempty"`
	// OpenBy counts the open steps by reason.
	OpenBy map[string]int `json:"open_by,omitempty"`
	// OpenAt names the first open steps for each reason, at most three.
	OpenAt map[string][]string `json:"open_at,omitempty"`
	// Wrong is the first step that is wrong, nil for none.
	Wrong *Located `json:"wrong,omitempty"`
	// Others are further wrong steps; Doubtful and Beneath are the steps with these verdicts. There are at most ten of each.
	Others   []Located `json:"others,omitempty"`
	Doubtful []Located `json:"doubtful,omitempty"`
	Beneath  []Located `json:"beneath,omitempty"`
	// Cut says why the rest of the proof was not read.
	Cut string `json:"cut,omitempty"`
	// Verdicts are those on all steps, in their order.
	Verdicts []Verdict `json:"-"`
}

// OpenReasons returns why steps are open, the most frequent reasons first.
func (r *Report) OpenReasons() []string {
	return slices.SortedFunc(maps.Keys(r.OpenBy), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.OpenBy[b], r.OpenBy[a]), strings.Compare(a, b))
	})
}

// A Located is a step with the values that matter.
type Located struct {
	Step       string    `json:"step"`
	Rule       string    `json:"rule"`
	Index      int       `json:"index"` // from 0
	Conclusion string    `json:"conclusion"`
	Premises   []Premise `json:"premises,omitempty"`
	// Why is the smallest part of the conclusion that makes it false, with its values.
	Why string `json:"why"`
	// Rewrite has both sides of a false equation by which the solver replaces a term, nil for another step.
	Rewrite *Rewrite `json:"rewrite,omitempty"`
	// Assignment are the constants in the step with their values, and what the solver's own constants stand for.
	Assignment []Assigned `json:"assignment,omitempty"`
	// Input: the step is not an inference; the solver took an assertion for something other than what the script says.
	Input bool `json:"input,omitempty"`
	// Hidden: the proof does not say what the premises are; all earlier steps are true.
	Hidden bool `json:"hidden,omitempty"`
}

// A Rewrite is a term that the solver replaces by another, with their values, which should be the same.
type Rewrite struct {
	Before      string `json:"before"`
	BeforeValue string `json:"before_value"`
	After       string `json:"after"`
	AfterValue  string `json:"after_value"`
}

// A Premise is a premise of a located step.
type Premise struct {
	Step  string `json:"step"`
	Rule  string `json:"rule"`
	Text  string `json:"text"`
	Value string `json:"value"` // true, false, or why it is open
}

// An Assigned is a constant with its value.
type Assigned struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	// Meaning says what a constant of the solver stands for, "" for a constant of the script.
	Meaning string `json:"meaning,omitempty"`
}

// maxShown bounds the steps of each kind in a report.
const maxShown = 10

// Check evaluates every step of a proof under a witness of the proof's script. It adds terms to the store.
func Check(p *Proof, w *Witness) Report { return CheckBut(p, w, func(int) bool { return false }) }

// CheckBut is Check for somebody who does not want to see some steps where they are wrong: these have a verdict and are counted, and the report shows others.
func CheckBut(p *Proof, w *Witness, not func(i int) bool) Report {
	w.interpret(p)
	c := &checker{
		not:   not,
		proof: p, witness: w, truths: make([]truth, len(p.Steps)), depends: make([]dependency, len(p.Steps)), clean: true, samples: map[int]sample{},
		left: maxSampled, compared: maxCompared,
		report: Report{
			Format: p.Format, Steps: len(p.Steps), Cut: p.Cut,
			By: map[string]int{}, Rules: map[string]map[string]int{}, OpenBy: map[string]int{}, OpenAt: map[string][]string{},
		},
	}
	for i := range p.Steps {
		c.step(i)
	}
	return c.report
}

// A truth is what is known about a conclusion.
type truth struct {
	known, is bool
	why       string // for an open one
}

type checker struct {
	proof   *Proof
	witness *Witness
	truths  []truth
	depends []dependency
	samples map[int]sample
	// clean says that the conclusions of all steps so far are true, except for those of local assumptions and of steps below them.
	clean  bool
	report Report
	not    func(i int) bool // steps that are not shown where they are wrong
	// assertions are the script's, once they are needed, and active their formulas.
	assertions []script.Assertion
	active     map[*term.Term]bool
	// left is how many parts of terms may still be built for samples, compared how many may still be compared with assertions.
	left, compared int
}

// Bounds on what all steps together take besides evaluation, in parts of terms.
const (
	maxSampled  = 1 << 24
	maxCompared = 1 << 22
)

// step judges a step and counts it.
func (c *checker) step(i int) {
	s := &c.proof.Steps[i]
	c.truths[i] = c.truthOf(s)
	c.depends[i] = c.dependencyOf(i)
	v := c.verdict(i)
	if s.Claim != nil && len(s.Claim.Free()) > 0 {
		v = c.sampled(i)
	}
	if !c.truths[i].is && (c.depends[i].none() || s.Kind == Input) {
		c.clean = false
	}
	c.report.Verdicts = append(c.report.Verdicts, v)
	c.report.By[v.String()]++
	rule := keyIn(c.report.Rules, s.Rule)
	if c.report.Rules[rule] == nil {
		c.report.Rules[rule] = map[string]int{}
	}
	c.report.Rules[rule][v.String()]++
	switch v {
	case Open:
		why := keyIn(c.report.OpenBy, reasonClass(c.truths[i].why))
		if c.report.OpenBy[why]++; len(c.report.OpenAt[why]) < maxNamed {
			c.report.OpenAt[why] = append(c.report.OpenAt[why], s.Name)
		}
	case Wrong:
		if c.not(i) {
			break
		}
		if c.report.Wrong == nil {
			l := c.locate(i)
			c.report.Wrong = &l
			break
		}
		c.show(&c.report.Others, i)
	case Doubtful:
		c.show(&c.report.Doubtful, i)
	case Beneath:
		c.show(&c.report.Beneath, i)
	case Holds, Vacuous:
	}
}

// maxKeys bounds the rules and the reasons in a report: the solver chooses the names of rules.
const maxKeys = 1000

// keyIn is the key under which something is counted.
func keyIn[V any](m map[string]V, key string) string {
	if _, ok := m[key]; !ok && len(m) >= maxKeys {
		return "others"
	}
	return key
}

// maxNamed bounds the steps that a reason names.
const maxNamed = 3

func (c *checker) show(to *[]Located, i int) {
	if len(*to) < maxShown {
		*to = append(*to, c.locate(i))
	}
}

// underVariables is why conclusions with variables bound around them are open.
const underVariables = "variables: it is below a binder of the proof"

func (c *checker) truthOf(s *Step) truth {
	switch {
	case s.Claim == nil:
		return truth{why: s.Why}
	case len(s.Claim.Free()) > 0:
		return truth{why: underVariables}
	}
	v := c.witness.value(s.Claim)
	switch {
	case v.IsTrue():
		return truth{known: true, is: true}
	case v.IsFalse():
		return truth{known: true}
	case s.Kind == Input && c.witness.certified && c.asserted(s.Claim):
		return truth{known: true, is: true}
	}
	return truth{why: openReason(v)}
}

// asserted reports whether a formula is an assertion of the script.
func (c *checker) asserted(t *term.Term) bool {
	if c.active == nil {
		c.active = map[*term.Term]bool{}
		c.assertions, _ = c.proof.Script.Active(c.proof.Check)
		for _, a := range c.assertions {
			c.active[a.Term] = true
		}
	}
	if c.active[t] {
		return true
	}
	for _, a := range c.assertions {
		if c.compared--; c.compared < 0 {
			return false
		}
		if a.Term.Size() == t.Size() && take(&c.compared, []*term.Term{a.Term}, 1) && term.Equal(a.Term, t) {
			return true
		}
	}
	return false
}

func openReason(v value.Value) string {
	if v.IsTooLarge() {
		return "too large: " + v.Reason()
	}
	if v.IsUnsupported() {
		return "unsupported: " + v.Reason()
	}
	return "free: " + v.Reason()
}

// reasonClass is a reason without the parts that differ from step to step.
func reasonClass(why string) string {
	const most = 60
	head, rest, ok := strings.Cut(why, ": ")
	if !ok {
		return syntax.Clip(why, most)
	}
	switch {
	case head == "free" || head == "too large":
		return head
	case strings.HasPrefix(rest, "(witness ((|"+outsideOf):
		name, _, _ := strings.Cut(strings.TrimPrefix(rest, "(witness ((|"+outsideOf), "!")
		return "free: " + name + " where no axiom determines it"
	case strings.HasPrefix(rest, "(witness (("):
		return "no value: a constant of the solver's"
	}
	return syntax.Clip(head+": "+rest, most+20)
}

// premisesOf says what is known about all premises together.
func (c *checker) premisesOf(s *Step) truth {
	if s.Hidden {
		if c.clean {
			return truth{known: true, is: true}
		}
		return truth{why: "hidden: the proof does not say what the step depends on"}
	}
	out := truth{known: true, is: true}
	for _, p := range s.Premises {
		if p < 0 {
			out.known = false
			continue
		}
		t := c.truths[p]
		if t.known && !t.is {
			return t
		}
		out.known = out.known && t.known
	}
	return out
}

// verdict judges a step without free variables.
func (c *checker) verdict(i int) Verdict {
	s, t := &c.proof.Steps[i], c.truths[i]
	if !t.known {
		return Open
	}
	if t.is {
		return Holds
	}
	switch s.Kind {
	case Input:
		if c.witness.certified {
			return Wrong
		}
		return Vacuous // the witness does not hold
	case Local:
		return Vacuous // it was not claimed
	case Inference, Around:
	}
	under := c.premisesOf(s)
	switch {
	case under.known && !under.is:
		return Vacuous
	case !under.known:
		return Doubtful
	case !c.depends[i].none():
		return Beneath
	}
	return Wrong
}

// A sample is an instance of a step below binders of the proof.
type sample struct {
	claim *term.Term
	by    map[*term.Term]*term.Term
}

// sampled judges a step below binders of the proof: it has to hold for all values of the variables, some of which are tried. In Alethe
// variables may stand for terms, so nothing follows from that.
func (c *checker) sampled(i int) Verdict {
	s := &c.proof.Steps[i]
	claims := []*term.Term{s.Claim}
	if s.Kind != Inference || s.Hidden || !c.depends[i].none() || c.proof.Format == Alethe {
		return Open
	}
	for _, p := range s.Premises {
		if p < 0 || c.proof.Steps[p].Claim == nil {
			return Open
		}
		claims = append(claims, c.proof.Steps[p].Claim)
	}
	vars := s.Claim.Free()
	if !take(&c.left, claims, maxSamples+len(vars)) || c.witness.stopped() {
		c.truths[i].why = "too large: the instances of all steps that were tried"
		return Open
	}
	for n := range maxSamples {
		by := map[*term.Term]*term.Term{}
		for k, v := range vars {
			all := c.witness.candidates(c.proof, v.Sort(), claims)
			if len(all) == 0 {
				return Open
			}
			by[v] = all[(n*(2*k+1)+n/len(all))%len(all)]
		}
		refuted, ok := c.instance(claims, by)
		if !ok {
			return Open
		}
		if refuted != nil {
			c.samples[i] = sample{refuted, by}
			return Wrong
		}
	}
	c.truths[i].why = "variables: no counterexample among the values that were tried"
	return Open
}

// take counts the parts of terms the given number of times, and reports whether that many are left.
func take(left *int, of []*term.Term, times int) bool {
	n := 0
	term.Walk(of, func(*term.Term) bool {
		n++
		return n*times <= *left
	})
	*left -= n * times
	return *left >= 0
}

// maxSamples bounds the values that are tried for the variables around a step.
const maxSamples = 8

// instance returns an instance of a conclusion that is false while those of its premises are true, nil when it is not. ok is false when
// they cannot be instantiated.
func (c *checker) instance(claims []*term.Term, by map[*term.Term]*term.Term) (refuted *term.Term, ok bool) {
	for k, claim := range claims {
		t, err := c.proof.Script.Store.Substitute(claim, by)
		if err != nil || len(t.Free()) > 0 {
			return nil, false
		}
		v := c.witness.value(t)
		switch {
		case k == 0 && !v.IsFalse(), k > 0 && !v.IsTrue():
			return nil, true
		case k == 0:
			refuted = t
		}
	}
	return refuted, true
}
