package findings

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
)

const (
	// mostNamed is how many operators a title names.
	mostNamed = 3
	// mostTitle is how many bytes of a crash's message or of a tactic a title has.
	mostTitle = 100
)

// title is the kind of defect, the operators that matter, and what is special: a tactic, a width, a format.
func (r *tracked) title() string {
	title := r.kind()
	if r.Suspect {
		title = "Possibly " + strings.ToLower(title[:1]) + title[1:]
	}
	if r.Class.Crash() {
		title += " (" + clipped(r.crash()) + ")"
	}
	if r.Class.OnWord() {
		title += " (" + clipped(r.Evidence.Reason) + ")"
	}
	if s := r.Evidence.Statement; s != nil {
		title += " (" + clipped(s.Name()) + ")"
	}
	if r.Session != nil {
		title += " behind other queries"
	}
	what := plainText(title)
	if ops := r.operators(); len(ops) > 0 {
		what += ": " + codes(ops)
	} else if l := r.Logic; l != "" && l != "ALL" && !r.Class.Crash() {
		what += " in " + plainText(l)
	}
	if special := r.special(); special != "" {
		what += ", " + special
	}
	return what
}

// kind is what reports call the class.
func (r *tracked) kind() string {
	if r.Class.Measured() {
		return r.row().title + " than " + r.baselineKind()
	}
	return cmp.Or(r.row().title, "Class "+string(r.Class))
}

// operators are those that matter most: in the order of the text, which has the outermost first.
func (r *tracked) operators() []string {
	at := make(map[string]int)
	for i, word := range strings.FieldsFunc(string(r.script()), func(c rune) bool { return strings.ContainsRune("() \t\r\n", c) }) {
		if _, seen := at[word]; !seen {
			at[word] = i + 1
		}
	}
	ops := slices.Clone(r.Reduction.Operators)
	place := func(op string) int {
		if i := at[op]; i > 0 {
			return i
		}
		return len(r.script()) + 1
	}
	slices.SortStableFunc(ops, func(a, b string) int { return cmp.Compare(place(a), place(b)) })
	return ops[:min(len(ops), mostNamed)]
}

var (
	width  = regexp.MustCompile(`\(_ BitVec ([0-9]{1,9})\)`)
	format = regexp.MustCompile(`\(_ FloatingPoint [0-9]{1,9} [0-9]{1,9}\)|\bFloat(?:16|32|64|128)\b`)
	using  = regexp.MustCompile(`\(check-sat-using (.*)\)`)
)

// special is what is special about the script: the tactic, or the only width or format in it.
func (r *tracked) special() string {
	text := string(r.script())
	if m := using.FindStringSubmatch(text); m != nil {
		return "tactic " + code(clipped(m[1]))
	}
	if w := theOnly(width, text, 1); w != "" {
		return w + "-bit vectors"
	}
	if f := theOnly(format, text, 0); f != "" {
		return code(f)
	}
	return ""
}

// theOnly is what a pattern finds in a text, "" if it finds nothing or different things.
func theOnly(pattern *regexp.Regexp, text string, group int) string {
	found := ""
	for _, m := range pattern.FindAllStringSubmatch(text, -1) {
		if found != "" && found != m[group] {
			return ""
		}
		found = m[group]
	}
	return found
}

// crash is what is known of a crash in a few words: its message and place, or the signal.
func (r *tracked) crash() string {
	if r.Session != nil { // the summary is about the session
		signature := Common(r.Signature)
		mark := string(r.Class) + "/" + r.Family + "/"
		if at := strings.LastIndex(signature, mark); at >= 0 {
			return r.asPrinted(signature[at+len(mark):])
		}
	}
	what := r.Evidence.Summary
	if _, after, ok := strings.Cut(what, "): "); ok {
		what = after
	}
	return cmp.Or(r.asPrinted(sentence(what)), "no message")
}

// placeMark is between a message and its place in what is known of a crash.
const placeMark = " at "

// asPrinted is a crash's message with the numbers that the solver printed: signatures have N for each of them.
func (r *tracked) asPrinted(what string) string {
	message, place := what, ""
	if at := strings.LastIndex(what, placeMark); at >= 0 {
		message, place = what[:at], what[at:]
	}
	if !strings.Contains(message, "N") || r.Reduction.Plain == nil {
		return what
	}
	re, err := regexp.Compile(strings.ReplaceAll(regexp.QuoteMeta(message), "N", "(?:N|[0-9]+)"))
	if err != nil {
		return what
	}
	if printed := re.FindString(r.Reduction.Plain.Stdout + "\n" + r.Reduction.Plain.Stderr); printed != "" {
		return printed + place
	}
	return what
}

func clipped(s string) string {
	s = visible.Line(s)
	if len(s) <= mostTitle {
		return s
	}
	return strings.ToValidUTF8(s[:mostTitle], "") + "..."
}

// head is how bad it is and what it needs.
func (r *tracked) head() string {
	return fmt.Sprintf("Severity: %s. Needs: %s.\n", r.Severity().Kind(), plainText(r.NeedsIn(r.script()).String()))
}
