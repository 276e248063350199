package bugbench

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
)

// ledgerFile is the file of a run's folder that says when the run had used how much CPU time. It has a line for each look: a word, the time
// in seconds since 1970 and the CPU time of the run in seconds, separated by tabs. A line is on the disk as soon as it is whole, so that a
// kill costs at most the time after the last line.
const ledgerFile = "cpu.tsv"

// maxLedger bounds the bytes of a ledger: some months of samples.
const maxLedger = 256 << 20

// The words of a ledger.
const (
	began = "begin" // a slice begins
	going = "at"
	ended = "end" // a slice ended, of its own accord or killed at its end
)

// A Sample is a line of a ledger.
type Sample struct {
	Word string
	At   time.Time
	CPU  time.Duration
}

// A Ledger is what is known about the CPU time of a run.
type Ledger struct {
	Samples []Sample
	path    string
	whole   int64 // bytes up to the end of the last whole line
}

// LoadLedger reads a run's ledger; a missing one is empty. A last line without an end was being written when the machine stopped, and is
// left out; any other damage is an error that names the line.
func LoadLedger(path string) (*Ledger, error) {
	l := &Ledger{path: path}
	data, err := readFile(path, maxLedger)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err != nil {
		return nil, err
	}
	l.whole = int64(bytes.LastIndexByte(data, '\n') + 1)
	n := 0
	for line := range strings.Lines(string(data[:l.whole])) {
		n++
		e, err := parseSample(strings.TrimSuffix(line, "\n"))
		switch {
		case err != nil:
		case e.CPU < l.CPU():
			err = errors.New("the CPU time goes back")
		case len(l.Samples) == 0 && e.Word != began:
			err = errors.New("no slice has begun")
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w; the run's CPU time is not known: remove its folder, and it begins again", path, n, err)
		}
		l.Samples = append(l.Samples, e)
	}
	return l, nil
}

func parseSample(line string) (Sample, error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 3 || fields[0] != began && fields[0] != going && fields[0] != ended {
		return Sample{}, fmt.Errorf("%.60q is not a line of a word and two times", line)
	}
	var seconds [2]float64
	for i, f := range fields[1:] {
		s, err := strconv.ParseFloat(f, 64)
		const most = 1e10 // some hundred years
		if err != nil || !(s >= 0 && s < most) {
			return Sample{}, fmt.Errorf("%.30q is not a time in seconds", f)
		}
		seconds[i] = s
	}
	return Sample{fields[0], time.UnixMilli(int64(math.Round(seconds[0] * 1000))), time.Duration(math.Round(seconds[1]*1000)) * time.Millisecond}, nil
}

// CPU is the CPU time used so far.
func (l *Ledger) CPU() time.Duration {
	if len(l.Samples) == 0 {
		return 0
	}
	return l.Samples[len(l.Samples)-1].CPU
}

// Slices counts the slices that have begun.
func (l *Ledger) Slices() int {
	n := 0
	for _, e := range l.Samples {
		if e.Word == began {
			n++
		}
	}
	return n
}

// rate is the CPU time used for each second of the slices so far, 1 where that is not known, and never so small that a slice would not end.
func (l *Ledger) rate() float64 {
	var wall time.Duration
	for i, e := range l.Samples {
		if e.Word != began {
			wall += e.At.Sub(l.Samples[i-1].At)
		}
	}
	if wall <= 0 || l.CPU() <= 0 {
		return 1
	}
	const least = 0.01
	return max(least, l.CPU().Seconds()/wall.Seconds())
}

// add appends a line; CPU times are in whole milliseconds, in the file and in memory. Errors are *disk.OutputError.
func (l *Ledger) add(e Sample) error {
	e.CPU = e.CPU.Round(time.Millisecond)
	f, err := os.OpenFile(l.path, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return &disk.OutputError{Path: l.path, Err: err}
	}
	line := fmt.Sprintf("%s\t%.3f\t%.3f\n", e.Word, float64(e.At.UnixMilli())/1000, e.CPU.Seconds())
	// A line that a full disk or a kill left half written is overwritten.
	err = f.Truncate(l.whole)
	if err == nil {
		_, err = f.WriteAt([]byte(line), l.whole)
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return &disk.OutputError{Path: l.path, Err: err}
	}
	l.whole += int64(len(line))
	l.Samples = append(l.Samples, e)
	return nil
}
