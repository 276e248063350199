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

// maxReported is how many bytes of a formula a report shows; the rest is in the file next to it.
const maxReported = 16 << 10

// Report writes a finding as Markdown that can be pasted into an issue tracker. bug is what the blamed solver read, others are the texts
// beside it by file name: the base, the session. A reduced finding is written as an issue, in the layout that the solver's developers ask
// for.
func Report(f *Finding, bug []byte, others map[string][]byte) []byte {
	if f.Reduction != nil {
		return tracker(f, bug, others, nil)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n", plainText(title(f)))
	fmt.Fprintf(&b, "%s.\n", plainText(sentence(f.Evidence.Summary)))
	if f.Suspect {
		b.WriteString("\nIt is not proven which side is wrong: no model decides it.\n")
	}
	if len(f.Open) > 0 {
		fmt.Fprintf(&b, "\nThe formula uses %s, whose value SMT-LIB leaves open for some arguments; solvers may differ there without being wrong.\n", codes(f.Open))
	}
	if len(f.Lost) > 0 {
		fmt.Fprintf(&b, "\nIt does not decide the simplest uses of %s, which its baseline does.\n", codes(f.Lost))
	}
	if f.Repeated.Runs > 0 {
		fmt.Fprintf(&b, "\nIt showed in %d of %d runs, each in a %s.\n", f.Repeated.Shown, f.Repeated.Runs, processWords(f))
	}
	b.WriteString("\n## Formula\n\n")
	codeBlock(&b, "smt2", bug, maxReported, BugFile)
	if f.Session != nil {
		session(&b, f.Session, others[SessionFile])
	}
	if f.Base != nil {
		b.WriteString("\n## Base\n\nThe script one step before, which the solver decides:\n\n")
		codeBlock(&b, "smt2", others[BaseFile], maxReported, BaseFile)
		b.WriteString("\nThe step:\n\n")
		codeBlock(&b, "text", []byte(f.Base.Step), maxReported, RecordFile)
	}
	b.WriteString("\n## Commands\n\n")
	var commands strings.Builder
	runs := f.Runs
	if f.Base != nil {
		runs = slices.Insert(slices.Clone(runs), 0, f.Base.Run)
	}
	if f.Session != nil {
		runs = slices.Insert(slices.Clone(runs), 0, f.Session.Run)
	}
	for _, r := range runs {
		fmt.Fprintf(&commands, "$ %s\n%s%s\n", r.CommandLine(), outcomeWords(r), modeWords(r))
	}
	codeBlock(&b, "console", []byte(commands.String()), maxReported, RecordFile)
	b.WriteString("\n## Expected and observed\n\n")
	expected, observed := expectation(f)
	fmt.Fprintf(&b, "Expected: %s.\n\nObserved: %s.\n", expected, observed)
	b.WriteString("\n## Evidence\n\n")
	evidence(&b, f)
	b.WriteString("\n## Versions\n\n")
	for _, r := range f.Runs {
		version := r.Version
		if version == "" {
			version = "unknown version"
		}
		fmt.Fprintf(&b, "- %s: %s %s\n", code(r.Solver), plainText(r.Family), plainText(version))
	}
	b.WriteString("\n## Origin\n\n")
	p := f.Provenance
	fmt.Fprintf(&b, "Mutant %s of %s, campaign seed %d.\n", code(p.Mutant), code(p.SeedName), p.CampaignSeed)
	if p.SeedShows {
		b.WriteString("The unmutated seed shows it as well.\n")
	}
	for i, step := range p.Steps {
		fmt.Fprintf(&b, "%d. %s\n", i+1, code(step))
	}
	return b.Bytes()
}

func title(f *Finding) string {
	logic := f.Logic
	if logic == "" {
		logic = "a formula without logic"
	}
	name := strings.TrimSpace(f.Family + " " + f.Version)
	switch f.Class {
	case oracle.RefutationSoundness:
		return fmt.Sprintf("%s: %swrong unsat (%s)", name, possibly(f), logic)
	case oracle.SolutionSoundness:
		return fmt.Sprintf("%s: %swrong sat (%s)", name, possibly(f), logic)
	case oracle.InvalidModel:
		return fmt.Sprintf("%s: invalid model (%s)", name, logic)
	case oracle.InvalidCore, oracle.InvalidValue, oracle.InvalidSimplification, oracle.InvalidGoals, oracle.InvalidObjective,
		oracle.InvalidInterpolant, oracle.InvalidAbduct:
		return fmt.Sprintf("%s: %s (%s)", name, wrongReturn[f.Class].what, logic)
	case oracle.InvalidSelfCheck:
		return fmt.Sprintf("%s: the check of models rejects a right one (%s)", name, logic)
	case oracle.CrashClass:
		what := f.Evidence.Summary
		if _, after, ok := strings.Cut(what, "): "); ok {
			what = after
		}
		return fmt.Sprintf("%s: crash: %s", name, what)
	case oracle.IncompletenessRegression:
		return fmt.Sprintf("%s: unknown for a formula that %s decides (%s)", name, f.Other, logic)
	case oracle.IncompletenessImplication:
		return fmt.Sprintf("%s: unknown one step after a formula that it decides (%s)", name, logic)
	case oracle.StateLeftBehind:
		return fmt.Sprintf("%s: %s after other queries, and not alone (%s)", name, shows(f), logic)
	default:
		return fmt.Sprintf("%s: %s (%s)", name, f.Class, logic)
	}
}

// wrongReturn says, for the classes about what a solver returns besides answers, what that is, and what it should have been.
var wrongReturn = map[oracle.Class]struct{ what, expected string }{
	oracle.InvalidCore:           {"unsat core that is satisfiable", ""},
	oracle.InvalidValue:          {"wrong value of a term", "the value that the term has under the model that is printed"},
	oracle.InvalidSimplification: {"wrong simplification", "a term that is equal under all interpretations"},
	oracle.InvalidGoals:          {"wrong goals of a tactic", "goals that are true exactly where the assertions are"},
	oracle.InvalidObjective:      {"wrong optimum", "the best value that the objective has, with a model of that value"},
	oracle.InvalidInterpolant:    {"wrong interpolant", "a formula that the assertions imply, that implies the goal, and that has no symbols but theirs"},
	oracle.InvalidAbduct:         {"wrong abduct", "a formula that implies the goal together with the assertions"},
}

func possibly(f *Finding) string {
	if f.Suspect {
		return "possibly "
	}
	return ""
}

// shows names what a session shows.
func shows(f *Finding) string {
	if f.Session == nil {
		return "something wrong"
	}
	switch f.Session.Shows {
	case oracle.RefutationSoundness:
		return "wrong unsat"
	case oracle.SolutionSoundness:
		return "wrong sat"
	default:
		return strings.ReplaceAll(string(f.Session.Shows), "-", " ")
	}
}

// processWords says what repeated a finding.
func processWords(f *Finding) string {
	if f.Session != nil {
		return "process that read all of its session"
	}
	return "fresh process"
}

// session shows what a living process read.
func session(b *bytes.Buffer, s *Session, text []byte) {
	b.WriteString("\n## Session\n\n")
	before := "nothing before it"
	switch n := s.Queries - 1; {
	case n == 1:
		before = "one other query before it"
	case n > 1:
		before = fmt.Sprintf("%d other queries before it", n)
	}
	fmt.Fprintf(b, "A process that reads the formula with %s on its standard input shows it. The last query begins at byte %d of %s. "+
		"A process that reads the formula alone does not show it.\n\n", before, s.Last, code(SessionFile))
	codeBlock(b, "smt2", text, maxReported, SessionFile)
}

func sentence(s string) string { return strings.TrimRight(strings.TrimSpace(s), ".") }

func expectation(f *Finding) (expected, observed string) {
	switch {
	case f.Evidence.Expected != "":
		observed = fmt.Sprintf("%s from %s", code(f.Evidence.Observed), code(f.Solver))
		expected = code(f.Evidence.Expected)
		if f.Other != "" {
			expected += fmt.Sprintf(", as %s answers", code(f.Other))
		}
		if f.Base != nil {
			expected += ", as to the base"
		}
		if f.Session != nil {
			observed += ", after other queries"
		}
		return expected, observed
	case f.Class == oracle.CrashClass:
		return "an answer, or an error message", "the process ended abnormally"
	case f.Class == oracle.StateLeftBehind:
		return "what a fresh process does", plainText(sentence(f.Evidence.Summary))
	case wrongReturn[f.Class].expected != "":
		return wrongReturn[f.Class].expected, plainText(sentence(f.Evidence.Summary))
	case f.Class == oracle.InvalidSelfCheck:
		return "no complaint about a model that satisfies all assertions", plainText(sentence(f.Evidence.Summary))
	}
	return "a model that satisfies all assertions", plainText(sentence(f.Evidence.Summary))
}

func evidence(b *bytes.Buffer, f *Finding) {
	e := f.Evidence
	fmt.Fprintf(b, "Kind: %s.\n", plainText(string(e.Kind)))
	if e.Reason != "" {
		fmt.Fprintf(b, "Reason: %s.\n", plainText(sentence(e.Reason)))
	}
	for _, v := range []struct {
		answer string
		who    []string
	}{{"sat", e.Sat}, {"unsat", e.Unsat}, {"unknown", e.Unknown}} {
		if len(v.who) > 0 {
			fmt.Fprintf(b, "- %s: %s\n", v.answer, codes(v.who))
		}
	}
	if e.Detail != "" {
		b.WriteString("\n")
		codeBlock(b, "text", []byte(e.Detail), maxReported, RecordFile)
	}
}

func outcomeWords(r Run) string {
	if len(r.Answers) > 0 && !r.Void {
		return strings.Join(r.Answers, "\n")
	}
	if r.Reason != "" {
		return fmt.Sprintf("(%s)", r.Reason)
	}
	return fmt.Sprintf("(%s)", r.Outcome)
}

// CommandLine is the command as people type it, with the file that it reads on its standard input.
func (r *Run) CommandLine() string {
	line := shell.Quote(r.Command)
	if r.Stdin {
		line += " < " + shell.Quote([]string{r.File})
	}
	return line
}

// modeWords says that a run took place in a process that had read other things before, where the command does not say so.
func modeWords(r Run) string {
	if r.Mode == "" || r.Stdin {
		return ""
	}
	return fmt.Sprintf(" (in a living process, mode %s)", r.Mode)
}

// codeBlock fences text so that none of its lines can end the block, with all characters visible. limit bounds the bytes of text.
func codeBlock(b *bytes.Buffer, language string, text []byte, limit int, where string) {
	cut := len(text) > limit
	if cut {
		text = text[:limit]
	}
	shown := strings.TrimRight(visible.Text(string(text)), "\n")
	fence := "```"
	for strings.Contains(shown, fence) {
		fence += "`"
	}
	fmt.Fprintf(b, "%s%s\n%s\n%s\n", fence, language, shown, fence)
	if cut {
		fmt.Fprintf(b, "\n(cut here; %s next to this report has the rest)\n", where)
	}
}
