package solver

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// What gdb printed for real crashes, of cvc4 1.8 with symbols and cvc5 1.0.3 without, and what others may
// print.
func TestFrames(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join("testdata/backtraces", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	var deep strings.Builder
	for i := range traceDepth {
		fmt.Fprintf(&deep, "#%d  0x00007ffff%03x in %s (this=...) at /build/a%d/src/x.cpp:%d\n", i, i, []string{"ns::walk", "ns::visit"}[i%2], i, i)
	}
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"symbols of a library", read("cvc4.txt"), []string{
			"CVC4::TSatProof<CVC4::Minisat::Solver>::resolveUnit", "CVC4::TSatProof<CVC4::Minisat::Solver>::finalizeProof", "CVC4::Minisat::Solver::addClause_",
		}},
		{"no symbols", read("cvc5.txt"), []string{"libcvc5.so.1+0x87b6f8", "libcvc5.so.1+0x85df30", "libcvc5.so.1+0x849794"}},
		{"an abort behind an exception", `Program received signal SIGABRT, Aborted.
#0  0x00007ffff7a5ae2c in __pthread_kill_implementation () from /lib/libc.so.6
#1  0x00007ffff7a0bfb2 in raise () from /lib/libc.so.6
#2  0x00007ffff79f6472 in abort () from /lib/libc.so.6
#3  0x00007ffff7c9d919 in std::terminate() () from /lib/libstdc++.so.6
#4  0x00007ffff7cb0e1a in __cxxabiv1::__terminate(void (*)()) () from /lib/libstdc++.so.6
#5  0x000055555561 in bzla::Node::value<bool>(unsigned long) const () at ../src/node/node.cpp:77
#6  0x000055555562 in bzla::main (argc=2, argv=...) at /tmp/build-12/main.cpp:9
`, []string{"bzla::Node::value<bool>", "bzla::main"}},
		{"an overflowed stack", deep.String(), []string{"recursion", "ns::visit", "ns::walk"}},
		{"no symbols, and no map of the memory", `#0  0x00007ffff7a5ae2c in ?? ()
#1  0x0000000000000000 in ?? ()
#2  0x00007ffff7a5ae2c in main ()
`, nil},
		{"unknown code behind a function", `#0  0x00007ffff7a5ae2c in ns::call (f=...) at a.cpp:1
#1  0x00007fffdeadbeef in ?? ()
#2  0x00007ffff7a5ae2c in main ()
`, []string{"ns::call"}},
		{"an overflowed stack of unknown code", strings.Repeat("#1  0x00007ffff7a5ae2c in ?? ()\n", traceDepth), nil},
		{"nothing", "[Inferior 1 (process 12) exited normally]\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, framesOf(c.text)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSaysNothing(t *testing.T) {
	for signature, want := range map[string]bool{
		"signal SEGV": true, "exit status 114": true, "segfault": true, "segfault (signal SEGV)": true, "caught signal 11": true,
		`cvc5 threw an "unexpected" exception`:     true,
		"UNEXPECTED CODE WAS REACHED. at a.cpp:12": false, "unreachable code at x.h:46 in f": false, "x at c.cpp:12 (signal SEGV)": false,
	} {
		if SaysNothing(signature) != want {
			t.Errorf("%s: %v", signature, !want)
		}
	}
}

// A real program that crashes, under a real debugger.
func TestBacktrace(t *testing.T) {
	debugger := Debugger()
	if debugger == "" {
		t.Skip("there is no debugger")
	}
	compiler, err := sandbox.LookPath("cc")
	if err != nil {
		t.Skip("there is no C compiler")
	}
	dir := t.TempDir()
	source, program := filepath.Join(dir, "crash.c"), filepath.Join(dir, "crash")
	// Its output looks like a stack.
	text := `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void inner(int *p) { *p = 1; }
void outer(int *p) { inner(p); }
int main(int c, char **v) {
	if (c > 2) return 0;
	FILE *f = fopen(v[1], "r");
	if (f) getc(f);
#ifdef NEEDED
	if (!getenv("NEEDED") || strcmp(getenv("NEEDED"), "a b $c")) return 0;
#endif
	for (int i = 0; i < 3; i++) { printf("#%d  0x00007f in faked%d () from /lib/x.so\\n", i, i); fprintf(stderr, "#%d  0x00007f in faked () from /lib/x.so\\n", i); }
	fflush(stdout);
	outer(0);
	return 0;
}
`
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, argv := range [][]string{{compiler, "-O0", "-g", "-o", program, source}, {compiler, "-O0", "-g", "-DNEEDED", "-o", program + "-if", source}} {
		if res, err := sandbox.Run(t.Context(), sandbox.Command{Argv: argv}); err != nil || res.ExitCode != 0 {
			t.Skipf("the compiler fails: %v %s", err, res.Stderr)
		}
	}
	target := Target{Solver: Solver{name: program, path: program, profile: &Profile{Call: Call{Args: []string{"{file}"}}}}}
	trace, err := target.Backtrace(t.Context(), debugger, Query{File: "x.smt2"})
	if err != nil {
		t.Fatal(err)
	}
	if len(trace.Frames) == 0 {
		t.Skipf("the debugger may not trace here: %s", trace.Missing)
	}
	want := Trace{Frames: []string{"inner", "outer", "main"}}
	if diff := cmp.Diff(want, trace); diff != "" {
		t.Error(diff)
	}
	if trace, err := target.Backtrace(t.Context(), debugger, Query{File: "x.smt2 y", Dir: dir}); err != nil || len(trace.Frames) == 0 {
		t.Errorf("%v, %v", trace, err)
	}
	// Behind launchers: one that becomes the program, one that has it as a child, and the form of those that this program writes, which starts other
	// programs first and needs what it adds to the environment.
	for name, text := range map[string]string{
		"exec":        "exec " + program + ` "$@"`,
		"child":       program + ` "$@"` + "\nexit $?",
		"environment": "here=$(dirname \"$(readlink -f \"$0\")\")\nNEEDED='a b $c'\nexport NEEDED\nexec \"$here/crash-if\" \"$@\"",
	} {
		t.Run(name, func(t *testing.T) {
			launcher := filepath.Join(dir, name)
			if err := os.WriteFile(launcher, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			target := Target{Solver: Solver{name: launcher, path: launcher, profile: target.profile}}
			trace, err := target.Backtrace(t.Context(), debugger, Query{File: "x.smt2", Dir: dir})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, trace); diff != "" {
				t.Error(diff)
			}
		})
	}
	for text, missing := range map[string]string{
		`exec cat "$1"`:    "it did not crash under the debugger: it exited normally",
		`exec cat < "$1"`:  "the launcher hands on the script by other means than its name",
		`[ -r "$1" ]`:      "it did not crash under the debugger: it exited normally",
		`cat "$1"; exit 3`: "it did not crash under the debugger: it exited normally",
	} {
		t.Run(text, func(t *testing.T) {
			launcher := filepath.Join(dir, "launcher")
			if err := os.WriteFile(launcher, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			target := Target{Solver: Solver{name: launcher, path: launcher, profile: target.profile}}
			trace, err := target.Backtrace(t.Context(), debugger, Query{File: source})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(Trace{Missing: missing}, trace); diff != "" {
				t.Error(diff)
			}
		})
	}
}
