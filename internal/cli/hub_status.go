package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/cluster/bus"
	"github.com/assay-smt/assay/internal/cluster/wire"
	"github.com/assay-smt/assay/internal/cluster/work"
)

type hubStatusOptions struct {
	*Streams
	Bus  busFlags
	JSON bool
}

func newHubStatus(s *Streams) *cobra.Command {
	opts := &hubStatusOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "status [flags] DIR|URL",
		Short: "Show the workers of a hub, and how fast they are",
		Long: `Show the workers of a hub that is running: their machines, versions of solvers, slots that they have filled, and when they were heard of last; and
how many slots are done in a second, how many are handed out, and what was refused. The hub is named by its URL, or by the folder of its campaign.`,
		Example: `  assay hub status out
  assay hub status --json nats://127.0.0.1:4222`,
		Args: exactArgs(1, "DIR or URL"),
		RunE: func(cmd *cobra.Command, args []string) error { return opts.run(cmd.Context(), args[0]) },
	}
	opts.Bus.bind(cmd)
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

// statusTime is how long a hub may take to answer.
const statusTime = 5 * time.Second

func (opts *hubStatusOptions) run(ctx context.Context, name string) error {
	status, err := opts.ask(ctx, name)
	switch {
	case err != nil:
		return err
	case opts.JSON:
		return opts.printJSON(status)
	}
	return opts.say("%s", describeHub(status))
}

// ask asks a hub for its state.
func (opts *hubStatusOptions) ask(ctx context.Context, name string) (*wire.Status, error) {
	config, id, err := hubAt(name, &opts.Bus)
	switch {
	case errors.Is(err, os.ErrNotExist) && !strings.Contains(name, "://"):
		return nil, usagef("%s: there is no hub in this folder; give the folder that assay hub --out wrote to, or a URL", name)
	case err != nil:
		return nil, err
	}
	if err := config.CheckURL(); err != nil {
		return nil, usagef("%w", err)
	}
	config.ID = newID()
	ctx, cancel := context.WithTimeout(ctx, statusTime)
	defer cancel()
	status, err := work.Status(ctx, config, id)
	switch {
	case bus.Refused(err):
		return nil, withExit(exitSolver, fmt.Errorf("%s: the hub does not let this machine in: give --token-file, --creds or --nkey", name))
	case err != nil:
		if campaign.IsThere(name) && campaign.Ended(name) {
			return nil, withExit(exitSolver, fmt.Errorf("%s: no hub answers, since its campaign has ended: assay stats %s", name, name))
		}
		return nil, withExit(exitSolver, fmt.Errorf("%s: no hub answers: %w", name, err))
	}
	return status, nil
}

// watch writes a hub's state every ten seconds, until the hub is gone or ctx ends.
func (opts *hubStatusOptions) watch(ctx context.Context, name string) error {
	for {
		status, err := opts.ask(ctx, name)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return err
		case opts.JSON:
			err = opts.printJSON(status)
		default:
			err = opts.say("%s", summaryOf(status))
		}
		if err != nil {
			return errOutput
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(plainInterval):
		}
	}
}

// summaryOf is a hub's state in one line.
func summaryOf(s *wire.Status) string {
	return fmt.Sprintf("%s   %s · %d mutants · %s · %.1f slots/s · up %s\n", s.URL, plural(s.Workers, "worker"), s.Mutants, plural(s.Findings, "finding"),
		s.SlotsPerSecond, time.Duration(s.Seconds)*time.Second)
}

// describeHub is a hub's state for people.
func describeHub(s *wire.Status) string {
	var b strings.Builder
	b.WriteString(summaryOf(s))
	fmt.Fprintf(&b, "slots      %d done · %d of %d handed out · %d repeated · %d given up\n", s.Slots, s.Out, s.Window, s.Repeated, s.GivenUp)
	fmt.Fprintf(&b, "messages   %d (%d bytes) · %d refused · %d workers shut out\n", s.Messages, s.Bytes, s.Refused, s.ShutOut)
	if len(s.Each) == 0 {
		return b.String()
	}
	b.WriteByte('\n')
	w := tabwriter.NewWriter(&b, 0, 0, 3, ' ', 0)
	fmt.Fprintln(w, "worker\tmachine\tjobs\tbusy\tslots\tseen\tsolvers")
	for _, one := range s.Each {
		seen := fmt.Sprintf("%.0f s ago", one.Seen)
		switch {
		case one.Out:
			seen = "shut out"
		case !one.Here:
			seen += ", gone"
		}
		var builds []string
		for _, build := range one.Solvers {
			builds = append(builds, build.Name+" ("+build.Version+")")
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%s\t%s\n", one.ID, visible.Line(one.Host), one.Jobs, one.Busy, one.Slots, seen, visible.Line(strings.Join(builds, ", ")))
	}
	_ = w.Flush() // into memory
	return b.String()
}
