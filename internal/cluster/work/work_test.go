package work

import (
	"testing"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/cluster/wire"
	"github.com/assay-smt/assay/internal/findings"
)

// Findings that together are more than a hub unpacks, however well they can be packed, are left out, and each of them is counted.
func TestPartsLeaveOut(t *testing.T) {
	w := worker{Config: Config{Say: func(string) {}}}
	large := make([]byte, 16<<20)
	session := findings.Hit{Finding: findings.Finding{Session: &findings.Session{}}, Bug: []byte("x"), Others: map[string][]byte{"session.smt2": large}}
	r := &campaign.Results{Made: &campaign.Made{Mutants: 1}, Done: []campaign.Done{{Hits: []findings.Hit{session}}}}
	for range 6 {
		r.Done[0].Hits = append(r.Done[0].Hits, findings.Hit{Bug: large})
	}
	parts, err := w.parts(r)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := wire.Join(parts)
	if err != nil {
		t.Fatal(err)
	}
	got, err := wire.ParseResults(whole)
	if err != nil {
		t.Fatal(err)
	}
	faults := 0
	for _, e := range got.Done[0].Events {
		if _, ok := e.(event.Fault); ok {
			faults++
		}
	}
	if len(got.Done[0].Hits)+faults != 7 || faults == 0 {
		t.Errorf("%d findings are sent, %d are counted as left out", len(got.Done[0].Hits), faults)
	}
}
