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
		if word == unmark {
			own.Entries = slices.DeleteFunc(own.Entries, func(e *known.Entry) bool { return e.Name == name })
			continue
		}
		m, err := known.ParseMark(word)
		if err != nil {
			return usagef("--mark %s: %w", text, err)
		}
		if !enter(own, &all[i], m, opts.Coarse) {
			coarse = append(coarse, name)
		}
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

// enter puts a marked cluster into a list. What a person has added to its entry stays, and so does what else the list has. It is false, and enters nothing,
// where only signatures are known that other bugs may have as well; coarse enters these.
func enter(own *known.List, c *review.Cluster, m known.Mark, coarse bool) bool {
	entry := c.Entry(m)
	if coarse {
		entry.Signatures = c.Signatures
	}
	for _, old := range own.Entries {
		if old.Name == c.Name {
			entry.Keep(old)
		}
	}
	if !entry.Specific() {
		return false
	}
	own.Put(entry)
	return true
}

// markFromPage marks one cluster of a campaign, with a note in place of the notes that it had.
func markFromPage(dir, cluster, mark, note string) error {
	all, err := review.Load(dir)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(c review.Cluster) bool { return c.Name == cluster })
	if i < 0 {
		return fmt.Errorf("there is no cluster %q any more", cluster)
	}
	_, own, err := known.LoadAll(dir, nil)
	if err != nil {
		return err
	}
	if mark == unmark {
		own.Entries = slices.DeleteFunc(own.Entries, func(e *known.Entry) bool { return e.Name == cluster })
	} else {
		m, err := known.ParseMark(mark)
		if err != nil {
			return err
		}
		if !enter(own, &all[i], m, false) {
			return fmt.Errorf("only signatures are known of it, and other bugs may have the same ones: assay triage --signatures --mark marks by them")
		}
		for _, e := range own.Entries {
			if e.Name == cluster {
				e.Notes = nil
				if note = strings.TrimSpace(note); note != "" {
					e.Notes = []string{note}
				}
			}
		}
	}
	return disk.WriteAtomic(throughLink(filepath.Join(dir, known.FileName)), []byte(own.String()))
}

// unmark, as a mark, takes a mark away.
const unmark = "new"

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
