package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/benchexec"
	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/base/seedfiles"
	"github.com/assay-smt/assay/internal/run/solve"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/theory"
)

type seedsExportOptions struct {
	*Streams
	Seeds   []string
	Dir     string
	Solvers []string
	Results resultFlags
	Theory  []string
	Jobs    int
	JSON    bool
}

func newSeedsExport(s *Streams) *cobra.Command {
	opts := &seedsExportOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "export --benchexec DIR [flags] SEEDS...",
		Short: "Write task definitions for BenchExec",
		Long: `Write a folder with which BenchExec runs tools on formulas: a task definition (format 2.0) for each of SEEDS in DIR/tasks, with its logic and
the verdict that is expected, true for sat and false for unsat; the property in DIR/properties; DIR/formulas.set, which lists the tasks;
DIR/tools/assay.py, the tool-info module of Assay; and DIR/assay.xml, a benchmark definition that has Assay run --solver on all of them. An assay.xml
that is there already stays as it is.

The verdict is what (set-info :status ...) says, or --results; formulas with several check-sats have none. Task definitions name files where
they are, relative to DIR; compressed formulas and members of archives are unpacked beside their definitions.

With --json, one object for each formula: {file, task, logic, verdict?}, or {file, error}. Exit code 1 when one cannot be read.`,
		Example: `  assay seeds export --benchexec tasks --solver z3 bench.tar.zst
  assay seeds export --benchexec tasks --results results-sq-2024.json.gz QF_S.tar.zst && cd tasks && PYTHONPATH=. benchexec assay.xml`,
		Args: minArgs(1, "SEEDS"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Seeds = args
			return opts.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVar(&opts.Dir, "benchexec", "", "the `DIR` to write to")
	f.StringArrayVar(&opts.Solvers, "solver", []string{"z3"}, "a solver `SPEC` for assay.xml (repeatable)")
	opts.Results.bind(cmd)
	theoryFlag(cmd, &opts.Theory)
	f.IntVarP(&opts.Jobs, "jobs", "j", runtime.GOMAXPROCS(0), "formulas read at the same time")
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

// An exported formula is what the command says about one.
type exported struct {
	File    string      `json:"file"`
	Task    string      `json:"task,omitempty"`
	Logic   string      `json:"logic,omitempty"`
	Verdict string      `json:"verdict,omitempty"`
	Error   *checkError `json:"error,omitempty"`

	task benchexec.Task
	copy string // the text, "" where the file itself is named
	how  published
	err  error
}

func (opts *seedsExportOptions) check() error {
	if err := checkJobs(opts.Jobs); err != nil {
		return err
	}
	if opts.Dir == "" {
		return usagef("--benchexec is missing: name a folder for the tasks, as in --benchexec tasks")
	}
	return folder.Check(opts.Dir, tasksKind)
}

func (opts *seedsExportOptions) run(ctx context.Context) error {
	if err := opts.check(); err != nil {
		return err
	}
	files, err := formulas(ctx, opts.Streams, opts.Seeds)
	if err != nil {
		return err
	}
	if err := checkOutside("--benchexec", opts.Dir, opts.Seeds); err != nil {
		return err
	}
	table, err := extendTable(ctx, opts.Theory)
	if err != nil {
		return err
	}
	results, err := opts.Results.load(ctx)
	if err != nil {
		return err
	}
	paths := benchexec.Paths(seedfiles.Names(files))
	out, err := takeOut(opts.Dir, tasksKind)
	if err != nil {
		return err
	}
	if err := folder.NoLinks(opts.Dir, benchexec.TaskFolder, filepath.Dir(benchexec.ToolFile), filepath.Dir(benchexec.PropertyFile)); err != nil {
		return err
	}
	var tasks []benchexec.Task
	counts := map[smt.Status]int{}
	tally := map[published]int{}
	count := newCounter(opts.Streams, len(files))
	err = inOrder(ctx, opts.Jobs, len(files), func(i int) exported {
		return opts.export(ctx, results, table, files[i], paths[i])
	}, func(i int, e exported) error {
		defer count.count(i + 1)
		if e.Error == nil {
			if err := opts.write(&e); err != nil {
				return err
			}
			tasks = append(tasks, e.task)
			counts[e.task.Verdict]++
			tally[e.how]++
		} else {
			count.end()
			fmt.Fprintf(opts.Err, "%v\n", e.err)
		}
		if opts.JSON && opts.printJSON(e) != nil {
			return errOutput
		}
		return nil
	})
	count.end()
	if err == nil && len(tasks) > 0 {
		err = opts.finish(tasks)
	}
	if len(tasks) == 0 {
		out.Leave()
	}
	if err != nil {
		return err
	}
	results.tell(opts.Streams, tally)
	return opts.tell(len(files), len(tasks), counts)
}

// export reads a formula.
func (opts *seedsExportOptions) export(ctx context.Context, results resultList, table *theory.Table, f seedfiles.File, path string) exported {
	e := exported{File: f.Name}
	fail := func(err error) exported {
		e.err, e.Error = err, asCheckError(err)
		return e
	}
	text, err := readFormula(ctx, f, opts.In)
	if err != nil {
		return fail(err)
	}
	s, err := elab.Script(text, elab.Options{File: shownName(f.Name), Table: table, Done: ctx.Done()})
	if err != nil {
		return fail(err)
	}
	e.task = benchexec.Task{Path: path, Logic: s.Logic(), Origin: shownName(f.Name)}
	if labels := solve.Labels(s); len(labels) == 1 {
		e.task.Verdict = labels[0].Status
		var claimed smt.Status
		claim, how, _ := results.claim(f.Name, s)
		if claimed, e.how = claim.Status, how; claimed != smt.NoStatus {
			e.task.Verdict = claimed
		}
	}
	e.Task, e.Logic = path, e.task.Logic
	if v := e.task.Verdict; v == smt.Sat || v == smt.Unsat {
		e.Verdict = v.String()
	}
	if e.task.Input = opts.inPlace(f, path); e.task.Input == "" {
		e.copy = text
		e.task.Input = filepath.Base(copyPath(path))
	}
	return e
}

// inPlace is the path from a task's definition to the file of a formula, "" if BenchExec cannot read it there.
func (opts *seedsExportOptions) inPlace(f seedfiles.File, path string) string {
	if f.Name == stdinArg || !f.AsIs() {
		return ""
	}
	dir, err := realPath(filepath.Join(opts.Dir, filepath.Dir(path)))
	if err != nil {
		return ""
	}
	file, err := realPath(f.Path())
	if err != nil {
		return ""
	}
	rel, err := filepath.Rel(dir, file)
	// BenchExec shows the path joined to its own folder, so what is above must not have such characters either.
	if err != nil || !benchexec.Plain(rel) || !benchexec.Plain(file) {
		return ""
	}
	return rel
}

// copyPath is the place of a formula that is unpacked.
func copyPath(task string) string { return strings.TrimSuffix(task, ".yml") + ".smt2" }

// write writes a task's definition, and its formula where that has to be unpacked.
func (opts *seedsExportOptions) write(e *exported) error {
	file := filepath.Join(opts.Dir, e.Task)
	if err := disk.MakeDir(filepath.Dir(file)); err != nil {
		return err
	}
	if e.copy != "" {
		if err := disk.Replace(filepath.Join(opts.Dir, copyPath(e.Task)), []byte(e.copy)); err != nil {
			return err
		}
	}
	return disk.Replace(file, e.task.Definition())
}

// finish writes what all tasks have in common.
func (opts *seedsExportOptions) finish(tasks []benchexec.Task) error {
	files := map[string][]byte{benchexec.ToolFile: benchexec.Tool, benchexec.PropertyFile: []byte(benchexec.Property), benchexec.SetFile: benchexec.Set(tasks)}
	if !isThere(filepath.Join(opts.Dir, benchexec.DefinitionFile)) { // a person may have changed it
		files[benchexec.DefinitionFile] = benchexec.Benchmark(opts.Solvers)
	}
	for name, data := range files {
		file := filepath.Join(opts.Dir, name)
		if err := disk.MakeDir(filepath.Dir(file)); err != nil {
			return err
		}
		if err := disk.WriteAtomic(file, data); err != nil {
			return err
		}
	}
	return nil
}

func (opts *seedsExportOptions) tell(files, tasks int, counts map[smt.Status]int) error {
	if !opts.JSON {
		if err := opts.say("%s in %s: %d sat, %d unsat, %d without a verdict\n", plural(tasks, "task"), opts.Dir, counts[smt.Sat], counts[smt.Unsat], tasks-counts[smt.Sat]-counts[smt.Unsat]); err != nil {
			return errOutput
		}
	}
	if tasks < files {
		fmt.Fprintf(opts.Err, "%s could not be read\n", plural(files-tasks, "formula"))
		return exit(exitFailed)
	}
	return nil
}
