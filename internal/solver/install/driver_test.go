package install

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// What the driver does with a package that answers, refuses, crashes, and is not what the driver expects.
func TestDriver(t *testing.T) {
	program := installFront(t, "bitwuzla-api")
	for _, tt := range []frontCase{
		{"a file", []string{"FILE"}, "(assert x)\n(check-sat) ; (\n(exit)\n(check-sat)\n", 0, 0, "sat\n", ""},
		{"standard input", nil, "(check-sat)(echo \"(|\")\n(reset)(assert false)(check-sat)", 0, 0, "sat\n\"(|\"\nunsat\n", ""},
		{"as it stands", []string{"FILE"}, "(assert show)(assert y)(check-sat)", 0, 0, "show y |\nsat\n", ""},
		{"the other order", []string{"--order", "FILE"}, "(assert show)(assert y)(check-sat)", 0, 0, "y show |\nsat\n", ""},
		{"no other order", []string{"--no-order", "FILE"}, "(assert show)(assert y)(check-sat)", 0, 0, "show y |\nsat\n", ""},
		{"popped before", []string{"--pop=true", "FILE"}, "(assert show)(check-sat)", 0, 0, "show |\nshow |\nsat\n", ""},
		{"levels stay apart", []string{"--order", "FILE"}, "(assert show)(push 1)(assert y)(assert z)(check-sat)(pop 1)(check-sat)", 0, 0,
			"show z y |\nsat\nshow |\nsat\n", ""},
		{"assumed", []string{"--assume", "FILE"}, "(assert show)(push 1)(assert y)(check-sat)(pop 1)(check-sat)", 0, 0, "sat\nsat\n", ""},
		{"a core", []string{"FILE"}, "(set-option :produce-unsat-cores true)(assert (! false :named n))(assert x)(check-sat)(get-unsat-core)", 0, 0, "unsat\n(n)\n", ""},
		{"no core", []string{"FILE"}, "(assert false)(check-sat)(get-unsat-core)(check-sat)", 0, 0, "unsat\n(error \"assay driver: no core was asked for\")\nunsat\n", ""},
		{"a question at the wrong time", []string{"FILE"}, "(check-sat)(get-value (x))(check-sat)", 0, 0,
			"sat\n(error \"cannot get value if input formula is not sat\")\nsat\n", ""},
		{"version", []string{"--version"}, "", 0, 0, "bitwuzla-api 9.9.9\n", ""},

		{"a program of a way without a short one", []string{"--print-program", "--rebuild", "FILE"}, "(assert x)(check-sat)", 64, 0, "", "--rebuild takes more than a short program"},
		{"a program of a script with levels", []string{"--print-program", "FILE"}, "(push 1)(check-sat)", 64, 0, "", "no program is written for push"},
		{"a program of two checks", []string{"--print-program", "FILE"}, "(check-sat)(check-sat)", 64, 0, "", "a program is written for one check-sat"},

		{"unknown option", []string{"--foo", "FILE"}, "", 64, 0, "", "assay driver: there is no option --foo"},
		{"unknown value", []string{"--interrupt=2", "FILE"}, "", 64, 0, "", "--interrupt is one of never, 1, 10, 100"},
		{"no file", []string{"b.smt2"}, "", 64, 0, "", "b.smt2"},
		{"what it does not know", []string{"FILE"}, "(check-sat)(get-proof)(check-sat)", 1, 0, "sat\n(error \"assay driver cannot carry: command get-proof\")\n", ""},
		{"an option of the script", []string{"FILE"}, "(set-option :timeout 5)(check-sat)", 1, 0,
			"(error \"assay driver cannot carry: option :timeout 5\")\n", ""},
		{"half a command", []string{"FILE"}, "(check-sat)(assert", 1, 0, "sat\n(error \"the script ends in a command\")\n", ""},
		{"a parenthesis too many", []string{"FILE"}, "(check-sat)) (check-sat)", 1, 0, "sat\n(error \"a parenthesis closes nothing\")\n", ""},
		{"too many pops", []string{"FILE"}, "(pop 1)", 1, 0, "(error \"pop without push\")\n", ""},

		{"an error of the package", []string{"FILE"}, "(declare-const bad Bool)", 1, 0, "(error \"undefined symbol 'bad'\")\n", ""},
		{"an error while it checks", []string{"FILE"}, `(assert (raise "a ""b"" c"))(check-sat)`, 1, 0, "(error \"a \"\"\"\"b\"\"\"\" c\")\n", ""},
		{"segmentation fault", []string{"FILE"}, "(check-sat)(assert (die 11))(check-sat)", 0, syscall.SIGSEGV, "sat\n", ""},
		{"abort", []string{"FILE"}, "(assert (die 6))(check-sat)", 0, syscall.SIGABRT, "", ""},
		{"no memory", []string{"FILE"}, "(assert (large))(check-sat)", 1, 0, "(error \"out of memory\")\n", ""},
		{"a fault of the driver", []string{"FILE"}, "(check-sat)(assert (slip))(check-sat)", 70, 0, "sat\n",
			"assay driver fault: KeyError: 'what the driver did not foresee', in "},
		{"a command that is a list", []string{"FILE"}, "((check-sat))(check-sat)", 1, 0, "(error \"assay driver cannot carry: command (check-sat)\")\n", ""},
		{"a command without arguments", []string{"FILE"}, "(assert)", 1, 0, "(error \"assay driver cannot carry: command assert without arguments\")\n", ""},
		{"a large number", []string{"FILE"}, "(push 99999999999)", 1, 0, "(error \"assay driver cannot carry: 99999999999 levels\")\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) { tt.run(t, program) })
	}
}

// installed returns the program of an installed version, as users have it, with this Assay's front end; the test is skipped without one.
func installed(t *testing.T, name string) string {
	t.Helper()
	dir, err := os.UserHomeDir()
	if err != nil {
		t.Skip(err)
	}
	versions, _ := filepath.Glob(filepath.Join(dir, ".local", "share", "assay", "solvers", name, "*", "bin", name))
	if len(versions) == 0 {
		t.Skip("needs an installed version of " + name)
	}
	was := versions[len(versions)-1]
	home := t.TempDir()
	if err := disk.MakeDir(filepath.Join(home, "bin")); err != nil {
		t.Fatal(err)
	}
	lib := filepath.Join(home, "lib")
	if err := disk.MakeDir(lib); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(filepath.Dir(filepath.Dir(was)), "lib", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if base := filepath.Base(file); !strings.HasPrefix(base, frontModule) && base != "__pycache__" {
			if err := os.Symlink(file, filepath.Join(lib, base)); err != nil {
				t.Fatal(err)
			}
		}
	}
	text, _, err := front(name)
	if err != nil {
		t.Fatal(err)
	}
	launcher, err := os.ReadFile(was)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(home, "bin", name)
	for path, data := range map[string][]byte{filepath.Join(lib, frontModule+".py"): text, program: launcher} {
		if err := os.WriteFile(path, data, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return program
}

// driverScript has what every package knows: functions, quantifiers, arrays, floats, definitions, names and levels.
const driverScript = `(set-logic ALL)
(set-option :produce-unsat-cores true)
(declare-sort U 0)
(declare-const |a b| U)
(declare-fun f ((_ BitVec 8) Bool) (_ BitVec 8))
(declare-const x (_ BitVec 8))
(declare-const y (_ FloatingPoint 5 11))
(declare-const r RoundingMode)
(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))
(define-fun above ((k (_ BitVec 8))) Bool (bvugt k x))
(define-fun five () (_ BitVec 8) #x05)
(assert (! (bvugt (f x true) #x03) :named q))
(assert (and (above five) (bvult ((_ rotate_left 2) x) ((_ sign_extend 4) #x3)) (not (= r RNE))))
(assert (fp.lt (fp.add r y y) ((_ to_fp 5 11) RNE #xff)))
(assert (= (select (store a x #x01) #x07) #x02))
(assert (exists ((b (_ BitVec 8))) (forall ((c (_ BitVec 8))) (=> (bvugt c b) (bvugt c x)))))
(check-sat)
(get-value ((bvugt (f x true) #x03) (= (f x true) #x02) (above five)))
(push 1)
(declare-const z (_ BitVec 8))
(assert (! (and (= z x) (bvult (f z true) #x02)) :named late))
(check-sat)
(get-unsat-core)
(pop 1)
(declare-const z Bool)
(assert (! z :named later))
(check-sat)
(get-value (z))
`

// Every way answers the script as it is, or says what it cannot carry.
func TestWaysAnswerAlike(t *testing.T) {
	const want = "sat\n(((bvugt (f x true) #x03) true)\n ((= (f x true) #x02) false)\n ((above five) true))\nunsat\n(late q)\nsat\n((z true))\n"
	for _, name := range []string{"z3-api", "cvc5-api", "bitwuzla-api"} {
		t.Run(name, func(t *testing.T) {
			program := installed(t, name)
			for _, way := range ways(t, program) {
				res, err := sandbox.Run(t.Context(), sandbox.Command{Argv: append([]string{program}, strings.Fields(way)...), Stdin: []byte(driverScript), Timeout: time.Minute})
				if err != nil {
					t.Fatal(err)
				}
				out := strings.Replace(string(res.Stdout), "(q late)", "(late q)", 1)
				if name == "bitwuzla-api" && strings.Contains(way, "--print") {
					if !strings.Contains(out, "assay driver cannot carry: lambda, which is printed and never read") {
						t.Errorf("%s: %s%s", way, out, res.Stderr)
					}
					continue
				}
				if diff := cmp.Diff(want, out); diff != "" {
					t.Errorf("%s: %s%s", way, diff, res.Stderr)
				}
			}
		})
	}
}

// A program that shows a way answers what the driver answers, without Assay.
func TestProgramsAnswerAlike(t *testing.T) {
	const script = `(set-logic ALL)
(declare-const |a"""b| Bool)
(declare-const x (_ BitVec 8))
(assert (bvugt x #x03))
(assert (and |a"""b| (= x #x01)))
(check-sat)
`
	for _, name := range []string{"z3-api", "cvc5-api", "bitwuzla-api"} {
		t.Run(name, func(t *testing.T) {
			program := installed(t, name)
			for _, way := range ways(t, program) {
				argv := append([]string{program, "--print-program"}, strings.Fields(way)...)
				text, err := sandbox.Run(t.Context(), sandbox.Command{Argv: argv, Stdin: []byte(script), Timeout: time.Minute})
				if err != nil {
					t.Fatal(err)
				}
				if text.ExitCode != 0 {
					if !strings.Contains(string(text.Stderr), "takes more than a short program") {
						t.Errorf("%s: %s", way, text.Stderr)
					}
					continue
				}
				python, err := sandbox.LookPath("python3")
				if err != nil {
					t.Skip(err)
				}
				lib := filepath.Join(filepath.Dir(filepath.Dir(program)), "lib")
				code := "import sys\nsys.path.insert(0, sys.argv[1])\n" + string(text.Stdout)
				res, err := sandbox.Run(t.Context(), sandbox.Command{Argv: []string{python, "-I", "-S", "-c", code, lib}, Timeout: time.Minute})
				if got := strings.ToLower(string(res.Stdout)); err != nil || !strings.Contains(got, "unsat") {
					t.Errorf("%s: %v %s%s\n%s", way, err, res.Stdout, res.Stderr, text.Stdout)
				}
			}
		})
	}
}

// ways are the options of a driver, each alone, none, and some together.
func ways(t *testing.T, program string) []string {
	t.Helper()
	res, err := sandbox.Run(t.Context(), sandbox.Command{Argv: []string{program, "--list-options"}, Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	all := []string{"", "--simplify --substitute --order --assume", "--rebuild --pop --order", "--print --pop", "--print --assume"}
	for line := range strings.Lines(string(res.Stdout)) {
		var o struct {
			Name   string
			Values []string
		}
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatal(err)
		}
		if len(o.Values) == 0 {
			all = append(all, "--"+o.Name)
		}
		for _, v := range o.Values {
			all = append(all, "--"+o.Name+"="+v)
		}
	}
	return all
}

// A profile sets faults of a driver apart from errors of its package.
func TestDriversHaveProfiles(t *testing.T) {
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"z3", "cvc5", "bitwuzla"} {
		p, ok := set.Profile(name + driverSuffix)
		program, _ := set.Profile(name)
		if !ok || p.PackageOf != name || p.Codebase != program.Codebase || p.Dialect != program.Dialect {
			t.Errorf("profile %s: %+v", name+driverSuffix, p)
			continue
		}
		if !p.Text.Unsupported.Match("assay driver fault: KeyError: 1, in a.py line 3") || !p.Text.Unsupported.Match("assay driver cannot carry: lambda") {
			t.Errorf("the profile of %s takes a fault of the driver for one of the package", name)
		}
	}
}
