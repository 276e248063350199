package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
)

// packages are the ones that decide whether a finding is believed.
var packages = []string{
	"internal/findings/triage", "internal/run/trial", "internal/run/living", "internal/mutate/storm", "internal/findings", "internal/judge/proof", "internal/findings/reduce",
	"internal/findings/clusters", "internal/bench/bugbench", "internal/mutate/diver", "smt/elab", "smt/sorts",
}

// settings are the flags.
type settings struct {
	tree     string
	packages string
	rule     Rule
	record   string
	judged   string
	reach    string
	sample   int
	of       string
	again    bool
	further  bool
	slow     float64
	nearest  int
	workers  int
	memory   uint64
	atLeast  float64
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := command(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "mistakes:", err)
		os.Exit(1)
	}
}

// command runs one command line.
func command(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		return fmt.Errorf("one of places, list, show, run, report is missing")
	}
	var s settings
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&s.tree, "tree", ".", "root of the module whose tests are examined")
	flags.StringVar(&s.packages, "packages", strings.Join(packages, ","), "folders of the packages in which mistakes are made")
	flags.IntVar(&s.rule.Number, "n", 300, "mistakes in all")
	flags.IntVar(&s.rule.Least, "least", 12, "mistakes in each package at least")
	flags.IntVar(&s.rule.Seed, "seed", 0, "which of the places is the first; another seed draws other mistakes")
	flags.StringVar(&s.record, "record", "bin/mistakes.jsonl", "file of the results")
	flags.StringVar(&s.reach, "reach", "bin/mistakes-reach", "folder for what tests reach")
	flags.StringVar(&s.judged, "judged", "tools/mistakes/judged.tsv", "file of the mistakes that no test needs to catch")
	flags.IntVar(&s.sample, "sample", 0, "plant this many of the chosen mistakes only")
	flags.StringVar(&s.of, "survivors-of", "", "instead of what the rule chooses, the mistakes that survived in this record, as the code has them now")
	flags.BoolVar(&s.again, "again", false, "plant survivors of the record again")
	flags.BoolVar(&s.further, "further", false, "plant survivors of the record again for packages that were not tested, such as those left out by --slow")
	flags.Float64Var(&s.slow, "slow", 0, "leave out dependents whose tests take more CPU seconds than this; 0 leaves out none")
	flags.IntVar(&s.nearest, "nearest", 3, "how many dependents are tested")
	flags.IntVar(&s.workers, "workers", 1, "mistakes planted at once")
	flags.Uint64Var(&s.memory, "memory", 12<<30, "bytes of address space of each process, since a mistake may use up all memory")
	flags.Float64Var(&s.atLeast, "at-least", 0, "fail if less than this part of the mistakes is caught, in percent")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	root, err := filepath.Abs(s.tree)
	if err != nil {
		return err
	}
	s.tree = root
	loaded, err := load(root, strings.Split(s.packages, ","))
	if err != nil {
		return err
	}
	draws := s.rule.choose(loaded)
	if s.of != "" {
		earlier, err := openRecord(s.of)
		if err != nil {
			return err
		}
		for _, r := range survivorsOf(earlier, draws) {
			fmt.Fprintf(stderr, "%s %s, %s: the code no longer has %q\n", r.ID, r.Where, r.Decl, r.Before)
		}
	}
	if s.sample > 0 {
		thin(draws, s.sample)
	}
	switch args[0] {
	case "places":
		printPlaces(stdout, draws)
	case "list":
		for _, d := range draws {
			for _, place := range d.Chosen {
				fmt.Fprintf(stdout, "%s\t%s\t%s\t%s\t%s\t->\t%s\n", place.ID, place.Kind, place.Where(), place.Decl, place.Before, place.After)
			}
		}
	case "show":
		return show(stdout, draws, flags.Args())
	case "run", "report":
		return s.examine(ctx, args[0] == "run", draws, stdout, stderr)
	default:
		return fmt.Errorf("%q is none of places, list, show, run, report", args[0])
	}
	return nil
}

// examine plants mistakes, unless only a report is asked for, and reports.
func (s *settings) examine(ctx context.Context, plant bool, draws []*Draw, stdout, stderr io.Writer) error {
	record, err := openRecord(s.record)
	if err != nil {
		return err
	}
	judged, err := readJudgements(s.judged)
	if err != nil {
		return err
	}
	if plant {
		if err := s.run(ctx, draws, record, stderr); err != nil {
			return err
		}
	}
	all := report(stdout, draws, record, judged)
	if complaints := stale(judged, draws, record); len(complaints) > 0 {
		return fmt.Errorf("%s has to be looked at again:\n%s", s.judged, strings.Join(complaints, "\n"))
	}
	if rate := all.rate(); rate < s.atLeast {
		return fmt.Errorf("%.1f %% of the mistakes are caught, less than %.1f %%", rate, s.atLeast)
	}
	return nil
}

// run plants the chosen mistakes.
func (s *settings) run(ctx context.Context, draws []*Draw, record *Record, log io.Writer) error {
	// Processes inherit the limit.
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: s.memory, Max: s.memory}); err != nil {
		return fmt.Errorf("limiting memory: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(s.record), 0o755); err != nil {
		return err
	}
	module, err := moduleOf(s.tree)
	if err != nil {
		return err
	}
	binaries, err := testBinaries(s.tree, module)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "mistakes-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	path := filepath.Join(work, "path")
	if err := hideSolvers(os.Getenv("PATH"), path); err != nil {
		return err
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	r := &Run{
		Bench:  &Bench{Root: s.tree, Work: work, Env: environment(os.Environ(), path, strings.TrimSpace(string(goroot)))},
		Record: record, Packages: make(map[string]*Package), Binaries: binaries, Nearest: s.nearest, Slow: s.slow,
		Survivors: s.survivors(), Workers: max(1, s.workers), Log: log,
	}
	var chosen []*Place
	for _, d := range draws {
		r.Packages[d.Package.Dir] = d.Package
		chosen = append(chosen, d.Chosen...)
	}
	r.Survey = &Survey{Bench: r.Bench, Folder: s.reach, Packages: r.Packages}
	return r.all(ctx, chosen)
}

func (s *settings) survivors() Survivors {
	switch {
	case s.again:
		return AgainSurvivors
	case s.further:
		return FurtherSurvivors
	}
	return KeepSurvivors
}

// thin leaves every k-th of the chosen mistakes of all packages.
func thin(draws []*Draw, sample int) {
	total := 0
	for _, d := range draws {
		total += len(d.Chosen)
	}
	if sample >= total {
		return
	}
	i := 0
	for _, d := range draws {
		var left []*Place
		for _, place := range d.Chosen {
			if (i+1)*sample/total > i*sample/total {
				left = append(left, place)
			}
			i++
		}
		d.Chosen = left
	}
}

// printPlaces prints how many places there are, by package and kind.
func printPlaces(w io.Writer, draws []*Draw) {
	fmt.Fprint(w, "package\tall\tchosen\tpassed over")
	for kind := range kinds {
		fmt.Fprintf(w, "\t%s", kind)
	}
	fmt.Fprintln(w)
	for _, d := range draws {
		var count [kinds]int
		for _, place := range d.Places {
			count[place.Kind]++
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d", d.Package.Dir, len(d.Places), len(d.Chosen), d.Broken)
		for _, n := range count {
			fmt.Fprintf(w, "\t%d", n)
		}
		fmt.Fprintln(w)
	}
}

// show prints what mistakes change: the lines of the file from the first that differs to the last, with three around them.
func show(w io.Writer, draws []*Draw, ids []string) error {
	places := make(map[string]*Place)
	from := make(map[string]*Draw)
	for _, d := range draws {
		for _, place := range d.Places {
			places[place.ID], from[place.ID] = place, d
		}
	}
	for _, id := range ids {
		place, ok := places[id]
		if !ok {
			return fmt.Errorf("there is no mistake %s", id)
		}
		source := from[id].Package.File(place.File).Source
		fmt.Fprintf(w, "%s: %s in %s\n%s", id, place.Kind, place.Decl, difference(place.File, string(source), string(place.apply(source))))
	}
	return nil
}

// difference shows two texts as a unified diff with one hunk.
func difference(name, before, after string) string {
	const around = 3
	a, b := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	first := 0
	for first < min(len(a), len(b)) && a[first] == b[first] {
		first++
	}
	same := 0 // lines at the end
	for same < min(len(a), len(b))-first && a[len(a)-1-same] == b[len(b)-1-same] {
		same++
	}
	start, more := max(0, first-around), min(around, same)
	endA, endB := len(a)-same, len(b)-same
	var text strings.Builder
	fmt.Fprintf(&text, "--- a/%s\n+++ b/%s\n@@ -%d,%d +%d,%d @@\n", name, name, start+1, endA+more-start, start+1, endB+more-start)
	lines := func(sign string, lines []string) {
		for _, line := range lines {
			text.WriteString(sign + strings.TrimSuffix(line, "\n") + "\n")
		}
	}
	lines(" ", a[start:first])
	lines("-", a[first:endA])
	lines("+", b[first:endB])
	lines(" ", a[endA:endA+more])
	return text.String()
}
