package comparison

import (
	"crypto/sha256"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/compare"
)

// The elements of a JUnit file, as Jenkins' schema (junit-10.xsd) has them: test cases have no properties of their own there, so what each side did
// on a script is in system-out.
type (
	junitFile struct {
		XMLName  xml.Name      `xml:"testsuites"`
		Name     string        `xml:"name,attr"`
		Tests    int           `xml:"tests,attr"`
		Failures int           `xml:"failures,attr"`
		Errors   int           `xml:"errors,attr"`
		Time     string        `xml:"time,attr"`
		Suites   []*junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name       string          `xml:"name,attr"`
		Tests      int             `xml:"tests,attr"`
		Failures   int             `xml:"failures,attr"`
		Errors     int             `xml:"errors,attr"`
		Skipped    int             `xml:"skipped,attr"`
		Time       string          `xml:"time,attr"`
		Properties []junitProperty `xml:"properties>property"`
		Cases      []junitCase     `xml:"testcase"`
		seconds    float64
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Name      string        `xml:"name,attr"`
		Class     string        `xml:"classname,attr"`
		Time      string        `xml:"time,attr"`
		Failure   *junitOutcome `xml:"failure,omitempty"`
		Error     *junitOutcome `xml:"error,omitempty"`
		Skipped   *junitOutcome `xml:"skipped,omitempty"`
		SystemOut string        `xml:"system-out,omitempty"`
	}
	junitOutcome struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// junitName is the longest name of a test case in characters. Longer ones are cut and end with a hash, so that they stay apart.
const junitName = 500

// JUnit writes a test case for each script: a failure for regressions that count, skipped for a script that not both could be run on, an error for one
// that could not be run. A suite has the scripts of one source. Errors are those of w.
func JUnit(w io.Writer, in Input) error {
	d := New(in)
	file := junitFile{Name: visible.Line(clip(d.Verdict(func(i int) string { return clip(d.names[i], mostName) }), mostWords)), Time: exact(d.Elapsed)}
	for _, source := range []compare.Source{compare.FromCorpus, compare.FromSeeds, compare.FromMutants, compare.Overall} {
		s := &junitSuite{Name: "assay ci: " + sourceWords[source], Properties: d.properties()}
		for i := range d.Records {
			if r := &d.Records[i]; r.Source == source {
				s.add(d.testCase(r), cpu(r))
			}
		}
		if s.Tests == 0 {
			continue
		}
		s.Time = exact(s.seconds)
		file.Tests += s.Tests
		file.Failures += s.Failures
		file.Errors += s.Errors
		file.Suites = append(file.Suites, s)
	}
	text, err := xml.MarshalIndent(file, "", " ")
	if err != nil {
		return err
	}
	// Line ends in text may be written as they are; attributes have none.
	_, err = io.WriteString(w, xml.Header+strings.ReplaceAll(string(text), "&#xA;", "\n")+"\n")
	return err
}

var sourceWords = map[compare.Source]string{
	compare.FromCorpus: "the corpus", compare.FromSeeds: "scripts", compare.FromMutants: "mutants that show something", compare.Overall: "all scripts together",
}

func exact(seconds float64) string { return strconv.FormatFloat(max(seconds, 0), 'f', 3, 64) }

// cpu is the CPU time of all sides on a script.
func cpu(r *compare.Record) (sum float64) {
	for i := range r.Runs {
		sum += r.Runs[i].CPU
	}
	return sum
}

func (s *junitSuite) add(c junitCase, seconds float64) {
	s.Tests++
	s.seconds += seconds
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

// properties say what was compared.
func (d *Digest) properties() []junitProperty {
	out := []junitProperty{{"assay.version", visible.Line(d.Version)}}
	for i := range d.Sides {
		s := &d.Sides[i]
		side := fmt.Sprintf("side.%d.", i)
		out = append(out,
			junitProperty{side + "role", visible.Line(string(s.Role))}, junitProperty{side + "name", clip(d.names[i], junitName)},
			junitProperty{side + "solver", clip(visible.Line(s.Solver), junitName)}, junitProperty{side + "version", clip(visible.Line(s.Version), junitName)},
			junitProperty{side + "command", clip(visible.Line(spec(s)), junitName)})
	}
	out = append(out, junitProperty{"timeout.seconds", exact(d.Timeout)}, junitProperty{"fail-on", kinds(d.FailOn)})
	for _, l := range d.Undone() {
		out = append(out, junitProperty{"remark", l})
	}
	return out
}

// named is text as a name in a file for programs.
func named(text string) string {
	line := visible.Line(text)
	if short := clip(line, junitName); short != line {
		return fmt.Sprintf("%s %x", short, sha256.Sum256([]byte(text)))[:len(short)+1+16]
	}
	if line == "" {
		return "(no name)"
	}
	return line
}

func (d *Digest) testCase(r *compare.Record) junitCase {
	class := r.Logic
	if class == "" {
		class = string(r.Source)
	}
	c := junitCase{Name: named(r.Name), Class: named(class), Time: exact(cpu(r))}
	var failing, other []string
	first := ""
	for i := range r.Changes {
		p := compare.Place{Record: r, Change: &r.Changes[i]}
		text := d.whole(p)
		if p.Standing != compare.Regression || !slices.Contains(d.FailOn, p.Kind) {
			other = append(other, string(p.Standing)+": "+text)
			continue
		}
		if first == "" {
			first = What(p.Change) + ": " + d.Sentence(p)
			c.Failure = &junitOutcome{Message: first, Type: ruleID(p.Change)}
		}
		failing = append(failing, text)
	}
	switch reason := d.Unable(r); {
	case r.Error != "":
		c.Failure = nil
		c.Error = &junitOutcome{Message: clip(visible.Line(r.Error), mostWords), Type: "not run"}
	case c.Failure != nil:
		c.Failure.Text = strings.Join(failing, "\n")
	case reason != "":
		c.Skipped = &junitOutcome{Message: reason}
	}
	var lines []string
	for k := range r.Runs {
		lines = append(lines, d.Ran(&r.Runs[k]))
	}
	if r.Unread != "" {
		lines = append(lines, "Assay cannot read it, so that only answers are compared: "+clip(visible.Line(r.Unread), mostWords))
	}
	c.SystemOut = strings.Join(append(lines, other...), "\n")
	return c
}

// whole is all that is said of a change, on one line.
func (d *Digest) whole(p compare.Place) string {
	name := func(i int) string { return clip(d.names[i], mostName) }
	parts := []string{What(p.Change) + ":", d.Sentence(p), d.Counted(p, name), Timed(p), Past(p)}
	if p.Suspect {
		parts = append(parts, "Suspected: the blame is not proven.")
	}
	if command := d.Again(p); command != "" {
		parts = append(parts, "To run it again: "+command)
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
}

// Ran is what a side did at first.
func (d *Digest) Ran(r *compare.Run) string {
	name := "side " + strconv.Itoa(r.Side)
	if r.Side >= 0 && r.Side < len(d.names) {
		name = clip(d.names[r.Side], mostName)
	}
	if r.Unable != "" {
		return name + ": not run: " + clip(visible.Line(r.Unable), mostWords)
	}
	out := fmt.Sprintf("%s: %s in %s of CPU", name, visible.Line(string(r.Outcome)), Seconds(r.CPU))
	if r.Work > 0 {
		out += ", work " + units(r.Work)
	}
	if r.Reason != "" {
		out += ": " + clip(visible.Line(r.Reason), mostWords)
	}
	return out
}

// Unable says why a script compares nothing, "" where it does: no candidate was run on it, or no baseline.
func (d *Digest) Unable(r *compare.Record) string {
	// A finding of the corpus is replayed, which leaves no runs of the script alone.
	if r.Source != compare.FromSeeds && (r.Source != compare.FromCorpus || len(r.Runs) == 0) {
		return ""
	}
	if len(r.Runs) == 0 {
		return "not run"
	}
	able := map[compare.Role]bool{}
	why := ""
	for k := range r.Runs {
		run := &r.Runs[k]
		if run.Side < 0 || run.Side >= len(d.Sides) {
			continue
		}
		if run.Unable == "" {
			able[d.Sides[run.Side].Role] = true
		} else if why == "" {
			why = d.Ran(run)
		}
	}
	if able[compare.Candidate] && able[compare.Baseline] {
		return ""
	}
	if why == "" {
		return "not run on both sides"
	}
	return why
}
