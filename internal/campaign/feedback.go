package campaign

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/feedback"
)

// feedbackFolder has a file for the feedback of each target.
const feedbackFolder = "feedback"

// feedbackEvery is how often feedback is saved. A kill loses newer feedback, which is then new behaviour again.
const feedbackEvery = time.Minute

// asksStatistics reports whether solvers are asked for their statistics.
func (c *Config) asksStatistics() bool {
	return c.SlowerSearch || slices.ContainsFunc(c.feedbackTargets(), func(t solver.Target) bool {
		_, is := c.Configurations.Of[t].Feedback.(*coverage.ByStatistics)
		return is
	})
}

// feedbackTargets are the targets whose feedback is collected, in the order of Targets.
func (c *Config) feedbackTargets() []solver.Target {
	if c.Configurations == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(c.Targets), func(t solver.Target) bool {
		d := c.Configurations.Of[t]
		return d == nil || d.Seen == nil
	})
}

// feedbackFile is the file in the output folder that keeps the feedback of the target at an index in Targets.
func feedbackFile(index int, t solver.Target) string {
	word := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '.' || c == '@' {
			return c
		}
		return '_'
	}, filepath.Base(t.Name()))
	return filepath.Join(feedbackFolder, fmt.Sprintf("%d-%s.map", index, word))
}

// feedbackFiles keep the feedback of all targets. Not safe for concurrent use.
type feedbackFiles struct {
	c *Config
	// saved is how many entries of each target's feedback are saved.
	saved map[solver.Target]int
}

// load loads the feedback of earlier runs. Feedback that cannot be read, or is from another version, is left out with a note:
// it is new behaviour again. Errors are *disk.OutputError.
func (f *feedbackFiles) load(n *notes) error {
	c := f.c
	targets := c.feedbackTargets()
	if len(targets) == 0 {
		return nil
	}
	if err := asideUnlessFolder(c.Out, filepath.Join(c.Out, feedbackFolder), n); err != nil {
		return err
	}
	for _, t := range targets {
		file := feedbackFile(slices.Index(c.Targets, t), t)
		data, err := os.ReadFile(filepath.Join(c.Out, file))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var m *feedback.Map
		if err == nil {
			m, err = feedback.Decode(file, data)
		}
		if err == nil {
			_, err = c.Configurations.Of[t].Seen.Merge(m)
		}
		if err != nil {
			n.add("the feedback of %s is collected anew: %v", t, err)
		}
	}
	return nil
}

// save writes what has changed. Errors are *disk.OutputError.
func (f *feedbackFiles) save() error {
	c := f.c
	targets := c.feedbackTargets()
	if len(targets) == 0 {
		return nil
	}
	if err := disk.MakeDir(filepath.Join(c.Out, feedbackFolder)); err != nil {
		return err
	}
	for _, t := range targets {
		seen := c.Configurations.Of[t].Seen
		if n := seen.Len(); n != f.saved[t] {
			if err := c.write(filepath.Join(c.Out, feedbackFile(slices.Index(c.Targets, t), t)), seen.Encode()); err != nil {
				return err
			}
			f.saved[t] = n
		}
	}
	return nil
}

// behaviours summarises the feedback by target.
func (c *Config) behaviours() map[string]Behaviours {
	targets := c.feedbackTargets()
	if len(targets) == 0 {
		return nil
	}
	out := make(map[string]Behaviours, len(targets))
	for _, t := range targets {
		seen := c.Configurations.Of[t].Seen
		out[t.String()] = Behaviours{
			Subject: seen.Subject(), Keys: seen.Keys(), Entries: seen.Len(), Lost: seen.Lost(), File: feedbackFile(slices.Index(c.Targets, t), t),
		}
	}
	return out
}
