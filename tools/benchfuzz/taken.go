package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// Limits for trying a seed: the number of mutants, and the time.
const (
	tryMutants = 2
	tryTime    = 20 * time.Second
)

// listTaken writes the paths of seeds that all fuzzers accept. Seeds are tried in an even order, until there are
// enough.
func listTaken(ctx context.Context, o options, out, errs io.Writer) error {
	files, err := seedFiles(o.seeds, math.MaxInt64)
	if err != nil {
		return err
	}
	tried, taken := 0, 0
	for _, file := range spread(files) {
		if taken == o.most {
			break
		}
		tried++
		all := true
		for _, text := range o.fuzzers {
			f, err := parseFuzzer(text)
			if err != nil {
				return err
			}
			for _, solvers := range o.solvers {
				ok, err := f.takes(ctx, o, solvers, file)
				if err != nil {
					return err
				}
				all = all && ok
			}
		}
		if all {
			taken++
			fmt.Fprintln(out, file)
		}
	}
	fmt.Fprintf(errs, "%d of %d seeds that were tried are taken\n", taken, tried)
	return nil
}

// takes reports whether a fuzzer survives a seed.
func (f fuzzer) takes(ctx context.Context, o options, solvers, file string) (bool, error) {
	dir, err := os.MkdirTemp("", "benchfuzz-")
	if err != nil {
		return false, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	o.seeds, o.repeat = []string{file}, tryMutants
	res, err := sandbox.Run(ctx, sandbox.Command{Argv: f.command(o, solvers, dir, 0), Dir: dir, Timeout: tryTime})
	if err == nil {
		err = context.Cause(ctx)
	}
	ended := res.Reason == sandbox.Exited && (res.ExitCode == 0 || res.ExitCode == 10)
	return ended && strings.Contains(string(res.Stdout), " 0 invalid"), err
}

// spread returns the files in an order whose prefixes, of any length, are spread evenly over all of them.
func spread(files []string) []string {
	step := 1
	for step*2 < len(files) {
		step *= 2
	}
	out := make([]string, 0, len(files))
	for ; step > 0; step /= 2 {
		for i := 0; i < len(files); i += step {
			if i%(step*2) != 0 || step*2 >= len(files) {
				out = append(out, files[i])
			}
		}
	}
	return out
}
