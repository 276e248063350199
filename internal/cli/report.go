package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign"
	reporting "github.com/assay-smt/assay/internal/report"
	"github.com/assay-smt/assay/internal/report/figures"
)

// reportFile is the page's name in a campaign's folder.
const reportFile = "report.html"

type reportOptions struct {
	*Streams
	Dir   string
	File  string
	JSON  bool
	Known knownFlags
	// Joining is for several folders.
	Joining joining
}

func newReport(s *Streams) *cobra.Command {
	opts := &reportOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "report [flags] DIR...",
		Short: "Make a page of a campaign",
		Long: `Make a page of a campaign's output folder: the bugs, each with its report, what was run, how solvers and engines
fared, and which rules made the mutants. The page is one HTML file without scripts that needs no network. With
-o FILE.md it is Markdown. The campaign may still be running.

Several DIRs are joined first, in --out, and the page is about what they come to together: shards of a campaign, or different campaigns. Bugs are
grouped as assay triage has grouped them there.

With --json, standard output has what the page shows as one object, and a page is written only if -o asks for it.`,
		Example: `  assay report out
  assay report -o /var/www/assay/nightly.html out
  assay report -o bugs.md out
  assay report out-1 out-2 out-3`,
		Args: minArgs(1, "DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.check(); err != nil {
				return err
			}
			if len(args) > 1 {
				opts.Known.Paths = append(marksOf(args), opts.Known.Paths...)
			}
			var err error
			if opts.Dir, err = opts.Joining.folder(cmd.Context(), args); err != nil {
				return err
			}
			return opts.run()
		},
	}
	opts.Joining.bind(cmd, s)
	cmd.Flags().StringVarP(&opts.File, "output", "o", "", "the `FILE` to write, *.html or *.md (default DIR/"+reportFile+")")
	opts.Known.bind(cmd)
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

// check makes sure that only a page is overwritten.
func (opts *reportOptions) check() error {
	if opts.File != "" && !slices.Contains([]string{".html", ".htm", ".md"}, strings.ToLower(filepath.Ext(opts.File))) {
		return usagef("-o %s: give a file *.html or *.md, so that nothing else is overwritten by mistake", opts.File)
	}
	return nil
}

func (opts *reportOptions) run() error {
	data, err := opts.load()
	if err != nil {
		return err
	}
	if opts.JSON {
		if err := opts.printJSON(data); err != nil {
			return errOutput
		}
		if opts.File == "" {
			return nil
		}
	}
	file := opts.File
	if file == "" {
		file = filepath.Join(opts.Dir, reportFile)
	}
	if err := writePage(file, opts.Dir, data); err != nil {
		return err
	}
	if opts.JSON {
		return nil
	}
	if _, err := fmt.Fprintln(opts.Out, file); err != nil {
		return errOutput
	}
	return nil
}

// load reads the campaign.
func (opts *reportOptions) load() (*reporting.Data, error) {
	if _, err := os.Stat(opts.Dir); err != nil {
		return nil, missingFile(opts.Dir, err)
	}
	if opts.File == "" && !opts.JSON && campaign.IsThere(opts.Dir) { // the page goes there
		if err := campaignFolder(opts.Dir); err != nil {
			return nil, err
		}
	}
	data, err := reporting.Load(opts.Dir)
	switch {
	case errors.Is(err, reporting.ErrNoCampaign):
		return nil, noCampaign(opts.Dir)
	case err != nil:
		return nil, withExit(exitFailed, plainPathError(err))
	}
	list, own, err := opts.Known.load(opts.Dir)
	if err != nil {
		return nil, err
	}
	c, err := figures.Load(opts.Dir, list)
	if err != nil {
		return nil, withExit(exitFailed, plainPathError(err))
	}
	data.AddBugs(c, own)
	data.AddHistory(c)
	return data, nil
}

// writePage writes the page of the campaign in dir to file.
func writePage(file, dir string, data *reporting.Data) error {
	toCampaign, err := way(filepath.Dir(file), dir)
	if err != nil {
		return err
	}
	var page []byte
	if strings.EqualFold(filepath.Ext(file), ".md") {
		page = reporting.Markdown(data)
	} else if page, err = reporting.Page(data, toCampaign); err != nil {
		return err
	}
	if err := disk.WriteAtomic(throughLink(file), page); err != nil {
		return withExit(exitOutput, err)
	}
	return nil
}

// way returns the path from one folder to another, with slashes.
func way(from, to string) (string, error) {
	from, err := realPath(from)
	if err != nil {
		return "", err
	}
	if to, err = realPath(to); err != nil {
		return "", err
	}
	rel, err := filepath.Rel(from, to)
	return filepath.ToSlash(rel), err
}
