package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/base/seedfiles"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/refutation"
	"github.com/assay-smt/assay/internal/run/solve"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/question"
)

type solveOptions struct {
	*Streams
	Files     []string
	Solvers   solverFlags
	Theory    []string
	Limits    limitFlags
	SelfCheck bool
	Check     checkFlags
	Truth     string
	Results   resultFlags
	AsIs      bool
	Cores     bool
	Plain     int
	Questions int
	JSON      bool
	Jobs      int
	certifyOptions
}

// judgedQuestions are the commands whose responses are judged, in lines that fit into a help text.
func judgedQuestions() string {
	var words []string
	for _, k := range question.Kinds() {
		if k.Judged() {
			words = append(words, k.Word())
		}
	}
	half := len(words) / 2
	return strings.Join(words[:half], ", ") + ",\n" + strings.Join(words[half:], ", ")
}

func newSolve(s *Streams) *cobra.Command {
	opts := &solveOptions{Streams: s, Limits: limitFlags{Timeout: 10 * time.Second, Memory: defaultMemory}}
	cmd := &cobra.Command{
		Use:   "solve --solver SPEC [flags] FILE...",
		Short: "Run solvers on files and judge their answers",
		Long: `Run solvers on SMT-LIB files and judge their answers: crashes, answers that contradict the known truth or each
other, models that are wrong, unsat cores that have a model. A folder or an archive (.tar, .tar.gz, .tar.xz,
.tar.zst) stands for all *.smt2 in it, also compressed (.gz, .xz, .zst); @list.txt for the files that it names, one a line; - for
standard input.

For every sat, Assay asks for the model and evaluates it exactly. A model that makes the formula true decides: a solver
that says unsat is wrong (refutation-soundness). A model that makes it false is itself wrong: invalid-model, or
solution-soundness if the formula is known to be unsat, or another solver says so. For every unsat, Assay asks for the
core and gives its formulas to all solvers. Findings that no model decides are marked as suspected.

Each solver is also asked for nothing but an answer, because some defects show only so, and further questions, whose
answers are evaluated exactly: as many rounds as --questions says, and those of the file:
` + judgedQuestions() + `.

The truth is what (set-info :status ...) says, or --truth, or --results: answers that SMT-COMP has published, of which
those count that two solvers give and nobody contradicts. A solver reads the canonical script in its own
spelling, without status labels; --as-is hands the file over unchanged, and asks for no models. An answer next to an
(error ...) does not count.

With --certify-unsat, a solver that says unsat is asked for its proof, and every step that leads to false is settled: by Assay's own
reasoning, or else by asking the solvers of --referee, of other codebases, whether it can be wrong. It is certified when all steps are settled
and all assumptions are assertions of the file. Steps that a referee settled are evidence of two codebases and no proof; how many they are is said.

With --json, one object for each file: {file, truth, runs: [{solver, answer, outcome, seconds, reason, models, plain,
responses}], findings: [{class, solver, evidence}], certificates}. Exit code 10 when there is a finding or a step of a proof is false, 1 when a file
cannot be read.`,
		Example: `  assay solve --solver z3 --solver "cvc5 --strings-exp" formula.smt2
  assay solve --solver "z3;cvc5" --timeout 2s --json benchmarks/
  assay solve --solver z3 --truth unsat formula.smt2
  assay solve --solver cvc5@1.4.2 --certify-unsat --referee z3@5.4.1 formula.smt2`,
		Args: minArgs(1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Files = args
			return opts.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	opts.Solvers.bind(cmd)
	opts.Limits.bind(cmd)
	theoryFlag(cmd, &opts.Theory)
	selfCheckFlag(cmd, &opts.SelfCheck)
	opts.Check.bind(cmd)
	opts.Results.bind(cmd)
	f.StringVar(&opts.Truth, "truth", "", "the true answer to files with one check-sat: sat, unsat, or unknown to distrust labels")
	f.BoolVar(&opts.AsIs, "as-is", false, "give solvers the file as it is, even when it is ill-sorted or cannot be read")
	f.IntVarP(&opts.Jobs, "jobs", "j", runtime.GOMAXPROCS(0), "files solved at the same time; 1 for exact times")
	f.BoolVar(&opts.Cores, "cores", true, "ask for unsat cores and have every solver answer them; --cores=false for none")
	f.IntVar(&opts.Plain, "plain", 1, "1 to run each solver without a question for a model too; 0 for not")
	f.IntVar(&opts.Questions, "questions", defaultRounds, "rounds of further questions that Assay draws; 0 for only those of the file")
	opts.certifyOptions.bind(cmd)
	jsonFlag(cmd, &opts.JSON)
	complete(cmd, "truth", oneOf("sat", "unsat", "unknown"))
	return cmd
}

// defaultMemory is the memory in bytes that a solver may use unless the user says otherwise.
const defaultMemory = 2 << 30

// leastMemory is the smallest limit in bytes that makes sense: no program starts in less.
const leastMemory = 1 << 20

// limitFlags are the limits of one solver run.
type limitFlags struct {
	Timeout time.Duration
	Memory  size
}

func (l *limitFlags) bind(cmd *cobra.Command) {
	cmd.Flags().VarP((*period)(&l.Timeout), "timeout", "t", "time for one solver run, such as 500ms or 10s; 8 is eight seconds")
	cmd.Flags().Var(&l.Memory, "memory", "memory for one solver run, 0 for no limit")
}

func (l *limitFlags) check() error {
	if l.Timeout <= 0 {
		return usagef("--timeout %v: give a positive time, such as 10s", l.Timeout)
	}
	if l.Memory > 0 && l.Memory < leastMemory {
		return usagef("--memory %d: no solver runs in so few bytes; write a unit, as in --memory 4GiB, or 0 for no limit", l.Memory)
	}
	return nil
}

func selfCheckFlag(cmd *cobra.Command, value *bool) {
	cmd.Flags().BoolVar(value, "self-check", false, "have solvers check their own models too: Assay evaluates them anyway, and a solver that rejects its model answers nothing")
}

// solved is what the command says about one file.
type solved struct {
	File     string         `json:"file"`
	Truth    string         `json:"truth"`
	Truths   []string       `json:"truths,omitempty"` // of each check-sat, where there are several
	Error    *checkError    `json:"error,omitempty"`
	Runs     []solvedRun    `json:"runs"`
	Findings []solveFinding `json:"findings"`
	Notes    []string       `json:"notes,omitempty"` // what was not asked, and why
	// Certificates say what is known about each unsat.
	Certificates []refutation.Certificate `json:"certificates,omitempty"`

	err        error // why the file has no runs
	published  published
	badOptions []bool
}

type solvedRun struct {
	Solver  string          `json:"solver"`
	Version string          `json:"version,omitempty"`
	Answer  string          `json:"answer"` // "none" when there is none to believe
	Answers []string        `json:"answers,omitempty"`
	Outcome outcome.Outcome `json:"outcome"`
	Seconds float64         `json:"seconds"`
	Reason  string          `json:"reason,omitempty"`
	Command []string        `json:"command,omitempty"`
	// Models give the verdict on the model of each check-sat answered sat: holds, fails, open, too-large, unreadable or
	// none. ModelReason says why the first one that does not hold does not.
	Models      []string `json:"models,omitempty"`
	ModelReason string   `json:"model_reason,omitempty"`
	// Plain is what the solver does without a question for a model, where that ends otherwise. Responses counts what it said to further questions, by
	// question and verdict.
	Plain     *plainRun      `json:"plain,omitempty"`
	Responses map[string]int `json:"responses,omitempty"`
}

// note records what evaluation says about the models.
func (r *solvedRun) note(o oracle.Observation) {
	for i, m := range o.Models {
		if o.Answers[i] != smt.Sat {
			continue
		}
		r.Models = append(r.Models, m.Verdict.String())
		if m.Verdict != oracle.ModelHolds && r.ModelReason == "" {
			r.ModelReason = m.Summary
		}
	}
}

// skipped is the outcome of solvers that were not asked.
const skipped outcome.Outcome = "skipped"

type solveFinding struct {
	Class     oracle.Class      `json:"class"`
	Solver    string            `json:"solver"`
	Other     string            `json:"other,omitempty"`
	Check     int               `json:"check"`
	Suspect   bool              `json:"suspect"`
	Signature string            `json:"signature"`
	Evidence  findings.Evidence `json:"evidence"`
}

func (opts *solveOptions) run(ctx context.Context) error {
	truth, err := opts.check()
	if err != nil {
		return err
	}
	files, err := formulas(ctx, opts.Streams, opts.Files)
	if err != nil {
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
	solvers, err := opts.Solvers.solvers(ctx, opts.Err)
	if err != nil {
		return err
	}
	if err := opts.certifyOptions.resolve(ctx, &opts.Solvers); err != nil {
		return err
	}
	temp, err := disk.NewTemp("solve")
	if err != nil {
		return err
	}
	defer temp.Remove()

	checks, dismiss, err := opts.Check.open(ctx, opts.Streams)
	if err != nil {
		return err
	}
	defer dismiss()
	job := &solve.Job{
		Targets: solvers, Claim: truth, AsIs: opts.AsIs, Cores: opts.Cores, Plain: opts.Plain > 0, Questions: opts.Questions, MostBytes: mostQuestioned,
		Bench: &trial.Bench{
			Table: table, Dir: temp.Scratch, SelfCheck: opts.SelfCheck, Checks: checks,
			Limits: solver.Limits{Time: opts.Limits.Timeout, Memory: int64(opts.Limits.Memory)},
		},
	}
	var failed, found int
	tally := map[published]int{}
	refused := make([]int, len(solvers))
	count := newCounter(opts.Streams, len(files))
	err = inOrder(ctx, opts.Jobs, len(files), func(i int) solved {
		return opts.solve(ctx, job, results, i, files[i])
	}, func(i int, r solved) error {
		if r.err != nil && r.Error == nil {
			return r.err
		}
		if r.Error != nil {
			failed++
			count.end()
		}
		count.count(i + 1)
		found += len(r.Findings) + r.falseSteps()
		if r.Error == nil {
			tally[r.published]++
		}
		for k, bad := range r.badOptions {
			if bad {
				refused[k]++
			}
		}
		return opts.show(&r)
	})
	count.end()
	if err != nil {
		return err
	}
	if len(files) > 1 {
		fmt.Fprintf(opts.Err, "%s solved, %d could not be read, %s\n", plural(len(files)-failed, "file"), failed, plural(found, "finding"))
	}
	results.tell(opts.Streams, tally)
	for k, n := range refused {
		if n > 0 && n == len(files)-failed && found == 0 {
			return &solver.UnusableError{Solver: solvers[k].String(), Problem: "it refuses its command line on every file",
				Remedy: "check its options"}
		}
	}
	switch {
	case found > 0:
		return exit(exitFindings)
	case failed > 0:
		return exit(exitFailed)
	}
	return nil
}

// check returns the truth that --truth claims, without a status when it claims none.
func (opts *solveOptions) check() (oracle.Truth, error) {
	if err := checkJobs(opts.Jobs); err != nil {
		return oracle.Truth{}, err
	}
	if err := opts.Limits.check(); err != nil {
		return oracle.Truth{}, err
	}
	if opts.Truth != "" && len(opts.Results.Files) > 0 {
		return oracle.Truth{}, usagef("--truth and --results both say what is true: give one of them")
	}
	if err := opts.certifyOptions.check(opts.AsIs); err != nil {
		return oracle.Truth{}, err
	}
	if opts.Plain < 0 || opts.Plain > 1 {
		return oracle.Truth{}, usagef("--plain %d: give 0 or 1", opts.Plain)
	}
	if opts.AsIs && opts.Questions > defaultRounds {
		return oracle.Truth{}, usagef("--questions %d and --as-is exclude each other: nothing is asked about a file that is handed over as it is", opts.Questions)
	}
	if opts.Questions < 0 || opts.Questions > mostRounds {
		return oracle.Truth{}, usagef("--questions %d: give 0 to %d", opts.Questions, mostRounds)
	}
	return claim(opts.Truth)
}

// claim reads the value of --truth.
func claim(value string) (oracle.Truth, error) {
	if value == "" {
		return oracle.Truth{}, nil
	}
	status, err := smt.ParseStatus(value)
	if err != nil {
		return oracle.Truth{}, usagef("--truth %s: give sat, unsat or unknown", value)
	}
	return oracle.Truth{Status: status, Reason: "--truth says so"}, nil
}

// solve runs all solvers on file number i.
func (opts *solveOptions) solve(ctx context.Context, job *solve.Job, results resultList, i int, f seedfiles.File) solved {
	file := f.Name
	r := solved{File: file, Truth: smt.Unknown.String(), Runs: []solvedRun{}, Findings: []solveFinding{}}
	text, err := readFormula(ctx, f, opts.In)
	if ctx.Err() != nil {
		r.err = context.Cause(ctx)
		return r
	}
	if err != nil {
		r.Error, r.err = asCheckError(err), err
		return r
	}
	s, err := elab.Script(text, elab.Options{File: shownName(file), Table: job.Bench.Table, Done: ctx.Done()})
	if errors.Is(err, elab.ErrStopped) {
		r.err = context.Cause(ctx)
		return r
	}
	if err != nil && !opts.AsIs {
		r.Error, r.err = asCheckError(err), err
		return r
	}
	with, note := *job, ""
	if results.List != nil {
		with.Claim, r.published, note = results.claim(file, s)
	}
	c, err := with.Judge(ctx, i, text, s)
	if err != nil {
		r.err = err
		return r
	}
	defer c.Trial.Close()
	more, err := c.More(ctx)
	if err != nil {
		r.err = err
		return r
	}
	if s != nil {
		r.setTruth(c.Trial.Truths())
	}
	for k := range c.Ran {
		r.Runs = append(r.Runs, solvedRunOf(c, &c.Ran[k], more, file))
		r.badOptions = append(r.badOptions, r.Runs[k].Outcome == outcome.BadOptions)
	}
	if r.Certificates, err = opts.certify(ctx, i, c, s); err != nil {
		r.err = err
		return r
	}
	r.Notes = notesOf(more)
	if note != "" {
		r.Notes = append(r.Notes, note)
	}
	switch {
	case s == nil: // it is handed over as it is
	case s.Checks() == 0:
		r.Notes = append(r.Notes, "there is no check-sat in it, so there is no answer to judge")
	case s.Checks() > 1 && opts.Truth != "":
		r.Notes = append(r.Notes, fmt.Sprintf("it has %d check-sats: --truth is for files with one", s.Checks()))
	}
	for _, f := range slices.Concat(c.Found, more.Found) {
		r.Findings = append(r.Findings, solveFinding{
			Class: f.Class, Solver: f.Solver, Other: f.Other, Check: f.Check, Suspect: f.Suspect,
			Signature: f.Signature, Evidence: findings.EvidenceOf(f.Evidence),
		})
	}
	return r
}

// solvedRunOf is what the command says about one target.
func solvedRunOf(c *solve.Case, ran *solve.Ran, more *solve.More, file string) solvedRun {
	target, run := ran.Target, ran.Run
	out := solvedRun{Solver: target.String(), Version: target.Version(), Answer: "none", Outcome: skipped, Reason: ran.Unable}
	if ran.Unable != "" {
		return out
	}
	text := c.Trial.Text(target)
	rec := triage.Record(run, c.Trial.Options(target, text), text.Path, shownName(file))
	out.Outcome, out.Seconds, out.Reason, out.Command = rec.Outcome, rec.Seconds, rec.Reason, rec.Command
	if out.Reason == "" && run.Without != "" {
		out.Reason = "asked only for an answer: " + run.Without
	}
	switch out.Outcome {
	case outcome.Sat, outcome.Unsat, outcome.Unknown:
		out.Answer = string(out.Outcome)
	case outcome.Several:
		out.Answer = strings.Join(rec.Answers, " ")
	default:
		if !run.Void && len(rec.Answers) > 0 {
			out.Answer = strings.Join(rec.Answers, " ")
		}
	}
	if len(rec.Answers) > 1 {
		out.Answers = rec.Answers
	}
	out.note(ran.Observed)
	out.enter(more)
	return out
}

func (r *solved) setTruth(truths []oracle.Truth) {
	if len(truths) == 1 {
		r.Truth = truths[0].Status.String()
		return
	}
	for _, t := range truths {
		r.Truths = append(r.Truths, t.Status.String())
	}
}

func (opts *solveOptions) show(r *solved) error {
	if r.Error != nil {
		fmt.Fprintf(opts.Err, "%v\n", r.err)
	}
	if opts.JSON {
		if err := opts.printJSON(r); err != nil {
			return errOutput
		}
		return nil
	}
	if r.Error != nil {
		return nil
	}
	if err := opts.say("%s", r.text()); err != nil {
		return errOutput
	}
	return nil
}

// text is the form for people.
func (r *solved) text() string {
	var b strings.Builder
	truth := r.Truth
	if len(r.Truths) > 0 {
		truth = strings.Join(r.Truths, " ")
	}
	fmt.Fprintf(&b, "%s (truth: %s)\n", shownName(r.File), truth)
	width := 0
	for _, run := range r.Runs {
		width = max(width, len(run.Solver))
	}
	for _, run := range r.Runs {
		word := run.Answer
		if word == "none" {
			word = string(run.Outcome)
		}
		fmt.Fprintf(&b, "  %-*s  %-8s %6.2f s", width, run.Solver, word, run.Seconds)
		if slices.ContainsFunc(run.Models, func(m string) bool { return m != oracle.NoModel.String() }) {
			fmt.Fprintf(&b, "  model %s", strings.Join(run.Models, " "))
		}
		if run.Reason != "" {
			fmt.Fprintf(&b, "  %s", run.Reason)
		}
		b.WriteByte('\n')
		if run.ModelReason != "" && !slices.Contains(run.Models, oracle.ModelFails.String()) {
			fmt.Fprintf(&b, "    %s\n", run.ModelReason)
		}
		b.WriteString(run.lines())
	}
	for i := range r.Certificates {
		b.WriteString(certificateText(&r.Certificates[i]))
	}
	for _, note := range r.Notes {
		fmt.Fprintf(&b, "  %s\n", note)
	}
	for _, f := range r.Findings {
		suspect := ""
		if f.Suspect {
			suspect = " (suspected)"
		}
		fmt.Fprintf(&b, "  FINDING %s%s: %s\n", f.Class, suspect, f.Evidence.Summary)
		for line := range strings.Lines(f.Evidence.Detail) {
			fmt.Fprintf(&b, "    | %s\n", strings.TrimRight(line, "\r\n"))
		}
	}
	return b.String()
}
