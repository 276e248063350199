package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/engines"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// Settings of the garbage collector: formulas are many small objects that live for one file or one mutant, so
// collecting rarely is cheap until memory grows to what a small machine has.
const (
	gcPercent   = 200
	memoryLimit = 384 << 20 // bytes; soft, the collector works harder near it
)

// Main runs the command line of this process and returns its exit code. The first interrupt ends the work cleanly, within a
// second, a second one at once. No process that it started and no temporary folder stays behind.
func Main() int { return mainWithin(lastTime) }

// mainWithin is Main with the time that a command has to end cleanly.
func mainWithin(clean time.Duration) int {
	useMemory()
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup asks for that
		ends = append(ends, syscall.SIGHUP)
	}
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, ends...)
	broken := make(chan os.Signal, 1)
	signal.Notify(broken, syscall.SIGPIPE)
	go endWithReader(broken, signals)
	s := system()
	code := interruptible(signals, s, clean, func(ctx context.Context) int { return Run(ctx, os.Args[1:], s) })
	sandbox.Shutdown()
	disk.RemoveTemps()
	return code
}

// useMemory sets the garbage collector of this process, unless its environment does.
func useMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
}

// largeText is the size in bytes from which a text takes more memory than memoryLimit, and largeMemory is the limit then. Above its limit, the
// collector takes more time than the work: a file nested a million deep took three times as long.
const (
	largeText   = 4 << 20
	largeMemory = 2 * memoryLimit
)

// makeRoom raises the limit of memory for a large text, unless the environment sets it.
func makeRoom(text string) {
	if len(text) >= largeText && debug.SetMemoryLimit(-1) == memoryLimit {
		debug.SetMemoryLimit(largeMemory)
	}
}

// endWithReader ends the command when the reader of our output has stopped reading, because nobody would see what it does.
// Only the first time counts: both streams may lead to one reader. The same signal comes when a solver ends while it is being
// written to, which does not matter here.
func endWithReader(broken <-chan os.Signal, signals chan<- os.Signal) {
	for s := range broken {
		if abandoned(os.Stdout) || abandoned(os.Stderr) {
			signals <- s
			return
		}
	}
}

const (
	// lastTime is how long a command may take to end after a signal. A campaign needs half a second to save what it has; the rest
	// of a second is for ending processes, removing folders and giving memory back, on a machine that is busy.
	lastTime = 750 * time.Millisecond
	// sayTime is how long the last words may take: their reader may have stopped reading.
	sayTime = 50 * time.Millisecond
)

// interruptible runs a command and returns its exit code. The first signal ends the command's context; when that does not end the
// command in the time for a clean end, or another signal comes, it is left where it is, inside a computation or a system call, and the process
// is to exit with the code of an interruption.
func interruptible(signals <-chan os.Signal, s *Streams, clean time.Duration, command func(context.Context) int) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ended := make(chan int, 1)
	go func() { ended <- command(ctx) }()
	select {
	case code := <-ended:
		return code
	case <-signals:
	}
	cancel()
	select {
	case code := <-ended:
		return code
	case <-time.After(max(clean, time.Duration(s.clean.Load()))):
	case <-signals:
	}
	said := make(chan struct{})
	go func() {
		defer close(said)
		fmt.Fprintln(s.Err, "assay: interrupted")
	}()
	select {
	case <-said:
	case <-time.After(sayTime):
	}
	return exitInterrupted
}

// Run runs one command line, without the program's name, and returns the exit code. It does not touch the
// process: everything is read from and written to s.
func Run(ctx context.Context, args []string, s *Streams) (code int) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(s.Err, "assay: internal error: %v\n%s\nThis is a bug in Assay. Please report it with the command line and the text above.\n",
				p, debug.Stack())
			code = exitInternal
		}
	}()
	cmd, err := rootFor(s, args).ExecuteContextC(ctx)
	if outErr := s.Out.failure(); outErr != nil && (err == nil || errors.Is(err, errOutput) || errors.Is(err, outErr) || errors.Is(err, context.Canceled)) {
		err = withExit(exitOutput, fmt.Errorf("cannot write standard output: %w", bareError(outErr)))
		if errors.Is(outErr, syscall.EPIPE) {
			err = exit(exitClosed) // the reader has seen enough
		}
	}
	return report(s, cmd, err)
}

// rootFor is the program for one command line.
func rootFor(s *Streams, args []string) *cobra.Command {
	root := newRoot(s)
	root.SetArgs(args)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return flagError(cmd, args, err) })
	return root
}

func newRoot(s *Streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "assay",
		Short: "Assay tests SMT solvers",
		Long: `Assay tests SMT solvers. It derives mutants from seed formulas, runs solvers on them, and keeps what a
solver did wrong: a crash, an answer that contradicts the truth or another solver, a wrong model.

Exit codes: 0 all fine · 1 a file failed the check · 2 usage · 3 no result, or an internal error · 4 solver unusable ·
5 output not writable · 10 findings · 130 interrupted · 141 the reader of the output is gone. assay help exit says more.`,
		Example: `  assay fuzz --solver z3 --solver cvc5 --duration 1m --out out     # built-in seeds
  assay fuzz "z3;cvc5" --out out path/to/benchmarks                # your own
  assay replay out/findings/*`,
		Version:           thisVersion().String(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              cobra.ArbitraryArgs,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		RunE:              unknownSubcommand,
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	root.SetIn(s.In)
	help := newHelp(s)
	root.SetHelpCommand(help)
	root.AddCommand(
		newCheck(s), newFmt(s), newEval(s), newMutate(s), newGenerate(s), newSolve(s), newFuzz(s), newCI(s), newReplay(s), newBisect(s), newLocate(s), newInfer(s), newEnumerate(s), newTriage(s), newReduce(s),
		newMerge(s), newReport(s), newServe(s), newHub(s), newWork(s), newStats(s), newTop(s), newRules(s), newSolvers(s), newEngines(s), newOptions(s), newSeeds(s), newCoverage(s), newRunBlocks(s), newBench(s),
		newVersion(s), newCompletion(s), newMan(s),
	)
	groupCommands(root, help)
	root.AddCommand(translated(s)...)
	completeSolvers(root)
	return root
}

// unknownSubcommand runs a command that has only subcommands.
func unknownSubcommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if !cmd.HasParent() {
		if advice := adviceOnCommand(cmd, args); advice != "" {
			return usagef("%q is not a command: %s", args[0], advice)
		}
	}
	return usagef("there is no command %q%s; %s --help lists them", args[0], didYouMean(args[0], names), cmd.CommandPath())
}

// notBelow is the error for words behind a command that name none below it.
func notBelow(cmd *cobra.Command, words []string) error {
	if !cmd.HasAvailableSubCommands() {
		return usagef("there is no command below %s: leave out %s", cmd.CommandPath(), strings.Join(words, " "))
	}
	return unknownSubcommand(cmd, words)
}

// adviceOnCommand says what to type instead of a first word that is not a command but something else that Assay knows, "" otherwise.
func adviceOnCommand(root *cobra.Command, args []string) string {
	word := args[0]
	info, err := os.Stat(word)
	switch {
	case slices.ContainsFunc(engines.All(), func(d mutate.Descriptor) bool { return d.Name == word }):
		return fmt.Sprintf("it is an engine; write assay fuzz --engine %s --solver SPEC --out DIR [SEEDS...]", word)
	case strings.Contains(word, ";"):
		return fmt.Sprintf("it looks like solvers; write assay fuzz %s --out DIR [SEEDS...]", shell.Quote([]string{word}))
	case err == nil && info.IsDir():
		return fmt.Sprintf("it is a folder; write assay fuzz --solver SPEC --out DIR %s", shell.Quote(args[:1]))
	case err == nil:
		return fmt.Sprintf("it is a file; write assay check %s, or assay solve --solver SPEC %[1]s", shell.Quote(args[:1]))
	}
	if inside := commandsInside(root, word); len(inside) > 0 {
		return "write " + strings.Join(inside, " or ") + behind(args)
	}
	if _, err := sandbox.LookPath(word); err == nil && isSolverProgram(word) {
		return fmt.Sprintf("it is a program; to fuzz it, write assay fuzz --solver %s --out DIR [SEEDS...]", shell.Quote(args[:1]))
	}
	return ""
}

// behind are the arguments that followed a word, as one would write them.
func behind(args []string) string {
	if len(args) < 2 {
		return ""
	}
	return " " + shell.Quote(args[1:])
}

// isSolverProgram reports whether a name is that of a solver with a profile, or of its program.
func isSolverProgram(name string) bool {
	r, err := (&profileFlags{}).resolver()
	return err == nil && slices.ContainsFunc(r.Profiles.Profiles(), func(p *solver.Profile) bool { return p.Name == name || slices.Contains(p.Binaries, name) })
}

// commandsInside are the subcommands of that name: people write assay install for assay solvers install.
func commandsInside(root *cobra.Command, name string) (paths []string) {
	for _, group := range root.Commands() {
		for _, c := range group.Commands() {
			if c.Name() == name && c.IsAvailableCommand() {
				paths = append(paths, c.CommandPath())
			}
		}
	}
	return paths
}

func newHelp(s *Streams) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Help about a command, or about exit codes",
		Example: "  assay help fuzz\n  assay help exit",
		RunE: func(cmd *cobra.Command, args []string) error {
			if slices.Equal(args, []string{exitTopic}) {
				return s.say("%s", exitHelp())
			}
			found, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return notBelow(found, rest)
			}
			return found.Help()
		},
	}
}
