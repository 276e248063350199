package elab_test

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
)

// nest writes open, depth times, then core, then closing, depth times.
func nest(depth int, open, core, closing string) string {
	return strings.Repeat(open, depth) + core + strings.Repeat(closing, depth)
}

// numbered writes f(0), f(1), ... f(n-1).
func numbered(n int, f string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, f, i)
	}
	return b.String()
}

// hostile are texts that break readers. want is "" for texts that must be read, else a part of the error.
func hostile(depth int) []struct{ name, src, want string } {
	const p = "(declare-const p Bool)(declare-const x Int)(declare-fun f (Int) Int)(declare-fun g (Bool) Bool)\n"
	deep := func(open, core, closing string) string {
		return p + "(assert " + nest(depth, open, core, closing) + ")"
	}
	return []struct{ name, src, want string }{
		{"parentheses", nest(depth, "(", "", ")"), "expected a command's name"},
		{"parentheses of a term", deep("(", "p", ")"), "used without arguments|takes|applied"},
		{"open parentheses", strings.Repeat("(", depth), "never closed"},
		{"not", deep("(not ", "p", ")"), ""},
		{"user function", deep("(g ", "p", ")"), ""},
		{"and of two", deep("(and p ", "p", ")"), ""},
		{"and on the left", deep("(and ", "p", " p)"), ""},
		{"let", deep("(let ((y p)) ", "y", ")"), ""},
		{"let in its binding", deep("(let ((y ", "p", ")) y)"), ""},
		{"let chain", p + "(assert " + numbered(depth, "(let ((y%d (and p p p p p p))) ") + "p" + strings.Repeat(")", depth+1), ""},
		{"let that grows", p + "(assert (let ((y p)) " + strings.Repeat("(let ((y (g (and y p p p p p)))) ", depth) + "y" + strings.Repeat(")", depth+2), ""},
		{"forall", deep("(forall ((y Int)) ", "p", ")"), ""},
		{"forall, all used", p + "(assert " + numbered(depth, "(forall ((y%d Bool)) ") + "(and " + numbered(depth, "y%d ") + ")" + strings.Repeat(")", depth+1), "too-deep"},
		{"forall, each used in the next", p + "(assert " + numbered(depth, "(forall ((y%d Bool)) (and y%[1]d ") + "p" + strings.Repeat("))", depth) + ")", ""},
		{"one forall of many", p + "(assert (forall (" + numbered(depth, "(y%d Bool) ") + ") (and " + numbered(depth, "y%d ") + ")))", ""},
		{"annotations", deep("(! ", "p", " :note 1)"), ""},
		{"names", p + "(assert " + strings.Repeat("(! ", depth) + "p" + numbered(depth, " :named n%d)") + ")", ""},
		{"attribute value", p + "(assert (! p :note " + nest(depth, "(", "a", ")") + "))", ""},
		{"lambda", "(declare-fun q (Int) Bool)(assert (q " + nest(depth, "((lambda ((y Int)) ", "1", ") 1)") + "))", ""},
		{"match", "(declare-datatype D ((c) (d (s D))))(declare-const v D)(assert " + nest(depth, "(match v ((c true) ((d w) ", "true", ")))") + ")", ""},
		{"sorts", "(declare-const a " + nest(depth, "(Array Int ", "Int", ")") + ")", "too-deep"},
		{"sorts of sets", "(define-sort S () " + nest(depth, "(Set ", "Int", ")") + ")", "too-deep"},
		{"qualified", "(assert " + nest(depth, "(as ", "p", " Bool)") + ")", "malformed|unknown"},
		{"indexed", "(assert " + nest(depth, "(_ ", "p", " 1)") + ")", "malformed"},
		{"patterns", p + "(assert (forall ((y Int)) (! p :pattern (" + nest(2*depth, "(f ", "y", ")") + "))))", "too-large"},
		{"unknown command", "(foo " + nest(depth, "(", "a", ")") + ")", ""},
		{"doubling sorts", "(define-sort S0 () Int)\n" + doublingSorts(200), "too-large"},
		{"doubling lets", p + "(assert (let ((y0 (g p))) " + doublingLets(depth/2) + strings.Repeat(")", depth/2+2), ""},
		{"doubling lets in a pattern", p + "(assert (forall ((y Bool)) (! p :pattern ((let ((y0 (g y))) " + doublingLets(200) + strings.Repeat(")", 206), "too-large"},
		{"arguments", p + "(assert (and" + strings.Repeat(" p", depth*10) + "))", ""},
		{"distinct terms", p + "(assert (and" + numbered(depth, " (= x %d)") + "))", ""},
		{"indices", p + "(assert ((_ extract" + strings.Repeat(" 1", depth) + ") p))", "more than 1000 indices"},
		{"bindings of one let", p + "(assert (let (" + numbered(depth, "(y%d (= x %[1]d)) ") + ") (and " + numbered(depth, "y%d ") + ")))", ""},
		{"declarations", numbered(depth, "(declare-const c%d Int)\n"), ""},
		{"pushes", strings.Repeat("(push 1)", depth) + strings.Repeat("(pop 1)", depth), ""},
		{"datatypes", "(declare-datatypes (" + numbered(depth/10, "(D%d 0) ") + ") (" + numbered(depth/10, "((c%d (s%[1]d Int))) ") + "))", ""},
		{"datatypes in a chain", "(declare-datatypes (" + numbered(depth/10, "(D%d 0) ") + ") (" + chain(depth/10) + "))", ""},
		{"fields", "(declare-datatype D ((c " + numbered(depth, "(s%d Int) ") + ")))", ""},
		{"cases", "(declare-datatype D (" + numbered(depth, "(c%d) ") + "))(declare-const v D)(assert (match v (" + numbered(depth, "(c%d true) ") + ")))", ""},
		{"functions at once", "(define-funs-rec (" + numbered(depth, "(r%d () Int) ") + ") (" + numbered(depth, "r%d ") + "))", ""},
		{"long symbol", "(declare-const " + strings.Repeat("a", 1_000_000) + " Bool)(assert " + strings.Repeat("a", 1_000_000) + ")", ""},
		{"long unknown symbol", "(assert |" + strings.Repeat("a b", 1_000_000) + "|)", "unknown symbol"},
		{"long numeral", "(assert (= 0 1" + strings.Repeat("0", 1_000_000) + "))", ""},
		{"long bit-vector numeral", "(assert (= (_ bv1" + strings.Repeat("0", 1_000_000) + " 64) #b1))", "does not fit"},
		{"long index", "(declare-const a (_ BitVec 1" + strings.Repeat("0", 1_000_000) + "))", "too-large"},
		{"long string", `(assert (= "" "` + strings.Repeat("ab\"\"", 1_000_000) + `"))`, ""},
		{"long hexadecimal", "(assert (= #b1 #x" + strings.Repeat("a", 1_000_000) + "))", "fits no signature"},
		{"ill-sorted far inside", deep("(and p ", "(+ p 1)", ")"), "fits no signature"},
	}
}

// chain declares n datatypes, each of which needs the next; only the last one has a value immediately.
func chain(n int) string {
	var b strings.Builder
	for i := range n - 1 {
		fmt.Fprintf(&b, "((c%d (s%d D%d)))", i, i, i+1)
	}
	fmt.Fprintf(&b, "((c%d))", n-1)
	return b.String()
}

func doublingSorts(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "(define-sort S%d () (Array S%d S%d))\n", i+1, i, i)
	}
	return b.String()
}

func doublingLets(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "(let ((y%d (and y%d y%d))) ", i+1, i, i)
	}
	fmt.Fprintf(&b, "y%d", n)
	return b.String()
}

// TestHostile reads, prints and reads back texts that nest, repeat and grow. In CI the depth is 8,000;
// ASSAY_HOSTILE=1 takes 100,000, adds files of 50 MB, and prints what evaluation/hostile.md records.
func TestHostile(t *testing.T) {
	depth := 8_000
	if os.Getenv("ASSAY_HOSTILE") != "" {
		depth = 100_000
	}
	for _, tt := range hostile(depth) {
		t.Run(tt.name, func(t *testing.T) {
			stop := watch()
			start := time.Now()
			s, err := elab.Script(tt.src, elab.Options{})
			read := time.Since(start)
			outcome := "read"
			switch {
			case err == nil && tt.want == "":
				text := s.String()
				if len(text) > 20*len(tt.src)+1000 {
					t.Errorf("%d bytes are printed as %d", len(tt.src), len(text))
				}
				again, err := elab.Script(text, elab.Options{})
				if err != nil {
					t.Errorf("what was printed is rejected: %.300v", err)
				} else if ok, why := script.Equal(s, again); !ok {
					t.Errorf("reading back gives another script: %s", why)
				}
			case err == nil:
				t.Errorf("accepted, want an error with %q", tt.want)
			case tt.want == "":
				t.Errorf("rejected: %.300v", err)
			default:
				outcome = fmt.Sprintf("%.110v", err)
				found := false
				for _, w := range strings.Split(tt.want, "|") {
					found = found || strings.Contains(err.Error(), w)
				}
				if !found || len(err.Error()) > 2000 {
					t.Errorf("error %.300v, want %q", err, tt.want)
				}
			}
			report(t, tt.src, read, time.Since(start), stop(), outcome)
		})
	}
}

// TestHostileFiles reads files of 50 MB.
func TestHostileFiles(t *testing.T) {
	if os.Getenv("ASSAY_HOSTILE") == "" {
		t.Skip("set ASSAY_HOSTILE=1")
	}
	const size = 50 << 20
	head := "(declare-const x Int)(declare-const p Bool)(declare-fun f (Int Int) Int)\n"
	fill := func(open, line, closing string) string {
		var b strings.Builder
		b.WriteString(head + open)
		for i := 0; b.Len() < size; i++ {
			if strings.Contains(line, "%") {
				fmt.Fprintf(&b, line, i)
			} else {
				b.WriteString(line)
			}
		}
		return b.String() + closing
	}
	for _, tt := range []struct{ name, src string }{
		{"many assertions, all alike", fill("", "(assert (> (f x 1) (f 2 x)))\n", "")},
		{"many assertions, all different", fill("", "(assert (> (f x %d) (f %[1]d x)))\n", "")},
		{"one assertion, parts alike", fill("(assert (and", " (> (f x 1) (f 2 x))", "))")},
		{"one assertion, parts different", fill("(assert (and", " (> (f x %d) (f %[1]d x))", "))")},
		{"one assertion of single letters", fill("(assert (and", " p", "))")},
		{"one assertion, nested", fill("(assert ", "(and p ", "p") + ")"},
		{"parentheses only", strings.Repeat("(", size)},
		{"comments", fill("", "; nothing to see here\n", "")},
		{"one string", fill("(assert (= \"\" \"", "abcdefgh", "\"))")},
		{"many declarations", fill("", "(declare-const a%d Int)\n", "")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			stop := watch()
			start := time.Now()
			s, err := elab.Script(tt.src, elab.Options{})
			read := time.Since(start)
			outcome := fmt.Sprintf("%.110v", err)
			if err == nil {
				outcome = fmt.Sprintf("read: %d commands, %d terms", len(s.Commands), s.Store.Len())
			}
			report(t, tt.src, read, read, stop(), outcome)
			runtime.KeepAlive(s)
		})
	}
}

// watch samples the memory that the process holds until the returned function is called. That function
// returns the maximum in bytes beyond the start.
func watch() (stop func() uint64) {
	runtime.GC()
	debug.FreeOSMemory()
	held := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.Sys - m.HeapReleased
	}
	base := held()
	var most atomic.Uint64
	sample := func() {
		if h := held(); h > base && h-base > most.Load() {
			most.Store(h - base)
		}
	}
	done, ended := make(chan bool), make(chan bool)
	go func() { // no race: it shares an atomic and two channels
		defer close(ended)
		for {
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
				sample()
			}
		}
	}()
	return func() uint64 {
		sample()
		close(done)
		<-ended
		return most.Load()
	}
}

// mostMemory is how much memory reading a file may take: "a few hundred MB" (the module's second issue).
const mostMemory = 600 << 20

func report(t *testing.T, src string, read, all time.Duration, held uint64, outcome string) {
	t.Helper()
	if held > mostMemory {
		t.Errorf("%d MB of memory", held>>20)
	}
	if os.Getenv("ASSAY_HOSTILE") != "" {
		_, name, _ := strings.Cut(t.Name(), "/")
		t.Logf("| %s | %.1f MB | %d ms | %d ms | %d MB | %s |", strings.ReplaceAll(name, "_", " "), float64(len(src))/(1<<20), read.Milliseconds(), all.Milliseconds(), held>>20, strings.ReplaceAll(outcome, "|", "\\|"))
	}
}
