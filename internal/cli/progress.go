package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/campaign"
)

// A progress shows how a campaign goes: on a terminal as one line that is rewritten, elsewhere as a line every
// ten seconds, with --json as objects.
type progress struct {
	s     *Streams
	quiet bool
	json  bool
	plain bool // no line is rewritten, even on a terminal
	last  time.Duration
	shown bool // an unfinished line is on the terminal
	// warned are the solvers that were reported to give no usable results.
	warned map[string]bool
}

func newProgress(s *Streams, quiet, json bool) *progress {
	return &progress{s: s, quiet: quiet, json: json, warned: make(map[string]bool)}
}

// jsonProgress is a progress line for programs.
type jsonProgress struct {
	Event            string  `json:"event"`
	Seconds          float64 `json:"seconds"`
	Mutants          int64   `json:"mutants"`
	Calls            int64   `json:"calls"`
	MutantsPerSecond float64 `json:"mutants_per_second"`
	CallsPerSecond   float64 `json:"calls_per_second"`
	Configurations   int64   `json:"configurations,omitempty"`
	SolverShare      float64 `json:"solver_share"`
	RejectedShare    float64 `json:"rejected_share"`
	Timeouts         int64   `json:"timeouts"`
	Findings         int     `json:"findings"`
	Hits             int64   `json:"hits"`
	// Time says where the time of the whole campaign went.
	Time []campaign.Part `json:"time"`
	// Warnings are the solvers that give no usable results so far.
	Warnings []campaign.Warning `json:"warnings,omitempty"`
}

// show is called often; it decides when to write.
func (p *progress) show(s campaign.Snapshot) {
	if !s.Done || p.json { // the screen at the end has them too
		p.warn(s.Warnings)
	}
	if s.Done {
		return
	}
	due := s.Elapsed-p.last >= plainInterval
	switch {
	case p.json && due:
		p.last = s.Elapsed
		_ = p.s.printJSON(jsonProgress{ // the stream remembers a failure, which ends in the exit code
			Event: "progress", Seconds: s.Elapsed.Seconds(), Mutants: s.Mutants, Calls: s.Calls,
			MutantsPerSecond: s.MutantsPerSecond, CallsPerSecond: s.CallsPerSecond, Configurations: s.Configurations,
			SolverShare: s.SolverShare, RejectedShare: s.RejectedShare, Timeouts: s.Timeouts,
			Findings: s.Findings, Hits: s.Hits, Time: s.Time, Warnings: s.Warnings,
		})
	case p.json || p.quiet:
	case p.s.Err.terminal && !p.plain:
		p.s.Err.line(clipTo(s.Line(), p.s.Err.width()-1))
		p.shown = true
	case due:
		p.last = s.Elapsed
		fmt.Fprintln(p.s.Err, s.Line())
	}
}

// warn reports once for each solver that it gives no usable results, even where no progress is shown.
func (p *progress) warn(warnings []campaign.Warning) {
	for _, w := range warnings {
		if p.warned[w.Solver] {
			continue
		}
		p.warned[w.Solver] = true
		p.end()
		fmt.Fprintf(p.s.Err, "WARNING: %s\n", visible.Line(w.String()))
	}
}

// end erases the live line: what follows says everything it said.
func (p *progress) end() {
	if p.shown {
		p.s.Err.line("")
		p.shown = false
	}
}

// line replaces the line at the cursor with text.
func (o *Output) line(text string) {
	_, _ = o.raw([]byte("\r" + visible.Line(text) + "\x1b[K")) // the stream remembers a failure
}

// clipTo shortens a line to n columns, so that it never wraps. The last part, the findings, is what people look for:
// the parts in front of it go first. An unknown width clips nothing.
func clipTo(line string, n int) string {
	const gap = "  "
	parts := strings.Split(line, gap)
	for n > 0 && utf8.RuneCountInString(line) > n && len(parts) > 2 {
		parts = slices.Delete(parts, len(parts)-2, len(parts)-1)
		line = strings.Join(parts, gap)
	}
	if n <= 0 || utf8.RuneCountInString(line) <= n {
		return line
	}
	return string([]rune(line)[:n])
}

// A counter shows how many files are done, where the results themselves do not show it because they go elsewhere.
type counter struct {
	*ticker
	total int
}

func newCounter(s *Streams, total int) *counter {
	return &counter{ticker: newTicker(s, total < 2 || s.Out.terminal), total: total}
}

func (c *counter) count(done int) {
	c.show(func() string { return fmt.Sprintf("%d of %d files", done, c.total) })
}
