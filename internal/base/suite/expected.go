package suite

import (
	"strings"

	"github.com/assay-smt/assay/smt"
)

// Expected are the answers that a suite expects of a script.
type Expected struct {
	// Answers are those to its check-sats, in order.
	Answers []smt.Status
	// From says where they stand, such as "; EXPECT:".
	From string
	// Options are the command line with which the suite runs its solver, "" where the script names none.
	Options string
}

// comments are the ways in which scripts have what is expected of them in comments.
var comments = []struct {
	begin string // of the comment, behind its semicolons and blanks
	match bool   // what follows is a pattern of a checking tool, in which ^ and $ may stand around an answer
}{
	{"EXPECT:", false},    // cvc4, cvc5
	{"CHECK:", true},      // STP: the patterns of OutputCheck
	{"CHECK-NEXT:", true}, // STP
	{"CHECK-L:", false},   // STP
}

// optionsComment begins the comment of cvc4 and cvc5 with a command line.
const optionsComment = "COMMAND-LINE:"

// beside are the endings of files beside a script that have the output which is expected. A file's name is the script's with its ending, or without it.
var beside = []struct {
	ending string
	whole  bool // behind the whole name of the script
}{
	{".expect", false},       // bitwuzla
	{".gold", true},          // yices2
	{".expected.out", false}, // z3's tests, OpenSMT
	{".out", false},          // boolector
}

// Beside lists the files beside the script of a name in which the expected output may stand, in the order in which they are looked for.
func Beside(name string) []string {
	stem := name
	for _, ending := range []string{".smt2", ".smt"} {
		stem = strings.TrimSuffix(stem, ending)
	}
	var out []string
	for _, b := range beside {
		if b.whole {
			out = append(out, name+b.ending)
		} else {
			out = append(out, stem+b.ending)
		}
	}
	return out
}

// InComments is what the comments of a script expect.
func InComments(text string) Expected {
	var out Expected
	for line := range strings.Lines(text) {
		comment, ok := strings.CutPrefix(strings.TrimSpace(line), ";")
		if !ok {
			continue
		}
		comment = strings.TrimLeft(comment, "; \t")
		if options, ok := strings.CutPrefix(comment, optionsComment); ok && out.Options == "" {
			out.Options = strings.TrimSpace(options)
		}
		for _, c := range comments {
			word, ok := strings.CutPrefix(comment, c.begin)
			if !ok {
				continue
			}
			if word = strings.TrimSpace(word); c.match {
				word = strings.TrimSuffix(strings.TrimPrefix(word, "^"), "$")
			}
			if status, ok := answer(word); ok {
				out.Answers = append(out.Answers, status)
				out.From = "; " + c.begin
			}
		}
	}
	return out
}

// InOutput are the answers in an expected output: its lines that are one.
func InOutput(text string) []smt.Status {
	var out []smt.Status
	for line := range strings.Lines(text) {
		if status, ok := answer(strings.TrimSpace(line)); ok {
			out = append(out, status)
		}
	}
	return out
}

// answer reads one of the three answers to check-sat.
func answer(word string) (smt.Status, bool) {
	status, err := smt.ParseStatus(word)
	return status, err == nil && (status == smt.Sat || status == smt.Unsat || status == smt.Unknown)
}
