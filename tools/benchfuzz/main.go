// Command benchfuzz compares fuzzers: versions of assay with each other and with yinyang, on the same seeds, with the same solvers, limits
// and cores, in turns. It is a measuring instrument for this project and not part of the product.
//
//	benchfuzz -short -solver z3 -solver cvc5 SEEDS... > LIST
//	benchfuzz -takes -most 100 -fuzzer typefuzz=yinyang:PATH -fuzzer opfuzz=yinyang:PATH -solver z3 SEEDS... > LIST
//	benchfuzz -fuzzer old=assay:PATH -fuzzer new=assay:bin/assay -solver z3 -state FILE SEEDS...
//	benchfuzz -fuzzer typefuzz=yinyang:PATH -fuzzer assay=assay:bin/assay:typefuzz ...
//
// The first form lists the seeds that are small and that all solvers solve quickly, the second an even sample of those that all fuzzers of
// yinyang accept: some seeds end their runs. The others run each fuzzer for the same time, one after the other, for several rounds, and
// write a table. What has been run is kept in the state file: the same command continues where it was stopped.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// The exit codes.
const (
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	sandbox.Shutdown()
	os.Exit(code)
}

// words is a flag that may be given several times.
type words []string

func (w *words) String() string { return strings.Join(*w, " ") }

func (w *words) Set(s string) error {
	*w = append(*w, s)
	return nil
}

type options struct {
	short    bool
	takes    bool
	most     int
	repeat   int
	fuzzers  words
	solvers  words
	rounds   int
	duration time.Duration
	timeout  time.Duration
	jobs     int
	name     string
	state    string
	list     string
	seeds    []string
}

var errUsage = errors.New("usage")

func parse(args []string, errs io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet("benchfuzz", flag.ContinueOnError)
	f.SetOutput(errs)
	f.BoolVar(&o.short, "short", false, "list the seeds under 4 KB that each solver answers sat or unsat in less than 20 ms of CPU time")
	f.BoolVar(&o.takes, "takes", false, "list the seeds that all fuzzers of yinyang take, an even sample of -most")
	f.IntVar(&o.most, "most", 100, "with -takes: how many seeds are listed at most")
	f.IntVar(&o.repeat, "iterations", 300, "mutants that yinyang makes of a seed in a row; 300 is its default, and assay's chains have 20")
	f.Var(&o.fuzzers, "fuzzer", "NAME=KIND:PROGRAM[:ENGINES]; KIND is assay or yinyang (repeatable)")
	f.Var(&o.solvers, "solver", "one or two solvers with ; between them, as fuzzers take them (repeatable: each is a comparison of its own)")
	f.IntVar(&o.rounds, "rounds", 3, "how often each fuzzer has its turn")
	f.DurationVar(&o.duration, "duration", 20*time.Second, "how long a turn lasts")
	f.DurationVar(&o.timeout, "timeout", time.Second, "the limit of a solver's run, in whole seconds")
	f.IntVar(&o.jobs, "jobs", 1, "mutants that assay tests at the same time; yinyang tests one")
	f.StringVar(&o.name, "name", "seeds", "what the seeds are called in the table")
	f.StringVar(&o.state, "state", "", "the FILE that keeps what was run")
	f.StringVar(&o.list, "list", "", "a FILE with the paths of the seeds, one in a line")
	if err := f.Parse(args); err != nil {
		return o, errUsage // the error has already been reported
	}
	o.seeds = f.Args()
	return o, o.check()
}

func (o *options) check() error {
	if o.list != "" {
		text, err := os.ReadFile(o.list)
		if err != nil {
			return err
		}
		o.seeds = append(o.seeds, strings.FieldsFunc(string(text), func(c rune) bool { return c == '\n' })...)
	}
	switch {
	case len(o.seeds) == 0:
		return errors.New("no seeds are given: name files or folders, or give -list FILE")
	case len(o.solvers) == 0:
		return errors.New("no solver is given: add -solver, as in -solver z3")
	case o.short:
		return nil
	case len(o.fuzzers) == 0:
		return errors.New("no fuzzer is given: add -fuzzer, as in -fuzzer new=assay:bin/assay")
	case o.rounds < 1 || o.jobs < 1 || o.most < 1 || o.repeat < 1 || o.duration < time.Second:
		return errors.New("-rounds, -jobs, -most and -iterations are 1 or more, and -duration is 1s or more")
	case o.timeout < time.Second || o.timeout%time.Second != 0:
		return fmt.Errorf("-timeout %v: yinyang knows whole seconds only", o.timeout)
	}
	for _, s := range o.solvers {
		if n := len(strings.Split(s, ";")); n > 2 {
			return fmt.Errorf("-solver %q: of more than two solvers it does not follow how many mutants all of them have read", s)
		}
	}
	return nil
}

func run(ctx context.Context, args []string, out, errs io.Writer) int {
	o, err := parse(args, errs)
	switch {
	case errors.Is(err, errUsage):
		return exitUsage
	case err != nil:
		fmt.Fprintf(errs, "benchfuzz: %v\n", err)
		return exitUsage
	}
	switch {
	case o.short:
		err = listShort(ctx, o, out, errs)
	case o.takes:
		err = listTaken(ctx, o, out, errs)
	default:
		err = compare(ctx, o, out, errs)
	}
	if err != nil {
		fmt.Fprintf(errs, "benchfuzz: %v\n", err)
		return exitFailed
	}
	return 0
}
