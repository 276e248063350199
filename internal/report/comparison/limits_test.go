package comparison

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/compare"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// Limits hold, what is left out is counted, and the gravest comes first.
func TestSARIFLimits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const n = 1200
	r := &compare.Report{Sides: []compare.SideInfo{{Role: compare.Baseline}, {Role: compare.Candidate}}, FailOn: compare.Kinds()}
	for i := range n {
		var noise strings.Builder
		for range 100 {
			noise.WriteRune(rune(0x4e00 + random.IntN(20_000)))
		}
		c := compare.Change{Kind: compare.Lost, Standing: compare.Both, Candidate: 1, Summary: noise.String()}
		if i == n-1 {
			c = compare.Change{Kind: compare.Wrong, Standing: compare.Regression, Candidate: 1, Class: oracle.InvalidModel}
		}
		r.Records = append(r.Records, compare.Record{Source: compare.FromSeeds, Name: fmt.Sprintf("seeds/%d.smt2", i), Changes: []compare.Change{c}})
	}
	d := New(Input{Report: r})
	for _, tt := range []struct{ results, bytes, least int }{{n, 100 << 20, n}, {1000, 100 << 20, 1000}, {n, 100 << 10, 200}, {n, 10, 0}} {
		var b strings.Builder
		if err := sarifWithin(&b, d, tt.results, tt.bytes); err != nil {
			t.Fatal(err)
		}
		var log sarifLog
		if err := json.Unmarshal([]byte(b.String()), &log); err != nil {
			t.Fatal(err)
		}
		results, notes := log.Runs[0].Results, log.Runs[0].Invocations[0].Notifications
		if size := compressed([]byte(b.String())); tt.least > 0 && size > tt.bytes || len(results) > tt.results || len(results) < tt.least {
			t.Errorf("%+v: %d results, %d bytes", tt, len(results), size)
		}
		if len(results) > 0 && results[0].Level != "error" {
			t.Errorf("%+v: the first is %+v", tt, results[0])
		}
		says := ""
		if len(notes) > 0 {
			says = strings.ReplaceAll(notes[0].Message.Text, ",", "")
		}
		if want := fmt.Sprintf("%d results of %d left out", n-len(results), n); strings.HasPrefix(says, want) != (len(results) < n) {
			t.Errorf("%+v: %q, want %q", tt, says, want)
		}
	}
}
