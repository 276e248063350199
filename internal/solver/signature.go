package solver

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// CrashKind says how a crash showed itself. The empty kind is invalid.
type CrashKind string

// The kinds of crash.
const (
	// CrashSignal: a signal ended the process, and it printed nothing more specific.
	CrashSignal CrashKind = "signal"
	// CrashExit: the exit status is one of the solver's crash statuses.
	CrashExit CrashKind = "exit-status"
	// CrashAssertion: an assertion was violated.
	CrashAssertion CrashKind = "assertion"
	// CrashInternalError: code was reached that should be unreachable.
	CrashInternalError CrashKind = "internal-error"
	// CrashSanitizer: a sanitizer reported an error.
	CrashSanitizer CrashKind = "sanitizer"
)

// byText reports whether profiles can recognise the kind by text.
func (k CrashKind) byText() bool {
	return k == CrashAssertion || k == CrashInternalError || k == CrashSanitizer
}

// A Crash is a solver's abnormal end.
type Crash struct {
	Kind CrashKind
	// Signature is equal for crashes that are probably the same defect: the place in the solver's source if
	// the output shows one, without anything that changes from run to run. It is one line of valid UTF-8, at
	// most 300 bytes.
	Signature string
	// Detail is the text that shows the crash, at most a few kilobytes.
	Detail string
}

const (
	maxSignature = 300
	maxDetail    = 4 << 10
	// sanitizerFrames is how many frames of a sanitizer's stack name a defect.
	sanitizerFrames = 3
)

// crashText finds the first crash text of a profile that occurs, in the profile's order.
func crashText(p *Profile, text string) (Crash, bool) {
	for _, c := range p.Crash {
		if !c.Pattern.mayMatch(text) {
			continue
		}
		at := c.Pattern.re.FindStringSubmatchIndex(text)
		if at == nil {
			continue
		}
		found := Crash{Kind: c.Kind, Detail: excerpt(text, at[0])}
		if c.Signature == "" {
			found.Signature = normalise(text[at[0]:at[1]])
		} else {
			found.Signature = fill(c, text, at)
		}
		if c.Kind == CrashSanitizer {
			found.Signature += stackFrames(text[at[0]:])
		}
		found.Signature = oneLine(found.Signature)
		return found, true
	}
	return Crash{}, false
}

// fill replaces the group names of a signature template. A file keeps its base name,
// line and function stay as they are; all other groups may hold run-dependent text.
func fill(c CrashText, text string, at []int) string {
	return groupRef.ReplaceAllStringFunc(c.Signature, func(ref string) string {
		name := ref[1:]
		i := c.Pattern.re.SubexpIndex(name)
		if i < 0 || at[2*i] < 0 {
			return ""
		}
		group := text[at[2*i]:at[2*i+1]]
		switch name {
		case "file":
			return path.Base(group)
		case "line", "func":
			return group
		}
		return normalise(group)
	})
}

var (
	groupRef  = regexp.MustCompile(`\$[a-z]+`)
	address   = regexp.MustCompile(`0[xX][0-9a-fA-F]+`)
	processID = regexp.MustCompile(`==\d+==`)
	filePath  = regexp.MustCompile(`(?:[\w.+-]*/)+([\w.+-]*)`)
	digits    = regexp.MustCompile(`\d+`)
	frame     = regexp.MustCompile(`(?m)^\s*#\d+ 0x[0-9a-fA-F]+ in ([^\s(]+)`)
	// runtimeFrame is a frame that says nothing about the defect.
	runtimeFrame = regexp.MustCompile(`^(__asan|__ubsan|__sanitizer|__interceptor|__GI_|__libc|__assert|abort$|raise$|malloc$|free$|memcpy$|operator$)`)
)

// normalise removes from a text what changes from run to run.
func normalise(s string) string {
	s = processID.ReplaceAllString(s, "")
	s = address.ReplaceAllString(s, "ADDR")
	s = filePath.ReplaceAllString(s, "$1")
	s = digits.ReplaceAllString(s, "N")
	return s
}

// stackFrames lists the functions on top of a sanitizer's stack.
func stackFrames(text string) string {
	var names []string
	for _, m := range frame.FindAllStringSubmatch(text, 32) {
		if !runtimeFrame.MatchString(m[1]) {
			names = append(names, m[1])
		}
		if len(names) == sanitizerFrames {
			break
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " in " + strings.Join(names, " < ")
}

// oneLine makes any text suitable for a signature: valid, printable, one line, bounded.
func oneLine(s string) string {
	s = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, "?"), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
	return clipUTF8(s, maxSignature)
}

// excerpt is the text from an offset on, at most maxDetail bytes, made valid.
func excerpt(text string, from int) string {
	text = text[from:]
	if len(text) > maxDetail {
		text = text[:maxDetail]
	}
	return strings.ToValidUTF8(strings.TrimSpace(text), "\uFFFD")
}

// clipUTF8 cuts valid text without cutting a character.
func clipUTF8(s string, size int) string {
	if len(s) <= size {
		return s
	}
	for size > 0 && !utf8.RuneStart(s[size]) {
		size--
	}
	return s[:size]
}

func signalCrash(name, text string) Crash {
	return Crash{Kind: CrashSignal, Signature: "signal " + name, Detail: excerpt(text, 0)}
}

func exitCrash(status int, text string) Crash {
	return Crash{Kind: CrashExit, Signature: fmt.Sprintf("exit status %d", status), Detail: excerpt(text, 0)}
}
