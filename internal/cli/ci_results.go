package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/compare"
	"github.com/assay-smt/assay/internal/findings"
	reporting "github.com/assay-smt/assay/internal/report"
	"github.com/assay-smt/assay/internal/report/comparison"
	"github.com/assay-smt/assay/internal/solver"
)

// resultsFile has a line for each script, and the summary as its last one.
const resultsFile = "results.jsonl"

// finish writes the results, and gives the exit code. ctx has ended where the comparison was interrupted.
func (opts *ciOptions) finish(ctx context.Context, r *compare.Report) error {
	if err := opts.write(r); err != nil {
		return err
	}
	if err := opts.addToCorpus(r); err != nil {
		return err
	}
	if opts.JSON {
		for i := range r.Records {
			if err := opts.printJSON(&r.Records[i]); err != nil {
				return errOutput
			}
		}
		if err := opts.printJSON(ciSummary{"summary", r}); err != nil {
			return errOutput
		}
	} else if err := comparison.Screen(opts.Err, opts.input(r)); err != nil {
		return errOutput
	}
	if side := r.Useless(); side >= 0 {
		return &solver.UnusableError{Solver: r.Sides[side].Name, Problem: "it has answered none of the scripts: each was refused, or ended without an answer",
			Remedy: "look at " + filepath.Join(opts.Out, resultsFile) + " for its reasons"}
	}
	switch {
	case len(r.Failed()) > 0:
		return exit(exitFindings)
	case ctx.Err() != nil: // what was not run may have been a regression
		return exit(exitInterrupted)
	}
	return nil
}

// A ciSummary is the last line of the results.
type ciSummary struct {
	Event string `json:"event"`
	*compare.Report
}

// write writes the files of the results.
func (opts *ciOptions) write(r *compare.Report) error {
	var lines []byte
	for i := range r.Records {
		line, err := json.Marshal(&r.Records[i])
		if err != nil {
			return err
		}
		lines = append(append(lines, line...), '\n')
	}
	line, err := json.Marshal(ciSummary{"summary", r})
	if err != nil {
		return err
	}
	if err := disk.WriteAtomic(filepath.Join(opts.Out, resultsFile), append(append(lines, line...), '\n')); err != nil {
		return err
	}
	for _, page := range []struct {
		name  string
		write func(io.Writer, comparison.Input) error
	}{
		{"summary.md", comparison.Summary}, {"junit.xml", comparison.JUnit}, {"results.sarif", comparison.SARIF}, {comparison.PageFile, reporting.ComparisonPage},
	} {
		var text bytes.Buffer
		if err := page.write(&text, opts.input(r)); err != nil {
			return err
		}
		if err := disk.WriteAtomic(filepath.Join(opts.Out, page.name), text.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// input is what pages are made of.
func (opts *ciOptions) input(r *compare.Report) comparison.Input {
	return comparison.Input{Report: r, Out: opts.Out, Corpus: opts.kept(), Version: thisVersion().Version, Text: func(p compare.Place) string { return opts.formula(p) }}
}

// formula returns the formula that shows a change: the reduced one, or the script itself; "" when it cannot be read.
func (opts *ciOptions) formula(p compare.Place) string {
	if p.Finding != "" {
		text, err := os.ReadFile(filepath.Join(opts.Out, filepath.FromSlash(p.Finding), findings.BugFile))
		if err == nil {
			return string(text)
		}
	}
	if p.Source == compare.FromCorpus && opts.Corpus != "" {
		if text, err := os.ReadFile(filepath.Join(opts.kept(), p.Name, findings.BugFile)); err == nil {
			return string(text)
		}
	}
	if read := opts.read[p.Name]; read != nil && p.Source == compare.FromSeeds {
		text, err := read()
		if err == nil {
			return text
		}
	}
	return ""
}

// kept is the folder that has the findings of the corpus, "" for none: a campaign has one of its own for them.
func (opts *ciOptions) kept() string {
	if dir := filepath.Join(opts.Corpus, findings.Folder); opts.Corpus != "" && isFolder(dir) {
		return dir
	}
	return opts.Corpus
}

// addToCorpus copies what candidates do wrong into the corpus.
func (opts *ciOptions) addToCorpus(r *compare.Report) error {
	if opts.Corpus == "" || opts.borrowed() {
		return nil
	}
	places := slices.Concat(r.Changes(compare.Regression), r.Changes(compare.Both))
	if _, err := folder.Take(opts.Corpus, corpusKind, nil); err != nil {
		return campaignError(err)
	}
	for _, p := range places {
		if p.Finding == "" {
			continue
		}
		from := filepath.Join(opts.Out, filepath.FromSlash(p.Finding))
		to := filepath.Join(opts.Corpus, filepath.Base(from))
		if _, err := os.Stat(to); err == nil {
			continue
		}
		if err := copyFolder(from, to); err != nil {
			return err
		}
	}
	return nil
}

// copyFolder copies the files of a folder into one that is not there, which appears whole or not at all.
func copyFolder(from, to string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return fmt.Errorf("cannot be added to the corpus: %w", err)
	}
	temp := filepath.Join(filepath.Dir(to), disk.TempPrefix+filepath.Base(to))
	if err := os.RemoveAll(temp); err != nil {
		return &disk.OutputError{Path: temp, Err: err}
	}
	if err := disk.MakeDir(temp); err != nil {
		return err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		data, err := os.ReadFile(filepath.Join(from, e.Name()))
		if err != nil {
			return fmt.Errorf("cannot be added to the corpus: %w", err)
		}
		if err := disk.WriteAtomic(filepath.Join(temp, e.Name()), data); err != nil {
			return err
		}
	}
	if err := os.Rename(temp, to); err != nil {
		return &disk.OutputError{Path: to, Err: err}
	}
	return nil
}
