package cli

import (
	"context"
	"errors"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/solver"
)

// A certifier finds out what solvers show on small formulas.
type certifier struct {
	*Streams
	recorded
	Referees []string
	Timeout  time.Duration

	vouching []solver.Target // the referees, once they were looked for
}

// errCertified ends a reduction that only has to begin.
var errCertified = errors.New("certified")

// certify runs a solver on a formula, certifies that it is wrong, and writes a finding into the folder out. against are further solvers that are needed for that.
// When nothing is shown, the error is a *certified.NotShownError, or has the exit code of a failed check.
func (c *certifier) certify(ctx context.Context, temp *disk.Temp, path, out string, specs []string, class string) (findings.Stored, error) {
	opts := &reduceOptions{Streams: c.Streams, Timeout: c.Timeout, Memory: defaultMemory, Jobs: 1, Quiet: true}
	opts.Keep.Solvers = solverFlags{Specs: specs, profileFlags: c.Profiles}
	opts.Keep.Referees, opts.Keep.Class = c.Referees, class
	table, err := extendTable(ctx, c.Theory)
	if err != nil {
		return findings.Stored{}, err
	}
	sub, err := temp.Sub("certify")
	if err != nil {
		return findings.Stored{}, err
	}
	defer sub.Close()
	targets, err := opts.Keep.Solvers.solvers(ctx, c.Err)
	if err != nil {
		return findings.Stored{}, err
	}
	opts.Keep.Blame = targets[0].String()
	fc, text, err := opts.find(ctx, path, table, temp)
	if err != nil {
		return findings.Stored{}, err
	}
	resolver, err := opts.Keep.Solvers.resolver()
	if err != nil {
		return findings.Stored{}, err
	}
	if c.vouching == nil { // to look for them starts all solvers
		if c.vouching, err = referees(ctx, resolver, c.Referees); err != nil {
			return findings.Stored{}, err
		}
	}
	fc.AddReferees(c.vouching...)
	r, err := certified.Reduce(ctx, fc, text, certified.Config{Dir: sub, Jobs: 1, Begun: func(*certified.Shown) error { return errCertified }})
	if !errors.Is(err, errCertified) {
		return findings.Stored{}, err
	}
	f, others := certified.Describe(ctx, fc, &r, text)
	f.Repeated = findings.Repetition{Runs: 1, Shown: 1}
	if err := findings.Keep(out, f, findings.Texts{Bug: []byte(text), Original: []byte(text), Others: others}); err != nil {
		return findings.Stored{}, err
	}
	return findings.Load(out)
}
