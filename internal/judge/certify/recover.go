package certify

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/assay-smt/assay/internal/judge/oracle"
)

// recovered turns a panic into a report: a campaign of days must survive a defect of the evaluator, which the oracle then reports. It has to
// be deferred itself.
func recovered(r *oracle.ModelReport) {
	if p := recover(); p != nil {
		f := panicked(p)
		*r = oracle.ModelReport{Verdict: oracle.ModelUnreadable, Summary: "internal error of the evaluation: " + f.Text, Fault: f}
	}
}

// Bounds on what is reported: the functions of a stack, since recursion over terms is deep, and the bytes of the panic's message.
const (
	maxFrames = 24
	maxSaid   = 1000
)

// panicked returns what is reported about a panic: the function that panicked, as package.Function, and the calls that led there, without
// what differs between runs. Only deferred functions may call it.
func panicked(p any) *oracle.Fault {
	pcs := make([]uintptr, maxFrames)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)]) // without Callers, panicked and the deferred function
	var b strings.Builder
	place, said := "", fmt.Sprint(p)
	if len(said) > maxSaid {
		said = strings.ToValidUTF8(said[:maxSaid], "") + "..."
	}
	for {
		f, more := frames.Next()
		if f.Function != "" && !strings.HasPrefix(f.Function, "runtime.") {
			name := f.Function[strings.LastIndexByte(f.Function, '/')+1:]
			if place == "" {
				place = name
			}
			fmt.Fprintf(&b, "%s (%s:%d)\n", name, filepath.Base(f.File), f.Line)
		}
		if !more {
			return &oracle.Fault{Place: place, Text: said, Stack: b.String()}
		}
	}
}
