package findings

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/shell"
	"github.com/assay-smt/assay/internal/visible"
)

// A part of a report that goes into a tracker: a heading, or the label of a line, and the text below it.
type part struct {
	title string
	body  string
}

// layouts are those that developers ask for in their trackers, by family. Other families get plain headings.
var layouts = map[string]func(*tracked, *bytes.Buffer){
	"z3":   (*tracked).asForm,
	"cvc5": (*tracked).asLabels,
}

// tracked is a reduced finding to be written for a tracker.
type tracked struct {
	*Finding
	bug     []byte
	others  map[string][]byte
	history *History
}

// tracker writes a reduced finding as an issue: the formula, the command that anyone can type, with its output, and what decides. The
// record says where it comes from.
func tracker(f *Finding, bug []byte, others map[string][]byte, h *History) []byte {
	r := &tracked{f, bug, others, h}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n", r.title())
	if l, ok := layouts[f.Family]; ok {
		l(r, &b)
	} else {
		r.asHeadings(&b)
	}
	return b.Bytes()
}

// mostNamed is how many operators a title names.
const mostNamed = 3

// title names what is wrong, and the operators involved, in Markdown.
func (r *tracked) title() string {
	title := plainText(strings.TrimSpace(r.Family+" "+r.Version) + ": " + r.what())
	if r.Class == oracle.CrashClass {
		return title
	}
	if ops := r.Reduction.Operators; len(ops) > 0 {
		title += " with " + codes(ops[:min(len(ops), mostNamed)])
		if len(ops) > mostNamed {
			title += ", ..."
		}
	}
	if r.Logic != "" && r.Logic != "ALL" {
		title += " " + plainText("("+r.Logic+")")
	}
	return title
}

// what names the class for people.
func (r *tracked) what() string {
	ground := ""
	if r.Reduction.Ground {
		ground = " for a ground formula"
	}
	switch r.Class {
	case oracle.RefutationSoundness:
		return possibly(r.Finding) + "wrong unsat" + ground
	case oracle.SolutionSoundness:
		return possibly(r.Finding) + "wrong sat" + ground
	case oracle.InvalidModel:
		return "invalid model"
	case oracle.InvalidCore, oracle.InvalidValue, oracle.InvalidSimplification, oracle.InvalidGoals, oracle.InvalidObjective,
		oracle.InvalidInterpolant, oracle.InvalidAbduct:
		return wrongReturn[r.Class].what
	case oracle.InvalidSelfCheck:
		return "the check of models rejects a right one"
	case oracle.CrashClass:
		what := r.Evidence.Summary
		if _, after, ok := strings.Cut(what, "): "); ok {
			what = after
		}
		return "crash: " + what
	case oracle.IncompletenessRegression:
		return "unknown for what " + r.Other + " decides"
	case oracle.IncompletenessImplication:
		return "unknown one step after what it decides"
	case oracle.StateLeftBehind:
		return shows(r.Finding) + " after other queries, and not alone"
	}
	return string(r.Class)
}

// description is what is wrong in a few sentences, as Markdown.
func (r *tracked) description() string {
	var b strings.Builder
	switch {
	case r.Reduction.Ground && (r.Class == oracle.RefutationSoundness || r.Class == oracle.SolutionSoundness):
		value := "true"
		if r.Class == oracle.SolutionSoundness {
			value = "false"
		}
		fmt.Fprintf(&b, "The formula has no symbols: its value is %s, and %s takes it to be the contrary.", value, plainText(r.Family))
	case r.Class == oracle.RefutationSoundness:
		fmt.Fprintf(&b, "%s answers unsat, and the formula is satisfiable.", plainText(r.Family))
	case r.Class == oracle.SolutionSoundness:
		fmt.Fprintf(&b, "%s answers sat, and the formula is unsatisfiable.", plainText(r.Family))
	case r.Class == oracle.InvalidModel:
		fmt.Fprintf(&b, "%s answers sat with a model under which the formula is false.", plainText(r.Family))
	case r.Class == oracle.CrashClass:
		what := strings.TrimPrefix(r.what(), "crash: ")
		fmt.Fprintf(&b, "%s crashes: %s.", plainText(r.Family), plainText(sentence(what)))
	default:
		fmt.Fprintf(&b, "%s.", plainText(sentence(strings.ReplaceAll(r.Evidence.Summary, r.Solver, r.Family))))
	}
	if r.Suspect {
		b.WriteString(" It is not proven which side is wrong: no model decides it.")
	}
	if len(r.Open) > 0 {
		fmt.Fprintf(&b, " The formula uses %s, whose value SMT-LIB leaves open for some arguments; solvers may differ there without being wrong.", codes(r.Open))
	}
	if r.Repeated.Runs > 0 && r.Flaky() {
		fmt.Fprintf(&b, " It showed in %d of %d runs.", r.Repeated.Shown, r.Repeated.Runs)
	}
	return b.String()
}

// expectation is what was expected and what was observed, as Markdown that begins like a sentence.
func (r *tracked) expectation() (expected, observed string) {
	switch {
	case r.Class == oracle.InvalidModel:
		return "A model that satisfies all assertions", "A model that does not"
	case r.Class == oracle.CrashClass:
		return "An answer, or an error message", "The process ends abnormally"
	case r.Evidence.Expected != "":
		return code(r.Evidence.Expected), code(r.Evidence.Observed)
	}
	expected, observed = expectation(r.Finding)
	return strings.ToUpper(expected[:1]) + expected[1:], observed
}

// run is the command as people type it, with its output unchanged.
func (r *tracked) run() []byte {
	run := r.Reduction.Plain
	if run == nil {
		i := slices.IndexFunc(r.Finding.Runs, func(one Run) bool { return one.Solver == r.Solver })
		if i < 0 {
			return nil
		}
		run = &r.Finding.Runs[i]
	}
	if r.Session != nil {
		run = &r.Session.Run
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "$ %s\n%s", run.CommandLine(), run.Stdout)
	if run.Stdout != "" && !strings.HasSuffix(run.Stdout, "\n") {
		b.WriteByte('\n')
	}
	b.WriteString(run.Stderr)
	if run.Stdout == "" && run.Stderr == "" || run.Signal != 0 {
		fmt.Fprintf(&b, "%s\n", outcomeWords(*run))
	}
	return b.Bytes()
}

// why says what decides, in a few lines that anyone can check, as Markdown.
func (r *tracked) why() string {
	var b strings.Builder
	model := r.Evidence.Model
	check := max(0, r.Check)
	if model == "" && check < len(r.Truths) {
		model = r.Truths[check].Witness
	}
	if r.Class.Further() || r.Class == oracle.InvalidCore {
		b.WriteString(block("text", []byte(r.Evidence.Detail), maxReported, RecordFile) + "\n")
		model = r.Evidence.Model
	}
	if model != "" && !r.Reduction.Ground && r.Class != oracle.CrashClass {
		whose := "A model that makes it true"
		if r.Class.Further() {
			whose = "The values of the symbols"
		}
		if r.Class == oracle.InvalidCore {
			whose = "A model that makes the core true"
		}
		if r.Class == oracle.InvalidModel {
			whose = "The model"
		}
		fmt.Fprintf(&b, "%s:\n\n%s\n", whose, block("smt2", []byte(model), maxReported, ModelFile))
	}
	for _, line := range r.Reduction.How {
		fmt.Fprintf(&b, "- %s\n", code(line))
	}
	switch words := plainText(sentence(r.Reduction.Words)); {
	case r.Class == oracle.CrashClass:
	case len(r.Reduction.How) > 0 && model != "" && !r.Reduction.Ground:
		b.WriteString("\nTo check it, replace the declarations by the definitions: only constants are left.\n")
	case len(r.Reduction.How) == 0:
		fmt.Fprintf(&b, "%s.\n", words)
	}
	return b.String()
}

// options says which options matter.
func (r *tracked) options() string {
	d := r.Reduction
	var b strings.Builder
	for _, o := range d.Options {
		name := o.Name
		if o.Value != "" {
			name += " " + o.Value
		}
		where := ""
		if o.Script {
			where = ", set in the file"
		}
		about := ""
		if o.Level != "" {
			about = ", " + plainText(o.Level)
		}
		if o.Default != "" {
			about += ", default " + code(o.Default)
		}
		fmt.Fprintf(&b, "- %s%s%s\n", code(name), about, where)
	}
	if b.Len() == 0 && d.Plain != nil {
		return "None: it shows with default options.\n"
	}
	return b.String()
}

// build is the version as the solver reports it.
func (r *tracked) build() string {
	if r.Reduction.Build != "" {
		return r.Reduction.Build
	}
	return strings.TrimSpace(r.Family + " " + r.Version)
}

// arguments are the options on the command line.
func (r *tracked) arguments() string {
	run := r.Reduction.Plain
	if run == nil || len(run.Command) == 0 {
		return ""
	}
	words := slices.DeleteFunc(slices.Clone(run.Command[1:]), func(w string) bool { return w == run.File })
	if len(words) == 0 {
		return ""
	}
	return shell.Quote(words)
}

// block is a fenced block.
func block(language string, text []byte, limit int, where string) string {
	var b bytes.Buffer
	codeBlock(&b, language, text, limit, where)
	return b.String()
}

// formula is the file with what belongs to it.
func (r *tracked) formula() string {
	out := block("smt2", r.bug, maxReported, BugFile)
	var b bytes.Buffer
	if r.Session != nil {
		session(&b, r.Session, r.others[SessionFile])
	}
	if r.Base != nil {
		fmt.Fprintf(&b, "\nThe script one step before, which it decides:\n\n")
		codeBlock(&b, "smt2", r.others[BaseFile], maxReported, BaseFile)
		fmt.Fprintf(&b, "\nThe step: %s.\n", code(r.Base.Step))
	}
	return out + b.String()
}

func (r *tracked) asHeadings(b *bytes.Buffer) {
	expected, observed := r.expectation()
	r.parts(b, "## %s\n\n", []part{
		{"", r.description() + "\n"},
		{"Formula", r.formula()},
		{"Command and output", block("console", r.run(), maxReported, RecordFile)},
		{"Expected and observed", fmt.Sprintf("Expected: %s.\n\nObserved: %s.\n", expected, observed)},
		{"Why", r.why()},
		{"Versions", fmt.Sprintf("- %s\n- %s\n%s", plainText(r.build()), plainText(r.Reduction.System), r.versions())},
		{"Options that matter", r.options()},
	})
}

// parts writes parts with headings, except for those without a body.
func (r *tracked) parts(b *bytes.Buffer, heading string, all []part) {
	first := true
	for _, p := range all {
		body := strings.TrimRight(p.body, "\n")
		if body == "" {
			continue
		}
		if !first {
			b.WriteByte('\n')
		}
		first = false
		if p.title != "" {
			fmt.Fprintf(b, heading, p.title)
		}
		b.WriteString(body + "\n")
	}
}

// asForm uses the headings of a form with fields.
func (r *tracked) asForm(b *bytes.Buffer) {
	expected, observed := r.expectation()
	category := "Incorrect result (SAT/UNSAT/Unknown)"
	if r.Class == oracle.CrashClass {
		category = "Crash/Assertion failure"
	}
	options := r.options()
	if options != "" {
		options = "Options that matter:\n\n" + options
	}
	r.parts(b, "### %s\n\n", []part{
		{"Bug Category", category},
		{"Bug Description", r.description()},
		{"Minimal Reproduction", r.formula()},
		{"Expected Behavior", expected + "."},
		{"Actual Behavior", block("console", r.run(), maxReported, RecordFile) + "\n" + observed + "."},
		{"Z3 Version", plainText(r.build())},
		{"Platform", plainText(r.Reduction.System)},
		{"Interface Used", "Command line (z3 executable)"},
		{"Additional Context", together(r.why(), r.versions(), options)},
		{"Regression Check", r.regression()},
	})
}

// asLabels uses the labels of a template of lines.
func (r *tracked) asLabels(b *bytes.Buffer) {
	expected, observed := r.expectation()
	arguments := "none"
	if a := r.arguments(); a != "" {
		arguments = code(a)
	}
	options := r.options()
	if options != "" && arguments != "none" {
		options = "Options that matter:\n\n" + options
	} else {
		options = ""
	}
	fmt.Fprintf(b, "**Describe the bug**\n\n%s\n\n%s\n%s\nExpected: %s. Observed: %s.\n\n%s\n", r.description(), r.formula(),
		block("console", r.run(), maxReported, RecordFile), expected, observed, together(r.why(), r.versions(), options))
	fmt.Fprintf(b, "\n**Command line arguments**: %s\n\n**cvc5 version/commit**: %s\n\n**Operating system**: %s\n\n**configure.sh options**: not built here; the package of the version above\n",
		arguments, plainText(r.build()), plainText(visible.Line(r.Reduction.System)))
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
