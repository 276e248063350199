package bugbench

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings/bugs"
)

// Bugs are counted by what they need: known ones as the collection says, new ones as the folder or its record says.
func TestByNeeds(t *testing.T) {
	f := newFolder(t, 2, "none", "one")
	for _, arm := range []string{"none", "one"} {
		f.run(arm, 1, 10)
		f.run(arm, 2, 10)
	}
	f.finding("none", 1, 1, "storm", "plain")
	f.finding("one", 1, 1, "storm", "plain")
	f.finding("one", 1, 2, "storm", "tuned")
	f.finding("one", 1, 3, "storm", "tuned")
	f.finding("one", 2, 3, "storm", "tuned")
	f.finding("one", 2, 4, "storm", "new") // with options, as the folder says
	f.finding("one", 2, 5, "storm", "lost")
	f.must(disk.MakeDir(filepath.Join(f.dir, BugsDir)))
	f.must(os.WriteFile(filepath.Join(f.dir, BugsDir, "new.smt2"), []byte("; assay bug 1\n; solver z3\n; class invalid-model\n; shows z3@5.4.0\n; first z3@5.4.0\n; options sat.smt=true\n; certificate own-model\n(check-sat)\n"), 0o600))
	known := []*bugs.Bug{{Name: "plain"}, {Name: "tuned", Options: []string{"sat.smt=true"}}}
	want := []NeedsReport{
		{Needs: NeedsNothing, Mean: []float64{0.5, 0.5}, All: []int{1, 1}, Ratios: []*Ratio{nil, nil}},
		{Needs: NeedsOptions, Mean: []float64{0, 1.5}, All: []int{0, 2}, Ratios: []*Ratio{nil, nil}},
		{Needs: NeedsUnknown, Mean: []float64{0, 0.5}, All: []int{0, 1}, Ratios: []*Ratio{nil, nil}},
	}
	record, err := ReadRecord(f.dir)
	f.must(err)
	var text strings.Builder
	f.must(record.Write(&text))
	again, err := parseRecord("again", []byte(text.String()))
	f.must(err)
	for _, r := range []*Record{record, again} {
		report, err := Summarise([]*Record{r}, Scope{})
		f.must(err)
		report.ByNeeds(known)
		if diff := cmp.Diff(want, report.Needs); diff != "" {
			t.Errorf("%s: %s", r.Source, diff)
		}
	}
}
