package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/report/screen"
	"github.com/assay-smt/assay/internal/ui/live"
	"github.com/assay-smt/assay/internal/ui/tui"
)

type topOptions struct {
	*Streams
	stats statsOptions
	Bus   busFlags
	Plain bool
	JSON  bool
}

func newTop(s *Streams) *cobra.Command {
	opts := &topOptions{Streams: s, stats: statsOptions{Streams: s}}
	cmd := &cobra.Command{
		Use:   "top [flags] DIR|URL",
		Short: "Watch a running campaign",
		Long: `Watch a campaign that another process runs in DIR: the view that assay fuzz has on its own terminal. Nothing in its folder is
changed, and leaving the view leaves the campaign running. When the campaign ends, the screen with which it ends is shown.

The URL of a hub shows its state, a line every ten seconds.

Elsewhere than on a terminal, and with --plain, a line is written every ten seconds; with --json, an object.`,
		Example: `  assay top out
  assay top --json out | jq .findings`,
		Args: exactArgs(1, "DIR"),
		ValidArgsFunction: func(_ *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			hub := strings.Contains(args[0], "://")
			if err := idleFlags(cmd, hub); err != nil {
				return err
			}
			if hub {
				return (&hubStatusOptions{Streams: s, Bus: opts.Bus, JSON: opts.JSON}).watch(cmd.Context(), args[0])
			}
			return opts.run(cmd.Context(), args[0])
		},
	}
	opts.stats.Known.bind(cmd)
	opts.Bus.bind(cmd)
	cmd.Flags().BoolVar(&opts.Plain, "plain", false, "write a line every ten seconds instead of showing the view")
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

// idleFlags refuses flags that are about the other kind of place to watch: --known is for a folder, and what a connection needs for a hub.
func idleFlags(cmd *cobra.Command, hub bool) error {
	idle, place := []string{"token-file", "creds", "nkey", "ca"}, "the URL of a hub"
	if hub {
		idle, place = []string{"known"}, "the folder of a campaign"
	}
	for _, name := range idle {
		if cmd.Flags().Changed(name) {
			return usagef("--%s is only for %s", name, place)
		}
	}
	return nil
}

func (opts *topOptions) run(ctx context.Context, dir string) error {
	if err := opts.stats.there(dir); err != nil {
		return err
	}
	st, err := live.Read(dir)
	switch {
	case errors.Is(err, live.ErrNotRunning):
		return usagef("%s: no campaign is running in this folder; see what it did with assay stats %[1]s", dir)
	case err != nil:
		return withExit(exitFailed, err)
	}
	if silent := st.Silence(time.Now()); silent > 0 {
		return usagef("%s: the campaign in this folder was killed or stopped: its last sign of life is %v old; see what it did with assay stats %[1]s", dir, silent)
	}
	if !opts.JSON && !opts.Plain && opts.canView(opts.Out) {
		ended := false
		t := opts.terminal(opts.Out, dir, func() (*live.State, int) {
			now, err := live.Read(dir)
			if err != nil { // between two states, a reader sees one of them
				ended = true
				return nil, 0
			}
			return now, int(now.Silence(time.Now()) / time.Second)
		})
		if err := tui.Run(ctx, t); err != nil || !ended {
			return err
		}
		return opts.end(dir)
	}
	return opts.lines(ctx, dir, st)
}

// lines writes how far the campaign is, now and every ten seconds, until it ends.
func (opts *topOptions) lines(ctx context.Context, dir string, st *live.State) error {
	const look = time.Second
	tick := time.NewTicker(look)
	defer tick.Stop()
	var last time.Time
	for {
		if st.Written.Sub(last) >= plainInterval {
			last = st.Written
			if err := opts.line(st); err != nil {
				return errOutput
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		var err error
		if st, err = live.Read(dir); err != nil {
			return opts.end(dir)
		}
		if silent := st.Silence(time.Now()); silent > 0 {
			return withExit(exitFailed, fmt.Errorf("%s: the campaign was killed or stopped: its last sign of life is %v old", dir, silent))
		}
	}
}

func (opts *topOptions) line(st *live.State) error {
	if opts.JSON {
		return opts.printJSON(st)
	}
	return opts.say("%s\n", st.Line)
}

// end shows the screen with which the campaign has ended.
func (opts *topOptions) end(dir string) error {
	if opts.JSON {
		return nil
	}
	c, err := opts.stats.load(dir)
	if err != nil {
		return err
	}
	if err := opts.say("%s", screen.Write(c, diskOf(dir))); err != nil {
		return errOutput
	}
	return nil
}
