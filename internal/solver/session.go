package solver

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/smt"
)

// A Reading is what a process reads on its standard input, query by query.
type Reading struct {
	Mode Mode
	// Command is how the process was called. Its program is the target's, which may lie elsewhere now.
	Command []string
	// Queries are the texts of the queries, each with what separates it from the previous one.
	Queries [][]byte
}

// Script returns all queries as one script, and the offset at which the last one begins. Given to Command on standard input, it asks
// the same queries.
func (r *Reading) Script() (script []byte, last int) {
	for _, q := range r.Queries {
		last = len(script)
		script = append(script, q...)
		if !bytes.HasSuffix(script, []byte("\n")) {
			script = append(script, '\n')
		}
	}
	return script, last
}

// maxReadingOutput is the number of bytes that are kept of the output of all queries together.
const maxReadingOutput = 64 << 20

// marks returns a word for each query. The queries cannot contain these words, since the words are derived from them.
func (r *Reading) marks() []string {
	script, _ := r.Script()
	sum := sha256.Sum256(script)
	out := make([]string, len(r.Queries))
	for i := range out {
		out[i] = fmt.Sprintf("assay-%s-%d.", hex.EncodeToString(sum[:12]), i)
	}
	return out
}

// Replay makes a new process of the target read all queries from its standard input, without waiting for answers in between, and
// returns what it does with the last one, and its answers to the earlier ones. The limits are those of q, including the
// configuration's own, for all queries together; the file of q plays no part. A process that does not get to the last query, or
// refuses an earlier one, gives a void run. Errors are those of Run.
func (t Target) Replay(ctx context.Context, r *Reading, q Query) (last Run, earlier [][]smt.Status, err error) {
	q.Limits = q.Limits.within(t.Config.Limits)
	marks := r.marks()
	var stdin []byte
	for i, text := range r.Queries {
		stdin = append(fmt.Appendf(stdin, "(echo \"%s\")\n", marks[i]), text...)
		stdin = append(stdin, '\n')
	}
	argv := []string{t.path}
	if len(r.Command) > 0 {
		argv = append(argv, r.Command[1:]...)
	}
	res, err := sandbox.Run(ctx, sandbox.Command{
		Argv: argv, Dir: q.Dir, Stdin: stdin, Timeout: q.Limits.Time, Memory: q.Limits.Memory, MaxOutput: maxReadingOutput,
	})
	if err != nil {
		return Run{}, nil, cannotRun(t, err)
	}
	if res.Reason == sandbox.Canceled {
		return Run{}, nil, fmt.Errorf("solver %s: %w", t, sandbox.Ended(ctx))
	}
	last = Run{
		Target: t, Solver: t.String(), Family: t.profile.Name, Version: t.version, Command: argv, Questions: q.Questions,
		Mode: r.Mode, Limits: q.Limits, Wall: res.Wall, CPU: res.CPU,
	}
	parts, reached := cutAt(res.Stdout, marks)
	if !reached {
		last.Verdict = Verdict{Void: true, Reason: strings.TrimSuffix("it did not come to the last query: "+diagnostic(res), ": ")}
		last.Raw = res
		return last, nil, nil
	}
	n := len(parts) - 1
	for i, part := range parts[:n] {
		out := scan(part, t.profile)
		if len(out.errors) > 0 {
			last.Verdict = Verdict{Void: true, Reason: fmt.Sprintf("query %d of %d is refused: %s", i+1, n+1, oneLine(out.errors[0]))}
			last.Raw = res
			return last, nil, nil
		}
		earlier = append(earlier, out.answers)
	}
	res.Stdout = parts[n]
	last.Verdict, last.Raw, last.Printed = classify(t.profile, res, q), res, bytes.Join(parts, nil)
	return last, earlier, nil
}

// cutAt returns what follows the line of each mark, up to the line of the next. It returns false when a mark is missing.
func cutAt(text []byte, marks []string) (parts [][]byte, ok bool) {
	for i, m := range marks {
		before, after, found := bytes.Cut(text, []byte(m))
		if !found {
			return nil, false
		}
		if i > 0 {
			parts = append(parts, before[:bytes.LastIndexByte(before, '\n')+1])
		}
		_, text, _ = bytes.Cut(after, []byte("\n"))
	}
	return append(parts, text), true
}
