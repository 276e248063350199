package cli

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/mutate/engines"
	"github.com/assay-smt/assay/internal/testing/testdepth"
)

const (
	// hostileFiles is the number of files of the long form, hostileSample that of the short one.
	hostileFiles, hostileSample = 500, 8
	// hostileTime is the time after which a command on one of them is interrupted.
	hostileTime = time.Second
	// hostileMemory bounds the resident memory of a command in bytes. The system counts what this process has when it starts a resident.
	hostileMemory = 1 << 30
)

// A maker writes a hostile file of a size from 1 to a million.
type maker struct {
	name string
	make func(r *rand.Rand, n int) string
}

// rep is strings.Repeat.
func rep(s string, n int) string { return strings.Repeat(s, n) }

// chainOf writes n definitions, each of which uses the one before.
func chainOf(n int, first, format string) string {
	var b strings.Builder
	b.WriteString(first)
	for i := 1; i <= n; i++ {
		b.WriteString(strings.NewReplacer("NEW", fmt.Sprint("v", i), "OLD", fmt.Sprint("v", i-1)).Replace(format))
	}
	return b.String()
}

const (
	ints  = "(declare-const x Int)(declare-const y Int)"
	check = "\n(check-sat)\n"
)

var makers = []maker{
	{"open parentheses", func(_ *rand.Rand, n int) string { return rep("(", n) }},
	{"parentheses", func(_ *rand.Rand, n int) string { return rep("(", n) + rep(")", n) }},
	{"closing parentheses", func(_ *rand.Rand, n int) string { return rep(")", n) }},
	{"not", func(_ *rand.Rand, n int) string {
		return "(assert " + rep("(not ", n) + "true" + rep(")", n) + ")" + check
	}},
	{"minus", func(_ *rand.Rand, n int) string {
		return ints + "(assert (< 0 " + rep("(- ", n) + "x" + rep(")", n) + "))" + check
	}},
	{"let in the body", func(_ *rand.Rand, n int) string {
		return "(declare-const p Bool)(assert " + rep("(let ((p (not p))) ", n) + "p" + rep(")", n) + ")" + check
	}},
	{"let in the binding", func(_ *rand.Rand, n int) string {
		return "(declare-const p Bool)(assert " + rep("(let ((p ", n) + "p" + rep(")) (not p))", n) + ")" + check
	}},
	{"doubling let", func(_ *rand.Rand, n int) string {
		n = min(n, 20_000)
		return ints + "(assert " + chainOf(n, "(let ((v0 (= x y))) ", "(let ((NEW (and OLD OLD (not OLD)))) ") + fmt.Sprint("v", n) + rep(")", n+1) + ")" + check
	}},
	{"squaring let", func(_ *rand.Rand, n int) string {
		n = min(n, 3000)
		return ints + "(assert " + chainOf(n, "(let ((v0 3)) ", "(let ((NEW (* OLD OLD))) ") + fmt.Sprintf("(< x v%d)", n) + rep(")", n+1) + ")" + check
	}},
	{"growing strings", func(_ *rand.Rand, n int) string {
		n = min(n, 3000)
		return `(declare-const s String)(assert ` + chainOf(n, `(let ((v0 "ab")) `, "(let ((NEW (str.++ OLD OLD))) ") + fmt.Sprintf("(= s v%d)", n) + rep(")", n+1) + ")" + check
	}},
	{"growing bit-vectors", func(_ *rand.Rand, n int) string {
		n = min(n, 60)
		return "(assert " + chainOf(n, "(let ((v0 #b10)) ", "(let ((NEW (concat OLD OLD))) ") + fmt.Sprintf("(= v%d v%d)", n, n) + rep(")", n+1) + ")" + check
	}},
	{"doubling functions", func(_ *rand.Rand, n int) string {
		n = min(n, 100_000)
		return chainOf(n, "(define-fun v0 ((a Int)) Int (+ a a))", "(define-fun NEW ((a Int)) Int (+ (OLD (OLD a)) (OLD a)))\n") + ints + fmt.Sprintf("(assert (= x (v%d y)))", n) + check
	}},
	{"doubling sorts", func(_ *rand.Rand, n int) string {
		n = min(n, 100_000)
		return chainOf(n, "(define-sort v0 () Int)", "(define-sort NEW () (Array OLD OLD))\n") + fmt.Sprintf("(declare-const a v%d)(assert (= a a))", n) + check
	}},
	{"sorts with parameters", func(_ *rand.Rand, n int) string {
		n = min(n, 5000)
		return chainOf(n, "(define-sort v0 (A) (Array A A))", "(define-sort NEW (A) (OLD (OLD A)))\n") + fmt.Sprintf("(declare-const a (v%d Int))", n) + check
	}},
	{"deep sorts", func(_ *rand.Rand, n int) string {
		return "(declare-const a " + rep("(Array Int ", n) + "Int" + rep(")", n) + ")(assert (= a a))" + check
	}},
	{"long numeral", func(_ *rand.Rand, n int) string { return ints + "(assert (< x 1" + rep("0", n) + "))" + check }},
	{"long decimal", func(_ *rand.Rand, n int) string {
		return "(declare-const r Real)(assert (< r (/ 1" + rep("7", n) + ".5 0." + rep("3", n) + ")))" + check
	}},
	{"product of long numerals", func(_ *rand.Rand, n int) string {
		n = min(n, 200_000)
		return ints + "(assert (< x (* 1" + rep("9", n) + " 1" + rep("7", n) + " y (mod 1" + rep("3", n) + " 7))))" + check
	}},
	{"long hexadecimal", func(_ *rand.Rand, n int) string {
		return "(assert (= #x" + rep("a", n) + " #x" + rep("b", n) + "))" + check
	}},
	{"huge indices", func(r *rand.Rand, n int) string {
		k := []string{"(_ bv1 %d)", "((_ zero_extend %d) #b1)", "((_ repeat %d) #b101)", "((_ sign_extend %d) #b1)", "((_ rotate_left %d) #b101)", "((_ int2bv %d) 7)", "((_ extract %d 0) #b101)"}
		f := fmt.Sprintf(k[r.IntN(len(k))], n*(1+r.IntN(1000)))
		return "(assert (= " + f + " (bvadd " + f + " " + f + ")))" + check
	}},
	{"huge index that is no number", func(_ *rand.Rand, n int) string {
		return "(declare-const a (_ BitVec 1" + rep("0", n) + "))(assert (= a (_ bv1 " + rep("9", n) + ")))" + check
	}},
	{"wide floating point", func(_ *rand.Rand, n int) string {
		f := fmt.Sprintf("(_ FloatingPoint %d %d)", min(n, 60_000)+2, n+2)
		return fmt.Sprintf("(declare-const a %s)(assert (fp.lt (fp.mul RNE a a) ((_ to_fp %d %d) RNE 0.1)))", f, min(n, 60_000)+2, n+2) + check
	}},
	{"loops of regular expressions", func(_ *rand.Rand, n int) string {
		return fmt.Sprintf(`(declare-const s String)(assert (str.in_re s ((_ re.loop %d %d) ((_ re.^ %d) (re.+ (re.comp (str.to_re "a")))))))`, n, 2*n, n) + check
	}},
	{"nested regular expressions", func(_ *rand.Rand, n int) string {
		n = min(n, 100_000)
		return `(declare-const s String)(assert (str.in_re s ` + rep("(re.comp (re.* (re.inter re.all ", n) + `(str.to_re "a")` + rep(")))", n) + "))" + check
	}},
	{"powers", func(_ *rand.Rand, n int) string {
		return ints + fmt.Sprintf("(assert (< x (^ 2 (^ 2 %d))))(assert (< y (int.pow2 %d)))", n, n) + check
	}},
	{"long string", func(_ *rand.Rand, n int) string {
		return `(declare-const s String)(assert (= s "` + rep(`\u{1F600}""`, n/2+1) + `"))` + check
	}},
	{"long symbols", func(_ *rand.Rand, n int) string {
		s := "|" + rep("a\n\t(;\"", n/5+1) + "|"
		return "(declare-const " + s + " Int)(assert (< " + s + " 3))" + check
	}},
	{"assertions", func(_ *rand.Rand, n int) string { return ints + rep("(assert (< x y))\n", n) + check }},
	{"different assertions", func(_ *rand.Rand, n int) string {
		var b strings.Builder
		b.WriteString(ints)
		for i := range min(n, 300_000) {
			fmt.Fprintf(&b, "(assert (< x %d))\n", i)
		}
		return b.String() + check
	}},
	{"check-sats", func(_ *rand.Rand, n int) string {
		return ints + "(assert (< x y))" + rep("(push 1)(check-sat)(pop 1)", n/3+1)
	}},
	{"pushes", func(_ *rand.Rand, n int) string {
		return fmt.Sprintf("(push %d)(pop %d)", n*1000, n*1000) + rep("(push 1)", n) + check
	}},
	{"declarations", func(_ *rand.Rand, n int) string {
		var b strings.Builder
		for i := range min(n, 200_000) {
			fmt.Fprintf(&b, "(declare-fun f%d (Int) Int)\n", i)
		}
		return b.String() + "(assert (= (f0 1) 2))" + check
	}},
	{"arguments", func(_ *rand.Rand, n int) string {
		return ints + "(assert (< 0 (+" + rep(" x y 1", n/3+1) + ")))" + check
	}},
	{"distinct", func(_ *rand.Rand, n int) string {
		var b strings.Builder
		for i := range min(n, 100_000) + 2 {
			fmt.Fprintf(&b, " %d", i)
		}
		return "(assert (distinct" + b.String() + "))" + check
	}},
	{"quantifiers", func(_ *rand.Rand, n int) string {
		return "(assert " + rep("(forall ((a Int)) (exists ((b Int)) ", n/2+1) + "(< a b)" + rep("))", n/2+1) + ")" + check
	}},
	{"variables of one quantifier", func(_ *rand.Rand, n int) string {
		var b strings.Builder
		for i := range min(n, 200_000) {
			fmt.Fprintf(&b, "(a%d Int)", i)
		}
		return "(assert (forall (" + b.String() + "(z Int)) (< z z)))" + check
	}},
	{"attributes", func(_ *rand.Rand, n int) string {
		return ints + "(assert " + rep("(! ", n) + "(< x y)" + rep(" :pattern (x))", n) + ")(set-info :source |" + rep("x", n) + "|)" + check
	}},
	{"constructors", func(_ *rand.Rand, n int) string {
		var b strings.Builder
		for i := range min(n, 100_000) {
			fmt.Fprintf(&b, "(c%d (s%d T) (r%d Int))", i, i, i)
		}
		return "(declare-datatypes ((T 0)) (((leaf)" + b.String() + ")))(declare-const t T)(assert (= t leaf))" + check
	}},
	{"datatypes that double", func(_ *rand.Rand, n int) string {
		n = min(n, 30_000)
		return chainOf(n, "(declare-datatypes ((v0 0)) (((k0))))", "(declare-datatypes ((NEW 0)) (((cNEW (lNEW OLD) (rNEW OLD)))))\n") + fmt.Sprintf("(declare-const t v%d)(assert (= t t))", n) + check
	}},
	{"datatypes without values", func(_ *rand.Rand, n int) string {
		n = min(n, 30_000)
		var names, bodies strings.Builder
		for i := range n + 1 {
			fmt.Fprintf(&names, "(d%d 0)", i)
			fmt.Fprintf(&bodies, "((c%d (s%d d%d)))", i, i, (i+1)%(n+1))
		}
		return "(declare-datatypes (" + names.String() + ") (" + bodies.String() + "))(declare-const t d0)(assert (= t t))" + check
	}},
	{"match", func(_ *rand.Rand, n int) string {
		n = min(n, 100_000)
		return "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-const l L)(assert " + rep("(match l ((nil true) ((cons h l) ", n) + "(< h 0)" + rep(")))", n) + ")" + check
	}},
	{"cyclic definitions", func(_ *rand.Rand, n int) string {
		n = min(n, 50_000)
		return "(define-funs-rec ((f ((a Int)) Int) (g ((a Int)) Int)) ((+ 1 (g a)) (+ 1 (f a))))(define-fun-rec h ((a Int)) Int " + rep("(h ", n) + "a" + rep(")", n) + ")" +
			ints + "(assert (= (f x) (h y)))(define-sort S () S)(define-fun k () Int k)" + check
	}},
	{"recursion", func(_ *rand.Rand, n int) string {
		return fmt.Sprintf("(define-fun-rec fib ((a Int)) Int (ite (< a 2) a (+ (fib (- a 1)) (fib (- a 2)))))(define-fun-rec down ((a Int)) Int (ite (< a 1) 0 (+ 1 (down (- a 1)))))(assert (= (fib %d) (down %d)))", n, n) + check
	}},
	{"name clashes", func(_ *rand.Rand, n int) string {
		return rep("(push 1)(declare-const x Int)(define-fun + ((x Int)) Int x)(declare-sort x 1)(assert (let ((x x) (x true)) x))", min(n, 50_000)) + "(declare-fun and () Bool)(declare-fun |and| () Bool)(assert (and and |and|))" + check
	}},
	{"binary", func(r *rand.Rand, n int) string {
		out := make([]byte, n)
		for i := range out {
			out[i] = byte(r.Uint32())
		}
		return string(out)
	}},
	{"NULs", func(r *rand.Rand, n int) string { return rep("\x00", n%100) + ints + rep("(assert \x00)", n) }},
	{"byte order marks", func(r *rand.Rand, n int) string { return rep("\ufeff", n) + ints + "(assert (< x y))" + check }},
	{"cut off", func(r *rand.Rand, n int) string {
		whole := ints + rep("(assert (let ((z (+ x |a b|))) (=> (< z 3) (= \"a\"\"b\" \"c\") (! (< x #b101) :named n))))\n", n/80+1)
		return whole[:r.IntN(len(whole))]
	}},
	{"carriage returns and comments", func(_ *rand.Rand, n int) string {
		return rep("\r;\r\n", n) + ints + "(assert (< x y)) ;" + rep("\x1b[2J", n) + check
	}},
	{"unknown commands", func(_ *rand.Rand, n int) string {
		return rep("(do-this (and that) \"now\")", n/20+1) + "(set-logic ALL)(set-logic QF_LIA)" + check
	}},
	{"shuffled", func(r *rand.Rand, n int) string {
		words := []string{"(", ")", "(", ")", "assert", "let", "x", "((x 1))", "and", "(_ bv1 8)", "|", "\"", "(as const (Array Int Int))", "forall", "(check-sat)", "!", ":named", "#b1", "1.5", "define-fun-rec", "match", "declare-datatypes"}
		var b strings.Builder
		for range n {
			b.WriteString(words[r.IntN(len(words))] + " ")
		}
		return b.String()
	}},
}

// hostileFile writes file number i: its kind and its size, which is at most the parameter most, follow from the number.
func hostileFile(i, most int) (name, text string) {
	r := rand.New(rand.NewPCG(uint64(i), 11))
	m := makers[i%len(makers)]
	sizes := []int{1_000_000, 10, 1000, 100_000, 30, 10_000, 300, 3000, 30_000, 300_000, 100, 5}
	n := sizes[(i%len(makers)+5*(i/len(makers)))%len(sizes)]
	n = min(n, most)
	return fmt.Sprintf("%s, %d", m.name, n), m.make(r, n)
}

// A cost is what a command took on a hostile file.
type cost struct {
	what   string
	time   time.Duration
	memory int64
	// code is the exit code.
	code int
	// abandoned says that the command went on after it was interrupted, and was left behind.
	abandoned bool
}

// measure runs a command line in a resident, interrupts it when its time is over, and measures it. Its result must come; how long that takes
// depends on the machine, so that only Residents' time for hanging bounds it.
func measure(t *testing.T, rs *Residents, what string, c CommandLine) cost {
	t.Helper()
	began := time.Now()
	r, err := rs.Run(c)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	codes := []int{0, exitFailed, exitUsage, exitInternal, exitInterrupted, exitFindings}
	if !slices.Contains(codes, r.Code) || strings.Contains(r.Stderr, "This is a bug in Assay") || strings.Contains(r.Stderr, "goroutine ") {
		t.Errorf("%s: exit code %d: %.2000s", what, r.Code, r.Stderr)
	}
	return cost{what: what, time: time.Since(began), code: r.Code, abandoned: r.Abandoned}
}

// measureMemory ends the residents and gives each of the commands that they ran the memory of the largest.
func measureMemory(t *testing.T, rs *Residents, costs []*cost) {
	t.Helper()
	if err := rs.Close(); err != nil {
		t.Errorf("after %s: %v", costs[len(costs)-1].what, err)
	}
	for _, c := range costs {
		c.memory = rs.Memory()
	}
	if c := costs[len(costs)-1]; c.memory > hostileMemory {
		t.Errorf("%d MB were taken; last by %s", c.memory>>20, c.what)
	}
}

// printerProfile describes a solver that says sat and prints a file for a model, whatever it reads.
const printerProfile = `format = 1
name = "printer"
binaries = ["printer"]
dialect = "smtlib-2.6"
[evidence]
model = "(get-model)"
[probe]
script = "(check-sat)"
answer = "sat"
`

// printer writes the program of printerProfile for a model, and returns the arguments with which solve runs it.
func printer(t *testing.T, dir, model string) []string {
	t.Helper()
	profile, program := filepath.Join(dir, "printer.toml"), filepath.Join(dir, "printer")
	for file, text := range map[string]string{profile: printerProfile, program: "#!/bin/sh\necho sat\nexec cat '" + model + "'\n"} {
		if err := os.WriteFile(file, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return []string{"solve", "--timeout", hostileTime.String(), "--profile", profile, "--solver", program}
}

// Hostile files through check, eval, solve, and mutate with each engine: no command panics, keeps its process after it is
// interrupted at the end of its time (TestInterruptible has how soon), or takes more than a gigabyte. The commands on one file share
// a process, and so that gigabyte. A long run takes all files in full size, has a process for each command, and logs the table
// of evaluation/hostile.md.
func TestHostileFiles(t *testing.T) {
	if testdepth.Race {
		t.Skip("the race detector multiplies memory: runs without it")
	}
	files := testdepth.Sample(hostileSample, hostileFiles)
	most := testdepth.Sample(30_000, 1_000_000)
	program, err := exec.LookPath("assay") // TestMain has put it there
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	model, plain, file := filepath.Join(dir, "model"), filepath.Join(dir, "plain.smt2"), filepath.Join(dir, "hostile.smt2")
	if err := os.WriteFile(plain, []byte(ints+"(assert (< x y))"+check), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(model, []byte("((define-fun x () Int 1)(define-fun y () Int (- 2)))"), 0o600); err != nil {
		t.Fatal(err)
	}
	models := filepath.Join(dir, "models")
	if err := os.Mkdir(models, 0o700); err != nil {
		t.Fatal(err)
	}
	answered, modelled := printer(t, dir, model), printer(t, models, file)
	all := map[string][]*cost{}
	deadline, limited := t.Deadline()
	done := 0
	for k := range files {
		if limited && time.Until(deadline) < time.Minute {
			break // the table says how many there were
		}
		done++
		i := k * hostileFiles / files
		name, text := hostileFile(i, most)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		commands := map[string][]string{
			"check":               {"check", "--print", file},
			"eval":                {"eval", "--model", model, file},
			"eval, as the model":  {"eval", "--model", file, plain},
			"solve":               append(slices.Clip(answered), file),
			"solve, as the model": append(slices.Clip(modelled), plain),
		}
		for _, d := range engines.All() {
			commands["mutate, "+d.Name] = []string{"mutate", "--engine", d.Name, "--count", "3", "--chain", "3", "--out", filepath.Join(dir, "out"), file}
		}
		rs := NewResidents(program)
		var costs []*cost // since the residents were measured
		for _, key := range slices.Sorted(maps.Keys(commands)) {
			c := measure(t, rs, key+" on "+name, CommandLine{Args: commands[key], Dir: dir, Env: os.Environ(), Interrupt: hostileTime})
			all[key], costs = append(all[key], &c), append(costs, &c)
			if testdepth.Long() {
				measureMemory(t, rs, costs)
				rs, costs = NewResidents(program), nil
			}
		}
		if len(costs) > 0 {
			measureMemory(t, rs, costs)
		}
		if err := os.RemoveAll(filepath.Join(dir, "out")); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d of %d files, %d kinds, %s\n%s", done, files, len(makers), runtime.Version(), hostileTable(all))
}

// hostileTable writes what the commands took.
func hostileTable(all map[string][]*cost) string {
	file := func(c *cost) string { return c.what[strings.Index(c.what, " on ")+4:] }
	var b strings.Builder
	b.WriteString("| command | runs | median | slowest | on | interrupted | left behind | most memory | on |\n|---|---|---|---|---|---|---|---|---|\n")
	var keys []string
	for key := range all {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		costs := all[key]
		slices.SortFunc(costs, func(a, b *cost) int { return int(a.time - b.time) })
		slowest, largest := costs[len(costs)-1], costs[0]
		cut, left := 0, 0
		for _, c := range costs {
			if c.memory > largest.memory {
				largest = c
			}
			if c.code == exitInterrupted {
				cut++
			}
			if c.abandoned {
				left++
			}
		}
		fmt.Fprintf(&b, "| %s | %d | %v | %v | %s | %d | %d | %d MB | %s |\n", key, len(costs), costs[len(costs)/2].time.Round(100*time.Microsecond),
			slowest.time.Round(time.Millisecond), file(slowest), cut, left, largest.memory>>20, file(largest))
	}
	return b.String()
}
