package install

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// installFront installs a front end with a fake library, in a folder with blanks and quotes.
func installFront(t *testing.T, name string) string {
	t.Helper()
	python, err := sandbox.LookPath("python3")
	if err != nil {
		t.Skip("needs python3")
	}
	home := filepath.Join(t.TempDir(), "it's a folder")
	for _, dir := range []string{"bin", "lib"} {
		if err := disk.MakeDir(filepath.Join(home, dir)); err != nil {
			t.Fatal(err)
		}
	}
	front, _, err := front(name)
	if err != nil {
		t.Fatal(err)
	}
	module := strings.TrimSuffix(name, driverSuffix)
	library, err := os.ReadFile(filepath.Join("testdata", "stub", name, module+".py"))
	if err != nil {
		t.Fatal(err)
	}
	for file, text := range map[string][]byte{frontModule: front, module: library} {
		if err := os.WriteFile(filepath.Join(home, "lib", file+".py"), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(home, "bin", name)
	if err := writeProgram(program, pythonLauncher(python)); err != nil {
		t.Fatal(err)
	}
	return program
}

// A frontCase is a run of a front end.
type frontCase struct {
	name   string
	args   []string // FILE is the file
	script string
	code   int
	signal syscall.Signal
	stdout string
	stderr string // what it contains
}

func (tt frontCase) run(t *testing.T, program string) {
	file := filepath.Join(t.TempDir(), "a.smt2")
	if err := os.WriteFile(file, []byte(tt.script), 0o644); err != nil {
		t.Fatal(err)
	}
	c := sandbox.Command{Argv: []string{program}, Dir: filepath.Dir(file), Timeout: 50 * time.Second}
	for _, arg := range tt.args {
		if arg == "FILE" {
			arg = "a.smt2"
		}
		c.Argv = append(c.Argv, arg)
	}
	if len(tt.args) == 0 || tt.args[len(tt.args)-1] != "FILE" {
		c.Stdin = []byte(tt.script)
	}
	res, err := sandbox.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	code := tt.code
	if tt.signal != 0 {
		code = -1
	}
	if res.ExitCode != code || res.Signal != tt.signal {
		t.Errorf("exit code %d, signal %v; want %d, %v\n%s", res.ExitCode, res.Signal, code, tt.signal, res.Stderr)
	}
	if diff := cmp.Diff(tt.stdout, string(res.Stdout)); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(string(res.Stderr), tt.stderr) || tt.stderr == "" && len(res.Stderr) > 0 {
		t.Errorf("standard error %q, want %q", res.Stderr, tt.stderr)
	}
}

func TestFrontEndOfCvc5(t *testing.T) {
	program := installFront(t, "cvc5")
	for _, tt := range []frontCase{
		{"a file", []string{"FILE"}, "(check-sat)\n(exit)\n(check-sat)\n", 0, 0, "sat\n", ""},
		{"standard input", nil, "(check-sat)\n(say \"(|\")\n(reset)(exit)\n(check-sat)\n", 0, 0, "sat\n\"(|\"\n", ""},
		{"options behind a reset", []string{"--seed=7"}, "(reset)\n(options)\n", 0, 0, "incremental=false seed=7\n", ""},
		{"no increments", []string{"FILE"}, "(options)\n", 0, 0, "incremental=false\n", ""},
		{"options", []string{"-i", "--seed=7", "--no-produce-models", "FILE"}, "(options)\n", 0, 0, "incremental=true produce-models=false seed=7\n", ""},
		{"more options", []string{"--seed", "7", "-qmi", "-L", "smt2", "FILE"}, "(options)\n", 0, 0,
			"incremental=true lang=smt2 produce-models=true quiet=true seed=7\n", ""},
		{"version", []string{"--version"}, "", 0, 0, "This is cvc5 version 9.9.9\n", ""},
		{"unknown option", []string{"--foo", "FILE"}, "", 1, 0, "",
			"(error \"Error in option parsing: can't understand option `--foo'\")\n\nPlease use --help to get help on command-line options.\n"},
		{"value of a switch", []string{"--incremental=yes", "FILE"}, "", 1, 0, "", "can't understand option `--incremental=yes'"},
		{"bad value", []string{"--tlimit=x", "FILE"}, "", 1, 0, "",
			`(error "Error in option parsing: Argument 'x' for uint64_t option tlimit did not parse as uint64_t")`},
		{"two files", []string{"b.smt2", "FILE"}, "", 1, 0, "(error \"Too many input files specified.\")\n", ""},
		{"no file", []string{"b.smt2"}, "", 1, 0, "(error \"Couldn't open file: b.smt2\")\n", ""},
		{"parse error", []string{"FILE"}, "; ( |\n(say |(|)\n(check-sat)  \n  (say 1)\n(bad)\n", 1, 0,
			"|(|\nsat\n1\n(error \"Parse Error: a.smt2:5.0: Symbol 'bad' not declared\n\")\n", ""},
		{"parse error on standard input", nil, "(bad)\n", 1, 0, "(error \"Parse Error: <stdin>: Symbol 'bad' not declared\n\")\n", ""},
		{"no memory", []string{"FILE"}, "(check-sat)\n(large)\n", 1, 0, "sat\n(error \"std::bad_alloc\")\n", ""},
		{"models", []string{"--dump-models", "FILE"}, "(check-sat)\n", 0, 0, "sat\n(model)\n", ""},
		{"statistics", []string{"--stats", "FILE"}, "(check-sat)\n", 0, 0, "sat\n", "global::totalTime = 1ms\n"},
		{"segmentation fault", []string{"FILE"}, "(check-sat)\n(die 11)\n", 0, syscall.SIGSEGV, "sat\n", ""},
		{"abort", []string{"FILE"}, "(die 6)\n", 0, syscall.SIGABRT, "", ""},
		{"time-out", []string{"--tlimit=50", "FILE"}, "(work)\n", 0, syscall.SIGABRT, "", "cvc5 interrupted by timeout.\n"},
		{"in time", []string{"--tlimit=40000", "FILE"}, "(check-sat)\n", 0, 0, "sat\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) { tt.run(t, program) })
	}
}

// The program ends at an error, but not at a question at the wrong time.
func TestFrontEndOfCvc5AtErrors(t *testing.T) {
	program := installFront(t, "cvc5")
	for message, goesOn := range map[string]bool{
		`(error "Cannot get model unless after a SAT or UNKNOWN response.")`:                        true,
		`(error "cannot get value unless model generation is enabled (try --produce-models)")`:      true,
		`(error "Cannot get unsat core unless in unsat mode.")`:                                     true,
		`(error "Cannot get difficulty unless after a UNSAT, SAT or UNKNOWN response.")`:            true,
		`(error "Cannot get unsat core unless explicitly enabled (try --produce-unsat-cores)")`:     false,
		`(error "Cannot make multiple queries unless incremental solving is enabled")`:              false,
		`(error "Cannot get proof unless proofs are enabled (try --produce-proofs)")`:               false,
		`(error "Invalid call to 'setOption' for option 'x', solver is already fully initialized")`: false,
		`unsupported`: true,
	} {
		tt := frontCase{args: []string{"FILE"}, script: "(say " + message + ")\n(check-sat)\n", code: 1, stdout: message + "\n"}
		if goesOn {
			tt.code, tt.stdout = 0, message+"\nsat\n"
		}
		t.Run(message, func(t *testing.T) { tt.run(t, program) })
	}
}

func TestFrontEndOfBitwuzla(t *testing.T) {
	program := installFront(t, "bitwuzla")
	for _, tt := range []frontCase{
		{"a file", []string{"FILE"}, "(check-sat)\n", 0, 0, "sat\n", ""},
		{"standard input", nil, "(check-sat)\n", 0, 0, "sat\n", ""},
		{"options", []string{"-v", "--seed", "7", "--bv-output-format=16", "FILE"}, "(options)\n", 0, 0, "-v --seed 7 16 False\n", ""},
		{"more options", []string{"-v", "2", "-s=3", "-P", "FILE"}, "(options)\n", 0, 0, "-v 2 -s=3 2 True\n", ""},
		{"version", []string{"--version"}, "", 0, 0, "9.9.9\n", ""},
		{"unknown option", []string{"--foo", "FILE"}, "", 1, 0, "", "[error] invalid option '--foo'\n"},
		{"no value", []string{"--time-limit", "--seed=1", "FILE"}, "", 1, 0, "", "[error] expected value for option `--time-limit`\n"},
		{"bad value", []string{"-t", "x", "FILE"}, "", 1, 0, "", "[error] expected numeric value for option `-t` but got `x`\n"},
		{"two files", []string{"b.smt2", "FILE"}, "", 1, 0, "", "[error] multiple input files detected: `a.smt2`, already got `b.smt2`.\n"},
		{"error", []string{"FILE"}, "(check-sat)\n(bad)\n", 1, 0, "sat\n", "[error] a.smt2:3:1: undefined symbol 'bad'\n"},
		{"error on standard input", nil, "(check-sat)\n(reset)\n (check-sat)\n(bad)\n", 1, 0, "sat\nsat\n", "[error] <stdin>:4:2: undefined symbol 'bad'\n"},
		{"segmentation fault", []string{"FILE"}, "(check-sat)\n(die 11)\n", 0, syscall.SIGSEGV, "sat\n", ""},
		{"no memory", []string{"FILE"}, "(large)\n", 0, syscall.SIGABRT, "", "std::bad_alloc"},
		{"crash under a time limit", []string{"-t", "40000", "FILE"}, "(die 11)\n", 0, syscall.SIGSEGV, "", ""},
		{"error under a time limit", []string{"-t", "40000", "FILE"}, "(bad)\n", 1, 0, "", "undefined symbol"},
		{"time-out", []string{"-t", "50", "FILE"}, "(work)\n", 0, 0, "unknown\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) { tt.run(t, program) })
	}
}

// Front ends obey what arrives on standard input as soon as it arrives.
func TestFrontEndsConverse(t *testing.T) {
	for _, name := range []string{"cvc5", "bitwuzla", "bitwuzla-api"} {
		t.Run(name, func(t *testing.T) {
			live, err := sandbox.Start(sandbox.Command{Argv: []string{installFront(t, name)}})
			if err != nil {
				t.Fatal(err)
			}
			defer live.Close()
			for _, input := range []string{"(check-sat)\n", "(reset)\n(check-sat)\n", "; (\n(check-sat)"} {
				got := live.Exchange(t.Context(), []byte(input), []byte("sat"), time.Now().Add(time.Minute))
				if got.State != sandbox.ReplyWhole || string(got.Stdout) != "sat\n" {
					t.Errorf("%q: state %d, %q %q", input, got.State, got.Stdout, got.Stderr)
				}
			}
		})
	}
}
