package triage

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/findings"
)

// Survived is what a crash's script prints at its end where no check-sat can tell that a solver has come that far.
const Survived = "survived"

// survived reports whether a run came to the end of such a script. Solvers print it with and without quotes.
func survived(run findings.Run) bool {
	return run.Exit == 0 && run.Signal == 0 && slices.ContainsFunc(strings.Split(run.Stdout, "\n"), func(line string) bool {
		return strings.Trim(strings.TrimSpace(line), `"`) == Survived
	})
}
