package cli

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/findings/review"
)

// mark enters marks into the campaign's own list.
func (opts *triageOptions) mark(own *known.List) error {
	all, err := review.Load(opts.dir)
	if err != nil {
		return err
	}
	var names []string
	for _, c := range all {
		names = append(names, c.Name)
	}
	for _, text := range opts.Marks { // before * stands for nothing, where there are no clusters
		if name, word, ok := strings.Cut(text, "="); ok && name == "*" && word != "new" {
			if _, err := known.ParseMark(word); err != nil {
				return usagef("--mark %s: %w", text, err)
			}
		}
	}
	marks := everyCluster(opts.Marks, all)
	var coarse []string
	for _, text := range marks {
		name, word, ok := strings.Cut(text, "=")
		i := slices.IndexFunc(all, func(c review.Cluster) bool { return c.Name == name })
		switch {
		case !ok:
			return usagef("--mark %s: write CLUSTER=known, CLUSTER=filed:LINK or CLUSTER=ignored", text)
		case len(all) == 0:
			return usagef("--mark: there are no clusters yet; run assay triage %s first", opts.dir)
		case i < 0:
			return usagef("--mark: there is no cluster %q%s in %s", name, didYouMean(name, names), filepath.Join(opts.dir, review.Folder))
		}
		if word == "new" {
			own.Entries = slices.DeleteFunc(own.Entries, func(e *known.Entry) bool { return e.Name == name })
			continue
		}
		m, err := known.ParseMark(word)
		if err != nil {
			return usagef("--mark %s: %w", text, err)
		}
		entry := all[i].Entry(m)
		if opts.Coarse {
			entry.Signatures = all[i].Signatures
		}
		// What a person has added to the entry stays, and so does what else the list has.
		for _, old := range own.Entries {
			if old.Name == name {
				entry.Keep(old)
			}
		}
		if !entry.Specific() {
			coarse = append(coarse, name)
			continue
		}
		own.Put(entry)
	}
	if len(coarse) > 0 {
		problem := strings.Join(coarse, ", ") + ": only signatures are known, and other bugs may have the same ones; --signatures marks by them"
		if len(coarse) == len(marks) {
			return usagef("--mark: %s", problem)
		}
		fmt.Fprintf(opts.Err, "not marked: %s\n", problem)
	}
	file := filepath.Join(opts.dir, known.FileName)
	if err := disk.WriteAtomic(throughLink(file), []byte(own.String())); err != nil {
		return err
	}
	if opts.JSON {
		return opts.printJSON(struct {
			Event string   `json:"event"`
			File  string   `json:"file"`
			Bugs  []string `json:"bugs"`
		}{"marked", file, own.Names()})
	}
	return opts.say("%s: %s\n", file, plural(len(own.Entries), "known bug"))
}

// allClusters, in a mark, stands for all clusters that nobody knows.
const allClusters = "*"

// everyCluster expands marks of all clusters.
func everyCluster(marks []string, all []review.Cluster) []string {
	var out []string
	for _, text := range marks {
		word, ok := strings.CutPrefix(text, allClusters+"=")
		if !ok {
			out = append(out, text)
			continue
		}
		for _, c := range all {
			if c.Known == nil || c.Known.Back {
				out = append(out, c.Name+"="+word)
			}
		}
	}
	return out
}
