package install

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// A compiler is a pair of compilers for C and C++ with the flags that they need.
type compiler struct {
	c, cxx string
	flags  []string // for C++ and its linker
	clang  bool
}

// String is the command for C++.
func (c compiler) String() string {
	return strings.Join(append([]string{filepath.Base(c.cxx)}, c.flags...), " ")
}

// edges is the name of the instrumentation that the runtime for edges understands.
func (c compiler) edges() string {
	if c.clang {
		return "trace-pc-guard"
	}
	return "trace-pc"
}

// newestClang and oldestClang are the numbers in the names of clang's programs that are tried.
const newestClang, oldestClang = 30, 14

// compilers are those to try, in order: the one that CXX names, gcc, and clang, newest first, each clang with the system's library and with its own.
func (in *Installer) compilers() []compiler {
	var out []compiler
	add := func(c, cxx string, clang bool, flags ...string) {
		cPath, err := sandbox.LookPath(c)
		if err != nil {
			return
		}
		cxxPath, err := sandbox.LookPath(cxx)
		if err != nil {
			return
		}
		out = append(out, compiler{c: cPath, cxx: cxxPath, clang: clang, flags: flags})
	}
	if cxx := strings.TrimSpace(in.variable("CXX")); cxx != "" {
		c := "cc"
		if words := strings.Fields(in.variable("CC")); len(words) > 0 {
			c = words[0]
		}
		words := strings.Fields(cxx)
		add(c, words[0], strings.Contains(words[0], "clang"), words[1:]...)
		return out
	}
	add("gcc", "g++", false)
	suffixes := []string{""}
	for n := newestClang; n >= oldestClang; n-- {
		suffixes = append(suffixes, "-"+strconv.Itoa(n))
	}
	for _, suffix := range suffixes {
		add("clang"+suffix, "clang++"+suffix, true)
		add("clang"+suffix, "clang++"+suffix, true, "-stdlib=libc++")
	}
	return out
}

// variable is a variable of the installer's environment.
func (in *Installer) variable(name string) string {
	for _, v := range slices.Backward(in.Env) {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			return value
		}
	}
	return ""
}

// compiler finds one that accepts a program, and can build it as the variant wants. Errors are *Error, which names what was tried, *disk.OutputError, and that of
// ctx.
func (b *build) compiler(ctx context.Context) (compiler, error) {
	source := b.recipe.Compiler
	if source == "" {
		source = "int main() { return 0; }\n"
	}
	if b.variant.Gcov {
		source = "#ifdef __clang__\n#error its counts are in another format\n#endif\n" + source
	}
	file, program := filepath.Join(b.work, "probe.cpp"), filepath.Join(b.work, "probe")
	if err := disk.WriteAtomic(file, []byte(source)); err != nil {
		return compiler{}, err
	}
	var tried []string
	for _, c := range b.in.compilers() {
		argv := slices.Concat([]string{c.cxx, "-std=c++20"}, c.flags, b.variant.flags(c), []string{"-o", program, file})
		if b.variant.Edges {
			argv = append(argv, b.edges)
			var unfit *Error
			if err := b.compileEdges(ctx, c); errors.As(err, &unfit) {
				tried = append(tried, c.String())
				continue
			} else if err != nil {
				return c, err
			}
		}
		accepts, err := b.probe(ctx, argv)
		if err != nil {
			return c, err
		}
		if accepts {
			_ = os.Remove(program)
			return c, nil
		}
		tried = append(tried, c.String())
	}
	problem := "no compiler here can build it"
	if len(tried) > 0 {
		problem += " (tried " + strings.Join(tried, ", ") + ")"
	}
	remedy := "install a newer one (Debian 12: sudo apt install clang-19 libc++-19-dev libc++abi-19-dev libclang-rt-19-dev), or set CC and CXX"
	if b.variant.Gcov {
		remedy = "lines are counted by gcc alone: install a newer gcc, or set CC and CXX"
	}
	return compiler{}, &Error{Solver: b.spec(), Problem: problem, Remedy: remedy}
}

// probe reports whether a compiler accepts a program. A compiler that cannot write has not refused it: that is an error.
func (b *build) probe(ctx context.Context, argv []string) (accepts bool, err error) {
	res, err := sandbox.Run(ctx, sandbox.Command{Argv: argv, Dir: b.work, Env: append(slices.Clone(b.in.Env), "TMPDIR="+b.work, "LC_ALL=C"),
		Timeout: tryTime, MaxOutput: clientOutput, LargeFiles: true})
	switch {
	case ctx.Err() != nil:
		return false, context.Cause(ctx)
	case err != nil:
		return false, nil //nolint:nilerr // it does not start: the next one may
	case res.Reason == sandbox.Exited && res.ExitCode == 0:
		return true, nil
	case fullText.Match(res.Stderr), fullText.Match(res.Stdout):
		return false, &disk.OutputError{Path: b.work, Err: syscall.ENOSPC}
	}
	return false, nil
}

// compileEdges compiles the runtime that counts edges, which is not counted itself.
func (b *build) compileEdges(ctx context.Context, c compiler) error {
	file := strings.TrimSuffix(b.edges, ".o") + ".c"
	if err := disk.WriteAtomic(file, coverage.EdgesRuntime); err != nil {
		return err
	}
	_, err := b.run(ctx, b.work, c.c, "-O1", "-c", "-o", b.edges, file)
	return err
}
