package blocks

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
)

// CountsVariable names the folder of counts in the environment of a build's program, where it is not the build's own.
const CountsVariable = "ASSAY_BLOCKS"

// RunVariable names the shared memory in which a run's own blocks are counted, a byte for each, as AFL's programs count edges.
const RunVariable = "__AFL_SHM_ID"

// CheckCounts refuses a relative path in the variable: solvers run in many folders.
func CheckCounts(env []string) error {
	if dir, _ := valueOf(env, CountsVariable); dir != "" && !filepath.IsAbs(dir) {
		return fmt.Errorf("%s=%s is a relative path: write an absolute one, since solvers run in many folders", CountsVariable, dir)
	}
	return nil
}

// failed is the exit code of a program that could not be run.
const failed = 126

// Serve runs the program of the build in a folder with arguments and an environment, and returns its exit code; a program that dies of a signal takes this process with it.
// Counts is the folder of counts. What prevents the run is written to the log.
func Serve(dir, counts string, args, env []string, log io.Writer) int {
	code, err := serve(dir, counts, args, env)
	if err != nil {
		_, _ = fmt.Fprintf(log, "assay: counting blocks: %v\n", err)
		return failed
	}
	return code
}

func serve(dir, counts string, args, env []string) (int, error) {
	if err := CheckCounts(env); err != nil {
		return 0, err
	}
	b, err := Open(dir)
	if err != nil {
		return 0, err
	}
	if err := patiently(func() error { return b.Prepare(counts) }); err != nil {
		return 0, err
	}
	programs := counts
	number, apart := valueOf(env, RunVariable)
	if apart {
		programs = b.settled()
	}
	h, err := b.mapHits(counts, programs)
	if err != nil {
		return 0, err
	}
	defer h.close()
	if apart {
		err = h.countApart(number)
	} else {
		h.shed()
	}
	if err != nil {
		return 0, err
	}
	return h.run(append([]string{filepath.Join(programs, programsDir, filepath.FromSlash(b.Program))}, args...), env)
}

// valueOf looks a variable up.
func valueOf(env []string, name string) (value string, ok bool) {
	for _, v := range env {
		if value, ok = strings.CutPrefix(v, name+"="); ok {
			return value, true
		}
	}
	return "", false
}

const (
	// prepareTime bounds the wait for another process that prepares the folder of counts, and prepareEvery is the time between two looks.
	prepareTime  = 20 * time.Second
	prepareEvery = 50 * time.Millisecond
)

// patiently does something to a folder of counts, as soon as no other process does.
func patiently(do func() error) error {
	for waited := time.Duration(0); ; waited += prepareEvery {
		err := do()
		if !errors.Is(err, disk.ErrLocked) || waited >= prepareTime {
			return err
		}
		time.Sleep(prepareEvery)
	}
}

// fewHits is how many breakpoints may have been reached since the programs were last written: each costs every new process ten microseconds, and
// writing costs some ten milliseconds.
const fewHits = 512
