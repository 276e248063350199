package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
)

// A Result says what became of one mistake.
type Result struct {
	ID        string   `json:"id"`
	Kind      string   `json:"kind"`
	Package   string   `json:"package"`
	Where     string   `json:"where"` // file:line
	Decl      string   `json:"decl"`
	Before    string   `json:"before"`
	After     string   `json:"after"`
	Result    string   `json:"result"`              // one of the constants below
	By        string   `json:"by,omitempty"`        // the package whose tests caught it
	Test      string   `json:"test,omitempty"`      // the test that failed
	How       string   `json:"how,omitempty"`       // fails, panics, hangs
	Flaky     []string `json:"flaky,omitempty"`     // tests that failed once, and passed when they were run again
	Ran       []string `json:"ran"`                 // the packages whose tests were run
	Unreached []string `json:"unreached,omitempty"` // the packages of which no test reaches the changed function
	CPU       float64  `json:"cpu"`                 // seconds, builds included
}

// What becomes of a mistake.
const (
	Caught   = "caught"
	Survived = "survived"
	Unbuilt  = "does not build" // although go/types has no objection
)

// A Baseline is the time that a package's tests take without any mistake.
type Baseline struct {
	Baseline string  `json:"baseline"` // the package
	Seconds  float64 `json:"seconds"`
	Busy     float64 `json:"busy"` // seconds of CPU time
}

// A Record is a file of results, a line of JSON for each. It is safe for concurrent use.
type Record struct {
	path string

	mu        sync.Mutex
	results   map[string]Result // by ID; a later line replaces an earlier one
	baselines map[string]Baseline
}

// openRecord reads a record; there need not be one yet. A last line that was cut off is removed.
func openRecord(path string) (*Record, error) {
	r := &Record{path: path, results: make(map[string]Result), baselines: make(map[string]Baseline)}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	if end := bytes.LastIndexByte(text, '\n') + 1; end < len(text) {
		if err := os.Truncate(path, int64(end)); err != nil {
			return nil, err
		}
		text = text[:end]
	}
	n := 0
	for text := range bytes.Lines(text) {
		n++
		var line struct {
			Result
			Baseline
		}
		if err := json.Unmarshal(text, &line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		if line.Baseline.Baseline != "" {
			r.baselines[line.Baseline.Baseline] = line.Baseline
		} else {
			r.results[line.ID] = line.Result
		}
	}
	return r, nil
}

// add writes a result or a baseline.
func (r *Record) add(line any) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch line := line.(type) {
	case Result:
		r.results[line.ID] = line
	case Baseline:
		r.baselines[line.Baseline] = line
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(line); err != nil {
		return err
	}
	file, err := os.OpenFile(r.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(text.Bytes())
	return errors.Join(err, file.Close())
}

func (r *Record) result(id string) (Result, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	result, ok := r.results[id]
	return result, ok
}

func (r *Record) baseline(pkg string) (Baseline, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	baseline, ok := r.baselines[pkg]
	return baseline, ok
}
