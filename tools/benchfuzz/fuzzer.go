package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// A fuzzer is one of the compared fuzzers.
type fuzzer struct {
	name, kind, program, engines string
}

// parseFuzzer reads NAME=KIND:PROGRAM[:ENGINES].
func parseFuzzer(text string) (fuzzer, error) {
	name, rest, named := strings.Cut(text, "=")
	kind, rest, kinded := strings.Cut(rest, ":")
	program, engines, _ := strings.Cut(rest, ":")
	if !named || !kinded || name == "" || program == "" || kind != "assay" && kind != "yinyang" {
		return fuzzer{}, fmt.Errorf("-fuzzer %q is not of the form NAME=KIND:PROGRAM[:ENGINES] with assay or yinyang for KIND", text)
	}
	if engines == "" {
		engines = "all"
	}
	path, err := sandbox.LookPath(program)
	if err != nil {
		return fuzzer{}, fmt.Errorf("-fuzzer %q: %w", text, err)
	}
	path, err = filepath.Abs(path)
	return fuzzer{name, kind, path, engines}, err
}

// A turn is what one fuzzer did in its time.
type turn struct {
	// Key says what was run: each key is run once.
	Key     string  `json:"key"`
	Name    string  `json:"name"`
	Solvers string  `json:"solvers"`
	Fuzzer  string  `json:"fuzzer"`
	Round   int     `json:"round"`
	Seconds float64 `json:"seconds"`
	CPU     float64 `json:"cpu_seconds"` // of the fuzzer and all its solvers
	// Mutants counts those that all solvers have read; Calls counts runs of solvers on mutants.
	Mutants  float64 `json:"mutants"`
	Calls    float64 `json:"calls"`
	Findings int     `json:"findings"`
	// Remark says what is odd.
	Remark string `json:"remark,omitempty"`
}

// command returns the command line of a turn. dir is a folder for its files.
func (f fuzzer) command(o options, solvers, dir string, round int) []string {
	if f.kind == "yinyang" {
		argv := []string{f.program, "-i", strconv.Itoa(o.repeat), "-t", strconv.Itoa(int(o.timeout / time.Second)), solvers}
		return append(argv, o.seeds...)
	}
	argv := []string{
		f.program, "fuzz", "--solver", solvers, "--engine", f.engines, "--jobs", strconv.Itoa(o.jobs), "--timeout", o.timeout.String(),
		"--duration", o.duration.String(), "--seed", strconv.Itoa(round), "--solo", "0", "--quiet", "--out", filepath.Join(dir, "out"),
	}
	return append(argv, o.seeds...)
}

// grace is how much longer than its time a fuzzer that ends by itself may take.
const grace = 20 * time.Second

// run runs a fuzzer for one turn.
func (f fuzzer) run(ctx context.Context, o options, solvers string, round int) (turn, error) {
	dir, err := os.MkdirTemp("", "benchfuzz-")
	if err != nil {
		return turn{}, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	limit := o.duration
	if f.kind == "assay" {
		limit += grace
	}
	res, err := sandbox.Run(ctx, sandbox.Command{Argv: f.command(o, solvers, dir, round), Dir: dir, Timeout: limit})
	if err != nil {
		return turn{}, err
	}
	if ctx.Err() != nil {
		return turn{}, context.Cause(ctx)
	}
	t := turn{Seconds: res.Wall.Seconds(), CPU: res.CPU.Seconds()}
	if f.kind == "yinyang" {
		return t, t.yinyang(&res, len(strings.Split(solvers, ";")))
	}
	return t, t.assay(&res, filepath.Join(dir, "out"))
}

// assay reads what a campaign has counted.
func (t *turn) assay(res *sandbox.Result, dir string) error {
	state, err := campaign.LoadState(dir)
	if err != nil {
		return fmt.Errorf("%w: %s", err, res.Stderr)
	}
	t.campaign(&state.Stats)
	found, err := os.ReadDir(filepath.Join(dir, "findings"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	t.Findings = len(found)
	if res.Reason != sandbox.Exited || res.ExitCode != 0 && res.ExitCode != 10 {
		t.Remark = fmt.Sprintf("%v, exit code %d", res.Reason, res.ExitCode)
	}
	return nil
}

// campaign takes the counts of a campaign. Of the mutants on which any solver was run, those with one run fewer than there are
// solvers are not full ones: with one solver there are none, with two their number follows from the number of calls.
func (t *turn) campaign(s *campaign.Stats) {
	run := s.Mutants - s.Idle
	t.Calls = float64(s.Calls)
	t.Mutants = float64(run)
	if len(s.Solvers) > 1 {
		t.Mutants = float64(s.Calls - run)
	}
}

// status matches the line that yinyang writes every two seconds.
var status = regexp.MustCompile(`Performed (\d+) solver calls \(([\d.]+) calls/s, eff: \S+, ([\d.]+) mutants/s\)`)

// yinyang reads what yinyang last reported: how many calls it makes per second, counted from when it had read its arguments. That rate
// is applied to all of its time. What it calls mutants are those after whose test it continued with the seed; here a mutant is one on
// which all solvers were called.
func (t *turn) yinyang(res *sandbox.Result, solvers int) error {
	all := status.FindAllSubmatch(append(res.Stdout, res.Stderr...), -1)
	if all == nil {
		t.Remark = fmt.Sprintf("%v before it said anything: %s", res.Reason, lastLine(res.Stderr))
		return nil
	}
	last := all[len(all)-1]
	rate, err := strconv.ParseFloat(string(last[2]), 64)
	if err != nil {
		return err
	}
	t.Calls = rate * t.Seconds
	t.Mutants = t.Calls / float64(solvers)
	if res.Reason != sandbox.TimedOut {
		t.Remark = fmt.Sprintf("ended by itself after %.0f s (%v, exit code %d): %s", t.Seconds, res.Reason, res.ExitCode, lastLine(res.Stderr))
	}
	return nil
}

func lastLine(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}
