package bugbench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
)

// recordFormat is the version of a record's file, which since 2 says whether new bugs need options: a line of JSON about the plan, and for each run a line about it and one for each of its findings.
const recordFormat = 2

// maxRecordFile bounds the bytes of a record's file: some 500,000 findings.
const maxRecordFile = 64 << 20

// plainWords matches reasons, which are shown on terminals.
var plainWords = regexp.MustCompile(`^[A-Za-z ,]*$`)

// engineName matches the names of engines, of which one that is a program of the user's begins with exec:.
var engineName = regexp.MustCompile(`^([A-Za-z0-9]|exec:)[A-Za-z0-9._+-]{0,99}$`)

// recordHead is the first line. Runs says how many there are, so that a file that was cut off is recognised.
type recordHead struct {
	Record int           `json:"record"`
	Flags  []string      `json:"flags"`
	Seeds  string        `json:"seeds_sha256,omitempty"`
	Given  float64       `json:"given_seconds"`
	Arms   []RecordedArm `json:"arms"`
	Runs   int           `json:"runs"`
}

// recordRun is the line about a run, with the number of findings that follow it.
type recordRun struct {
	Arm      string  `json:"arm"`
	K        int     `json:"run"`
	CPU      float64 `json:"cpu_seconds"`
	Findings int     `json:"findings"`
}

// Write writes a record, without the runs that have not begun. It refuses what ReadRecord would refuse, since a record is all that is kept of a
// benchmark. Errors are *PlanError, and those of w.
func (r *Record) Write(w io.Writer) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	begun := slices.DeleteFunc(slices.Clone(r.Runs), func(run RecordedRun) bool { return run.CPU == 0 })
	err := e.Encode(recordHead{recordFormat, r.Flags, r.Seeds, r.Given, r.Arms, len(begun)})
	for _, run := range begun {
		err = errors.Join(err, e.Encode(recordRun{run.Arm, run.K, run.CPU, len(run.Seen)}))
		for _, s := range run.Seen {
			s.CPU = math.Round(s.CPU*1000) / 1000
			err = errors.Join(err, e.Encode(s))
		}
	}
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	if b.Len() > maxRecordFile {
		return &PlanError{r.Source, fmt.Sprintf("its record would be larger than %d bytes, which nothing would read again; keep the folder instead", maxRecordFile)}
	}
	if _, err := parseRecord("the record", b.Bytes()); err != nil {
		return &PlanError{r.Source, fmt.Sprintf("nothing would read its record again, so it is not written; keep the folder instead: %v", err)}
	}
	_, err = w.Write(b.Bytes())
	return err
}

// parseRecord reads what Write has written. Errors are *PlanError with the line.
func parseRecord(source string, data []byte) (*Record, error) {
	p := recordReader{Record: &Record{Source: source}, known: make(map[RunID]bool)}
	n := 0
	for line := range strings.Lines(string(data)) {
		n++
		var err error
		switch {
		case n == 1:
			err = p.head(line)
		case p.findings > 0:
			err = p.finding(line)
		case p.runs > 0:
			err = p.run(line)
		default:
			err = errors.New("there are more lines than it announces")
		}
		if err != nil {
			return nil, &PlanError{source, fmt.Sprintf("line %d is not a line of a record of assay bench bugs: %v", n, err)}
		}
	}
	switch {
	case n == 0:
		return nil, &PlanError{source, "it is empty, so it is not a record of assay bench bugs"}
	case p.runs > 0 || p.findings > 0:
		return nil, &PlanError{source, fmt.Sprintf("it is cut off after line %d: there are more runs or findings than it has lines", n)}
	}
	return p.Record, nil
}

// A recordReader reads a record line by line. runs and findings count those still to come, of the whole record and of the last run.
type recordReader struct {
	*Record
	runs, findings int
	known          map[RunID]bool
}

// strict reads a line that is one object without unknown fields.
func strict(line string, into any) error {
	d := json.NewDecoder(strings.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more than one object")
	}
	return nil
}

func (p *recordReader) head(line string) error {
	var h recordHead
	if err := strict(line, &h); err != nil {
		return err
	}
	if h.Record < 1 || h.Record > recordFormat {
		return fmt.Errorf("format %d, this program reads 1 to %d", h.Record, recordFormat)
	}
	if h.Runs < 0 {
		return fmt.Errorf("%d is not a number of runs", h.Runs)
	}
	arms := Plan{}
	for _, a := range h.Arms {
		arms.Arms = append(arms.Arms, Arm{Name: a.Name})
	}
	p.Flags, p.Seeds, p.Given, p.Arms, p.runs = h.Flags, h.Seeds, h.Given, h.Arms, h.Runs
	return errors.Join(arms.Check(), seconds(h.Given))
}

func (p *recordReader) run(line string) error {
	var run recordRun
	if err := strict(line, &run); err != nil {
		return err
	}
	id := RunID{run.Arm, run.K}
	switch {
	case !slices.ContainsFunc(p.Arms, func(a RecordedArm) bool { return a.Name == run.Arm }):
		return fmt.Errorf("there is no arm %q", run.Arm)
	case run.K < 1:
		return fmt.Errorf("%d is not a run number", run.K)
	case run.Findings < 0:
		return fmt.Errorf("%d is not a number of findings", run.Findings)
	case p.known[id]:
		return fmt.Errorf("run %s is there twice", id)
	}
	p.known[id] = true
	p.Runs = append(p.Runs, RecordedRun{RunID: id, CPU: run.CPU})
	p.runs, p.findings = p.runs-1, run.Findings
	return seconds(run.CPU)
}

func (p *recordReader) finding(line string) error {
	s := Seen{CPU: -1}
	if err := strict(line, &s); err != nil {
		return err
	}
	switch {
	case !(s.CPU >= 0):
		return errors.New("a finding without a time")
	case s.Bug != "" && s.Why != "":
		return errors.New("both a bug and a reason for none")
	case s.Bug != "" && !armName.MatchString(s.Bug):
		return fmt.Errorf("%.60q is not the name of a bug", s.Bug)
	case s.Engine != "" && !engineName.MatchString(s.Engine):
		return fmt.Errorf("%.60q is not the name of an engine", s.Engine)
	case !plainWords.MatchString(string(s.Why)):
		return fmt.Errorf("%.60q is not a reason", s.Why)
	}
	last := &p.Runs[len(p.Runs)-1]
	last.Seen = append(last.Seen, s)
	p.findings--
	return nil
}

// seconds refuses a time that no run can have used.
func seconds(s float64) error {
	const most = 1e10
	if !(s > 0 && s < most) {
		return fmt.Errorf("%v is not a CPU time in seconds", s)
	}
	return nil
}
