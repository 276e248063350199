package proof_test

import (
	"fmt"
	"os"
	"sort"
	"testing"

	"github.com/assay-smt/assay/internal/proof"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/model"
)

func TestTry(t *testing.T) {
	src, _ := os.ReadFile(os.Getenv("TRY_SMT"))
	text, _ := os.ReadFile(os.Getenv("TRY_PROOF"))
	s, err := elab.Script(string(src), elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := proof.Read(string(text), s, 0, proof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := &model.Model{Script: s}
	w, holds := proof.NewWitness(m, proof.DefaultLimits)
	r := proof.Check(p, w)
	fmt.Println(p.Format, holds, r.Counts(), r.Words(), r.Cut)
	var ks []string
	for k := range r.OpenBy {
		ks = append(ks, k)
	}
	sort.Slice(ks, func(i, j int) bool { return r.OpenBy[ks[i]] > r.OpenBy[ks[j]] })
	for _, k := range ks {
		fmt.Println("   ", r.OpenBy[k], k)
	}
	for _, l := range append(append(r.Others, r.Doubtful...), r.Beneath...) {
		fmt.Printf("%+v\n", l)
	}
	fmt.Printf("%+v\n", r.Wrong)
}
