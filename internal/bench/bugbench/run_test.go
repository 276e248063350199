package bugbench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/internal/testing/foldertest"
)

// A machine stands in for processes: each slice takes its whole time, and uses CPU time at the arm's rate.
type machine struct {
	clock  time.Time
	rate   map[string]float64 // CPU time for each second of a slice, 1 for arms that are not listed
	order  []string
	fail   map[string]int // the exit status of an arm
	before func(run string)
}

func (m *machine) bench(t *testing.T, dir string, arms ...string) *Bench {
	t.Helper()
	b := &Bench{Dir: dir, now: func() time.Time { return m.clock }, run: m.run}
	b.Plan = Plan{CPU: 100 * time.Second, Slice: 20 * time.Second, Repeat: 2, Flags: []string{"--solver", "z3"}, Seeds: []string{"/seeds"}}
	for _, name := range arms {
		b.Plan.Arms = append(b.Plan.Arms, Arm{Name: name, Program: program(t, name)})
	}
	return b
}

// program makes a program that is never run.
func program(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "assay")
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil { //nolint:gosec // it is a program
		t.Fatal(err)
	}
	return path
}

func (m *machine) run(ctx context.Context, meter sandbox.Meter, c sandbox.Command) (sandbox.Result, error) {
	out := c.Argv[slices.Index(c.Argv, "--out")+1]
	run := filepath.Join(filepath.Base(filepath.Dir(filepath.Dir(out))), filepath.Base(filepath.Dir(out)))
	arm := filepath.Dir(run)
	m.order = append(m.order, run)
	length, err := time.ParseDuration(c.Argv[slices.Index(c.Argv, "--duration")+1])
	if err != nil {
		return sandbox.Result{}, err
	}
	if m.before != nil {
		m.before(run)
	}
	if code := m.fail[arm]; code != 0 {
		return sandbox.Result{Reason: sandbox.Exited, ExitCode: code, Stderr: []byte("assay fuzz: no such thing\n")}, nil
	}
	rate, ok := m.rate[arm]
	if !ok {
		rate = 1
	}
	for i := 1; i <= 4; i++ {
		m.clock = m.clock.Add(length / 4)
		meter.Tell(time.Duration(rate * float64(length) * float64(i) / 4))
		if ctx.Err() != nil {
			return sandbox.Result{Reason: sandbox.Canceled}, nil
		}
	}
	return sandbox.Result{Reason: sandbox.Exited, Wall: length, CPU: time.Duration(rate * float64(length))}, nil
}

func newMachine() *machine { return &machine{clock: time.Unix(1_000_000, 0)} }

// All runs take turns round by round, whatever CPU time they use, until each has used what it is given.
func TestTurns(t *testing.T) {
	m := newMachine()
	m.rate = map[string]float64{"slow": 0.5}
	b := m.bench(t, t.TempDir(), "fast", "slow")
	if err := b.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	// Five slices of fast, ten of slow, two runs of each.
	if len(m.order) != 2*5+2*10 {
		t.Fatalf("%d slices: %q", len(m.order), m.order)
	}
	firsts := make(map[string]bool)
	for round := range 5 {
		turn := slices.Clone(m.order[4*round : 4*round+4])
		firsts[turn[0]] = true
		slices.Sort(turn)
		if got := strings.Join(turn, " "); got != "fast/1 fast/2 slow/1 slow/2" {
			t.Errorf("round %d: %s", round, got)
		}
	}
	if len(firsts) < 2 {
		t.Errorf("%v always begins", firsts)
	}
	for _, id := range b.Plan.Runs() {
		l, err := LoadLedger(filepath.Join(id.Dir(b.Dir), ledgerFile))
		if err != nil || l.CPU() != 100*time.Second {
			t.Errorf("%s used %v (%v)", id, l.CPU(), err)
		}
	}
	// There is nothing more to do; with more time, it continues.
	m.order = nil
	if err := b.Run(t.Context()); err != nil || len(m.order) != 0 {
		t.Fatal(err, m.order)
	}
	b.Plan.CPU, b.Plan.Repeat = 120*time.Second, 3
	if err := b.Run(t.Context()); err != nil || len(m.order) != 2*1+2*2+6+12 {
		t.Fatal(err, len(m.order), m.order)
	}
}

// What a benchmark that goes on is not given stays as it was; to be given less is a mistake, as the rest would be lost to judge and report.
func TestNumbersLeftOut(t *testing.T) {
	m := newMachine()
	b := m.bench(t, t.TempDir(), "a")
	b.Plan.First = 6
	if err := b.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	began, err := LoadPlan(b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	again := func(cpu time.Duration, repeat int) error {
		m.order = nil
		b.Plan.CPU, b.Plan.Slice, b.Plan.Repeat, b.Plan.First = cpu, 0, repeat, 0
		return b.Run(t.Context())
	}
	plan := func() Plan {
		t.Helper()
		p, err := LoadPlan(b.Dir)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	if err := again(0, 0); err != nil || len(m.order) != 0 || !cmp.Equal(plan(), began) {
		t.Errorf("nothing given: %v, %q, %+v", err, m.order, plan())
	}
	for _, tt := range []struct {
		cpu    time.Duration
		repeat int
		want   string
	}{
		{0, 1, "it has 2 campaigns of each arm, of which --repeat 1 would leave out some; give --repeat 2 or more"},
		{99 * time.Second, 3, "it gives each campaign 1m40s of CPU time, which --cpu 1m39s cannot take back; give --cpu 1m40s or more, or leave --cpu out; report --at 1m39s"},
	} {
		var wrong *PlanError
		if err := again(tt.cpu, tt.repeat); !errors.As(err, &wrong) || !strings.Contains(err.Error(), tt.want) || len(m.order) != 0 || !cmp.Equal(plan(), began) {
			t.Errorf("%v, want %q; %q, %+v", err, tt.want, m.order, plan())
		}
	}
	if err := again(0, 3); err != nil || len(m.order) != 5 || !strings.HasSuffix(m.order[0], "/8") || plan().CPU != 100*time.Second {
		t.Errorf("more campaigns: %v, %q, %+v", err, m.order, plan())
	}
	if err := again(120*time.Second, 0); err != nil || len(m.order) != 3 || plan().Repeat != 3 || plan().Slice != 20*time.Second {
		t.Errorf("more time: %v, %q, %+v", err, m.order, plan())
	}
	// One that begins has the usual numbers.
	b.Dir = t.TempDir()
	if err := again(time.Second, 0); err != nil || plan().Slice != DefaultSlice || plan().Repeat != DefaultRepeat || plan().CPU != time.Second || plan().First != 1 {
		t.Errorf("%v, %+v", err, plan())
	}
}

// A second machine numbers its runs differently; the numbers are their campaign seeds.
func TestFirstRun(t *testing.T) {
	m := newMachine()
	b := m.bench(t, t.TempDir(), "a")
	b.Plan.First = 6
	if err := b.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for k, want := range map[int]bool{1: false, 5: false, 6: true, 7: true, 8: false} {
		if got := exists(filepath.Join(RunID{"a", k}.Dir(b.Dir), ledgerFile)); got != want {
			t.Errorf("run %d: %v", k, got)
		}
	}
	if !slices.Equal(b.Plan.Runs(), []RunID{{"a", 6}, {"a", 7}}) {
		t.Error(b.Plan.Runs())
	}
	b.Plan.First = 7
	var plan *PlanError
	if err := b.Run(t.Context()); !errors.As(err, &plan) || !strings.Contains(err.Error(), "first run: 6 then, 7 now") {
		t.Error(err)
	}
}

// seedsIn writes a seed into a folder of a folder.
func seedsIn(t *testing.T, dir, text string) string {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Join(dir, "x"), 0o700), os.WriteFile(filepath.Join(dir, "x", "a.smt2"), []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// The checksum of the seeds is that of their names and contents; where they lie, and whether a link leads there, does not matter.
func TestSeedsSum(t *testing.T) {
	one, same, other := seedsIn(t, t.TempDir(), "(check-sat)"), seedsIn(t, t.TempDir(), "(check-sat)"), seedsIn(t, t.TempDir(), "(exit)")
	link := filepath.Join(t.TempDir(), "link")
	if err := errors.Join(os.Symlink(one, link), os.Symlink(other, filepath.Join(same, "folder")), os.Symlink("nowhere", filepath.Join(same, "gone.smt2"))); err != nil {
		t.Fatal(err)
	}
	sum := func(paths ...string) string {
		s, err := sumOfSeeds(paths)
		if err != nil || len(s) != 64 {
			t.Errorf("%q: %q, %v", paths, s, err)
		}
		return s
	}
	want := sum(one)
	if sum(same) != want || sum(link) != want || sum(other) == want || sum(one, other) == want || sum(filepath.Join(one, "x", "a.smt2")) == want {
		t.Error("checksums do not follow the contents of the files")
	}
	if got, err := sumOfSeeds([]string{filepath.Join(one, "nowhere")}); err == nil {
		t.Errorf("seeds that cannot be read have the checksum %s", got)
	}
}

// A benchmark goes on only with the seeds with which it began.
func TestSeedsChanged(t *testing.T) {
	seeds := seedsIn(t, t.TempDir(), "(check-sat)")
	m := newMachine()
	b := m.bench(t, t.TempDir(), "a")
	b.Plan.Seeds = []string{seeds}
	if err := b.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	began, err := LoadPlan(b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	again := func() error {
		m.order, b.Plan.SeedsSum, b.Plan.Repeat = nil, "", 3
		return b.Run(t.Context())
	}
	refused := func(want string) {
		t.Helper()
		var plan *PlanError
		if err := again(); !errors.As(err, &plan) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "use another folder") || len(m.order) > 0 {
			t.Errorf("%v, want %q", err, want)
		}
		if p, err := LoadPlan(b.Dir); err != nil || !cmp.Equal(p, began) {
			t.Errorf("%+v, %v", p, err)
		}
	}
	if err := os.WriteFile(filepath.Join(seeds, "x", "b.smt2"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	refused("are not the seeds with which it began")
	if err := os.Rename(seeds, seeds+"-moved"); err != nil {
		t.Fatal(err)
	}
	refused("cannot be read: ")
	if err := errors.Join(os.Rename(seeds+"-moved", seeds), os.Remove(filepath.Join(seeds, "x", "b.smt2"))); err != nil {
		t.Fatal(err)
	}
	if err := again(); err != nil || len(m.order) != 5 {
		t.Errorf("the seeds are back: %v, %q", err, m.order)
	}
	if p, err := LoadPlan(b.Dir); err != nil || p.SeedsSum != began.SeedsSum {
		t.Errorf("%+v, %v", p, err)
	}
}

// A kill loses what was not noted yet: the next call continues with the run that has had the fewest turns.
func TestKilled(t *testing.T) {
	m := newMachine()
	b := m.bench(t, t.TempDir(), "a")
	ctx, cancel := context.WithCancel(t.Context())
	turns := 0
	m.before = func(string) {
		if turns++; turns == 3 {
			cancel()
		}
	}
	if err := b.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	ledger := filepath.Join(RunID{"a", 1}.Dir(b.Dir), ledgerFile)
	// The machine stopped while a line was being written.
	whole, err := os.ReadFile(ledger)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(ledger, append(slices.Clone(whole), "at\t10000"...), 0o600); err != nil {
		t.Fatal(err)
	}
	m.before = nil
	if err := b.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	// One slice was cut at a quarter: one more is needed.
	if len(m.order) != 2*5+1 {
		t.Errorf("%d slices", len(m.order))
	}
	data, err := os.ReadFile(ledger)
	if err != nil || !strings.HasPrefix(string(data), string(whole)) || strings.Count(string(data), "10000\n") != 0 {
		t.Errorf("%v\n%s", err, data)
	}
}

func TestArmsThatFail(t *testing.T) {
	m := newMachine()
	m.fail = map[string]int{"bad": 2}
	b := m.bench(t, t.TempDir(), "good", "bad")
	err := b.Run(t.Context())
	var arm *ArmError
	if !errors.As(err, &arm) || arm.Run.Arm != "bad" || !strings.Contains(err.Error(), "it ended with status 2: assay fuzz: no such thing") || len(m.order) > 3 {
		t.Fatal(err, m.order)
	}
	// One that ran before is given up after two slices, and the others continue.
	m = newMachine()
	b = m.bench(t, t.TempDir(), "good", "bad")
	m.before = func(string) {
		if len(m.order) == 9 {
			m.fail = map[string]int{"bad": 1}
		}
	}
	err = b.Run(t.Context())
	if !errors.As(err, &arm) || arm.Run.Arm != "bad" {
		t.Fatal(err)
	}
	if n := len(slices.DeleteFunc(slices.Clone(m.order), func(s string) bool { return filepath.Dir(s) != "good" })); n != 10 {
		t.Errorf("good had %d slices: %q", n, m.order)
	}
	if n := len(m.order); n > 10+2*2+2*2 {
		t.Errorf("%d slices: %q", n, m.order)
	}
	// A full disk ends everything.
	m = newMachine()
	b = m.bench(t, t.TempDir(), "a", "b")
	m.before = func(run string) {
		if len(m.order) == 6 {
			m.fail = map[string]int{filepath.Dir(run): exitOutput}
		}
	}
	if err := b.Run(t.Context()); !errors.As(err, &arm) || len(m.order) != 6 {
		t.Fatal(err, m.order)
	}
}

// A line that cannot be written ends the slice, and the error blames the disk.
func TestLedgerCannotBeWritten(t *testing.T) {
	m := newMachine()
	b := m.bench(t, t.TempDir(), "a")
	m.before = func(run string) {
		path := filepath.Join(b.Dir, runsDir, run, ledgerFile)
		if err := errors.Join(os.Remove(path), os.Symlink("/dev/full", path)); err != nil {
			t.Fatal(err)
		}
	}
	var output *disk.OutputError
	if err := b.Run(t.Context()); !errors.As(err, &output) || len(m.order) != 1 {
		t.Fatal(err, m.order)
	}
}

func TestAnotherPlan(t *testing.T) {
	for what, change := range map[string]func(p *Plan){
		"arms":  func(p *Plan) { p.Arms[0].Name = "c" },
		"flags": func(p *Plan) { p.Flags = []string{"--solver", "cvc5"} },
		"seeds": func(p *Plan) { p.Seeds = []string{"/others"} },
		"arm a": func(p *Plan) { p.Arms[0].Flags = []string{"--engine", "storm"} },
	} {
		m := newMachine()
		b := m.bench(t, t.TempDir(), "a", "b")
		if err := b.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		m.order = nil
		change(&b.Plan)
		var plan *PlanError
		if err := b.Run(t.Context()); !errors.As(err, &plan) || !strings.Contains(err.Error(), "another plan ("+what+": ") || len(m.order) > 0 {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// An arm that is added later gets all the turns until it has had as many as the others, and its program is copied like theirs.
func TestArmAdded(t *testing.T) {
	m := newMachine()
	b := m.bench(t, t.TempDir(), "a", "b")
	if err := b.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	m.order = nil
	b.Plan.Arms = append(b.Plan.Arms, Arm{Name: "c", Program: program(t, "c")})
	b.Plan.CPU = 120 * time.Second
	if err := b.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(m.order) != 2*6+2*2 || slices.ContainsFunc(m.order[:10], func(run string) bool { return !strings.HasPrefix(run, "c/") }) {
		t.Errorf("%q", m.order)
	}
	if copied, err := os.ReadFile(b.Plan.Arms[2].copyIn(b.Dir)); err != nil || string(copied) != "c" {
		t.Errorf("%q %v", copied, err)
	}
	// From then on it belongs to the benchmark.
	b.Plan.Arms = b.Plan.Arms[:2]
	var plan *PlanError
	if err := b.Run(t.Context()); !errors.As(err, &plan) {
		t.Error(err)
	}
}

// Rebuilding a program does not change what is measured: the benchmark continues with its copy.
func TestProgramChanged(t *testing.T) {
	m := newMachine()
	b := m.bench(t, t.TempDir(), "a")
	if err := b.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(b.Plan.Arms[0].Program, []byte("another"), 0o600); err != nil {
		t.Fatal(err)
	}
	var told []string
	b.Tell = func(turn Turn) { told = append(told, turn.String()) }
	b.Plan.CPU = 120 * time.Second
	if err := b.Run(t.Context()); err != nil || !strings.Contains(told[0], "has changed since the benchmark began") {
		t.Fatal(err, told)
	}
	if copied, err := os.ReadFile(b.Plan.Arms[0].copyIn(b.Dir)); err != nil || string(copied) != "a" {
		t.Errorf("%q %v", copied, err)
	}
	if err := os.WriteFile(b.Plan.Arms[0].copyIn(b.Dir), []byte("a third"), 0o600); err != nil {
		t.Fatal(err)
	}
	var plan *PlanError
	if err := b.Run(t.Context()); !errors.As(err, &plan) {
		t.Fatal(err)
	}
}

func TestFoldersThatAreNone(t *testing.T) {
	m := newMachine()
	b := m.bench(t, t.TempDir(), "a")
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(b.Dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var plan *PlanError
	var foreign *folder.ForeignError
	foldertest.Foreign(t, b.Dir)
	before := foldertest.State(t, b.Dir)
	if err := b.Run(t.Context()); !errors.As(err, &foreign) {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, foldertest.State(t, b.Dir)); diff != "" {
		t.Error(diff)
	}
	b.Dir = t.TempDir()
	if _, err := folder.Take(b.Dir, Kind, nil); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"{":             "damaged",
		`{"format": 9}`: "format 9",
		`{"format": 1}`: "there is no arm",
		`{"format": 1, "arms": [{"name": "../x"}]}`: "a name has letters",
	} {
		write(planFile, text)
		if err := b.Run(t.Context()); !errors.As(err, &plan) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if len(m.order) > 0 {
		t.Error(m.order)
	}
}

// A run whose folder cannot be made is a matter of the disk, not of the plan.
func TestRunFolderCannotBeMade(t *testing.T) {
	b := &Bench{Dir: t.TempDir()}
	id := RunID{"a", 1}
	dir := id.Dir(b.Dir)
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var output *disk.OutputError
	if r, err := b.open(id); r != nil || !errors.As(err, &output) {
		t.Errorf("%v, %v", r, err)
	}
}

func TestDamagedLedger(t *testing.T) {
	path := filepath.Join(t.TempDir(), ledgerFile)
	for text, want := range map[string]string{
		"begin\t1\t0\nat\t2\t5\nat\t3\t4\n": ":3: the CPU time goes back",
		"begin\t1\n":                        ":1: ",
		"begin\t1\t0\nat\tx\t1\n":           ":2: \"x\" is not a time",
		"begin\t1\tNaN\n":                   ":1: \"NaN\" is not a time",
		"begin\t1\t-1\n":                    ":1: \"-1\" is not a time",
		"hm\t1\t1\n":                        ":1: ",
		"\n":                                ":1: ",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := LoadLedger(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// The command lines of arms.
func TestCommands(t *testing.T) {
	for _, tt := range []struct {
		flags []string
		want  string
	}{
		{nil, "fuzz --solver z3 --solver=cvc5 --timeout 1s --seed 3 --duration 20s --quiet --out D --jobs 1 /seeds"},
		{[]string{"--engine", "storm"}, "fuzz --solver z3 --solver=cvc5 --timeout 1s --engine storm --seed 3 --duration 20s --quiet --out D --jobs 1 /seeds"},
		{[]string{"--jobs=2"}, "fuzz --solver z3 --solver=cvc5 --timeout 1s --jobs=2 --seed 3 --duration 20s --quiet --out D /seeds"},
		{[]string{"-j4"}, "fuzz --solver z3 --solver=cvc5 --timeout 1s -j4 --seed 3 --duration 20s --quiet --out D /seeds"},
		{[]string{"-j=4"}, "fuzz --solver z3 --solver=cvc5 --timeout 1s -j=4 --seed 3 --duration 20s --quiet --out D /seeds"},
		{[]string{"-j", "4"}, "fuzz --solver z3 --solver=cvc5 --timeout 1s -j 4 --seed 3 --duration 20s --quiet --out D /seeds"},
		{[]string{"--jobs-of-others", "4"}, "fuzz --solver z3 --solver=cvc5 --timeout 1s --jobs-of-others 4 --seed 3 --duration 20s --quiet --out D --jobs 1 /seeds"},
		{[]string{"--solver", "/opt/z3"}, "fuzz --timeout 1s --solver /opt/z3 --seed 3 --duration 20s --quiet --out D --jobs 1 /seeds"},
	} {
		s := &session{Bench: &Bench{Dir: "/b", Plan: Plan{
			Arms: []Arm{{Name: "a", Program: "/bin/assay", Flags: tt.flags}}, Flags: []string{"--solver", "z3", "--solver=cvc5", "--timeout", "1s"}, Seeds: []string{"/seeds"},
		}}}
		c := s.command(&campaignRun{RunID: RunID{"a", 3}, dir: "/r"}, 20*time.Second)
		got := strings.ReplaceAll(strings.Join(c.Argv[1:], " "), "/r/campaign", "D")
		if got != tt.want || c.Argv[0] != fmt.Sprintf("/b/%s/a/assay", programs) {
			t.Errorf("%q\n%q", got, tt.want)
		}
	}
}
