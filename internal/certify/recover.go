package certify

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/assay-smt/assay/internal/oracle"
)

// recovered makes a report of a panic: a campaign of days must survive a defect of the evaluator, which the oracle then tells of. It is to be
// deferred itself.
func recovered(r *oracle.ModelReport) {
	if p := recover(); p != nil {
		f := panicked(p)
		*r = oracle.ModelReport{Verdict: oracle.ModelUnreadable, Summary: "internal error of the evaluation: " + f.Text, Fault: f}
	}
}

// Bounds of what is told: of the functions of a stack, as recursion over terms is deep, and of the bytes of what a panic says.
const (
	maxFrames = 24
	maxSaid   = 1000
)

// panicked returns what is told of a panic: the function that panicked, as package.Function, and the calls that led there without what
// differs between runs. It is for functions only that are deferred.
func panicked(p any) *oracle.Fault {
	pcs := make([]uintptr, maxFrames)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)]) // not Callers, panicked and what is deferred
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
