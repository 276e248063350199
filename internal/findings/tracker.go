package findings

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// layouts are those that developers ask for in their trackers, by family. Other families get the parts in their plain order.
var layouts = map[string]func(*tracked, *bytes.Buffer){
	"z3":   (*tracked).asForm,
	"cvc5": (*tracked).asLabels,
}

// tracked is a finding to be written for a tracker.
type tracked struct {
	*Finding
	bug     []byte
	others  map[string][]byte
	history *History
	// note is what triage learned about what shows it.
	note triageNote
	// system: a heading has the operating system.
	system bool
}

// newTracked prepares a finding for a report. One that was not reduced has an empty reduction there.
func newTracked(f *Finding, bug []byte, others map[string][]byte, h *History) *tracked {
	if f.Reduction == nil {
		same := *f
		same.Reduction = &Reduction{}
		f = &same
	}
	return &tracked{Finding: f, bug: bug, others: others, history: h.withFound(f)}
}

// tracker writes a finding as an issue: what is wrong, the smallest script, the command, what it prints, why that is wrong, where else.
// Everything that it says about what a solver does was run.
func tracker(f *Finding, bug []byte, others map[string][]byte, h *History) []byte {
	return newTracked(f, bug, others, h).write()
}

func (r *tracked) write() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n", r.title())
	if l, ok := layouts[r.Family]; ok {
		l(r, &b)
	} else {
		r.inOrder(&b)
	}
	return b.Bytes()
}

// A part of a report that goes into a tracker: a heading, and the text below it.
type part struct {
	title string
	body  string
}

// writeParts writes parts with headings, except for those without a body.
func writeParts(b *bytes.Buffer, heading string, all []part) {
	all = slices.DeleteFunc(all, func(p part) bool { return strings.Trim(p.body, "\n") == "" })
	for i, p := range all {
		if i > 0 {
			b.WriteByte('\n')
		}
		if p.title != "" {
			fmt.Fprintf(b, heading, p.title)
		}
		b.WriteString(strings.Trim(p.body, "\n") + "\n")
	}
}

// inOrder writes the parts one after the other.
func (r *tracked) inOrder(b *bytes.Buffer) {
	writeParts(b, "", []part{{"", r.head()}, {"", r.scripts()}, {"", r.output()}, {"", together(r.says(), r.why())}, {"", r.facts()}})
}

// asForm uses the headings of a form with fields.
func (r *tracked) asForm(b *bytes.Buffer) {
	r.system = true
	if r.Class.Measured() {
		writeParts(b, "### %s\n\n", r.asPerformanceForm())
		return
	}
	category := "Incorrect result (SAT/UNSAT/Unknown)"
	if r.Class.Crash() {
		category = "Crash/Assertion failure"
	}
	writeParts(b, "### %s\n\n", []part{
		{"Bug Category", category},
		{"Bug Description", together(r.says(), r.head())},
		{"Minimal Reproduction", r.scripts()},
		{"Expected Behavior", r.row().expected(r)},
		{"Actual Behavior", r.output()},
		{"Z3 Version", plainText(r.build())},
		{"Platform", plainText(r.Reduction.System)},
		{"Interface Used", "Command line (z3 executable)"},
		{"Additional Context", together(r.why(), r.facts())},
		{"Regression Check", r.regression()},
	})
}

// asLabels uses the labels of a template of lines.
func (r *tracked) asLabels(b *bytes.Buffer) {
	r.system = true
	arguments := "none"
	if a := r.arguments(); a != "" {
		arguments = code(a)
	}
	fmt.Fprintf(b, "**Describe the bug**\n\n%s\n\n**Command line arguments**: %s\n\n**cvc5 version/commit**: %s\n\n",
		together(r.head(), r.scripts(), r.output(), r.says(), r.why(), r.facts()), arguments, plainText(r.build()))
	if r.Reduction.System != "" {
		fmt.Fprintf(b, "**Operating system**: %s\n\n", plainText(r.Reduction.System))
	}
	b.WriteString("**configure.sh options**: not built here; the package of the version above\n")
}

// together joins the non-empty pieces of Markdown.
func together(pieces ...string) string {
	var out []string
	for _, p := range pieces {
		if p = strings.Trim(p, "\n"); p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, "\n\n")
}
