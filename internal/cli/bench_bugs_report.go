package cli

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/bench/bugbench"
	"github.com/assay-smt/assay/internal/findings/bugs"
	reporting "github.com/assay-smt/assay/internal/report"
)

type bugsReportOptions struct {
	*Streams
	At     time.Duration
	Except string
	HTML   string
	JSON   bool
	Known  bugFlags

	Releases bool

	paths []string
}

func newBugsReport(s *Streams) *cobra.Command {
	opts := &bugsReportOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "report [flags] DIR|RECORD...",
		Short: "Compare the arms of a benchmark by the bugs that they found",
		Long: `Say which distinct bugs the campaigns of each arm found, and after how much CPU time. All runs are cut to the CPU time that every run that has begun
has used; --at names another one, and leaves out runs that have not used as much. Findings that judge has not judged yet are counted.

Two arms are compared by an exact permutation test of the numbers of distinct bugs in a run, and by one of log-rank scores: how far ahead of the others
a run is with its bugs, each at its time. Both deal out whole runs, since the bugs of one run depend on each other.
How many times as many bugs a run of one finds as one of the other comes with an interval of 95 % confidence.
Where there are too few runs for any outcome to show a difference, it says so.

Where some bugs need options of the solver, a table has the mean number of bugs per run that do, and of those that show in its default configuration. With --releases, a table says how many of the known bugs of each release the runs of each arm found, in whatever release they ran.

A bug that the collection, or one of --bugs, declares the same as another (same-as) counts as that one.

Several folders, or records of them (assay bench bugs record), make one report. They are benchmarks with the same solvers, flags and seeds on several machines or days, each with
campaign seeds of its own (run --first-run). Their runs are pooled, and the tests compare arms within each benchmark.`,
		Example: `  assay bench bugs report cmp
  assay bench bugs report cmp --at 30m --html cmp.html
  assay bench bugs report monday.jsonl tuesday.jsonl --except 'check-sat-using|get-value'
  assay bench bugs report cmp --json | jq -r '.arms[] | [.arm, .median] | @tsv'`,
		Args: minArgs(1, "DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			opts.paths = args
			return opts.run()
		},
	}
	f := cmd.Flags()
	f.Var((*period)(&opts.At), "at", "cut runs to this CPU time; 0 for what all have used")
	f.StringVar(&opts.Except, "except", "", "leave out findings whose bug, or the bug that it is the same as, has a name that matches this `REGEXP`, such as bugs that one of the arms cannot find")
	f.StringVar(&opts.HTML, "html", "", "a `FILE.html` to write, with pictures")
	f.BoolVar(&opts.Releases, "releases", false, "a table of the releases that have the bugs that were found")
	opts.Known.bind(cmd)
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

func (opts *bugsReportOptions) run() error {
	if opts.At < 0 {
		return usagef("--at must not be negative")
	}
	if opts.HTML != "" && !slices.Contains([]string{".html", ".htm"}, strings.ToLower(filepath.Ext(opts.HTML))) {
		return usagef("--html %s: give a file *.html, so that nothing else is overwritten by mistake", opts.HTML)
	}
	var err error
	scope := bugbench.Scope{At: opts.At}
	if opts.Except != "" {
		if scope.Except, err = regexp.Compile(opts.Except); err != nil {
			return usagef("--except: %w", err)
		}
	}
	var known []*bugs.Bug
	if known, scope.Aliases, err = opts.Known.withAliases(opts.Streams); err != nil {
		return err
	}
	var records []*bugbench.Record
	for _, path := range opts.paths {
		r, err := readRecord(path)
		if err != nil {
			return err
		}
		records = append(records, r)
	}
	r, err := bugbench.Summarise(records, scope)
	if err != nil {
		return bugsError(err)
	}
	r.ByNeeds(known)
	if opts.Releases {
		r.ByRelease(known)
	}
	if opts.HTML != "" {
		page, err := reporting.BugsPage(r)
		if err != nil {
			return err
		}
		if err := disk.WriteAtomic(throughLink(opts.HTML), page); err != nil {
			return err
		}
	}
	if opts.JSON {
		err = opts.printJSON(r)
	} else {
		err = opts.say("%s", bugsReportText(r))
	}
	if err != nil {
		return errOutput
	}
	return nil
}

// readRecord reads a benchmark's folder or the record of one.
func readRecord(path string) (*bugbench.Record, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, missingFile(path, err)
	}
	r, err := bugbench.ReadRecord(path)
	return r, bugsError(err)
}

// bugsReportText is the report for people.
func bugsReportText(r *bugbench.Report) string {
	var b strings.Builder
	b.WriteString(r.About() + "\n\n")
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ARM\tRUNS\tMEDIAN\tMIN\tMAX\tALL RUNS\tENGINES (ALL RUNS, MEDIAN OF A RUN)")
	for _, a := range r.Arms {
		var engines []string
		for _, e := range a.Engines {
			engines = append(engines, fmt.Sprintf("%s %d, %g", e.Engine, len(e.Bugs), e.Median))
		}
		fmt.Fprintf(w, "%s\t%d\t%g\t%d\t%d\t%d\t%s\n", a.Name, len(a.Runs), a.Median, a.Min, a.Max, len(a.Union), orDash(strings.Join(engines, "; ")))
	}
	if len(r.Bugs) > 0 {
		armsHeading(w, "\nBUG, AND SECONDS OF CPU TIME TO IT", "", r.Arms)
	}
	for _, bug := range r.Bugs {
		name := bug.Name
		if bug.New {
			name += " (new)"
		}
		fmt.Fprint(w, name)
		for _, t := range bug.Arms {
			median := "-"
			if t.Median != nil {
				median = fmt.Sprintf("%.0f", *t.Median)
			}
			fmt.Fprintf(w, "\t%s (%s)", median, timesText(t.Times))
		}
		fmt.Fprintln(w)
	}
	_ = w.Flush() // into memory
	if len(r.Bugs) > 0 {
		b.WriteString("The median of the survival curve, - where more than half of the runs have not found it; in brackets each run, - for not found.\n")
	}
	needsTable(&b, r)
	if len(r.Releases) > 0 {
		releasesTable(&b, r)
	}
	for _, c := range r.Comparisons {
		fmt.Fprintf(&b, "\n%s against %s\n", c.A, c.B)
		if c.Ratio != nil {
			fmt.Fprintf(&b, "  a run of %s finds %s as many bugs\n", c.B, c.Ratio)
		}
		fmt.Fprintf(&b, "  %s\n  %s\n", c.Distinct, c.Times)
	}
	for _, a := range r.Arms {
		for _, why := range slices.Sorted(maps.Keys(a.None)) {
			fmt.Fprintf(&b, "\n%s: %s without a bug: %s", a.Name, plural(a.None[why], "finding"), why)
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// armsHeading writes the heading of a table with a column for each arm.
func armsHeading(w io.Writer, title, before string, arms []bugbench.ArmReport) {
	fmt.Fprint(w, title)
	for _, a := range arms {
		fmt.Fprintf(w, "\t%s%s", before, a.Name)
	}
	fmt.Fprintln(w)
}

// needsTable says how many of the bugs that need options each arm found, and of those that do not, if there are any that do.
func needsTable(b *strings.Builder, r *bugbench.Report) {
	if !r.NeedsDiffer() {
		return
	}
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	armsHeading(w, "\nBUGS PER RUN (IN ALL RUNS), BY WHAT THEY NEED", "", r.Arms)
	for _, n := range r.Needs {
		fmt.Fprint(w, n.Needs)
		for i := range r.Arms {
			fmt.Fprintf(w, "\t%.1f (%d)", n.Mean[i], n.All[i])
		}
		fmt.Fprintln(w)
	}
	_ = w.Flush() // into memory
	for _, n := range r.Needs {
		for i, ratio := range n.Ratios {
			if ratio != nil {
				fmt.Fprintf(b, "%s: %s finds %s as many as %s\n", n.Needs, r.Arms[i].Name, ratio, r.Arms[0].Name)
			}
		}
	}
}

// releasesTable says how many of the known bugs of each release each arm found.
func releasesTable(b *strings.Builder, r *bugbench.Report) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	armsHeading(w, "\nRELEASE\tKNOWN BUGS", "FOUND BY ", r.Arms)
	for _, release := range r.Releases {
		fmt.Fprintf(w, "%s@%s\t%d", release.Solver, release.Version, release.Known)
		for _, n := range release.Found {
			fmt.Fprintf(w, "\t%d", n)
		}
		fmt.Fprintln(w)
	}
	_ = w.Flush() // into memory
}

func timesText(times []*float64) string {
	var out []string
	for _, t := range times {
		if t == nil {
			out = append(out, "-")
			continue
		}
		out = append(out, fmt.Sprintf("%.0f", *t))
	}
	return strings.Join(out, " ")
}
