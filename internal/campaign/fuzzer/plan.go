package fuzzer

const (
	// DefaultChain is how many successive mutants a lineage has to begin with.
	DefaultChain = 20
	// DefaultGiveUp is the default of Plan.GiveUp: mutants of a formula that is too hard are mostly too hard themselves.
	DefaultGiveUp = 2
)

// A Plan says how mutants are made and run: the knobs that users, campaigns and fuzzers have in common, declared here once. The zero value
// makes every chain for all targets and asks every run for all that it can be asked for.
type Plan struct {
	// Chain is the largest number of mutants of a lineage to begin with, 0 for DefaultChain. It decides how many repeats an engine may make.
	Chain int
	// Visit is the number of mutants up to which a campaign with adaptive effort continues a lineage that brings news, by Chain mutants at a time. At
	// most Chain is for never. It does not affect which mutants are made.
	Visit int
	// GiveUp is the number of consecutive time-outs after which a target is no longer asked in a chain, 0 for DefaultGiveUp,
	// negative for never. Mutants are made and numbered all the same. Where mutants are independent, it then has
	// an eighth of its time until it answers again.
	GiveUp int
	// Solo makes one chain in this many for one target alone, with all operators that it has: what only one solver understands
	// cannot be compared, but it can cause a crash, and the solver's models can be wrong. 0 makes none.
	Solo int
	// Together makes one chain in this many for all versions of each solver. The others are for one version of each, so more chains are
	// made in the same time. 0 and 1 make all chains for all versions.
	Together int
	// Plain makes one run in this many ask only for an answer, without a model: solvers behave differently then. 0 makes none. It does
	// not affect which mutants are made.
	Plain int
	// Questions makes one mutant in this many come with further questions, for values, simplifications and goals, whose answers are
	// checked by evaluation. 0 makes none. It does not affect which mutants are made.
	Questions int
	// Inferences asks targets what they infer from one mutant in this many, in further runs, and Proofs for the proof of one unsat in this many; what they
	// say is evaluated. 0 asks for none. They do not affect which mutants are made.
	Inferences int
	Proofs     int
	// Slower is how many times as long as its baseline a target has to take for that to be a finding, above 1; 0 never looks. It does not affect which
	// mutants are made.
	Slower float64
	// SlowerSearch counts it as news when a mutant costs a target more times what it costs its baseline, by the solvers' own counts, than any mutant before it
	// in its chain did. It does not affect which mutants are made.
	SlowerSearch bool
	// Every keeps every mutant that shows something separately, instead of one for each signature.
	Every bool
}

func (p *Plan) giveUp() int {
	if p.GiveUp == 0 {
		return DefaultGiveUp
	}
	return p.GiveUp
}

func (p *Plan) length() int {
	if p.Chain <= 0 {
		return DefaultChain
	}
	return p.Chain
}
