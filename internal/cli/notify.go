package cli

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/notify"
	"github.com/assay-smt/assay/internal/findings"
)

// lastNotices is how long a campaign that has ended waits for the command to hear of the last findings.
const lastNotices = 5 * time.Second

// notifyFlags say whom to tell about new findings.
type notifyFlags struct {
	Run      string
	Severity string
	Timeout  period

	least findings.Severity // the slightest that counts, zero for all
}

func (f *notifyFlags) bind(cmd *cobra.Command) {
	f.Timeout = period(notify.DefaultTimeout)
	fl := cmd.Flags()
	fl.StringVar(&f.Run, "notify", "", "run this `COMMAND` of the shell for each finding that is the first of its kind and not a known bug, with the finding's event as JSON on its standard input")
	fl.StringVar(&f.Severity, "notify-severity", "", "with --notify: only findings as bad as this `SEVERITY` or worse, such as crash")
	fl.Var(&f.Timeout, "notify-timeout", "with --notify: the time for one run of the command, after which it is killed")
	complete(cmd, "notify-severity", oneOf(severityWords()...))
}

// severityWords are the severities as flags have them: without blanks, the worst first.
func severityWords() []string {
	var words []string
	for _, s := range findings.Severities() {
		words = append(words, strings.ReplaceAll(s.String(), " ", "-"))
	}
	return words
}

func (f *notifyFlags) check() error {
	switch {
	case f.Run == "" && f.Severity != "":
		return usagef("--notify-severity says what to tell: add --notify COMMAND")
	case f.Run == "" && f.Timeout != period(notify.DefaultTimeout):
		return usagef("--notify-timeout is the time of a command: add --notify COMMAND")
	case f.Timeout <= 0:
		return usagef("--notify-timeout %v: give a positive time, such as 10s", time.Duration(f.Timeout))
	case f.Severity == "":
		return nil
	}
	i := slices.Index(severityWords(), strings.ReplaceAll(strings.ToLower(f.Severity), " ", "-"))
	if i < 0 {
		return usagef("--notify-severity %s: there is no such severity%s; from the worst, they are %s", f.Severity, didYouMean(f.Severity, severityWords()), strings.Join(severityWords(), ", "))
	}
	f.least = findings.Severities()[i]
	return nil
}

// start adds the user's command to the receivers of a campaign's events, and returns what ends it and says how it fared.
func (f *notifyFlags) start(s *Streams, c *campaign.Config) (end func(context.Context)) {
	if f.Run == "" {
		return func(context.Context) {}
	}
	n := notify.New(notify.Command{
		Run: f.Run, Timeout: time.Duration(f.Timeout),
		Worth: func(e *event.Finding) bool { return f.least == 0 || findings.SeverityOf(e.Class) <= f.least },
		Known: func(e *event.Finding) bool { return campaign.KnownBug(c.Known, *e) != "" },
	})
	sinks := event.Sinks{n}
	if c.Events != nil {
		sinks = append(sinks, c.Events)
	}
	c.Events = sinks
	return func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, lastNotices)
		defer cancel()
		if text := n.Close(ctx).String(); text != "" {
			s.remark("--notify: " + text)
		}
	}
}
