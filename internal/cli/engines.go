package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/engines"
)

// described lists the engines for a help text, a line each.
func described() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, d := range engines.All() {
		fmt.Fprintf(w, "  %s\t%s\n", d.Name, d.Doc)
	}
	_ = w.Flush() // into memory
	return strings.TrimSuffix(b.String(), "\n")
}

// combine has engines make more of a second formula that the user names: a user who names one wants to see it.
func combine(p *plan.Plan) {
	for _, d := range engines.All() {
		for _, o := range d.Options {
			if o.WithPartner != 0 {
				p.Settings[d.Name][o.Name] = mutate.Value{Int: o.WithPartner}
			}
		}
	}
}

// inputError gives an engine's error about the user's input its exit code.
func inputError(err error) error {
	var input *mutate.InputError
	if !errors.As(err, &input) {
		return err
	}
	if input.Fault == mutate.Useless || input.Fault == mutate.Conflicting {
		return withExit(exitUsage, input.Err)
	}
	return withExit(exitFailed, input.Err)
}

func readConfig(ctx context.Context, file string) (string, error) {
	if _, err := os.Stat(file); err != nil {
		return "", missingFile(file, err)
	}
	text, err := readText(ctx, file, nil)
	return strings.TrimPrefix(text, "\ufeff"), err // a byte order mark
}
