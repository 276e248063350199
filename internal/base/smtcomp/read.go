package smtcomp

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/seedfiles"
)

// maxBytes bounds what is read of one file, unpacked. The results of 2024's main track have about 200 MB.
const maxBytes = 4 << 30

// A FormatError says that a file is not what SMT-COMP publishes, or is damaged.
type FormatError struct {
	File string
	At   int64 // bytes, of what is unpacked
	Msg  string
}

func (e *FormatError) Error() string {
	return fmt.Sprintf("%s: after %d bytes: %s; it takes SMT-COMP's results-*.json, benchmarks-*.json, and CSV with the columns benchmark, solver and result", e.File, e.At, e.Msg)
}

// Add reads a file. Errors are *FormatError, and those of seedfiles.Open; what was read before an error stays.
func (l *List) Add(file string) error {
	in, err := seedfiles.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // it was only read
	return l.read(file, in)
}

func (l *List) read(file string, in io.Reader) error {
	limited := &io.LimitedReader{R: in, N: maxBytes}
	r := bufio.NewReader(limited)
	begin, err := r.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if slices.Equal(begin[:min(3, len(begin))], []byte("\xef\xbb\xbf")) {
		_, _ = r.Discard(3)
		begin = begin[3:]
	}
	var at func() int64
	if begin = []byte(strings.TrimSpace(string(begin))); len(begin) > 0 && begin[0] == '{' {
		d := json.NewDecoder(r)
		at = d.InputOffset
		err = l.json(d)
	} else {
		c := csv.NewReader(r)
		at = c.InputOffset
		err = l.csv(c)
	}
	var system *seedfiles.DamageError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &system):
		return fmt.Errorf("%s: %w", file, err)
	case limited.N == 0:
		err = fmt.Errorf("it has more than %d GiB", maxBytes>>30)
	}
	return &FormatError{File: file, At: at(), Msg: err.Error()}
}

// A row is about one answer to a benchmark, or about its status.
type row struct {
	File struct {
		Incremental bool     `json:"incremental"`
		Logic       string   `json:"logic"`
		Family      []string `json:"family"`
		Name        string   `json:"name"`
	} `json:"file"`
	Track  string `json:"track"`
	Solver string `json:"solver"`
	Result string `json:"result"`
	Status string `json:"status"`
}

// json reads an object, one element of its lists at a time.
func (l *List) json(d *json.Decoder) error {
	if err := delim(d, '{'); err != nil {
		return err
	}
	some := false
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return err
		}
		key, _ := t.(string)
		switch key {
		case "results", "non_incremental", "incremental":
			some = true
			if err := l.rowsOf(d); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		default:
			var rest json.RawMessage
			if err := d.Decode(&rest); err != nil {
				return err
			}
		}
	}
	if err := delim(d, '}'); err != nil {
		return err
	}
	if !some {
		return errors.New("there are neither results nor benchmarks in it")
	}
	return nil
}

func (l *List) rowsOf(d *json.Decoder) error {
	if err := delim(d, '['); err != nil {
		return err
	}
	for d.More() {
		var r row
		if err := d.Decode(&r); err != nil {
			return err
		}
		if r.File.Incremental || r.Track == "Incremental" {
			l.other++
			continue
		}
		if r.File.Name == "" {
			return errors.New("a row without the name of a file")
		}
		b := l.benchmark(append(append([]string{"non-incremental", r.File.Logic}, r.File.Family...), r.File.Name), r.File.Logic)
		b.enter(l.solver(r.Solver), r.Result, r.Status)
	}
	return delim(d, ']')
}

// delim reads a bracket.
func delim(d *json.Decoder, want json.Delim) error {
	t, err := d.Token()
	switch {
	case errors.Is(err, io.EOF):
		return io.ErrUnexpectedEOF
	case err != nil:
		return err
	case t != want:
		return fmt.Errorf("%v in the place of %v", t, want)
	}
	return nil
}

// csv reads a table with a header.
func (l *List) csv(r *csv.Reader) error {
	r.FieldsPerRecord, r.ReuseRecord, r.LazyQuotes = -1, true, true
	header, err := r.Read()
	if errors.Is(err, io.EOF) {
		return errors.New("it is empty")
	}
	if err != nil {
		return err
	}
	column := map[string]int{}
	for i, name := range header {
		column[strings.ToLower(strings.TrimSpace(name))] = i
	}
	find := func(names ...string) int {
		for _, name := range names {
			if i, ok := column[name]; ok {
				return i
			}
		}
		return -1
	}
	// In StarExec's tables, status is that of the job; elsewhere it may be the benchmark's.
	benchmark, solver, result, status, logic := find("benchmark", "file", "name"), find("solver"), find("result", "answer"), find("expected", "status"), find("logic")
	if benchmark < 0 || result < 0 && status < 0 {
		return fmt.Errorf("the header has no column benchmark, or neither result nor expected: %s", clip(strings.Join(header, ",")))
	}
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		get := func(i int) string {
			if i < 0 || i >= len(record) {
				return ""
			}
			return strings.TrimSpace(record[i])
		}
		parts := strings.FieldsFunc(get(benchmark), func(r rune) bool { return r == '/' })
		if len(parts) == 0 {
			return errors.New("a row without a benchmark")
		}
		if slices.Contains(parts, "incremental") {
			l.other++
			continue
		}
		b := l.benchmark(parts, strings.Clone(get(logic)))
		b.enter(l.solver(get(solver)), get(result), get(status))
	}
}

func clip(s string) string {
	const most = 200
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "..."
	}
	return s
}

// benchmark finds a benchmark by its path, or enters it.
func (l *List) benchmark(parts []string, logic string) *benchmark {
	key := strings.Join(parts, "/")
	if b := l.byPath[key]; b != nil {
		return b
	}
	if l.byPath == nil {
		l.byPath, l.byName, l.solvers = map[string]*benchmark{}, map[string][]*benchmark{}, map[string]int32{}
	}
	parts = strings.Split(key, "/") // the text of a whole table must not stay in memory for a few names
	b := &benchmark{folders: parts[:len(parts)-1], name: parts[len(parts)-1], logic: logic}
	slices.Reverse(b.folders)
	name := seedfiles.Stem(b.name)
	l.byPath[key], l.byName[name] = b, append(l.byName[name], b)
	return b
}

// solver numbers a solver.
func (l *List) solver(name string) int32 {
	n, known := l.solvers[name]
	if !known {
		n = int32(len(l.solvers))
		l.solvers[strings.Clone(name)] = n
	}
	return n
}

// enter adds what a row says. Answers that are none, such as Timeout, say nothing.
func (b *benchmark) enter(solver int32, result, status string) {
	for i, word := range [2]string{sat: "sat", unsat: "unsat"} {
		if status == word {
			b.status[i] = true
		}
		if result == word && !slices.Contains(b.votes[i], solver) {
			b.votes[i] = append(b.votes[i], solver)
		}
	}
}
