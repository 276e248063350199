package cli

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// What solvers print never reaches a terminal as it is, neither in results nor in summaries, errors or progress.
func TestHiddenCharactersAreShown(t *testing.T) {
	const hostile = "\x1b[2J\rFINDING\x07\u202eabc\u200b\u009b"
	for name, show := range map[string]func(s *Streams) error{
		"solve": func(s *Streams) error {
			opts := &solveOptions{Streams: s}
			return opts.show(&solved{
				File: hostile, Runs: []solvedRun{{Solver: hostile, Answer: "none", Outcome: "nothing", Reason: hostile, Models: []string{"open"}, ModelReason: hostile}},
				Findings: []solveFinding{{Class: oracle.CrashClass, Evidence: findings.Evidence{Summary: hostile, Detail: hostile}}},
			})
		},
		"replay": func(s *Streams) error {
			opts := &replayOptions{Streams: s}
			r := &replayed{Finding: hostile, Solver: hostile, Replay: triage.Replay{State: triage.StillThere, Notes: []string{hostile}}}
			r.Last, r.Evidence.Summary = []findings.Run{{Command: []string{hostile}}}, hostile
			return opts.show(r)
		},
		"summary": func(s *Streams) error {
			opts := &fuzzOptions{Streams: s}
			return opts.showSummary(&campaign.Summary{
				Out: hostile, Findings: []findings.Brief{{Dir: hostile, Summary: hostile, Open: []string{hostile}}}, Notes: []string{hostile},
				Skipped: []campaign.Skip{{Path: hostile, Reason: hostile}},
			})
		},
		"check": func(s *Streams) error {
			opts := &checkOptions{Streams: s, Verbose: true}
			return opts.show(checked{result: checkResult{File: hostile, OK: true, Logic: hostile, Warnings: []string{hostile}}}, 1)
		},
		"printed scripts": func(s *Streams) error {
			opts := &checkOptions{Streams: s, Print: true}
			return opts.show(checked{result: checkResult{File: hostile, OK: true}, text: []byte("(check-sat)\n")}, 2)
		},
		"coverage": func(s *Streams) error { return (&coverageOptions{Streams: s}).showObserved(&observed{File: hostile}) },
		"lines": func(s *Streams) error {
			return (&coverageOptions{Streams: s}).measuredTable([]measured{{File: hostile}})
		},
		"blocks": func(s *Streams) error {
			return (&coverageOptions{Streams: s}).blocksTable([]blocksRow{{Function: hostile}})
		},
		"error": func(s *Streams) error {
			report(s, newRoot(s), errors.New(hostile))
			return nil
		},
		"line": func(s *Streams) error {
			var out bytes.Buffer
			(&Output{w: &out, people: true}).line(hostile)
			text, ok := strings.CutPrefix(out.String(), "\r")
			text, also := strings.CutSuffix(text, "\x1b[K")
			if !ok || !also {
				return errors.New("the line does not replace the one before")
			}
			_, err := io.WriteString(s.Out, text)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := show(NewStreams(nil, &out, &out)); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(out.String(), `␛[2J␍FINDING␇\u{202e}abc\u{200b}\u{009b}`) {
				t.Errorf("the text is not there: %q", out.String())
			}
			for _, r := range out.String() {
				if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
					t.Errorf("%U in %q", r, out.String())
				}
			}
		})
	}
}
