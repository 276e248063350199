package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bugs"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/findings/review"
)

// The kinds of folders that commands write files to, besides campaigns and benchmarks.
var (
	mutantsKind = folder.Kind{Name: "mutants", Alike: true, Older: onlyOf(regexp.MustCompile(`^\d{4,}\.smt2$`), mutantHeader)}
	scriptsKind = folder.Kind{Name: "scripts", Alike: true, Older: onlyOf(regexp.MustCompile(`^[A-Z_]+-\d{4,}\.smt2$`), scriptHeader)}
	// What is below it says for itself what it is about, and is written anew where the same command runs again.
	inferencesKind = folder.Kind{Name: "false statements", By: "assay infer"}
	tasksKind      = folder.Kind{Name: "BenchExec tasks", By: "assay seeds export --benchexec", Alike: true}
	suiteKind      = folder.Kind{Name: "seeds of a suite", By: "assay seeds suite", Alike: true}
	pagesKind      = folder.Kind{Name: "manual pages", Alike: true, Older: onlyOf(regexp.MustCompile(`^assay(-[a-z-]+)?\.1$`), `.TH "ASSAY`)}
	// The same command goes on in it.
	enumerationsKind = folder.Kind{Name: "enumerations", By: "assay enumerate --out"}
	// A collection of bugs may be made by hand, with text files that say what they are.
	collectionKind = folder.Kind{Name: "known bugs", Alike: true, Older: func(dir string) bool {
		all, err := bugs.Load(dir)
		return err == nil && len(all) > 0
	}}
)

// onlyOf recognises folders that have nothing but files with names of a pattern and with the given beginning.
func onlyOf(name *regexp.Regexp, begin string) func(dir string) bool {
	return func(dir string) bool {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return false
		}
		some := false
		for _, e := range entries {
			switch {
			case e.Name() == folder.MarkerFile:
			case !e.Type().IsRegular() || !name.MatchString(e.Name()) || !begins(filepath.Join(dir, e.Name()), begin):
				return false
			default:
				some = true
			}
		}
		return some
	}
}

// begins reports whether a file begins with a text.
func begins(path, text string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }() // it was only read
	start := make([]byte, len(text))
	_, err = io.ReadFull(f, start)
	return err == nil && string(start) == text
}

// campaignFolder makes sure that a command may write into a campaign's folder: that of a campaign, or one that has nothing but a campaign's files,
// with findings that can all be read.
func campaignFolder(dir string) error {
	err := folder.Owned(dir, campaign.Kind)
	var foreign *folder.ForeignError
	if errors.As(err, &foreign) && onlyFindings(dir) {
		err = nil
	}
	if err == nil {
		err = folder.NoLinks(dir, findings.Folder, review.Folder)
	}
	return err
}

// campaignNames are the names in a campaign's folder that Assay uses.
func campaignNames() []string {
	return append(campaign.Names(), folder.MarkerFile, review.Folder, known.FileName, reportFile, triageLock)
}

// onlyFindings recognises findings that were copied into a folder of their own.
func onlyFindings(dir string) bool {
	names := campaignNames()
	entries, err := os.ReadDir(dir)
	if err != nil || slices.ContainsFunc(entries, func(e os.DirEntry) bool { return !slices.Contains(names, e.Name()) }) {
		return false
	}
	all, err := findings.LoadRecords(dir)
	return err == nil && len(all) > 0
}

// takeOut takes a folder for the files of a command.
func takeOut(dir string, kind folder.Kind) (*folder.Folder, error) {
	f, err := folder.Take(dir, kind, nil)
	var output *disk.OutputError
	if errors.As(err, &output) {
		return nil, withExit(exitOutput, err)
	}
	return f, err
}

// throughLink is the file that an output file's name leads to: a link stays a link when what it leads to is replaced.
func throughLink(path string) string {
	if actual, err := filepath.EvalSymlinks(path); err == nil {
		return actual
	}
	return path
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
