package screen

import (
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/report/figures"
)

// The bounds of a screen.
const (
	Lines   = 20
	Columns = figures.Width
)

// A Disk is how much room there is where the campaign's folder lies, in bytes; the zero value is unknown.
type Disk struct{ Free, Size int64 }

// dot stands between the parts of a line.
const dot = " · "

// Write returns the screen, at most Lines lines of at most Columns columns, whatever the campaign's figures and names are. Text of unknown origin is
// made visible.
func Write(c *figures.Campaign, d Disk) string {
	s := &screen{Campaign: c, disk: d, dir: folderWord(c.Out)}
	head := s.head()
	found := s.found()
	health := s.health()
	attention := s.attention()
	next := s.next()
	// What is left for solvers and for what needs a person: the other sections are short.
	room := Lines - len(head) - len(found) - len(health) - len(next)
	solvers := s.solvers()
	forAttention := min(len(attention), max(room-len(solvers), min(room/2, most)))
	attention = s.fewer(attention, forAttention)
	var out []string
	for _, part := range [][]string{head, found, health, s.fewerSolvers(solvers, room-len(attention)), attention, next} {
		out = append(out, part...)
	}
	for i := range out {
		out[i] = strings.TrimRight(figures.Clip(out[i], Columns), " ")
	}
	return strings.Join(out, "\n") + "\n"
}

type screen struct {
	*figures.Campaign
	disk Disk
	dir  string // as a word of a command, DIR when it is too long
}

// longestFolder is the longest name of a folder that commands are shown with.
const longestFolder = 40

// folderWord is a folder as a command has it. Folders whose names are too long, or have what cannot be seen, are called DIR.
func folderWord(dir string) string {
	if dir = strings.TrimRight(dir, string(filepath.Separator)); dir == "" {
		return "DIR" // nobody has a campaign in the root
	}
	word := shell.Quote([]string{dir})
	if visible.Line(word) != word || figures.Columns(word) > longestFolder {
		return "DIR"
	}
	return word
}

// head says what was run, for how long, and how it ended if not as planned.
func (s *screen) head() []string {
	seconds := s.Stats.Seconds
	took := figures.Duration(seconds)
	if s.Resumed && s.Elapsed.Seconds() < seconds-1 {
		took += ", " + figures.Duration(s.Elapsed.Seconds()) + " of it in the last run"
	}
	if s.Identity.Merged != "" {
		took += " together" // of machines that ran at the same time
	}
	parts := []string{took}
	if word := endWords[s.Ended]; word != "" {
		parts = append(parts, word)
	}
	if s.Jobs > 0 {
		parts = append(parts, figures.Number(int64(s.Jobs), "job"))
	}
	if s.Identity.Campaigns <= 1 {
		parts = append(parts, "seed "+seedText(s.Identity.Seed))
	}
	switch {
	case s.Identity.Campaigns > 1:
		parts = append(parts, figures.Number(int64(s.Identity.Campaigns), "campaign"))
	case s.Identity.Shard != "":
		parts = append(parts, "shard "+s.Identity.Shard)
	case s.Identity.Merged != "":
		parts = append(parts, figures.Number(int64(strings.Count(s.Identity.Merged, ",")+1), "shard"))
	}
	seeds := figures.Number(int64(s.Stats.Seeds), "seed")
	name := figures.Clip(visible.Line(s.Out), longestFolder) + "   "
	var names []string
	for _, spec := range s.Solvers() {
		names = append(names, visible.Line(s.Name(spec)))
	}
	line := name + strings.Join(append(parts, names...), dot)
	if names != nil {
		line = name + strings.Join(append(parts, strings.Join(names, " "), seeds), dot)
	}
	if figures.Columns(line) > Columns {
		line = name + strings.Join(append(parts, figures.Number(int64(len(names)), "solver"), seeds), dot)
	}
	return []string{line, ""}
}
