package coverage_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

func TestWork(t *testing.T) {
	const worked = "evidence = {model = \"(get-model)\"}\nstatistics = {command = \"(get-info :all-statistics)\", noise = [\"^effort$\"], work = [\"effort\", \"more effort\"]}\n"
	for _, tt := range []struct {
		name, profile, told string
		want                uint64
		known               bool
	}{
		{"although it is noise", worked, `(:conflicts 5 :effort 130)`, 130, true},
		{"a sum", worked, `((\"effort\" 3) (\"more effort\" 4) (\"less effort\" 5))`, 7, true},
		{"not printed", worked, `(:conflicts 5)`, 0, false},
		{"not a count", worked, `(:effort 0.5)`, 0, false},
		{"more than fits", worked, `((\"effort\" 18446744073709551615) (\"more effort\" 1))`, 0, false},
		{"not named", byCommand, `(:effort 130)`, 0, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			target := trialtest.Fakes(t, tt.profile, `'--do=sat witness' '--info==>out "`+tt.told+`\n"'`)[0]
			bench := (&trial.Bench{Statistics: true}).In(trialtest.Scratch(t))
			run, err := bench.New(read(t, query), trial.Facts{}).Run(t.Context(), target)
			if err != nil {
				t.Fatal(err)
			}
			if got, known := coverage.Work(&run); got != tt.want || known != tt.known {
				t.Errorf("%d, %v, want %d, %v; it printed %q", got, known, tt.want, tt.known, run.Raw.Stdout)
			}
		})
	}
}
