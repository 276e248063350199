package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/review"
)

// isFindingFolder reports whether a folder is one of a finding.
func isFindingFolder(dir string) bool { return isThere(filepath.Join(dir, findings.RecordFile)) }

// campaignAbove is the campaign that a finding, or another path in its folder, belongs to, "" for none.
func campaignAbove(path string) string {
	path = filepath.Clean(path)
	for range 3 { // DIR/findings/FINDING/FILE
		path = filepath.Dir(path)
		if campaign.IsThere(path) {
			return path
		}
	}
	return ""
}

// noFinding is the error for a path that is not the folder of a finding, by what it is instead.
func noFinding(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return missingFile(path, err)
	}
	name := filepath.Base(filepath.Clean(path))
	switch dir := filepath.Dir(filepath.Clean(path)); {
	case !info.IsDir() && isFindingFolder(dir):
		return usagef("%s is a file of a finding; give the finding's folder: %s", path, dir)
	case !info.IsDir():
		return usagef("%s is a file; give the folder of a finding, such as out/findings/crash-z3-QF_S-1a2b3c4d", path)
	case campaign.IsThere(path):
		return usagef("%s is a campaign; give one of its findings%s", path, oneOfFindings(path))
	case isThere(filepath.Join(path, review.ClusterFile)):
		return usagef("%s is a bug's folder, and the finding that it names is not beside it; give one%s", path, oneOfFindings(filepath.Dir(dir)))
	case name == findings.Folder || name == review.Folder:
		return usagef("%s is the folder of all %s; give one of them%s", path, name, oneOfFindings(dir))
	}
	return usagef("%s is not a finding: it has no %s", path, findings.RecordFile)
}

// oneOfFindings names a finding of a campaign as an example, or says that there is none.
func oneOfFindings(dir string) string {
	found, err := filepath.Glob(filepath.Join(dir, findings.Folder, "*", findings.RecordFile))
	if err != nil || len(found) == 0 {
		return ", of which there is none"
	}
	return ", such as " + filepath.Dir(found[0])
}

// noCampaign is the error for a path that is not the folder of a campaign, by what it is instead.
func noCampaign(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return missingFile(path, err)
	}
	above := campaignAbove(path)
	what := "is not a campaign's folder"
	switch dir := filepath.Dir(filepath.Clean(path)); {
	case info.IsDir() && isFindingFolder(path):
		what = "is a finding"
	case !info.IsDir() && isFindingFolder(dir):
		what = "is a file of a finding"
	case !info.IsDir():
		what = "is a file"
	case above != "":
		what = "is a part of a campaign"
	}
	remedy := "give the folder that assay fuzz --out wrote to"
	if above != "" {
		remedy = fmt.Sprintf("its campaign is %s", above)
	}
	return usagef("%s %s; %s", path, what, remedy)
}

// findingOf is the finding to look at of a cluster's folder, and any other path itself.
func findingOf(path string) string {
	if !isThere(filepath.Join(path, review.ClusterFile)) {
		return path
	}
	dir := filepath.Dir(filepath.Dir(filepath.Clean(path)))
	all, err := review.Load(dir)
	i := slices.IndexFunc(all, func(c review.Cluster) bool { return c.Name == filepath.Base(filepath.Clean(path)) })
	if err != nil || i < 0 {
		return path
	}
	if finding := filepath.Join(dir, findings.Folder, filepath.Base(all[i].Smallest)); isFindingFolder(finding) {
		return finding
	}
	return path
}
