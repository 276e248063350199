package findings

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/shell"
)

// scriptFile is the file that shows the finding: all that a process has to read.
func (r *tracked) scriptFile() string {
	if r.Session != nil {
		return SessionFile
	}
	return BugFile
}

// script is the text of that file.
func (r *tracked) script() []byte {
	if r.Session != nil {
		return r.others[SessionFile]
	}
	return r.bug
}

// scripts are the files that the commands read. A block belongs to the file that the line above it names, or else to the one that the
// first command reads.
func (r *tracked) scripts() string {
	text := block("smt2", r.script(), maxReported, r.scriptFile())
	if r.Base == nil {
		return text
	}
	return together(text, fmt.Sprintf("%s, the script one step before (%s):", code(BaseFile), code(r.Base.Step)),
		block("smt2", r.others[BaseFile], maxReported, BaseFile))
}

// shownBy is the run that shows it, nil for none.
func (r *tracked) shownBy() *Run {
	if p := r.Reduction.Plain; p != nil && p.File == r.scriptFile() {
		return p
	}
	if r.Session != nil {
		return &r.Session.Run
	}
	i := slices.IndexFunc(r.Finding.Runs, func(one Run) bool { return one.Solver == r.Solver })
	if i < 0 {
		return nil
	}
	return &r.Finding.Runs[i]
}

// output is the command as people type it, with all that the solver prints, and the same for the script one step before.
func (r *tracked) output() string {
	var b bytes.Buffer
	var notes []string
	show := func(run *Run) {
		printed, note := r.printed(run)
		fmt.Fprintf(&b, "$ %s\n%s", typed(run), printed)
		if note != "" {
			notes = append(notes, note)
		}
	}
	switch {
	case r.Base != nil && r.Reduction.PlainBase != nil:
		show(r.Reduction.PlainBase)
	case r.Base != nil:
		show(&r.Base.Run)
	}
	if run := r.shownBy(); run != nil {
		show(run)
	}
	if b.Len() == 0 {
		return ""
	}
	return together(append([]string{block("console", b.Bytes(), maxReported, RecordFile)}, notes...)...)
}

// typed is the command of a run as people type it next to the file: the name of the program alone, and the file by its own name wherever
// it was when the run took place.
func typed(run *Run) string {
	words := slices.Clone(run.Command)
	for i, w := range words {
		switch {
		case i == 0:
			words[i] = filepath.Base(w)
		case elsewhere(w):
			words[i] = run.File
		}
	}
	line := shell.Quote(words)
	if run.Stdin {
		line += " < " + shell.Quote([]string{run.File})
	}
	return line
}

// elsewhere reports whether a word of a command is the path of a script in some folder: the campaign's, whether it was given as an absolute path or not, where the file
// is long gone.
func elsewhere(word string) bool {
	return filepath.Ext(word) == ".smt2" && strings.ContainsRune(word, '/') && !strings.HasPrefix(word, "-")
}

var (
	// scratch is the path of a file that only existed while it was run, launched the complaint of a launcher about the program that it
	// started, which has paths and a process number.
	scratch  = regexp.MustCompile(`(?:/[\w.@+-]+)+/([\w.@+-]+\.smt2)\b`)
	launched = regexp.MustCompile(`(?m)^\S+: line [0-9]+: +[0-9]+ ((?:Segmentation fault|Aborted|Floating point exception|Illegal instruction|Bus error|Killed)[^\n/"]*?) +\S*/.*$`)
	// built is the folder in which Assay compiled a solver: what programs say of their sources begins at these. Other parts than the solver itself have
	// a folder beside it.
	built = regexp.MustCompile(`(?:/[\w.@+-]+)*/\.build-[\w.@+-]+/sources/(?:core/)?`)
)

// printed is what a run printed, and what the shell says about its end. note says in words what cannot be seen there.
func (r *tracked) printed(run *Run) (text, note string) {
	for _, stream := range []string{run.Stdout, run.Stderr} {
		if text += stream; stream != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
	}
	text = Printed(text, run.Signal)
	switch {
	case run.Signal != 0:
	case run.Exit < 0:
		note = "A limit ended the process: " + plainText(sentence(run.Reason)) + "."
	case text == "":
		note = fmt.Sprintf("It prints nothing and ends with status %d.", run.Exit)
	}
	return text, note
}

// Printed is what people see of a run: what it printed, without the paths and process numbers that only concern the machine, and what the
// shell says about the signal that ended it, 0 for none.
func Printed(text string, signal int) string {
	text = built.ReplaceAllString(text, "")
	text = launched.ReplaceAllString(scratch.ReplaceAllString(text, "$1"), "$1")
	if signal != 0 {
		text += signalWords(signal) + "\n"
	}
	return text
}

// signalWords is what a shell says when a program dies by a signal.
func signalWords(signal int) string {
	words := map[int]string{
		3: "Quit", 4: "Illegal instruction", 5: "Trace/breakpoint trap", 6: "Aborted", 7: "Bus error", 8: "Floating point exception", 9: "Killed",
		11: "Segmentation fault", 15: "Terminated", 24: "CPU time limit exceeded", 25: "File size limit exceeded",
	}
	if w := words[signal]; w != "" {
		return w
	}
	return fmt.Sprintf("Signal %d", signal)
}

// arguments are the options on the command line.
func (r *tracked) arguments() string {
	run := r.shownBy()
	if run == nil || len(run.Command) == 0 {
		return ""
	}
	words := slices.DeleteFunc(slices.Clone(run.Command[1:]), func(w string) bool {
		return w == run.File || elsewhere(w)
	})
	if len(words) == 0 {
		return ""
	}
	return shell.Quote(words)
}
