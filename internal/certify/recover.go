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
		f := oracle.Fault{Text: fmt.Sprint(p)}
		f.Place, f.Stack = panicked()
		*r = oracle.ModelReport{Verdict: oracle.ModelUnreadable, Summary: "internal error of the evaluation: " + f.Text, Fault: &f}
	}
}

// maxFrames bounds the functions of a stack that are told; recursion over terms is deep.
const maxFrames = 24

// panicked returns the function that panicked, as package.Function, and the calls that led there without what differs between runs. It is
// for recovered only.
func panicked() (place, stack string) {
	pcs := make([]uintptr, maxFrames)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)]) // not Callers, panicked and recovered
	var b strings.Builder
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
			return place, b.String()
		}
	}
}
