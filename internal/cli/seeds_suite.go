package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/base/seedfiles"
	"github.com/assay-smt/assay/internal/base/suite"
	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/theory"
)

// maxExpectation bounds the bytes read of a file beside a script.
const maxExpectation = 1 << 20

type seedsSuiteOptions struct {
	*Streams
	Seeds  []string
	Out    string
	Theory []string
	Jobs   int
	JSON   bool
}

func newSeedsSuite(s *Streams) *cobra.Command {
	opts := &seedsSuiteOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "suite --out DIR [flags] SUITE...",
		Short: "Make seeds of a solver's regression suite, with the answers that the suite expects",
		Long: `Copy the scripts of solvers' regression suites to DIR, as seeds. What a suite expects of a script becomes its (set-info :status ...), where it has
none: the comments "; EXPECT:" of cvc4 and cvc5 and "; CHECK:" of STP, and the files beside it of bitwuzla (.expect), yices2 (.smt2.gold), z3 and OpenSMT
(.expected.out) and boolector (.out). Scripts are otherwise copied as they are.

Left out are scripts that cannot be read, those that say the same as another one, and those with a label that is not what the suite expects.
Answers that are more or fewer than the check-sats of a script are not used, and counted.

Nothing of a suite is run. The options with which a suite runs its solver are not used; --json has them.

With --json, one object for each script: {file, seed?, use?, from?, options?, left_out?, error?}, where use is expected, own, none or uneven.`,
		Example: `  assay seeds suite ~/src/cvc5/test/regress --out regress
  assay fuzz --solver z3 --solver cvc5 --out out regress`,
		Args: minArgs(1, "SUITE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Seeds = args
			return opts.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVarP(&opts.Out, "out", "o", "", "the `DIR` to write to")
	theoryFlag(cmd, &opts.Theory)
	f.IntVarP(&opts.Jobs, "jobs", "j", runtime.GOMAXPROCS(0), "scripts read at the same time")
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

// A suiteScript is what the command says about one script.
type suiteScript struct {
	File    string      `json:"file"`
	Seed    string      `json:"seed,omitempty"`
	Use     string      `json:"use,omitempty"`
	From    string      `json:"from,omitempty"`
	Options string      `json:"options,omitempty"`
	LeftOut string      `json:"left_out,omitempty"`
	Error   *checkError `json:"error,omitempty"`

	text string
	key  suite.Key
	use  suite.Use
	err  error
}

// useNames are the uses as --json has them. A script with contradicting labels is left out.
var useNames = map[suite.Use]string{suite.Added: "expected", suite.Own: "own", suite.Nothing: "none", suite.Uneven: "uneven"}

func (opts *seedsSuiteOptions) check() error {
	if err := checkJobs(opts.Jobs); err != nil {
		return err
	}
	if opts.Out == "" {
		return usagef("--out is missing: name a folder for the seeds, as in --out regress")
	}
	return folder.Check(opts.Out, suiteKind)
}

func (opts *seedsSuiteOptions) run(ctx context.Context) error {
	if err := opts.check(); err != nil {
		return err
	}
	files, err := formulas(ctx, opts.Streams, opts.Seeds)
	if err != nil {
		return err
	}
	if err := checkOutside("--out", opts.Out, opts.Seeds); err != nil {
		return err
	}
	table, err := extendTable(ctx, opts.Theory)
	if err != nil {
		return err
	}
	places := seedfiles.Places(seedfiles.Names(files))
	out, err := takeOut(opts.Out, suiteKind)
	if err != nil {
		return err
	}
	made := suiteTally{names: map[suite.Key]string{}, uses: map[suite.Use]int{}}
	count := newCounter(opts.Streams, len(files))
	err = inOrder(ctx, opts.Jobs, len(files), func(i int) suiteScript {
		return opts.read(ctx, table, files[i])
	}, func(i int, s suiteScript) error {
		defer count.count(i + 1)
		made.take(&s, filepath.ToSlash(places[i])+".smt2")
		if s.Seed != "" {
			if err := opts.write(&s); err != nil {
				return err
			}
		} else if s.err != nil {
			count.end()
			fmt.Fprintf(opts.Err, "%v\n", s.err)
		}
		if opts.JSON && opts.printJSON(s) != nil {
			return errOutput
		}
		return nil
	})
	count.end()
	if made.seeds == 0 {
		out.Leave()
	}
	if err != nil {
		return err
	}
	return opts.tell(&made, len(files))
}

// read reads a script and what is expected of it.
func (opts *seedsSuiteOptions) read(ctx context.Context, table *theory.Table, f seedfiles.File) suiteScript {
	out := suiteScript{File: f.Name}
	fail := func(err error) suiteScript {
		out.LeftOut, out.err, out.Error = "unreadable", err, asCheckError(err)
		return out
	}
	text, err := readFormula(ctx, f, opts.In)
	if err != nil {
		return fail(err)
	}
	s, err := elab.Script(text, elab.Options{File: shownName(f.Name), Table: table, Done: ctx.Done()})
	if err != nil {
		return fail(err)
	}
	expected := suite.InComments(text)
	if len(expected.Answers) == 0 && f.AsIs() {
		expected.Answers, expected.From = besideOf(f.Path())
	}
	out.Options = expected.Options
	out.text, out.use = suite.Label(text, s, expected.Answers)
	out.key = suite.KeyOf(s)
	if out.use == suite.Contradicting {
		out.LeftOut = "contradicting"
		out.err = fmt.Errorf("%s: its label is not what the suite expects (%s), so it is left out", visible.Line(shownName(f.Name)), visible.Line(expected.From))
		return out
	}
	out.Use = useNames[out.use]
	if out.use == suite.Added {
		out.From = expected.From
	}
	return out
}

// besideOf reads the answers in the first file beside a script that has some.
func besideOf(script string) (answers []smt.Status, from string) {
	for _, path := range suite.Beside(script) {
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		text, err := seedfiles.At(path).Read(maxExpectation)
		if err != nil {
			continue
		}
		if answers := suite.InOutput(text); len(answers) > 0 {
			return answers, filepath.Base(path)
		}
	}
	return nil, ""
}

// A suiteTally counts what becomes of the scripts of a suite.
type suiteTally struct {
	seeds   int
	uses    map[suite.Use]int
	names   map[suite.Key]string // the first script of each key
	twice   int
	unread  int
	against int
}

// take decides whether a script becomes the seed of a name, and counts it.
func (t *suiteTally) take(s *suiteScript, seed string) {
	switch {
	case s.use == suite.Contradicting:
		t.against++
	case s.err != nil:
		t.unread++
	case t.names[s.key] != "":
		s.LeftOut, s.Use, s.From = "the same as "+t.names[s.key], "", ""
		t.twice++
	default:
		t.names[s.key] = s.File
		t.seeds++
		t.uses[s.use]++
		s.Seed = seed
	}
}

func (opts *seedsSuiteOptions) write(s *suiteScript) error {
	file := filepath.Join(opts.Out, filepath.FromSlash(s.Seed))
	if err := disk.MakeDir(filepath.Dir(file)); err != nil {
		return err
	}
	return disk.Replace(file, []byte(s.text))
}

func (opts *seedsSuiteOptions) tell(t *suiteTally, files int) error {
	var out, unused []string
	add := func(list *[]string, n int, what string) {
		if n > 0 {
			*list = append(*list, fmt.Sprintf("%d %s", n, what))
		}
	}
	add(&out, t.unread, "unreadable")
	add(&out, t.twice, "the same as another")
	add(&out, t.against, "with a label that is not what is expected")
	add(&unused, t.uses[suite.Uneven], "with more or fewer answers than check-sats")
	if !opts.JSON {
		text := fmt.Sprintf("%d of %s are in %s: %d labelled by what the suite expects, %d by themselves, %d without a label\n", t.seeds, plural(files, "script"),
			opts.Out, t.uses[suite.Added], t.uses[suite.Own], t.uses[suite.Nothing]+t.uses[suite.Uneven])
		if len(out) > 0 {
			text += "left out: " + strings.Join(out, ", ") + "\n"
		}
		if len(unused) > 0 {
			text += "expectations not used: " + strings.Join(unused, ", ") + "\n"
		}
		if err := opts.say("%s", text); err != nil {
			return errOutput
		}
	}
	if t.seeds == 0 {
		fmt.Fprintln(opts.Err, "no script can be used as a seed")
		return exit(exitFailed)
	}
	return nil
}
