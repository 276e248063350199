package findings

import "testing"

// What the report says of the release: what is certain and what is not, and with what its answers were compared.
func TestRelease(t *testing.T) {
	ran := Run{Solver: "z3@5.4.1", Family: "z3", Version: "5.4.1", File: BugFile, Answers: []string{"sat"}, Command: []string{"z3", "bug.smt2"}}
	for _, tt := range []struct {
		name string
		of   Release
		want string
	}{
		{"certain", Release{Run: ran, Shows: "invalid-model", Summary: "its model is wrong."}, "The release `z3@5.4.1` does something wrong on the same file (invalid-model): its model is wrong."},
		{"suspected", Release{Run: ran, Shows: "invalid-model", Suspect: true, Summary: "it says so"}, "The release `z3@5.4.1` may do something wrong on the same file (invalid-model): it says so."},
		{"alone", Release{Run: ran}, "The release does not complain: `z3@5.4.1` answers `sat` to `z3 bug.smt2`. That answer was not compared with another one."},
		{"confirmed", Release{Run: ran, Compared: []string{"cvc5"}}, "The release does not complain: `z3@5.4.1` answers `sat` to `z3 bug.smt2`. `cvc5` answers the same."},
		{"contradicted", Release{Run: ran, Contradicted: []string{"cvc5"}}, "The release does not complain: `z3@5.4.1` answers `sat` to `z3 bug.smt2`. `cvc5` answers otherwise."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newTracked(&Finding{}, nil, nil, nil)
			r.note.Release = &tt.of
			if got := r.release(); got != tt.want {
				t.Errorf("%s\nwant %s", got, tt.want)
			}
		})
	}
}
