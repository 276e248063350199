package outside

import "time"

// Protocol is the version of the protocol. A program that speaks another one is not used.
const Protocol = 1

// The roles of programs.
const (
	engineRole = "engine"
	checkRole  = "check"
)

// The types of messages.
const (
	helloType     = "hello"
	seedType      = "seed"
	mutantType    = "mutant"
	endType       = "end"
	refusedType   = "refused"
	runType       = "run"
	okType        = "ok"
	objectionType = "objection"
)

// hello opens a conversation, in both directions. A program may leave out the role.
type hello struct {
	Type     string `json:"type"`
	Protocol int    `json:"protocol"`
	Role     string `json:"role,omitempty"`
}

// seedRequest asks an engine for mutants.
type seedRequest struct {
	Type   string `json:"type"`
	Script string `json:"script"`
	Logic  string `json:"logic"`
	// Label is the status that the seed claims to have, "unknown" for none.
	Label string `json:"label"`
	// Random is all that choices may depend on beside the seed: below 2^53, which every JSON reader keeps exactly.
	Random uint64 `json:"random"`
	// Count is the largest number of mutants.
	Count int `json:"count"`
}

// runRequest asks a check about one run of a solver.
type runRequest struct {
	Type string `json:"type"`
	// Script is what the solver read.
	Script string `json:"script"`
	Logic  string `json:"logic"`
	// Solver is the solver as the user gave it, with its options; Version is "" where it does not say.
	Solver  string `json:"solver"`
	Version string `json:"version"`
	// Answer is the last answer, and Answers are all of them in order.
	Answer  string   `json:"answer"`
	Answers []string `json:"answers"`
	// Output is what the solver wrote to standard output, of which maxOutput bytes are kept.
	Output string `json:"output"`
}

// message is what a program says. Which fields count depends on the type; further ones are ignored.
type message struct {
	Type     string   `json:"type"`
	Protocol int      `json:"protocol"`
	Script   string   `json:"script"`
	Truth    string   `json:"truth"`
	Model    string   `json:"model"`
	Steps    []string `json:"steps"`
	Reason   string   `json:"reason"`
	Title    string   `json:"title"`
	Detail   string   `json:"detail"`
}

// Limits bound what a program may take.
type Limits struct {
	// Time is how long it may take for one request: for all mutants of a batch, or for one verdict.
	Time time.Duration
	// Memory is what its process and their children may hold together, in bytes; 0 for no limit.
	Memory int64
}

// Bounds on what a program may write, and on what is kept of it.
const (
	// maxLine is the length of a line in bytes, maxReply that of all lines for one request, standard error included.
	maxLine  = 8 << 20
	maxReply = 64 << 20
	// maxOutput is how many bytes of a solver's output a check is given, and maxDetail how many of what it says about it are kept.
	maxOutput = 1 << 20
	maxDetail = 4 << 10
	// maxText is how many characters of a program's words are shown, and maxSteps how many steps of a mutant.
	maxText  = 300
	maxSteps = 100
	// A mutant has at most so many bytes, and so many for each byte of the seed; those of a chain together have at most the others.
	mutantFloor, mutantGrowth = 1 << 20, 3
	chainFloor, chainGrowth   = 8 << 20, 24
	// maxFailures is after how many failed requests in a row a program is not asked again.
	maxFailures = 10
)
