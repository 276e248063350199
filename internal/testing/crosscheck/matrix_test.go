package crosscheck

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	outcomes "github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// A matrixSize is the extent of a cell of the matrix.
type matrixSize struct {
	seeds int
	limit time.Duration
}

// A matrixRow is what came of one version of a solver on the seeds.
type matrixRow struct {
	Solver, Version string
	// Seeds were given; Assay could not read Unread of them, and Foreign are not for this solver according to its profile and the
	// operator table.
	Seeds, Unread, Foreign int
	Outcomes               map[outcomes.Outcome]int
	// Reasons are those of runs without an answer, Models the verdicts on models after sat, Unclear the reasons for models that
	// neither hold nor fail.
	Reasons, Models, Unclear map[string]int
	// Lost are seeds whose output has a line that is an answer although the run is judged to have none, while a run that asks for
	// nothing else is judged to have one. An answer after an error in the script does not count.
	Lost []string
	// Found are seeds with what was found on them.
	Found []string
}

// idle reports whether a row says nothing: no run of the target had an answer, or was stopped by a limit.
func (r *matrixRow) idle() bool {
	for o, n := range r.Outcomes {
		if n > 0 && (o.Replies() || o == outcomes.Timeout || o == outcomes.Memory) {
			return false
		}
	}
	return true
}

// TestMatrix runs versions of solvers on seeds of mixed logics: no answer may be lost, and every model must be read. Whatever is found, by the
// seeds' labels, by evaluation or by the solver's own messages, is listed for inspection. The solvers are those of ASSAY_CROSSCHECK_SOLVERS,
// separated by semicolons, or the ones on PATH and all installed versions. Short is over 40 seeds with the newest and the oldest installed version
// of each solver, medium over 200, long over 1,000 with all versions; it keeps what it has counted in ASSAY_MATRIX.
func TestMatrix(t *testing.T) {
	size := testdepth.Crosscheck(t, matrixSize{40, 500 * time.Millisecond}, matrixSize{200, time.Second}, matrixSize{1000, time.Second})
	files := sample(seedFiles(t), size.seeds)
	var rows []*matrixRow
	for _, target := range matrixTargets(t, size.seeds < 1000) {
		t.Run(target.String(), func(t *testing.T) {
			row := loadMatrixRow(t, target)
			if row == nil || row.Seeds != len(files) {
				row = matrixOf(t, target, files, size.limit)
				saveMatrixRow(t, target, row)
			}
			rows = append(rows, row)
			if row.idle() {
				t.Errorf("nothing was tried: of %d seeds, %d are not for it and %d cannot be read; outcomes %v", row.Seeds, row.Foreign, row.Unread, row.Outcomes)
			}
			if len(row.Lost) > 0 {
				t.Errorf("%d answers are lost: %q", len(row.Lost), row.Lost)
			}
			if n := row.Models[oracle.ModelUnreadable.String()]; n > 0 {
				t.Errorf("%d models are not read: %v", n, row.Unclear)
			}
			for _, f := range row.Found {
				t.Log(f)
			}
			t.Logf("%v", row.Reasons)
		})
	}
	table := matrixTable(rows)
	t.Logf("\n%s", table)
	if dir := os.Getenv("ASSAY_MATRIX"); dir != "" {
		if err := disk.WriteAtomic(filepath.Join(dir, "matrix.md"), []byte(table)); err != nil {
			t.Error(err)
		}
	}
}

// matrixTargets returns the solvers of the matrix, or only the oldest and the newest version of each.
func matrixTargets(t *testing.T, few bool) []solver.Target {
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	data := os.Getenv("XDG_DATA_HOME")
	if data == "" {
		data = filepath.Join(os.Getenv("HOME"), ".local", "share")
	}
	r := solver.Resolver{Profiles: set, Installed: filepath.Join(data, "assay", "solvers")}
	specs := strings.FieldsFunc(os.Getenv("ASSAY_CROSSCHECK_SOLVERS"), func(c rune) bool { return c == ';' })
	if len(specs) == 0 {
		for _, p := range set.Profiles() {
			specs = append(specs, p.Name)
			versions, err := os.ReadDir(filepath.Join(r.Installed, p.Name))
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
			var names []string
			for _, v := range versions {
				if v.IsDir() && !strings.HasPrefix(v.Name(), ".") {
					names = append(names, v.Name())
				}
			}
			slices.SortFunc(names, theory.CompareVersions)
			if few && len(names) > 2 {
				names = []string{names[0], names[len(names)-1]}
			}
			for _, n := range names {
				specs = append(specs, p.Name+"@"+n)
			}
		}
	}
	var out []solver.Target
	for _, s := range specs {
		targets, err := r.ResolveAll(t.Context(), s)
		var unusable *solver.UnusableError
		if errors.As(err, &unusable) {
			t.Logf("not tried: %v", err)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, targets...)
	}
	if len(out) == 0 {
		t.Skip("no solver is installed")
	}
	return out
}

// matrixFile is where the row of a target is kept, "" for nowhere.
func matrixFile(target solver.Target) string {
	dir := os.Getenv("ASSAY_MATRIX")
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, target.Profile().Name+"-"+strings.ReplaceAll(target.Version(), "/", "_")+".json")
}

func loadMatrixRow(t *testing.T, target solver.Target) *matrixRow {
	t.Helper()
	text, err := os.ReadFile(matrixFile(target))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	row := &matrixRow{}
	if err == nil {
		err = json.Unmarshal(text, row)
	}
	if err != nil {
		t.Fatal(err)
	}
	return row
}

func saveMatrixRow(t *testing.T, target solver.Target, row *matrixRow) {
	t.Helper()
	file := matrixFile(target)
	if file == "" {
		return
	}
	text, err := json.MarshalIndent(row, "", " ")
	if err == nil {
		err = os.MkdirAll(filepath.Dir(file), 0o755)
	}
	if err == nil {
		err = disk.WriteAtomic(file, text)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// matrixOf runs a target on all files, two at a time.
func matrixOf(t *testing.T, target solver.Target, files []string, limit time.Duration) *matrixRow {
	row := &matrixRow{
		Solver: target.Profile().Name, Version: target.Version(), Seeds: len(files), Outcomes: map[outcomes.Outcome]int{},
		Reasons: map[string]int{}, Models: map[string]int{}, Unclear: map[string]int{},
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := make(chan string)
	for range 2 {
		dir, err := disk.OpenScratch(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		bench := &trial.Bench{Dir: dir, Limits: solver.Limits{Time: limit, Memory: 2 << 30}}
		bench = bench.In(dir)
		wg.Go(func() {
			for file := range next {
				cell(t, row, &mu, bench, target, file)
			}
		})
	}
	for _, f := range files {
		next <- f
	}
	close(next)
	wg.Wait()
	slices.Sort(row.Lost)
	slices.Sort(row.Found)
	return row
}

// cell runs a target on one file and counts what came of it.
func cell(t *testing.T, row *matrixRow, mu *sync.Mutex, bench *trial.Bench, target solver.Target, file string) {
	count := func(f func()) {
		mu.Lock()
		defer mu.Unlock()
		f()
	}
	s := readSeed(file)
	if s == nil {
		count(func() { row.Unread++ })
		return
	}
	if len(bench.Readers([]solver.Target{target}, s)) == 0 {
		count(func() { row.Foreign++ })
		return
	}
	facts := trial.Facts{Plan: trial.AskEverySat}
	if s.Checks() == 1 && smt.Label(s.Status()) != smt.NoStatus {
		facts.Truths = []oracle.Truth{{Status: smt.Label(s.Status()), Reason: "the seed is labelled so"}}
	}
	tr := bench.New(s, facts)
	defer tr.Close()
	run, err := tr.Run(context.Background(), target)
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return
	}
	said := answerLines(string(run.Raw.Stdout))
	lost := said > 0 && (run.Void || len(run.Answers) < said) && run.Limit == solver.LimitNone && run.Crash == nil
	if lost {
		facts.Plan, facts.Name = trial.AskNothing, "plain"
		plain := bench.New(s, facts)
		defer plain.Close()
		again, err := plain.Run(context.Background(), target)
		lost = err == nil && !again.Void && len(again.Answers) > 0
	}
	o := tr.Observe(context.Background(), run)
	verdict, _ := tr.Judge(context.Background(), []oracle.Observation{o}) // never interrupted
	name := filepath.Base(filepath.Dir(file)) + "/" + filepath.Base(file)
	count(func() {
		out := run.Outcome()
		row.Outcomes[out]++
		if !out.Answers() && out != outcomes.Unknown {
			row.Reasons[string(out)+": "+shortened(run.Reason)]++
		}
		if lost {
			row.Lost = append(row.Lost, fmt.Sprintf("%s (%s: %s)", name, out, shortened(run.Reason)))
		}
		for i, m := range o.Models {
			if i < len(o.Answers) && o.Answers[i] == smt.Sat {
				row.Models[m.Verdict.String()]++
				if m.Verdict != oracle.ModelHolds {
					row.Unclear[m.Verdict.String()+": "+shortened(m.Summary)]++
				}
			}
		}
		for _, f := range verdict.Found {
			suspect := ""
			if f.Suspect {
				suspect = ", suspected"
			}
			row.Found = append(row.Found, fmt.Sprintf("%s: %s%s", name, f.Class, suspect))
		}
	})
}

// readSeed reads a seed, nil when it cannot be read.
func readSeed(file string) *script.Script {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	s, err := elab.Script(string(text), elab.Options{File: file})
	if err != nil {
		return nil
	}
	return s
}

// answerLines counts lines that are answers, wherever they are.
func answerLines(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		switch strings.TrimSpace(line) {
		case "sat", "unsat":
			n++
		}
	}
	return n
}

// shortened is a reason without the parts that differ from seed to seed.
func shortened(reason string) string {
	line, _, _ := strings.Cut(reason, "\n")
	line = named.ReplaceAllString(digits.ReplaceAllString(line, "N"), "'...'")
	return line[:min(len(line), 120)]
}

// matrixTable writes a table with solvers and versions as rows, and the results of their runs as columns.
func matrixTable(rows []*matrixRow) string {
	var b strings.Builder
	b.WriteString("| solver | version | seeds | not for it | sat | unsat | unknown | several | time-out | memory | rejected | unsupported | bad options | nothing | crash | answers lost | models hold | open | fail | too large | refused | unreadable | found |\n")
	b.WriteString("|---|---|" + strings.Repeat("---:|", 21) + "\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %d | %d |", r.Solver, r.Version, r.Seeds-r.Unread, r.Foreign)
		for _, o := range []outcomes.Outcome{
			outcomes.Sat, outcomes.Unsat, outcomes.Unknown, outcomes.Several, outcomes.Timeout, outcomes.Memory, outcomes.Rejected, outcomes.Unsupported,
			outcomes.BadOptions, outcomes.Nothing, outcomes.Crash,
		} {
			fmt.Fprintf(&b, " %d |", r.Outcomes[o])
		}
		fmt.Fprintf(&b, " %d |", len(r.Lost))
		for _, v := range []oracle.ModelVerdict{
			oracle.ModelHolds, oracle.ModelOpen, oracle.ModelFails, oracle.ModelTooLarge, oracle.ModelRefused, oracle.ModelUnreadable,
		} {
			fmt.Fprintf(&b, " %d |", r.Models[v.String()])
		}
		fmt.Fprintf(&b, " %d |\n", len(r.Found))
	}
	return b.String()
}
