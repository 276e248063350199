package store

// The rows of the tables. JSON is kept as its writer wrote it.

// An Item is a value with a name.
type Item struct {
	Name  string
	Value []byte // JSON
}

// A Session is one run of the program on the campaign.
type Session struct {
	Number int64 // from 1
	Ended  string
	Jobs   int
	// Seconds is its wall time, as of its last write; Facts are a JSON object.
	Seconds float64
	Facts   []byte
}

// A Rule says how many mutants a rule of an engine made.
type Rule struct {
	Engine, Rule string
	Mutants      int64 // 0 removes it
}

// A Text counts the mutants of an engine with the same text.
type Text struct {
	Engine  string
	Hash    uint64
	Mutants int64
}

// A Seed is a seed formula, by its place among the campaign's.
type Seed struct {
	Seed              int
	Name, Hash, Logic string
	Bytes             int
}

// A Pair is a seed with an engine, by their places.
type Pair struct{ Seed, Engine int }

// A Slot is one from the done edge on: one that was begun, or that comes after one that was not.
type Slot struct {
	Slot         uint64
	Mutants, Run int
	Underway     []byte // JSON, what is remembered of it
}

// A Chain is what was run of the mutants of a slot, for later rounds of the same pair.
type Chain struct {
	Number int64 // in the order in which they ended
	Pair
	Round, Targets uint64
	Marks          []byte
}

// A Finding is what is counted of a finding; everything else is in its folder.
type Finding struct {
	Signature, Folder                              string
	Class, Solver, Family, Version, Logic, Summary string
	Suspect, Flaky                                 bool
	Hits                                           int64
	// Kept: Slot and Place are those of the mutant whose formula the folder has.
	Kept  bool
	Slot  uint64
	Place int
	First []byte // JSON, the names of the first mutants that showed it
}

// What happens to a finding.
const (
	// Found: a mutant was the first to show it.
	Found = "found"
	// Replaced: the formula of another mutant took the place of the one that was kept.
	Replaced = "replaced"
)

// An Incident is something that happened to a finding.
type Incident struct {
	Signature, Mutant, What string
	Session                 int64
	Seconds                 float64 // of the campaign's wall time
	Untimed                 bool    // version 1 noted no time
}

// A Sample is how far a campaign was at a moment. Counts are those of the whole campaign up to then.
type Sample struct {
	// Number is the place of the sample: steps of time of the campaign since its beginning.
	Number, Session int64
	At              int64   // Unix time in seconds
	Seconds         float64 // the campaign's wall time over all sessions
	Mutants, Runs   int64
	// Decided counts the runs that answered sat or unsat, Findings the findings with a folder.
	Decided, Findings, NewBehaviour int64
	Engines, CPU                    []byte // JSON objects: what each engine brought, CPU seconds by purpose
}

// A Moment says when a finding was found, in seconds of the campaign's wall time.
type Moment struct {
	Signature string
	Seconds   float64
}

// A Drop counts the hits of a class and family that found no room.
type Drop struct {
	Bucket string
	Hits   int64
}

// An Answer is what a solver did on a seed itself.
type Answer struct {
	Seed, Solver int
	Outcome      string
	Wall         int64 // in nanoseconds
	Doublings    int
	Lap          uint64
	Failures     int
	Until        uint64
}

// A PairState is what is known of a seed with an engine.
type PairState struct {
	Pair
	Shown    uint64
	Missed   int
	Failures int
	Until    uint64
}

// An Elite is what is known of configurations at a place.
type Elite struct {
	Engine, Logic, Solver string
	Entry                 uint64
	Configurations        []byte // JSON, nil removes it
}

// A Shown is what searches in a slot showed.
type Shown struct {
	Slot     uint64
	Searches []byte // JSON
}

// Figures are what people are shown of a campaign.
type Figures struct {
	Settings, Totals         []Item
	Session                  *Session // the last one, nil for none
	Solvers, Engines, Logics []Item
	Rules                    []Rule
	Findings                 []Finding
	Dropped                  []Drop
	// Samples and Found are the history over time; databases of version 1 have none.
	Samples []Sample
	Found   []Moment // is written as a part of Change.History
}

// Knowledge is what only a campaign that goes on needs.
type Knowledge struct {
	Texts    []Text
	Seeds    []Seed
	Excluded []Pair
	Slots    []Slot
	Chains   []Chain
	Answers  []Answer
	Pairs    []PairState
	Elites   []Elite
	Shown    []Shown
	Learned  []Item
}

// A Change is what has changed in a campaign; it is written as a whole or not at all. Rows replace those of the same key.
type Change struct {
	Figures
	Knowledge
	History []Incident
	// Stride, unless 0, removes the samples whose numbers are no multiples of it.
	Stride int64
	// SlotsBefore and ShownBefore remove the rows of slots below them.
	SlotsBefore, ShownBefore uint64
	// Forgotten are numbers of chains to remove.
	Forgotten []int64
	// Resampled are engines whose texts are removed before those of the change are written.
	Resampled []string
}

// Contents are the rows of a database.
type Contents struct {
	Figures
	Knowledge
}
