package bugbench

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/shell"
)

// planFile is the file of a benchmark's folder that says what is compared.
const planFile = "plan.json"

// planFormat is the version of that file.
const planFormat = 1

// An Arm is one of the things that are compared.
type Arm struct {
	Name string `json:"name"`
	// Program is the Assay that runs the campaigns, by its path.
	Program string `json:"program"`
	// SHA256 is that of the program when the benchmark began. A copy of that program is what runs.
	SHA256 string `json:"sha256"`
	// Flags are its flags besides the solvers, as separate words.
	Flags []string `json:"flags"`
}

// What a benchmark has whose plan does not say otherwise.
const (
	DefaultCPU    = 30 * time.Minute
	DefaultSlice  = 5 * time.Minute
	DefaultRepeat = 1
)

// A Plan says what is compared on what. Once the benchmark has begun, Slice may change, CPU and Repeat may grow, and arms may be added; everything else is
// fixed. In the plan of a Bench, numbers that are 0 are those of the benchmark that goes on, or the usual ones.
type Plan struct {
	Format int   `json:"format"`
	Arms   []Arm `json:"arms"`
	// Flags are those of all arms, solvers and everything else, as separate words.
	Flags []string `json:"flags"`
	Seeds []string `json:"seeds"`
	// SeedsSum is the checksum of what they were when the benchmark began, "" where that is not known.
	SeedsSum string `json:"seeds_sha256,omitempty"`
	// CPU is the CPU time that each run is given, Slice the wall time of one turn.
	CPU    time.Duration `json:"cpu_ns"`
	Slice  time.Duration `json:"slice_ns"`
	Repeat int           `json:"repeat"`
	// First is the number of each arm's first run, 0 for 1. Runs are numbered by their campaign seeds, so that benchmarks on several machines have
	// different runs.
	First int `json:"first_run,omitempty"`
}

// armName matches the names of arms, which are also names of folders.
var armName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]*$`)

// Check says what is wrong with a plan.
func (p *Plan) Check() error {
	if len(p.Arms) == 0 {
		return errors.New("there is no arm")
	}
	for i, a := range p.Arms {
		if !armName.MatchString(a.Name) {
			return fmt.Errorf("arm %q: a name has letters, digits and . _ + - and begins with a letter or digit", a.Name)
		}
		if slices.ContainsFunc(p.Arms[:i], func(b Arm) bool { return a.Name == b.Name }) {
			return fmt.Errorf("arm %q is there twice", a.Name)
		}
	}
	return nil
}

// A PlanError says that a folder has a benchmark of another plan, or no readable one.
type PlanError struct {
	Dir, Problem string
}

func (e *PlanError) Error() string { return e.Dir + ": " + e.Problem }

// LoadPlan reads the plan of a benchmark's folder. Errors are *PlanError.
func LoadPlan(dir string) (Plan, error) {
	var p Plan
	data, err := os.ReadFile(filepath.Join(dir, planFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return p, &PlanError{dir, "it is not a folder made by assay bench bugs run: there is no " + planFile + " in it"}
	case err != nil:
		return p, &PlanError{dir, err.Error()}
	}
	if err := json.Unmarshal(data, &p); err != nil {
		return p, &PlanError{dir, planFile + " is damaged: " + err.Error() + "; restore it from a copy, or begin in another folder"}
	}
	if p.Format != planFormat {
		return p, &PlanError{dir, fmt.Sprintf("%s has format %d, this program reads format %d", planFile, p.Format, planFormat)}
	}
	if err := p.Check(); err != nil {
		return p, &PlanError{dir, planFile + " is damaged: " + err.Error()}
	}
	return p, nil
}

// settle makes a plan the folder's plan: it writes the plan there with a copy of each program, or compares it with the one that is there.
// changed are the arms whose programs have changed since. Errors are *PlanError, *disk.OutputError, and about programs.
func (p *Plan) settle(dir string) (changed []Arm, err error) {
	p.Format = planFormat
	for i := range p.Arms {
		if p.Arms[i].SHA256, err = sumOf(p.Arms[i].Program); err != nil {
			return nil, fmt.Errorf("arm %s: %w", p.Arms[i].Name, err)
		}
	}
	was, err := LoadPlan(dir)
	var missing *PlanError
	if errors.As(err, &missing) && !exists(filepath.Join(dir, planFile)) {
		p.fill(Plan{CPU: DefaultCPU, Slice: DefaultSlice, Repeat: DefaultRepeat, First: 1})
		p.SeedsSum, _ = sumOfSeeds(p.Seeds) // campaigns say which seeds they cannot read
		return nil, p.begin(dir)
	}
	if err != nil {
		return nil, err
	}
	if err := was.other(dir, p); err != nil {
		return nil, err
	}
	p.fill(was)
	if p.SeedsSum = was.SeedsSum; p.SeedsSum != "" {
		if err := p.sameSeeds(dir); err != nil {
			return nil, err
		}
	}
	for _, a := range p.Arms[len(was.Arms):] {
		if err := a.copyTo(dir); err != nil {
			return nil, err
		}
	}
	for i := range was.Arms {
		if p.Arms[i].SHA256 != was.Arms[i].SHA256 {
			changed = append(changed, p.Arms[i])
			p.Arms[i].SHA256 = was.Arms[i].SHA256
		}
		copied, err := sumOf(p.Arms[i].copyIn(dir))
		if err != nil || copied != p.Arms[i].SHA256 {
			return nil, &PlanError{dir, fmt.Sprintf("the copy of arm %s's program, %s, is not the one it began with", p.Arms[i].Name, p.Arms[i].copyIn(dir))}
		}
	}
	return changed, p.write(dir)
}

// fill enters the numbers that are not given.
func (p *Plan) fill(from Plan) {
	p.CPU, p.Slice = cmp.Or(p.CPU, from.CPU), cmp.Or(p.Slice, from.Slice)
	p.Repeat, p.First = cmp.Or(p.Repeat, from.Repeat), cmp.Or(p.First, from.First)
}

// sameSeeds is an error when the seeds are not those with which the benchmark began: later runs would have others than the earlier ones, under one checksum.
func (p *Plan) sameSeeds(dir string) error {
	const remedy = "; put back what was there, or use another folder"
	now, err := sumOfSeeds(p.Seeds)
	switch {
	case err != nil:
		return &PlanError{dir, "the seeds with which it began cannot be read: " + err.Error() + remedy}
	case now != p.SeedsSum:
		return &PlanError{dir, "the files below " + shell.Quote(p.Seeds) + " are not the seeds with which it began" + remedy}
	}
	return nil
}

// begin writes a plan to a folder that has none.
func (p *Plan) begin(dir string) error {
	for _, a := range p.Arms {
		if err := a.copyTo(dir); err != nil {
			return err
		}
	}
	return p.write(dir)
}

// copyTo copies an arm's program into a benchmark's folder.
func (a *Arm) copyTo(dir string) error {
	if err := disk.MakeDir(filepath.Join(dir, programs, a.Name)); err != nil {
		return err
	}
	data, err := os.ReadFile(a.Program)
	if err != nil {
		return fmt.Errorf("arm %s: %w", a.Name, err)
	}
	if err := disk.Replace(a.copyIn(dir), data); err != nil {
		return err
	}
	if err := os.Chmod(a.copyIn(dir), 0o755); err != nil {
		return &disk.OutputError{Path: a.copyIn(dir), Err: err}
	}
	return nil
}

func (p *Plan) write(dir string) error {
	data, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return fmt.Errorf("%s: %w", planFile, err)
	}
	return disk.WriteAtomic(filepath.Join(dir, planFile), append(data, '\n'))
}

// other is an error when another plan is another benchmark than the one in a folder, or leaves out some of it: judge and report would not see that any more.
func (p *Plan) other(dir string, now *Plan) error {
	what := p.differs(now)
	switch {
	case what != "":
		return &PlanError{dir, "it has a benchmark of another plan (" + what + "); use another folder, or the same command"}
	case now.Repeat != 0 && now.Repeat < p.Repeat:
		return &PlanError{dir, fmt.Sprintf("it has %d campaigns of each arm, of which --repeat %d would leave out some; give --repeat %[1]d or more, or leave --repeat out", p.Repeat, now.Repeat)}
	case now.CPU != 0 && now.CPU < p.CPU:
		return &PlanError{dir, fmt.Sprintf("it gives each campaign %v of CPU time, which --cpu %v cannot take back; give --cpu %[1]v or more, or leave --cpu out; report --at %[2]v compares what was found by then", p.CPU, now.CPU)}
	}
	return nil
}

// differs says in what respect another plan is another benchmark, "" for none. It may have more arms, after those that were there.
func (p *Plan) differs(now *Plan) string {
	more := *now
	more.Arms = now.Arms[:min(len(p.Arms), len(now.Arms))]
	now = &more
	names := func(p *Plan) (out []string) {
		for _, a := range p.Arms {
			out = append(out, a.Name)
		}
		return out
	}
	type field struct {
		what     string
		was, now []string
	}
	first := func(p *Plan) []string { return []string{strconv.Itoa(max(1, p.First))} }
	more.First = cmp.Or(now.First, p.First)
	fields := []field{{"arms", names(p), names(now)}, {"flags", p.Flags, now.Flags}, {"seeds", p.Seeds, now.Seeds}, {"first run", first(p), first(now)}}
	for i := range min(len(p.Arms), len(now.Arms)) {
		a, b := p.Arms[i], now.Arms[i]
		fields = append(fields, field{"arm " + a.Name, append([]string{a.Program}, a.Flags...), append([]string{b.Program}, b.Flags...)})
	}
	for _, f := range fields {
		if !slices.Equal(f.was, f.now) {
			return fmt.Sprintf("%s: %s then, %s now", f.what, shell.Quote(f.was), shell.Quote(f.now))
		}
	}
	return ""
}

// The names in a benchmark's folder.
const (
	programs = "programs"
	runsDir  = "runs"
	lockFile = ".bench.lock"
)

// copyIn is the path of the copy of the arm's program, which keeps its name.
func (a *Arm) copyIn(dir string) string {
	return filepath.Join(dir, programs, a.Name, filepath.Base(a.Program))
}

// A RunID names one run: an arm and a number from 1, which is the campaign seed.
type RunID struct {
	Arm string
	K   int
}

func (r RunID) String() string { return r.Arm + "/" + strconv.Itoa(r.K) }

// Dir is the run's folder in that of the benchmark.
func (r RunID) Dir(dir string) string { return filepath.Join(dir, runsDir, r.Arm, strconv.Itoa(r.K)) }

// Runs are all runs of the plan.
func (p *Plan) Runs() []RunID {
	var out []RunID
	for _, a := range p.Arms {
		for k := range p.Repeat {
			out = append(out, RunID{a.Name, max(1, p.First) + k})
		}
	}
	return out
}

func (p *Plan) arm(name string) *Arm {
	return &p.Arms[slices.IndexFunc(p.Arms, func(a Arm) bool { return a.Name == name })]
}

func sumOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // it was only read
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// sumOfSeeds is the checksum of the seeds: of the names of their files below the given paths, and of their contents. Links are followed as campaigns follow them:
// those to files, and those to folders only at the paths themselves.
func sumOfSeeds(paths []string) (string, error) {
	all := sha256.New()
	for _, root := range paths {
		from := root
		if info, err := os.Stat(root); err == nil && info.IsDir() {
			from += string(filepath.Separator) // WalkDir does not follow a link without it
		}
		err := filepath.WalkDir(from, func(path string, _ fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
				return nil //nolint:nilerr // a link that leads nowhere is no seed
			}
			below, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			one, err := sumOf(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(all, "%q %s\n", filepath.ToSlash(below), one)
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(all.Sum(nil)), nil
}
