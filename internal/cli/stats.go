package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/report/figures"
	"github.com/assay-smt/assay/internal/report/screen"
)

type statsOptions struct {
	*Streams
	Known knownFlags
	JSON  bool
	CSV   bool
}

func newStats(s *Streams) *cobra.Command {
	opts := &statsOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "stats [flags] DIR... [TOPIC]",
		Short: "Show the figures of a campaign",
		Long: `Show the figures of a campaign that runs, has ended or was killed. Nothing in its folder is changed. Without a
topic, stats shows the screen that a campaign ends with. The topics are

` + figures.Index() + `  all        all of them

Several DIRs count as one: shards of a campaign, or different campaigns, each once however often it is there. A DIR that is called like a topic is ./all.

With --json, each row of a table is an object; with --csv, the tables are one table with a line for each row. Both have
all rows, and all topics when none is given.`,
		Example: `  assay stats out
  assay stats out refused
  assay stats out-1 out-2 out-3 solvers
  assay stats --csv out solvers >solvers.csv`,
		Args: func(cmd *cobra.Command, args []string) error {
			return minArgs(1, "DIR")(cmd, args)
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) >= 1 {
				return beginningWith(figures.TopicNames(), typed), cobra.ShellCompDirectiveFilterDirs
			}
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			dirs, topic, err := dirsAndTopic(args)
			if err != nil {
				return err
			}
			return opts.run(cmd.Context(), dirs, topic)
		},
	}
	opts.Known.bind(cmd)
	jsonFlag(cmd, &opts.JSON)
	cmd.Flags().BoolVar(&opts.CSV, "csv", false, "write one table with commas to standard output")
	return cmd
}

func (opts *statsOptions) run(ctx context.Context, dirs []string, topic string) error {
	if opts.JSON && opts.CSV {
		return usagef("--json and --csv: give one of the two")
	}
	word := topic
	if word == "" {
		word = figures.AllTopics
	}
	topics := figures.Find(word)
	if topics == nil {
		return usagef("there is no topic %q%s; the topics are %s", topic, didYouMean(topic, figures.TopicNames()), strings.Join(figures.TopicNames(), ", "))
	}
	c, err := opts.read(ctx, dirs)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	switch {
	case opts.JSON:
		err = figures.WriteJSON(&out, topics, c)
	case opts.CSV:
		err = figures.WriteCSV(&out, topics, c)
	case topic == "":
		out.WriteString(screen.Write(c, diskOf(dirs[0])))
		fmt.Fprintf(&out, "\nMore: assay stats DIR TOPIC, where TOPIC is one of\n")
		out.WriteString(figures.Wrap("  "+strings.Join(figures.TopicNames(), ", "), figures.Width, "  ") + "\n")
	default:
		err = figures.WriteText(&out, topics, c)
	}
	if err != nil {
		return err
	}
	if _, err := opts.Out.Write(out.Bytes()); err != nil {
		return errOutput
	}
	return nil
}

// there makes sure that there is a campaign in a folder.
func (opts *statsOptions) there(dir string) error {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() || !campaign.IsThere(dir) {
		return noCampaign(dir)
	}
	return nil
}

// read reads a campaign, or several as one.
func (opts *statsOptions) read(ctx context.Context, dirs []string) (*figures.Campaign, error) {
	if len(dirs) > 1 {
		return figuresOf(ctx, dirs, &opts.Known)
	}
	return opts.load(dirs[0])
}

// load reads the campaign.
func (opts *statsOptions) load(dir string) (*figures.Campaign, error) {
	if err := opts.there(dir); err != nil {
		return nil, err
	}
	list, _, err := opts.Known.load(dir)
	if err != nil {
		return nil, err
	}
	c, err := figures.Load(dir, list)
	if err != nil {
		return nil, withExit(exitFailed, plainPathError(err))
	}
	return c, nil
}
