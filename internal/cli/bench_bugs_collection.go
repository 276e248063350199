package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/bisect"
	"github.com/assay-smt/assay/internal/bugbench"
	"github.com/assay-smt/assay/internal/bugs"
	"github.com/assay-smt/assay/internal/certified"
	"github.com/assay-smt/assay/internal/disk"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/shell"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/triage"
)

func newBugsList(s *Streams) *cobra.Command {
	var folders bugFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list [flags]",
		Short: "List the known bugs",
		Long: `List the known bugs of the collection that comes with Assay and of --bugs: the versions between which each shows, its class, and what tells it apart.
A bug without a version that behaves is in the newest version that was looked at.`,
		Example: `  assay bench bugs list
  assay bench bugs list --bugs cmp/bugs --json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			all, err := folders.load(s)
			if err != nil {
				return err
			}
			if asJSON {
				for _, b := range all {
					if err := s.printJSON(struct {
						*bugs.Bug
						Identity string `json:"identity"`
					}{b, b.Identity()}); err != nil {
						return errOutput
					}
				}
				return nil
			}
			w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "BUG\tCLASS\tFIRST\tSHOWS\tBEHAVES\tTOLD APART BY")
			for _, b := range all {
				apart := strings.Join(bugs.Distinctive(b.Operators), " ")
				if len(b.Signatures) > 0 {
					apart = findings.CrashSite(b.Signatures[0].Text)
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", b.Name, b.Class, b.First, b.Shows, orDash(b.Behaves), strings.TrimSpace(apart+" "+shell.Quote(b.Options)))
			}
			if w.Flush() != nil {
				return errOutput
			}
			return nil
		},
	}
	folders.bind(cmd)
	jsonFlag(cmd, &asJSON)
	return cmd
}

// A certifier says what solvers show on small formulas.
type certifier struct {
	*Streams
	recorded
	Referees []string
	Timeout  time.Duration
}

// errCertified ends a reduction that has only to begin.
var errCertified = errors.New("certified")

// certify runs a solver on a formula, certifies that it is wrong, and writes a finding into the folder out. against are further solvers that are needed for that.
// What is not shown is a *certified.NotShownError, or has the exit code of a check that failed.
func (c *certifier) certify(ctx context.Context, temp *disk.Temp, path, out string, specs []string, class string) (findings.Stored, error) {
	opts := &reduceOptions{Streams: c.Streams, Timeout: c.Timeout, Memory: defaultMemory, Jobs: 1, Quiet: true}
	opts.Keep.Solvers = solverFlags{Specs: specs, profileFlags: c.Profiles}
	opts.Keep.Referees, opts.Keep.Class = c.Referees, class
	table, err := extendTable(ctx, c.Theory)
	if err != nil {
		return findings.Stored{}, err
	}
	sub, err := temp.Sub("certify")
	if err != nil {
		return findings.Stored{}, err
	}
	defer sub.Close()
	targets, err := opts.Keep.Solvers.solvers(ctx, c.Err)
	if err != nil {
		return findings.Stored{}, err
	}
	opts.Keep.Blame = targets[0].String()
	fc, text, err := opts.find(ctx, path, table, temp)
	if err != nil {
		return findings.Stored{}, err
	}
	resolver, err := opts.Keep.Solvers.resolver()
	if err != nil {
		return findings.Stored{}, err
	}
	more, err := referees(ctx, resolver, c.Referees)
	if err != nil {
		return findings.Stored{}, err
	}
	for _, t := range more {
		if !slices.Contains(fc.Referees, t) {
			fc.Referees = append(fc.Referees, t)
		}
	}
	r, err := certified.Reduce(ctx, fc, text, certified.Config{Dir: sub, Jobs: 1, Begun: func(*certified.Shown) error { return errCertified }})
	if !errors.Is(err, errCertified) {
		return findings.Stored{}, err
	}
	f := certified.Describe(ctx, fc, &r, text)
	f.Repeated = findings.Repetition{Runs: 1, Shown: 1}
	if err := findings.Keep(out, f, []byte(text), []byte(text)); err != nil {
		return findings.Stored{}, err
	}
	return findings.Load(out)
}

type bugsCheckOptions struct {
	certifier
	Bugs  bugFlags
	Names []string
	JSON  bool
}

func newBugsCheck(s *Streams) *cobra.Command {
	opts := &bugsCheckOptions{certifier: certifier{Streams: s, Timeout: 10 * time.Second}}
	cmd := &cobra.Command{
		Use:   "check [flags] [BUG...]",
		Short: "Run known bugs, and say what does not hold any more",
		Long: `Run the formula of each known bug, or of those that are named: the version that shows it has to show it, certified by evaluation, by solvers that agree, or by the signature
of the crash, and the version that behaves has to behave. What cannot be run here, since a version is missing, is skipped and counted.

Exit code 1 when something does not hold.`,
		Example: `  assay bench bugs check
  assay bench bugs check z3-5.4.0-tan --bugs my-bugs`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Names = args
			return opts.run(cmd.Context())
		},
	}
	opts.Bugs.bind(cmd)
	cmd.Flags().VarP((*period)(&opts.Timeout), "timeout", "t", "time for one run of a solver")
	refereeFlag(cmd, &opts.Referees)
	opts.Profiles.bind(cmd)
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

// The outcomes of a check.
const (
	checkHolds   = "holds"
	checkSkipped = "skipped"
	checkFails   = "does not hold"
)

// bugCheck is what came of one bug.
type bugCheck struct {
	Bug     string `json:"bug"`
	Outcome string `json:"outcome"`
	Words   string `json:"words,omitempty"`
}

func (opts *bugsCheckOptions) run(ctx context.Context) error {
	all, err := opts.Bugs.load(opts.Streams)
	if err != nil {
		return err
	}
	var names []string
	for _, b := range all {
		names = append(names, b.Name)
	}
	for _, name := range opts.Names {
		if !slices.Contains(names, name) {
			return usagef("there is no bug %q%s; assay bench bugs list has all", name, didYouMean(name, names))
		}
	}
	temp, err := disk.NewTemp("check")
	if err != nil {
		return err
	}
	defer temp.Remove()
	counts := make(map[string]int)
	for _, b := range all {
		if len(opts.Names) > 0 && !slices.Contains(opts.Names, b.Name) {
			continue
		}
		c, err := opts.check(ctx, temp, b)
		if err != nil {
			return err
		}
		counts[c.Outcome]++
		if opts.JSON {
			err = opts.printJSON(c)
		} else {
			err = opts.say("%-50s %s%s\n", c.Bug, c.Outcome, prefixed(": ", c.Words))
		}
		if err != nil {
			return errOutput
		}
	}
	if !opts.JSON {
		if opts.say("%s: %d hold, %d skipped, %d do not hold\n", plural(counts[checkHolds]+counts[checkSkipped]+counts[checkFails], "bug"),
			counts[checkHolds], counts[checkSkipped], counts[checkFails]) != nil {
			return errOutput
		}
	}
	if counts[checkFails] > 0 {
		return exit(exitFailed)
	}
	return nil
}

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

// check runs one bug. The error is about anything but the bug and its solvers.
func (opts *bugsCheckOptions) check(ctx context.Context, temp *disk.Temp, b *bugs.Bug) (bugCheck, error) {
	out := bugCheck{Bug: b.Name, Outcome: checkHolds}
	end := func(outcome, words string) (bugCheck, error) {
		out.Outcome, out.Words = outcome, words
		return out, nil
	}
	sub, err := temp.Sub("bug-" + b.Name)
	if err != nil {
		return out, err
	}
	defer sub.Close()
	file := sub.Path(b.Name + bugs.Ext)
	if err := disk.Replace(file, []byte(b.Formula)); err != nil {
		return out, err
	}
	specs := append([]string{shell.Quote(b.Spec())}, b.Against...)
	f, err := opts.certify(ctx, temp, file, sub.Path("finding"), specs, string(b.Class))
	var unusable *solver.UnusableError
	var not *certified.NotShownError
	var exit *exitError
	switch {
	case ctx.Err() != nil:
		return out, context.Cause(ctx)
	case errors.As(err, &unusable):
		return end(checkSkipped, err.Error())
	case errors.As(err, &not), errors.As(err, &exit) && exit.code == exitFailed:
		return end(checkFails, fmt.Sprintf("%s does not show it: %v", b.Shows, err))
	case err != nil:
		return out, err
	}
	if problem := sameCrash(b, f); problem != "" {
		return end(checkFails, problem)
	}
	if b.Behaves == "" {
		return out, nil
	}
	replayer, _, err := opts.replayer(ctx, f)
	if err != nil {
		return out, err
	}
	later, err := replayer.Resolve(ctx, shell.Quote(append([]string{b.Behaves}, b.Options...)))
	if err == nil {
		in, inErr := replayer.InVersion(ctx, f, later)
		if err = inErr; err == nil {
			switch in.Verdict {
			case bisect.Shows:
				return end(checkFails, b.Behaves+" shows it as well")
			case bisect.Unclear, bisect.Unasked:
				return end(checkFails, fmt.Sprintf("%s does not say: %s", b.Behaves, in.Reason))
			case bisect.Absent:
				return out, nil
			}
		}
	}
	if errors.As(err, &unusable) {
		return end(checkSkipped, fmt.Sprintf("%s shows it; %v", b.Shows, err))
	}
	return out, err
}

// sameCrash says how a crash differs from the one that it should be, "" for in nothing.
func sameCrash(b *bugs.Bug, f findings.Stored) string {
	if b.Class != oracle.CrashClass || len(b.Signatures) == 0 {
		return ""
	}
	got := strings.Join(strings.Fields(triage.CrashSignature(&f.Finding)), " ")
	for _, s := range b.Signatures {
		if s.Version == b.Shows && s.Text != got {
			return fmt.Sprintf("%s crashes elsewhere: %s", b.Shows, got)
		}
	}
	return ""
}

type bugsAddOptions struct {
	certifier
	Versions versionFlags
	Into     string
	Solvers  []string
	Name     string
	Engine   string
	Origin   string
	Path     string
	Bugs     bugFlags
	JSON     bool
}

func newBugsAdd(s *Streams) *cobra.Command {
	opts := &bugsAddOptions{certifier: certifier{Streams: s, Timeout: 10 * time.Second}}
	cmd := &cobra.Command{
		Use:   "add --into FOLDER [flags] DIR|FILE",
		Short: "Write new bugs into a collection",
		Long: `Write the bugs that judge found new in a benchmark's folder into a collection, one file each. Those that the collections have already are left out,
and said.

A FILE is the small formula of a bug that somebody knows, with --solver: the first one is blamed, and further ones help to show it. It is certified and run in all
installed versions, and written as a bug of --name.`,
		Example: `  assay bench bugs add cmp --into my-bugs
  assay bench bugs add tan.smt2 --solver z3@5.4.0 --name z3-5.4.0-tan --into my-bugs`,
		Args: exactArgs(1, "DIR or FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Path = args[0]
			return opts.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVar(&opts.Into, "into", "", "the `FOLDER` of the collection that is written to")
	f.StringArrayVar(&opts.Solvers, "solver", nil, "for a FILE: a solver `SPEC`, the blamed one first (repeatable)")
	f.StringVar(&opts.Name, "name", "", "for a FILE: the bug's name; that of the file without it")
	f.StringVar(&opts.Engine, "engine", "", "for a FILE: the `ENGINE` that found it")
	f.StringVar(&opts.Origin, "origin", "", "for a FILE: where it comes from, in a few words")
	f.StringVar(&opts.Versions.List, "versions", "", "for a FILE: the versions to run, as a `LIST` of versions and ranges; all installed ones without it")
	f.VarP((*period)(&opts.Timeout), "timeout", "t", "for a FILE: time for one run of a solver")
	opts.Bugs.bind(cmd)
	refereeFlag(cmd, &opts.Referees)
	opts.Profiles.bind(cmd)
	theoryFlag(cmd, &opts.Theory)
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

func (opts *bugsAddOptions) run(ctx context.Context) error {
	if opts.Into == "" {
		return usagef("--into is missing: name the folder of a collection")
	}
	info, err := os.Stat(opts.Path)
	if err != nil {
		return missingFile(opts.Path, err)
	}
	switch {
	case info.IsDir() && len(opts.Solvers) > 0:
		return usagef("--solver is for a FILE, and %s is a folder", opts.Path)
	case !info.IsDir() && len(opts.Solvers) == 0:
		return usagef("%s is a file: name the solver that it shows something in, as in --solver z3@5.4.0", opts.Path)
	}
	if err := disk.MakeDir(opts.Into); err != nil {
		return err
	}
	if !slices.ContainsFunc(opts.Bugs.Folders, func(f string) bool { return filepath.Clean(f) == filepath.Clean(opts.Into) }) {
		opts.Bugs.Folders = append(opts.Bugs.Folders, opts.Into)
	}
	all, err := opts.Bugs.load(opts.Streams)
	if err != nil {
		return err
	}
	var fresh []*bugs.Bug
	if info.IsDir() {
		if _, err := bugbench.LoadPlan(opts.Path); err != nil {
			return bugsError(err)
		}
		if fresh, err = bugs.Load(filepath.Join(opts.Path, bugbench.BugsDir)); errors.Is(err, os.ErrNotExist) {
			return usagef("%s has not been judged: assay bench bugs judge %[1]s", opts.Path)
		} else if err != nil {
			return withExit(exitUsage, err)
		}
	} else {
		b, err := opts.ofFile(ctx)
		if err != nil {
			return err
		}
		fresh = []*bugs.Bug{b}
	}
	for _, b := range fresh {
		if err := opts.add(all, b); err != nil {
			return err
		}
		all = append(all, b)
	}
	return nil
}

// added is what became of a bug.
type added struct {
	Bug  string `json:"bug"`
	File string `json:"file,omitempty"`
	Same string `json:"same_as,omitempty"`
}

// add writes a bug, unless there is one of its identity.
func (opts *bugsAddOptions) add(all []*bugs.Bug, b *bugs.Bug) error {
	out := added{Bug: b.Name}
	switch same := bugs.Same(all, b); {
	case same != nil:
		out.Same = same.Name
	case slices.ContainsFunc(all, func(o *bugs.Bug) bool { return o.Name == b.Name }):
		return usagef("there is another bug of the name %s: give one of its own with --name", b.Name)
	default:
		out.File = filepath.Join(opts.Into, b.Name+bugs.Ext)
		if err := disk.WriteAtomic(out.File, []byte(b.Text())); err != nil {
			return err
		}
	}
	var err error
	switch {
	case opts.JSON:
		err = opts.printJSON(out)
	case out.Same != "":
		err = opts.say("%s is left out: it is %s, %s\n", b.Name, out.Same, b.Identity())
	default:
		err = opts.say("%s\n", out.File)
	}
	if err != nil {
		return errOutput
	}
	return nil
}

// ofFile makes a bug of a formula.
func (opts *bugsAddOptions) ofFile(ctx context.Context) (*bugs.Bug, error) {
	temp, err := disk.NewTemp("add")
	if err != nil {
		return nil, err
	}
	defer temp.Remove()
	f, err := opts.certify(ctx, temp, opts.Path, temp.Path("finding"), opts.Solvers, "")
	if err := notShown(err); err != nil {
		return nil, err
	}
	if f.Suspect {
		return nil, withExit(exitFailed, fmt.Errorf("%s: two solvers contradict each other, and nothing certifies who is wrong", opts.Path))
	}
	replayer, resolver, err := opts.replayer(ctx, f)
	if err != nil {
		return nil, err
	}
	candidates, err := opts.Versions.candidates(ctx, opts.Streams, f, resolver)
	if err != nil {
		return nil, err
	}
	b, err := triage.Bisector{Replayer: replayer, Candidates: candidates}.Run(ctx, f)
	if err != nil {
		return nil, err
	}
	entry, err := bugbench.Entry(f, f.Family+"@"+f.Version, &b)
	if errors.Is(err, bugbench.ErrNoHistory) {
		return nil, withExit(exitFailed, fmt.Errorf("%s: %w: install versions, and name some with --versions", opts.Path, err))
	}
	if err != nil {
		return nil, err
	}
	entry.Name, entry.Engine, entry.Origin, entry.Against = opts.Name, opts.Engine, opts.Origin, opts.Solvers[1:]
	if entry.Name == "" {
		entry.Name = strings.TrimSuffix(filepath.Base(opts.Path), filepath.Ext(opts.Path))
	}
	if debugger := solver.Debugger(); f.Class == oracle.CrashClass && len(entry.Signatures) == 0 && debugger != "" {
		if frames, err := replayer.Trace(ctx, f, debugger); err == nil {
			entry.Stack = triage.Stack(frames)
		}
	}
	// What is written must be what is read.
	if _, err := bugs.Parse(entry.Name+bugs.Ext, entry.Name, entry.Text()); err != nil {
		return nil, withExit(exitUsage, err)
	}
	return entry, context.Cause(ctx)
}
