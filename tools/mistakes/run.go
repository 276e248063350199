package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// A Run plants mistakes.
type Run struct {
	Bench     *Bench
	Record    *Record
	Packages  map[string]*Package // by folder
	Survey    *Survey
	Binaries  []testBinary
	Nearest   int     // how many dependents are tested
	Slow      float64 // CPU seconds: dependents whose tests take longer are left out
	Survivors Survivors
	Workers   int
	Log       io.Writer

	mu        sync.Mutex // of Log
	measuring sync.Mutex // held while tests are run without any mistake
}

// Survivors says what happens to mistakes that the record has as survivors.
type Survivors int

const (
	KeepSurvivors    Survivors = iota
	AgainSurvivors             // they are planted again
	FurtherSurvivors           // they are planted again, for tests of packages that have not been run yet
)

// leastGuard is the least time that tests have before they hang. The guard of each package is at least twelve times what its tests take
// without a mistake.
const leastGuard = 2 * time.Minute

func guard(seconds float64) time.Duration {
	return max(leastGuard, time.Duration(12*seconds*float64(time.Second)).Round(time.Second))
}

// all plants those of the mistakes that the record does not have yet.
func (r *Run) all(ctx context.Context, chosen []*Place) error {
	var open []*Place
	for _, place := range chosen {
		if result, ok := r.Record.result(place.ID); !ok || result.Result == Survived && r.Survivors != KeepSurvivors {
			open = append(open, place)
		}
	}
	spread(open)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	queue := make(chan *Place)
	errs := make(chan error, r.Workers)
	var wait sync.WaitGroup
	for range r.Workers {
		wait.Go(func() {
			for place := range queue {
				result, err := r.one(ctx, place)
				if err == nil {
					err = r.Record.add(result)
				}
				if err != nil {
					errs <- fmt.Errorf("%s %s: %w", place.ID, place.Where(), err)
					cancel()
					return
				}
				r.logf("%s %s %s: %s %s %s %s (%.0f CPU s)\n", place.ID, place.Kind, place.Where(), result.Result, result.By, result.Test, result.How, result.CPU)
			}
		})
	}
send:
	for _, place := range open {
		select {
		case queue <- place:
		case <-ctx.Done():
			break send
		}
	}
	close(queue)
	wait.Wait()
	select {
	case err := <-errs:
		return err
	default:
		return ctx.Err()
	}
}

// spread mixes the packages, so that a run that is stopped early has planted about the same part of each one's mistakes.
func spread(open []*Place) {
	at := make(map[string]int)
	part := make(map[*Place]float64, len(open))
	for _, place := range open {
		// Multiples of the golden ratio: each beginning of a package's mistakes has all kinds too, which they are ordered by.
		_, part[place] = math.Modf(float64(at[place.Package]) * math.Phi)
		at[place.Package]++
	}
	slices.SortStableFunc(open, func(a, b *Place) int { return cmp.Compare(part[a], part[b]) })
}

func (r *Run) logf(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintf(r.Log, format, args...)
}

// baseline returns how long a package's tests take without any mistake. The first time, it runs them: a test that fails by itself
// catches nothing.
func (r *Run) baseline(ctx context.Context, pkg string) (Baseline, error) {
	r.measuring.Lock()
	defer r.measuring.Unlock()
	if baseline, ok := r.Record.baseline(pkg); ok {
		return baseline, nil
	}
	return r.measure(ctx, pkg)
}

func (r *Run) measure(ctx context.Context, pkg string) (Baseline, error) {
	baseline := Baseline{Baseline: pkg}
	built, err := r.Bench.build(ctx, pkg, filepath.Join(r.Bench.Work, "baseline.test"))
	if err != nil {
		return baseline, err
	}
	trial, err := r.Bench.run(ctx, built, time.Hour)
	if err == nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return baseline, err
	}
	if trial.Failed {
		return baseline, fmt.Errorf("%s: a test fails without any mistake: %s\n%s", pkg, trial.Test, trial.Output)
	}
	baseline.Seconds, baseline.Busy = trial.Wall.Seconds(), trial.CPU.Seconds()
	r.logf("%s: %.1f s without any mistake, %.1f CPU s\n", pkg, baseline.Seconds, baseline.Busy)
	return baseline, r.Record.add(baseline)
}

// hangs reports whether tests that took longer than their guard hang, rather than that the machine is busier than it was when the time
// without a mistake was taken: that time is taken again, and must still be less than a tenth of the guard.
func (r *Run) hangs(ctx context.Context, pkg string, guard time.Duration) (bool, error) {
	r.measuring.Lock()
	defer r.measuring.Unlock()
	baseline, err := r.measure(ctx, pkg)
	return 10*baseline.Seconds < guard.Seconds(), err
}

func (r *Run) hasTests(pkg string) bool {
	return slices.ContainsFunc(r.Binaries, func(b testBinary) bool { return b.pkg == pkg })
}

// dependents lists the packages whose tests look for a mistake that the package's own tests miss: the nearest ones but for those that
// take too long, the quickest first.
func (r *Run) dependents(ctx context.Context, pkg string) ([]string, error) {
	var dependents []string
	busy := make(map[string]float64)
	for _, dependent := range nearest(r.Binaries, pkg, r.Nearest) {
		baseline, err := r.baseline(ctx, dependent)
		if err != nil {
			return nil, err
		}
		if r.Slow == 0 || baseline.Busy <= r.Slow {
			dependents = append(dependents, dependent)
			busy[dependent] = baseline.Busy
		}
	}
	slices.SortStableFunc(dependents, func(a, b string) int { return cmp.Compare(busy[a], busy[b]) })
	return dependents, nil
}

// one plants a mistake and runs tests until one fails.
func (r *Run) one(ctx context.Context, place *Place) (Result, error) {
	result := Result{
		ID: place.ID, Kind: place.Kind.String(), Package: place.Package, Where: place.Where(), Decl: place.Decl, Before: place.Before,
		After: place.After, Result: Survived,
	}
	work, err := os.MkdirTemp(r.Bench.Work, "mistake-")
	if err != nil {
		return result, err
	}
	defer os.RemoveAll(work)
	overlay, err := r.overlay(place, work)
	if err != nil {
		return result, err
	}
	if earlier, ok := r.Record.result(place.ID); ok && r.Survivors == FurtherSurvivors {
		result.Ran, result.Unreached, result.CPU, result.Flaky = earlier.Ran, earlier.Unreached, earlier.CPU, earlier.Flaky
	}
	packages := []string{place.Package}
	for i := 0; i < len(packages); i++ {
		pkg := packages[i]
		if r.hasTests(pkg) && !slices.Contains(result.Ran, pkg) && !slices.Contains(result.Unreached, pkg) {
			if done, err := r.look(ctx, place, pkg, overlay, &result); err != nil || done {
				return result, err
			}
		}
		if i == 0 { // which takes time
			dependents, err := r.dependents(ctx, place.Package)
			if err != nil {
				return result, err
			}
			packages = append(packages, dependents...)
		}
	}
	return result, nil
}

// look builds the tests of a package with the mistake and runs those that reach it. It reports whether that settles the result.
func (r *Run) look(ctx context.Context, place *Place, pkg, overlay string, result *Result) (bool, error) {
	var flags []string
	reach, err := r.Survey.reach(ctx, pkg)
	if err != nil {
		return false, err
	}
	if function := place.function(); function != "" && reach != nil {
		tests := reach.reaching(function)
		if len(tests) == 0 {
			result.Unreached = append(result.Unreached, pkg)
			return false, nil
		}
		flags = []string{"-test.run", anyOf(tests)}
	}
	baseline, err := r.baseline(ctx, pkg)
	if err != nil {
		return false, err
	}
	program := filepath.Join(filepath.Dir(overlay), "planted.test")
	built, err := r.Bench.build(ctx, pkg, program, "-overlay", overlay)
	result.CPU += built.CPU.Seconds()
	if errors.Is(err, errBuild) {
		result.Result = Unbuilt
		r.logf("%v\n", err)
		return true, nil
	}
	if err != nil {
		return false, err
	}
	result.Ran = append(result.Ran, pkg)
	return r.try(ctx, pkg, built, baseline.Seconds, result, flags)
}

// anyOf is a pattern for go test.
func anyOf(tests []string) string { return "^(" + strings.Join(tests, "|") + ")$" }

// overlay writes the changed file and the file that has go build read it in place of the original.
func (r *Run) overlay(place *Place, work string) (string, error) {
	source := r.Packages[place.Package].File(place.File).Source
	changed, overlay := filepath.Join(work, "changed.go"), filepath.Join(work, "overlay.json")
	if err := os.WriteFile(changed, place.apply(source), 0o644); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(r.Bench.Root, place.File): changed}})
	if err != nil {
		return "", err
	}
	return overlay, os.WriteFile(overlay, text, 0o644)
}

// try runs the tests of a package and fills in the result if one catches the mistake. A test that fails must fail again, or else it is
// noted as flaky and the others are run without it.
func (r *Run) try(ctx context.Context, pkg string, built Built, seconds float64, result *Result, flags []string) (bool, error) {
	var skip []string
	for {
		if len(skip) > 0 {
			flags = append(flags[:len(flags):len(flags)], "-test.skip", anyOf(skip))
		}
		trial, err := r.tested(ctx, built, guard(seconds), result, flags)
		if err != nil || !trial.Failed {
			return false, err
		}
		if trial.How == "hangs" {
			hangs, err := r.hangs(ctx, pkg, guard(seconds))
			if err != nil {
				return false, err
			}
			if !hangs {
				baseline, _ := r.Record.baseline(pkg)
				seconds = baseline.Seconds
				continue
			}
		} else if trial.Test != "" && !slices.Contains(skip, trial.Test) {
			again, err := r.tested(ctx, built, guard(seconds), result, []string{"-test.run", "^" + trial.Test + "$"})
			if err != nil {
				return false, err
			}
			if !again.Failed {
				skip = append(skip, trial.Test)
				result.Flaky = append(result.Flaky, pkg+" "+trial.Test)
				continue
			}
		}
		result.Result, result.By, result.Test, result.How = Caught, pkg, trial.Test, trial.How
		return true, nil
	}
}

func (r *Run) tested(ctx context.Context, built Built, guard time.Duration, result *Result, flags []string) (Trial, error) {
	trial, err := r.Bench.run(ctx, built, guard, flags...)
	result.CPU += trial.CPU.Seconds()
	if err == nil && ctx.Err() != nil {
		err = ctx.Err() // the tests did not fail: they were stopped
	}
	return trial, err
}
