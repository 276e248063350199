package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/base/seedfiles"
	"github.com/assay-smt/assay/internal/bench/bugbench"
	"github.com/assay-smt/assay/internal/findings/bugs"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/solver"
)

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
		Long: `Write the bugs that judge found new in a benchmark's folder into a collection, one file each. Bugs that the collections already have are left out
and reported. Each bug is run as check runs it, with another solver to contradict the wrong one where that is needed; a bug that does not hold is written all the same, and reported.
One whose name another bug has gets a number.

A FILE is the small formula of a known bug, also one in an archive, and needs --solver: the first solver is blamed, and further ones help to show the bug. The formula is certified, run in all
installed versions, and written as a bug with the name --name.`,
		Example: `  assay bench bugs add cmp --into my-bugs
  assay bench bugs add tan.smt2 --solver z3@5.4.0 --name z3-5.4.0-tan --into my-bugs`,
		Args: exactArgs(1, "DIR or FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Path = args[0]
			return opts.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVar(&opts.Into, "into", "", "the `FOLDER` of the collection to write to")
	f.StringArrayVar(&opts.Solvers, "solver", nil, "for a FILE: a solver `SPEC`, the blamed one first (repeatable)")
	f.StringVar(&opts.Name, "name", "", "for a FILE: the bug's name (default: that of the file)")
	f.StringVar(&opts.Engine, "engine", "", "for a FILE: the `ENGINE` that found it")
	f.StringVar(&opts.Origin, "origin", "", "for a FILE: where it comes from, in a few words")
	f.StringVar(&opts.Versions.List, "versions", "", "for a FILE: the versions to run, as a `LIST` of versions and ranges (default: all installed ones, and the one that shows it)")
	f.VarP((*period)(&opts.Timeout), "timeout", "t", "time for one run of a solver")
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
	if err := seedfiles.Check(opts.Path); err != nil {
		return missingFile(opts.Path, err)
	}
	info, err := os.Stat(opts.Path)
	isDir := err == nil && info.IsDir()
	if isDir {
		if err := opts.checkDir(); err != nil {
			return err
		}
	}
	if !isDir {
		if len(opts.Solvers) == 0 {
			return usagef("%s is a file: name the solver that misbehaves on it, as in --solver z3@5.4.0", opts.Path)
		}
		if err := opts.nameFile(ctx); err != nil {
			return err
		}
	}
	if err := folder.Check(opts.Into, collectionKind); err != nil {
		return err
	}
	if isThere(opts.Into) && !slices.ContainsFunc(opts.Bugs.Folders, func(f string) bool { return filepath.Clean(f) == filepath.Clean(opts.Into) }) {
		opts.Bugs.Folders = append(opts.Bugs.Folders, opts.Into)
	}
	all, err := opts.Bugs.load(opts.Streams)
	if err != nil {
		return err
	}
	var fresh []*bugs.Bug
	if isDir {
		if _, err := bugbench.LoadPlan(opts.Path); err != nil {
			return bugsError(err)
		}
		if fresh, err = bugs.Load(filepath.Join(opts.Path, bugbench.BugsDir)); errors.Is(err, os.ErrNotExist) {
			return usagef("%s has not been judged: run assay bench bugs judge %[1]s", opts.Path)
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
	temp, err := disk.NewTemp("add")
	if err != nil {
		return err
	}
	defer temp.Remove()
	for _, b := range fresh {
		if isDir && bugs.Same(all, b) == nil {
			if err := opts.rename(all, b); err != nil {
				return err
			}
			if err := opts.findHelper(ctx, temp, b); err != nil {
				return err
			}
		}
		if err := opts.add(all, b); err != nil {
			return err
		}
		all = append(all, b)
	}
	return nil
}

// checkDir refuses flags that are for a FILE alone.
func (opts *bugsAddOptions) checkDir() error {
	var given []string
	for _, f := range []struct {
		flag string
		is   bool
	}{
		{"--solver", len(opts.Solvers) > 0}, {"--name", opts.Name != ""}, {"--engine", opts.Engine != ""}, {"--origin", opts.Origin != ""}, {"--versions", opts.Versions.List != ""},
	} {
		if f.is {
			given = append(given, f.flag)
		}
	}
	switch len(given) {
	case 0:
		return nil
	case 1:
		return usagef("%s is for a FILE, and %s is a folder: leave it out", given[0], opts.Path)
	}
	return usagef("%s are for a FILE, and %s is a folder: leave them out", strings.Join(given, ", "), opts.Path)
}

// nameFile names the bug of a file after it, unless it has a name, and refuses a name that a bug cannot have before it takes its time.
func (opts *bugsAddOptions) nameFile(ctx context.Context) error {
	if opts.Name == "" {
		file, err := theFile(ctx, opts.Path)
		if err != nil {
			return err
		}
		opts.Name = seedfiles.Places([]string{file.Name})[0]
	}
	if !bugs.IsName(opts.Name) {
		return usagef("%q cannot be the name of a bug: give one of letters, digits and . _ + - with --name", opts.Name)
	}
	return nil
}

// rename numbers a bug of a benchmark whose name another bug has: benchmarks name their bugs by what they show, and do not know each other's.
func (opts *bugsAddOptions) rename(all []*bugs.Bug, b *bugs.Bug) error {
	was := b.Name
	b.Name = bugbench.FreeName(was, func(name string) bool {
		return slices.ContainsFunc(all, func(o *bugs.Bug) bool { return o.Name == name })
	})
	if b.Name == was {
		return nil
	}
	if _, err := fmt.Fprintf(opts.Err, "%s is added as %s: there is another bug of that name\n", was, b.Name); err != nil {
		return errOutput
	}
	return nil
}

// findHelper enters the solver that is needed to certify a bug of a benchmark: there, the mutant's witness may have certified it, and the formula does not have
// that. A bug that does not hold with any helper is written as it is, and reported.
func (opts *bugsAddOptions) findHelper(ctx context.Context, temp *disk.Temp, b *bugs.Bug) error {
	alone, err := opts.check(ctx, temp, b)
	if err != nil || alone.Outcome != checkFails {
		return err
	}
	if b.Class.Crash() { // no solver contradicts a crash
		return opts.warn(alone)
	}
	helpers, err := opts.helpers(ctx, b.Solver)
	if err != nil {
		return err
	}
	for _, spec := range helpers {
		b.Against = []string{spec}
		c, err := opts.check(ctx, temp, b)
		if err != nil || c.Outcome == checkHolds {
			return err
		}
	}
	b.Against = nil
	return opts.warn(alone)
}

// warn says that a bug does not hold.
func (opts *bugsAddOptions) warn(c bugCheck) error {
	_, err := fmt.Fprintf(opts.Err, "%s: assay bench bugs check will say that it does not hold: %s\n", c.Bug, c.Words)
	return err
}

// helpers are the solvers that may contradict a wrong one: the newest version of each other solver, and then the referees.
func (opts *bugsAddOptions) helpers(ctx context.Context, blamed string) ([]string, error) {
	resolver, err := opts.Profiles.resolverWith(nil)
	if err != nil {
		return nil, err
	}
	targets, err := referees(ctx, resolver, opts.Referees)
	if err != nil {
		return nil, err
	}
	var newest, others []string
	for _, t := range targets {
		name := t.Profile().Name
		if name == blamed {
			continue
		}
		if installed := resolver.InstalledVersions(name); len(installed) > 0 {
			newest = append(newest, name+"@"+installed[len(installed)-1])
		}
		if t.Version() != "" {
			others = append(others, name+"@"+t.Version())
		}
	}
	var out []string
	for _, spec := range append(newest, others...) {
		if !slices.Contains(out, spec) {
			out = append(out, spec)
		}
	}
	return out, nil
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
		return usagef("there is another bug named %s: give this one a name of its own with --name", b.Name)
	default:
		if !collectionKind.Older(opts.Into) { // a collection that a person keeps needs no marker
			if _, err := takeOut(opts.Into, collectionKind); err != nil {
				return err
			}
		}
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

// ofFile makes a bug from a formula.
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
		return nil, withExit(exitFailed, fmt.Errorf("%s: two solvers contradict each other, and nothing certifies which one is wrong", opts.Path))
	}
	b, replayer, err := opts.bisected(ctx, opts.Streams, &opts.Versions, f)
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
	if debugger := solver.Debugger(); f.Class.Crash() && len(entry.Signatures) == 0 && debugger != "" {
		if trace, err := replayer.Trace(ctx, f, debugger); err == nil {
			entry.Stack = triage.Stack(trace.Frames)
		}
	}
	// The text that is written must be readable.
	if _, err := bugs.Parse(entry.Name+bugs.Ext, entry.Name, entry.Text()); err != nil {
		return nil, withExit(exitUsage, err)
	}
	return entry, context.Cause(ctx)
}
