package crosscheck

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// groundState is what a long cross-check leaves behind after each round, so that the next one continues from there. A
// round with a failure is not in it: it is compared again once the failure is fixed.
type groundState struct {
	Seed       uint64
	Rounds     int // that are done
	Total      int
	Counts     map[string]map[string]*counts // by the operator's name and the solver
	Reasons    map[string]map[string]int
	Deviations map[string]int
	Examples   map[string]example
	Versions   map[string]string
}

// load restores what an earlier cross-check with the same seed and solvers has counted, and returns the number of
// its rounds.
func (r *run) load(file string, ops []*operator, seed uint64) (rounds int, err error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	var st groundState
	if err := json.Unmarshal(text, &st); err != nil {
		return 0, fmt.Errorf("%s: %w", file, err)
	}
	if st.Seed != seed || fmt.Sprint(st.Versions) != fmt.Sprint(r.versions) {
		return 0, fmt.Errorf("%s is of seed %d and solvers %v", file, st.Seed, st.Versions)
	}
	for _, op := range ops {
		if by := st.Counts[op.name]; by != nil {
			r.tally.byOp[op] = by
		}
		if by := st.Reasons[op.name]; by != nil {
			r.tally.reasons[op] = by
		}
	}
	r.tally.deviations, r.tally.examples, r.tally.total = st.Deviations, st.Examples, st.Total
	return st.Rounds, nil
}

// save writes the state after a number of rounds. No worker is running at that time.
func (r *run) save(file string, seed uint64, rounds int) error {
	y := r.tally
	st := groundState{
		Seed: seed, Rounds: rounds, Total: y.total, Deviations: y.deviations, Examples: y.examples, Versions: r.versions,
		Counts: map[string]map[string]*counts{}, Reasons: map[string]map[string]int{},
	}
	for op, by := range y.byOp {
		st.Counts[op.name] = by
	}
	for op, by := range y.reasons {
		st.Reasons[op.name] = by
	}
	text, err := json.Marshal(st)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}
