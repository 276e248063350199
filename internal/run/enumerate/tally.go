package enumerate

// An Ask is a way to ask about a term.
type Ask string

// The ways.
const (
	// Simplify asks for a simpler term, which must have the same value under all samples.
	Simplify Ask = "simplify"
	// Fixed asks whether the term can have another value than it has under a sample, with the variables fixed to that: unsat.
	Fixed Ask = "fixed"
	// Value asks whether the term can have the value that it has under a sample: sat.
	Value Ask = "value"
	// Pair asks whether the term and a smaller one with the same values under all samples can differ. Where the samples are all interpretations they cannot;
	// otherwise a model has to show that they do.
	Pair Ask = "pair"
	// Near asks whether the term can differ from a small one that has the same values under almost all samples: sat; and, with the variables restricted to
	// a region, whether it can differ from it elsewhere than under the samples that show it: unsat.
	Near Ask = "near"
	// Range asks whether the term can have another value than it has under one of the samples of a region, with the variables restricted to that: unsat.
	Range Ask = "range"
	// Bound asks, with the variables restricted to a region, whether the term can be less or greater than a value that it has there: sat or unsat.
	Bound Ask = "bound"
	// Quantified asks about the term between quantifiers over small sorts or a few values: sat or unsat.
	Quantified Ask = "quantified"
	// Push asks what near, range, bound and quantified ask in one process, between push and pop.
	Push Ask = "push"
)

// Asks returns all ways to ask, the cheapest first.
func Asks() []Ask { return []Ask{Simplify, Fixed, Value, Pair, Range, Near, Bound, Quantified, Push} }

// A Tally counts what came of terms. Terms counts them, and Open those without a value under any sample. The others count questions: Asked all of them, and
// each of the rest a part. What is wrong only about several terms together is one more question.
type Tally struct {
	Terms int64 `json:"terms,omitempty"`
	Open  int64 `json:"open,omitempty"`
	Asked int64 `json:"asked,omitempty"`
	// Agreed: the answer is right.
	Agreed int64 `json:"agreed,omitempty"`
	// Unknown, Late, Refused: no answer. Unread: Assay cannot read or evaluate what was said.
	Unknown int64 `json:"unknown,omitempty"`
	Late    int64 `json:"late,omitempty"`
	Refused int64 `json:"refused,omitempty"`
	Unread  int64 `json:"unread,omitempty"`
	// Wrong: a wrong answer or a crash, shown again by a script of its own.
	Wrong int64 `json:"wrong,omitempty"`
	// The rest looked like one. Suspected: the script of its own shows something that is not proven to be wrong. Alike: it was not asked again, since it looks
	// like a finding with the same operators and possibly more. Unasked: it was not asked again, since others with the same operators were in vain. Unconfirmed:
	// the script of its own shows nothing.
	Suspected   int64 `json:"suspected,omitempty"`
	Alike       int64 `json:"alike,omitempty"`
	Unasked     int64 `json:"unasked,omitempty"`
	Unconfirmed int64 `json:"unconfirmed,omitempty"`
}

// Suspicious returns the number of questions whose answers looked wrong and were neither shown to be nor found to be right.
func (t *Tally) Suspicious() int64 { return t.Suspected + t.Alike + t.Unasked }

// Add adds another tally.
func (t *Tally) Add(o Tally) {
	t.Terms += o.Terms
	t.Open += o.Open
	t.Asked += o.Asked
	t.Agreed += o.Agreed
	t.Unknown += o.Unknown
	t.Late += o.Late
	t.Refused += o.Refused
	t.Unread += o.Unread
	t.Wrong += o.Wrong
	t.Suspected += o.Suspected
	t.Alike += o.Alike
	t.Unasked += o.Unasked
	t.Unconfirmed += o.Unconfirmed
}
