package findings

import (
	"bytes"
	"fmt"
)

// LocatedFile has everything that is known about where the solver goes wrong, and ProofFile the proof that shows it.
const (
	LocatedFile = "located.json"
	ProofFile   = "proof.txt"
	AskedFile   = "proof.smt2" // what was run for it
)

// Located is where a solver goes wrong, for the report. It is a plain value.
type Located struct {
	// Words say it in one sentence; Solver and Setting are what showed it.
	Words   string `json:"words"`
	Solver  string `json:"solver,omitempty"`
	Version string `json:"version,omitempty"`
	Setting string `json:"setting,omitempty"`
	// Caveat says what keeps the answer from being known to be wrong, "" for nothing.
	Caveat string `json:"caveat,omitempty"`
	// Conclusion is the formula that is false, Why its smallest false part; Premises are the formulas that it was concluded from.
	Conclusion string           `json:"conclusion,omitempty"`
	Why        string           `json:"why,omitempty"`
	Premises   []LocatedPremise `json:"premises,omitempty"`
	// Rewrite is a term that the solver replaced by another, nil if the step is something else.
	Rewrite    *LocatedRewrite   `json:"rewrite,omitempty"`
	Assignment []LocatedConstant `json:"assignment,omitempty"`
	// Counts say how many steps there are, with how many of each verdict.
	Counts string `json:"counts,omitempty"`
}

// A LocatedPremise is a premise with its value.
type LocatedPremise struct {
	Name  string `json:"name"`
	Text  string `json:"text"`
	Value string `json:"value"`
}

// A LocatedRewrite is a term before and after rewriting, with the values of both.
type LocatedRewrite struct {
	Before      string `json:"before"`
	BeforeValue string `json:"before_value"`
	After       string `json:"after"`
	AfterValue  string `json:"after_value"`
}

// A LocatedConstant is a constant with its value, and, if it is the solver's own, what it stands for.
type LocatedConstant struct {
	Name    string `json:"name"`
	Value   string `json:"value"`
	Meaning string `json:"meaning,omitempty"`
}

// locatedHeading begins the section, and the next heading ends it.
const locatedHeading = "## Where it goes wrong"

// Section writes it as a section of a report.
func (l *Located) Section() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n\n%s.\n", locatedHeading, plainText(sentence(l.Words)))
	if l.Caveat != "" {
		fmt.Fprintf(&b, "\nBut %s.\n", plainText(l.Caveat))
	}
	if l.Conclusion != "" {
		b.WriteString("\nThe conclusion, which is false:\n\n")
		codeBlock(&b, "smt2", []byte(l.Conclusion), maxReported, LocatedFile)
	}
	if r := l.Rewrite; r != nil {
		fmt.Fprintf(&b, "\nThe term before and after, with the values of both:\n\n- %s = %s\n- %s = %s\n", code(r.Before), code(r.BeforeValue), code(r.After), code(r.AfterValue))
	}
	if l.Why != "" {
		fmt.Fprintf(&b, "\n%s.\n", code(l.Why))
	}
	if len(l.Premises) > 0 {
		b.WriteString("\nPremises:\n\n")
		for _, p := range l.Premises {
			fmt.Fprintf(&b, "- %s (%s): %s\n", code(p.Name), plainText(p.Value), code(p.Text))
		}
	}
	if len(l.Assignment) > 0 {
		b.WriteString("\nUnder this assignment:\n\n")
		for _, a := range l.Assignment {
			fmt.Fprintf(&b, "- %s = %s", code(a.Name), code(a.Value))
			if a.Meaning != "" {
				fmt.Fprintf(&b, ", %s", plainText(a.Meaning))
			}
			b.WriteByte('\n')
		}
	}
	if l.Solver != "" {
		fmt.Fprintf(&b, "\nShown by %s (%s)", code(l.Solver), plainText(l.Version))
		if l.Setting != "" {
			fmt.Fprintf(&b, " with %s", code(l.Setting))
		}
		b.WriteString("; ")
		if l.Counts != "" {
			fmt.Fprintf(&b, "%s; ", plainText(l.Counts))
		}
		fmt.Fprintf(&b, "the script is %s, what it prints %s.\n", code(AskedFile), code(ProofFile))
	}
	return b.Bytes()
}

// WithSection returns a report with the section before the versions, or in place of an earlier one.
func (l *Located) WithSection(report []byte) []byte {
	if from, to := locatedIn(report); from < to {
		report = append(report[:from:from], report[to:]...)
	}
	return withLocated(report, l.Section())
}

// locatedIn returns where a report has the section, including the empty line before it; from equals to where it has none.
func locatedIn(report []byte) (from, to int) {
	from = bytes.Index(report, []byte("\n"+locatedHeading+"\n"))
	if from < 0 {
		return 0, 0
	}
	behind := from + 1 + len(locatedHeading)
	return from, behind + following(report[behind:])
}

// locatedBefore are the beginnings of what follows the section: the lines about programs and versions, and the headings of older reports.
var locatedBefore = [][]byte{[]byte("\n" + programMark), []byte("\n## "), []byte("\n### Regression Check\n"), []byte("\n**Command line arguments**")}

// following is where the first of them is, len(report) when there is none.
func following(report []byte) int {
	first := len(report)
	for _, mark := range locatedBefore {
		if at := bytes.Index(report, mark); at >= 0 {
			first = min(first, at)
		}
	}
	return first
}

// withLocated adds the section to a report that does not have one.
func withLocated(report, section []byte) []byte {
	at := following(report)
	out := append([]byte(nil), report[:at]...)
	out = append(append(out, '\n'), section...)
	return append(out, report[at:]...)
}
