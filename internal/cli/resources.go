package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/campaign"
)

// resourcesEvery is the time between two lines.
const resourcesEvery = 10 * time.Second

// A resources writes down what a campaign holds: a line every ten seconds, and one at the end. "-" stands for what this system does not tell.
type resources struct {
	file  *os.File // nil writes nothing
	later string   // the file's path, when it is opened by the campaign's first mutant
	fresh bool     // there was no such file before
	begun bool
	last  time.Duration
	err   error // the first one
}

// resources opens the file. One in the output folder is not opened before the campaign has run a mutant: the folder is taken, and kept, only then,
// and with --new an earlier file goes where its campaign goes.
func (opts *fuzzOptions) resources() (*resources, error) {
	rel, below := folder.Below(opts.Resources, opts.OutDir)
	if !below {
		r, err := newResources(opts.Resources)
		if err != nil {
			return nil, withExit(exitOutput, err)
		}
		return r, nil
	}
	if top, _, _ := strings.Cut(rel, string(filepath.Separator)); rel == "" || slices.Contains(campaignNames(), top) {
		return nil, usagef("--resources %s: that name belongs to the campaign in %s: choose another one", opts.Resources, opts.OutDir)
	}
	if info, err := os.Stat(opts.Resources); err == nil && info.IsDir() {
		return nil, usagef("--resources %s is a folder", opts.Resources)
	}
	return &resources{later: opts.Resources}, nil
}

// newResources opens the file, none for an empty path. What is in it stays until the campaign has begun.
func newResources(path string) (*resources, error) {
	if path == "" {
		return &resources{}, nil
	}
	_, err := os.Lstat(path)
	r := &resources{fresh: errors.Is(err, os.ErrNotExist)}
	if r.file, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644); err != nil {
		return nil, &disk.OutputError{Path: path, Err: err}
	}
	return r, nil
}

// begin replaces what is in the file.
func (r *resources) begin() {
	r.begun = true
	if info, err := r.file.Stat(); err == nil && info.Mode().IsRegular() { // neither a pipe nor a device
		if err := r.file.Truncate(0); err != nil {
			r.err = &disk.OutputError{Path: r.file.Name(), Err: err}
		}
	}
	r.write("seconds\tmutants\tcalls\tfindings\trss_kib\theap_kib\tgoroutines\tthreads\tfiles\tprocesses\tprocesses_rss_kib\n")
}

// open opens the file in the campaign's folder, with the folders that it needs there.
func (r *resources) open() {
	if r.err = disk.MakeDir(filepath.Dir(r.later)); r.err == nil {
		var now *resources
		if now, r.err = newResources(r.later); r.err == nil {
			*r = *now
		}
	}
	r.later = ""
}

func (r *resources) write(text string) {
	if r.err == nil {
		if _, err := r.file.WriteString(text); err != nil {
			r.err = &disk.OutputError{Path: r.file.Name(), Err: err}
		}
	}
}

// show is called often; it decides when to write.
func (r *resources) show(s campaign.Snapshot) {
	if r.later != "" && s.Mutants > 0 {
		r.open()
	}
	if r.file == nil || !s.Done && r.last > 0 && s.Elapsed-r.last < resourcesEvery {
		return
	}
	r.last = max(s.Elapsed, 1)
	if !r.begun {
		r.begin()
	}
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(heap)
	below := descendants(os.Getpid())
	rss := int64(0)
	for _, pid := range below {
		rss += max(0, residentKiB(pid))
	}
	r.write(fmt.Sprintf("%.0f\t%d\t%d\t%d\t%s\t%d\t%d\t%s\t%s\t%s\t%s\n", s.Elapsed.Seconds(), s.Mutants, s.Calls, s.Findings,
		orUnknown(residentKiB(os.Getpid())), heap[0].Value.Uint64()>>10, runtime.NumGoroutine(), orUnknown(entries("/proc/self/task")),
		orUnknown(entries("/proc/self/fd")), ifKnown(below, int64(len(below))), ifKnown(below, rss)))
}

// end closes the file and returns what went wrong with it.
func (r *resources) end() error {
	if r.file == nil {
		return r.err
	}
	if err := r.file.Close(); err != nil && r.err == nil {
		r.err = &disk.OutputError{Path: r.file.Name(), Err: err}
	}
	if !r.begun && r.fresh {
		_ = os.Remove(r.file.Name())
	}
	return r.err
}

func orUnknown(n int64) string {
	if n < 0 {
		return "-"
	}
	return strconv.FormatInt(n, 10)
}

func ifKnown(below []int, n int64) string {
	if below == nil {
		return "-"
	}
	return orUnknown(n)
}

// entries counts what is in a folder of the system, -1 when it does not have it.
func entries(path string) int64 {
	all, err := os.ReadDir(path)
	if err != nil {
		return -1
	}
	return int64(len(all))
}

// residentKiB is the resident memory of a process, -1 when the system does not tell.
func residentKiB(pid int) int64 {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "statm"))
	if err != nil {
		return -1
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return -1
	}
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		return -1
	}
	return pages * int64(os.Getpagesize()) >> 10
}

// descendants returns all processes below one, nil when the system does not tell.
func descendants(pid int) []int {
	all, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	parents := map[int]int{}
	for _, e := range all {
		if child, err := strconv.Atoi(e.Name()); err == nil {
			parents[child] = parentOf(child)
		}
	}
	out := []int{}
	for child := range parents {
		// A parent that was read before it was replaced could lead in a circle.
		for at, steps := parents[child], 0; at > 0 && steps < 100; at, steps = parents[at], steps+1 {
			if at == pid {
				out = append(out, child)
				break
			}
		}
	}
	return out
}

// parentOf reads a process's parent, 0 when it is gone. The process's name is in parentheses, and may have any characters in it.
func parentOf(pid int) int {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return 0
	}
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 2 {
		return 0
	}
	parent, err := strconv.Atoi(string(fields[1]))
	if err != nil {
		return 0
	}
	return parent
}
