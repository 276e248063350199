package cli

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/solver/install"
)

// installInterval is the time between two states of an install on a terminal.
const installInterval = 250 * time.Millisecond

// An installProgress shows what an installer does: on a terminal as one line that is rewritten, elsewhere as a line for each
// step that takes long, with --json as objects.
type installProgress struct {
	s     *Streams
	json  bool
	quiet bool // nothing but the terminal's line

	compiling time.Time // when a line last said how far the compilers are

	stop chan struct{}
	done sync.WaitGroup
}

func newInstallProgress(s *Streams, json bool) *installProgress {
	return &installProgress{s: s, json: json}
}

// jsonStep is a step for programs.
type jsonStep struct {
	Event string `json:"event"`
	install.Step
}

func (p *installProgress) step(step install.Step) {
	p.end()
	text := stepText(step)
	switch {
	case p.json && !p.quiet:
		_ = p.s.printJSON(jsonStep{"step", step}) // the stream remembers a failure, which ends in the exit code
	case p.json:
	case step.Doing == "passing over":
		fmt.Fprintf(p.s.Err, "passing over a source: %s\n", step.With)
	case p.s.Err.terminal:
		p.live(text, step.Folder)
	case p.quiet:
	case step.Doing == "compiling" && !p.due(step):
	case slices.Contains([]string{"downloading", "waiting", "configuring", "compiling"}, step.Doing):
		fmt.Fprintln(p.s.Err, text)
	}
}

// compileInterval is the time between two lines about the same compilation.
const compileInterval = time.Minute

// due reports whether it is time for another line about a compilation.
func (p *installProgress) due(step install.Step) bool {
	now := time.Now()
	if step.With == "" || now.Sub(p.compiling) < compileInterval {
		return false
	}
	p.compiling = now
	return true
}

func stepText(s install.Step) string {
	text := s.Solver + ": " + s.Doing
	if s.With != "" {
		if s.Doing == "waiting" {
			text += " for"
		}
		text += " " + s.With
	}
	return text
}

// live shows a step with how much has come so far, until the next one.
func (p *installProgress) live(text, folder string) {
	p.stop = make(chan struct{})
	stop, began := p.stop, time.Now()
	p.done.Add(1)
	go func() {
		defer p.done.Done()
		tick := time.NewTicker(installInterval)
		defer tick.Stop()
		for {
			line := text
			if folder != "" {
				line += "  " + sizeText(folderSize(folder))
			}
			line += fmt.Sprintf("  %.0f s", time.Since(began).Seconds())
			p.s.Err.line(clipTo(line, p.s.Err.width()-1))
			select {
			case <-stop:
				p.s.Err.line("")
				return
			case <-tick.C:
			}
		}
	}()
}

// end erases the live line.
func (p *installProgress) end() {
	if p.stop != nil {
		close(p.stop)
		p.done.Wait()
		p.stop = nil
	}
}

// folderSize is the size of the files below a folder, which change while they are counted.
func folderSize(dir string) int64 {
	var n int64
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // gone since
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			n += info.Size()
		}
		return nil
	})
	return n
}
