package outside

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/assay-smt/assay/smt/syntax"
)

// A Fault is what a program did wrong, in a conversation or before one.
type Fault struct {
	// Reason is the same for all faults of a kind. Detail is the program's own text or the system's, "" for none.
	Reason, Detail string
	// Remedy is what its developer should do.
	Remedy string
	// ofTruth: it is about what the program says of a mutant, which is a script all the same.
	ofTruth bool
}

func (f *Fault) Error() string {
	text := f.Reason
	if f.Detail != "" {
		text += " (" + f.Detail + ")"
	}
	return text
}

// asFault returns the fault that an error is.
func asFault(err error) (f *Fault, ok bool) {
	ok = errors.As(err, &f)
	return f, ok
}

// clipped is a program's own text, made fit to be shown.
func clipped(text string) string {
	return syntax.Clip(strings.TrimSpace(text), maxText)
}

func startFault(err error) *Fault {
	return &Fault{Reason: "it cannot be started", Detail: clipped(err.Error()), Remedy: "run it by hand: its first line must name an interpreter that is there"}
}

func endedFault(how, stderr string) *Fault {
	if stderr != "" {
		how += ": " + stderr
	}
	return &Fault{Reason: "it ended before its reply did", Detail: clipped(how), Remedy: "it has to answer every request, and to go on until standard input ends"}
}

func lateFault(limit time.Duration) *Fault {
	return &Fault{Reason: fmt.Sprintf("it did not reply within %v", limit), Remedy: "it has to flush standard output after each reply, and may refuse what takes too long"}
}

func memoryFault(bytes int64) *Fault {
	return &Fault{Reason: fmt.Sprintf("it held more than %d MiB of memory", bytes>>20), Remedy: "it may refuse a seed that is too large for it"}
}

func floodFault() *Fault {
	return &Fault{Reason: fmt.Sprintf("it wrote a line of more than %d MiB, or more than %d MiB for one request", maxLine>>20, maxReply>>20), Remedy: "a reply is at most as many mutants as were asked for, then an end"}
}

func notJSON(line []byte, err error) *Fault {
	return &Fault{Reason: "it wrote a line that is not a JSON object", Detail: clipped(fmt.Sprintf("%v: %q", err, syntax.Clip(string(line), 80))), Remedy: "nothing but messages may go to standard output: print the rest to standard error"}
}

func unexpected(m *message, want string) *Fault {
	return &Fault{Reason: "it wrote a message that is not expected here", Detail: clipped(fmt.Sprintf("%q instead of %s", m.Type, want)), Remedy: "docs/reference/outside.md says what follows what"}
}

func afterEnd() *Fault {
	return &Fault{Reason: "it wrote more after its reply had ended", Remedy: "nothing may follow the end of a reply before the next request"}
}

func wrongVersion(theirs int) *Fault {
	return &Fault{Reason: fmt.Sprintf("it speaks version %d of the protocol, and Assay version %d", theirs, Protocol), Remedy: "answer {\"type\":\"hello\"} with the version that Assay sends, or end"}
}
