package smtcomp

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/seedfiles"
	"github.com/assay-smt/assay/smt"
)

// enough is how many solvers have to agree, where no status was published.
const enough = 2

// A List is what one or several files say about benchmarks. The zero value is empty. It is safe for concurrent use once everything is added.
type List struct {
	byPath  map[string]*benchmark
	byName  map[string][]*benchmark // by the last element of the path, without its ending
	solvers map[string]int32
	other   int // rows about what has several answers
}

// A benchmark is what is known about one.
type benchmark struct {
	folders []string // of its path, from the innermost
	name    string
	logic   string // "" if it is not known
	status  [2]bool
	votes   [2][]int32 // the solvers that say sat, and unsat
}

// The indices of status and votes.
const (
	sat = iota
	unsat
)

// path is the benchmark as it was published.
func (b *benchmark) path() string {
	parts := slices.Clone(b.folders)
	slices.Reverse(parts)
	return path.Join(append(parts, b.name)...)
}

// verdict is the answer that is known, or why none is.
func (b *benchmark) verdict() (smt.Status, doubt) {
	says := func(i int) bool { return b.status[i] || len(b.votes[i]) > 0 }
	switch {
	case says(sat) && says(unsat):
		return smt.Unknown, contradicted
	case b.status[sat] || len(b.votes[sat]) >= enough:
		return smt.Sat, none
	case b.status[unsat] || len(b.votes[unsat]) >= enough:
		return smt.Unsat, none
	case says(sat) || says(unsat):
		return smt.Unknown, lone
	}
	return smt.Unknown, open
}

// A doubt is why a benchmark has no truth.
type doubt uint8

const (
	none doubt = iota
	open
	lone
	contradicted
)

// An Entry is what a list says about a formula.
type Entry struct {
	// Benchmark is the path of the benchmark as it was published.
	Benchmark string
	// Status is sat or unsat if the truth is known, and unknown otherwise.
	Status smt.Status
	// Why says in words where the status comes from, or why it is unknown.
	Why string
}

// Find returns what is known about a formula, given the path or the name of its file and the logic that it sets, "" for none. Paths are compared from their ends: the name and
// at least the folder that it is in have to be those of a benchmark. If several benchmarks fit equally well, ok is false, as it is if none does.
func (l *List) Find(file, logic string) (e Entry, ok bool) {
	folders, name := split(file)
	best, length, several := (*benchmark)(nil), 0, false
	for _, b := range l.byName[name] {
		if logic != "" && b.logic != "" && logic != b.logic {
			continue
		}
		n := common(folders, b.folders)
		switch {
		case n == 0 && len(b.folders) > 0, n < length:
		case best != nil && n == length:
			several = true
		default:
			best, length, several = b, n, false
		}
	}
	if best == nil || several {
		return Entry{}, false
	}
	e = Entry{Benchmark: best.path()}
	var why doubt
	e.Status, why = best.verdict()
	e.Why = best.why(why)
	return e, true
}

// why says where a verdict comes from.
func (b *benchmark) why(d doubt) string {
	voters := func(i int) int { return len(b.votes[i]) }
	switch d {
	case open:
		return "no solver answered it at SMT-COMP"
	case lone:
		return "only one solver answered it at SMT-COMP"
	case contradicted:
		return fmt.Sprintf("SMT-COMP's results contradict each other: %s, %s", side(smt.Sat, b.status[sat], voters(sat)), side(smt.Unsat, b.status[unsat], voters(unsat)))
	}
	if b.status[sat] || b.status[unsat] {
		return "the status that SMT-COMP published says so"
	}
	return fmt.Sprintf("%d solvers at SMT-COMP say so", voters(sat)+voters(unsat))
}

func side(status smt.Status, published bool, voters int) string {
	switch {
	case published && voters > 0:
		return fmt.Sprintf("%v by its status and %d of the solvers", status, voters)
	case published:
		return fmt.Sprintf("%v by its status", status)
	}
	return fmt.Sprintf("%v by %d of the solvers", status, voters)
}

// split takes a path or the name of a member of an archive apart, with the folders from the innermost.
func split(file string) (folders []string, name string) {
	if !filepath.IsAbs(file) && !strings.Contains(file, "!") {
		if abs, err := filepath.Abs(file); err == nil {
			file = abs
		}
	}
	file = path.Clean(strings.ReplaceAll(filepath.ToSlash(file), "!", "/"))
	dir, name := path.Split(file)
	folders = strings.FieldsFunc(dir, func(r rune) bool { return r == '/' })
	slices.Reverse(folders)
	return folders, seedfiles.Stem(name)
}

// common is how many folders are the same, from the innermost.
func common(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// Counts are numbers of benchmarks.
type Counts struct {
	Benchmarks   int `json:"benchmarks"`
	Known        int `json:"known"`
	Lone         int `json:"by_one_solver"` // answered by one solver, so unknown here
	Contradicted int `json:"contradicted"`
	Unknown      int `json:"unknown"` // not answered
	// Incremental counts rows about benchmarks with several answers, which are passed over.
	Incremental int `json:"incremental_rows"`
}

// Counts says how much is known. Contradicted are the first benchmarks about which the results contradict each other, most of them, in the order of their paths.
func (l *List) Counts(most int) (c Counts, first []Entry) {
	c.Incremental = l.other
	for _, same := range l.byName {
		for _, b := range same {
			c.Benchmarks++
			status, why := b.verdict()
			switch why {
			case none:
				c.Known++
			case open:
				c.Unknown++
			case lone:
				c.Lone++
			case contradicted:
				c.Contradicted++
				first = append(first, Entry{b.path(), status, b.why(why)})
			}
		}
	}
	slices.SortFunc(first, func(a, b Entry) int { return strings.Compare(a.Benchmark, b.Benchmark) })
	return c, first[:min(len(first), most)]
}
