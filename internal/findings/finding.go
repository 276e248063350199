package findings

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// Format is the version of finding.json that this package writes.
const Format = 2

// oldestFormat is the oldest version that it reads, which has no theories and profiles.
const oldestFormat = 1

// The files of a finding's folder.
const (
	BugFile      = "bug.smt2"      // what the blamed solver reads; the reduced formula once it was reduced
	OriginalFile = "original.smt2" // what it read when it was found
	SeedFile     = "seed.smt2"     // the seed, byte for byte
	RecordFile   = "finding.json"
	ReportFile   = "report.md"
	ModelFile    = "model.smt2"   // the witness, or the model that is wrong
	SessionFile  = "session.smt2" // everything that a reused process read
	BaseFile     = "base.smt2"    // the script one mutation step before, as the blamed solver reads it
)

// maxDuplicates is how many mutants with the same signature a finding names.
const maxDuplicates = 20

// MaxFirst is how many names Counters.First has of a signature.
const MaxFirst = maxDuplicates + 1

// A Finding is the content of finding.json: everything that is known about one thing that went wrong. It is a plain value.
type Finding struct {
	Format int          `json:"format"`
	Class  oracle.Class `json:"class"`
	// Solver is the blamed solver as the user gave it; Family, Version and Path say what that was.
	Solver  string `json:"solver"`
	Family  string `json:"family"`
	Version string `json:"version"`
	Path    string `json:"path"`
	// Other is the solver that contradicts it, empty when something else does.
	Other string `json:"other,omitempty"`
	Logic string `json:"logic"`
	// Signature is equal for findings that are probably one defect.
	Signature string `json:"signature"`
	// Suspect: the blame is not proven.
	Suspect bool `json:"suspect"`
	// Open are operators in the formula whose value the standard leaves open for some arguments. They alone may explain a disagreement.
	Open []string `json:"open_operators,omitempty"`
	// Check is the index of the check-sat from 0, oracle.WholeRun for the whole run.
	Check    int      `json:"check"`
	Evidence Evidence `json:"evidence"`

	// Repeated says how often it was run and how often it showed, including the first time.
	Repeated Repetition `json:"repeated"`
	// Checks is the number of check-sat commands in the formula, Truths what is known about them.
	Checks int     `json:"checks"`
	Truths []Truth `json:"truths,omitempty"`
	// Runs are the runs of all solvers on the formula.
	Runs []Run `json:"runs"`
	// Base is set where the finding is about the last mutation step: the solver decides the script before it.
	Base *Base `json:"base,omitempty"`
	// Session is set where only a process that had read other scripts before shows the finding.
	Session *Session `json:"session,omitempty"`
	// Lost are operators in the formula that the blamed solver does not support at all, but its baseline does.
	Lost []string `json:"lost_operators,omitempty"`
	// Theories are the user's theory files with which the formula was read, Profiles the solver profiles that do not come with Assay, each
	// after those it inherits from. With them the folder alone says what the verdict depends on.
	Theories []Source `json:"theories,omitempty"`
	Profiles []Source `json:"profiles,omitempty"`
	// Culprit is a false statement of the solver's on the mutant, from which the formula was made; nil where the formula is the mutant's own.
	Culprit *oracle.Statement `json:"culprit,omitempty"`
	// Reduction says how the formula was reduced, nil when it is as it was found.
	Reduction  *Reduction `json:"reduction,omitempty"`
	Limits     Limits     `json:"limits"`
	Provenance Provenance `json:"provenance"`

	// Files are checksums of the files beside the record, by name: 32 hexadecimal digits of SHA-256. People may edit the report, so it has
	// none; a record of format 1 has none at all.
	Files map[string]string `json:"files,omitempty"`

	// Hits counts the mutants that showed this signature, Duplicates names the first of them.
	Hits       int64    `json:"hits"`
	Duplicates []string `json:"duplicates,omitempty"`
}

// Flaky reports whether it did not show every time it was run.
func (f *Finding) Flaky() bool { return f.Repeated.Shown < f.Repeated.Runs }

// A Source is a file with its content: a theory file or a profile. Name is its original name, for messages.
type Source struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// A Repetition counts runs of one formula.
type Repetition struct {
	Runs  int `json:"runs"`
	Shown int `json:"shown"`
}

// Evidence is what shows a finding, as the oracle gave it.
type Evidence struct {
	Kind     oracle.EvidenceKind `json:"kind"`
	Summary  string              `json:"words"`
	Expected string              `json:"expected,omitempty"`
	Observed string              `json:"observed,omitempty"`
	Reason   string              `json:"reason,omitempty"`
	Detail   string              `json:"detail,omitempty"`
	// By is the check of the user's on whose word it rests, "" for none.
	By      string   `json:"by,omitempty"`
	Model   string   `json:"model,omitempty"`
	Sat     []string `json:"sat,omitempty"`
	Unsat   []string `json:"unsat,omitempty"`
	Unknown []string `json:"unknown,omitempty"`
	// Measured is what was measured, for findings about what an answer costs; nil for others.
	Measured *oracle.Measurement `json:"measured,omitempty"`
	// Statement is the false statement, for findings about what a solver infers; nil for others.
	Statement *oracle.Statement `json:"statement,omitempty"`
}

// A Truth is what is known about one check-sat.
type Truth struct {
	Status string `json:"status"`
	Reason string `json:"reason,omitempty"`
	// Label says that only a label in the seed vouches for it; Witness is the text of a model that shows sat.
	Label   bool   `json:"label,omitempty"`
	Witness string `json:"witness,omitempty"`
}

// A Run is one solver's run on the formula.
type Run struct {
	Solver  string `json:"solver"`
	Family  string `json:"family"`
	Version string `json:"version"`
	// Program is the build that ran, nil if it is not known.
	Program *Program `json:"program,omitempty"`
	// Command is the exact command line, except for the formula's name, which is File, in the finding's folder.
	Command []string `json:"command"`
	File    string   `json:"file"`
	// Stdin says that File is what the process read on its standard input.
	Stdin   bool    `json:"stdin,omitempty"`
	Options Options `json:"options"`
	// Configuration is what follows the solver's name in Solver, option by option.
	Configuration []Option `json:"configuration,omitempty"`
	// Threads are the options in Configuration that start threads.
	Threads []string `json:"threads,omitempty"`
	// Answers are the answers in order; Void says that they do not count.
	Answers []string `json:"answers"`
	Void    bool     `json:"void,omitempty"`
	// Outcome is the run in one word.
	Outcome outcome.Outcome `json:"outcome"`
	Reason  string          `json:"reason,omitempty"`
	// Mode is the kind of process that it took place in, "" for a plain process for this run alone.
	Mode string `json:"mode,omitempty"`
	// Presentation says what the solver was not asked for, or was told besides what the formula needs, "" for nothing; see event.Run.
	Presentation string  `json:"presentation,omitempty"`
	Seconds      float64 `json:"seconds"`
	CPU          float64 `json:"cpu_seconds"`
	// Exit is the exit status, -1 when a signal or a limit ended the run; Signal is that signal's number.
	Exit   int    `json:"exit"`
	Signal int    `json:"signal,omitempty"`
	Stdout string `json:"stdout,omitempty"`
	Stderr string `json:"stderr,omitempty"`
}

// A Base is the script that one mutation step, an implication, turned into the formula.
type Base struct {
	// Step describes that step in one line.
	Step string `json:"step"`
	// Run is the blamed solver's run on the base; its File is BaseFile.
	Run Run `json:"run"`
}

// A Session is what a reused process read before and when it showed a finding.
type Session struct {
	// Run is the solver's run on the last query, in a process that read SessionFile on its standard input.
	Run Run `json:"run"`
	// Shows is the class of the finding, which records of former versions have only here.
	Shows oracle.Class `json:"shows"`
	// Queries is the number of queries in SessionFile, including the last one, and Found is that number when it was found.
	Queries int `json:"queries"`
	Found   int `json:"queries_when_found"`
	// Last is the offset in SessionFile at which the last query begins.
	Last int `json:"last_query"`
}

// An Option is one option of a solver; a switch has no value.
type Option struct {
	Name  string `json:"name"`
	Value string `json:"value,omitempty"`
}

// Options are what the solver was told for the formula's sake, by the names that profiles use.
type Options struct {
	SelfCheck   bool `json:"self_check,omitempty"`
	Models      bool `json:"models,omitempty"`
	Assignments bool `json:"assignments,omitempty"`
	Incremental bool `json:"incremental,omitempty"`
	Strings     bool `json:"strings,omitempty"`
	Floats      bool `json:"floats,omitempty"`
	Statistics  bool `json:"statistics,omitempty"`
}

// Limits are the limits under which the runs took place; zero means no limit.
type Limits struct {
	Seconds float64 `json:"seconds"`
	Memory  int64   `json:"memory_bytes"`
}

// Provenance says where a formula comes from. Campaign seed, seed text and mutant name suffice to make it again.
type Provenance struct {
	CampaignSeed uint64 `json:"campaign_seed"`
	// Assay is the version of the program that found it, "" in records of versions that did not say.
	Assay string `json:"assay,omitempty"`
	// Mutant is the mutant's name: seed hash/engine/round/index.
	Mutant   string   `json:"mutant"`
	Engine   string   `json:"engine"`
	SeedName string   `json:"seed"`
	SeedHash string   `json:"seed_hash"`
	Steps    []string `json:"steps,omitempty"`
	// SeedShows: the unmutated seed shows the same class of finding already.
	SeedShows bool `json:"seed_shows,omitempty"`
	// Job is the position of the job in the campaign; it orders mutants.
	Job   uint64 `json:"job"`
	Index int    `json:"index"`
}

// A Hit is one mutant that showed a finding, with the files to keep.
type Hit struct {
	Finding Finding
	// Bug is the text that the blamed solver read, Seed the text of the seed.
	Bug, Seed []byte
	// Others are further texts by file name: the base, and what other solvers read where that differs from Bug.
	Others map[string][]byte
}

// ShortHash identifies a signature in a folder's name.
func ShortHash(signature string) string {
	sum := sha256.Sum256([]byte(signature))
	return hex.EncodeToString(sum[:5])
}

// triggerMark separates a signature from the formula for which it is kept apart.
const triggerMark = " trigger "

// Trigger is a signature for one formula alone, used where every formula that shows something is kept.
func Trigger(signature string, formula []byte) string {
	return signature + triggerMark + Checksum(formula)[:12]
}

// Common is the common part of the signatures of formulas that were kept apart.
func Common(signature string) string {
	if i := strings.LastIndex(signature, triggerMark); i >= 0 && len(signature)-i == len(triggerMark)+12 {
		return signature[:i]
	}
	return signature
}

// FolderName is the name of a finding's folder.
func (f *Finding) FolderName() string {
	logic := f.Logic
	if logic == "" {
		logic = "nologic"
	}
	return fmt.Sprintf("%s-%s-%s-%s", f.Class, fileWord(f.Family), fileWord(logic), ShortHash(f.Signature))
}

// fileWord turns any text into a valid part of a file name.
func fileWord(s string) string {
	const limit = 40
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '.', r == '+':
			return r
		}
		return '_'
	}, s)
	if len(s) > limit {
		s = s[:limit]
	}
	if strings.Trim(s, ".") == "" {
		s = "x" + s
	}
	return s
}
