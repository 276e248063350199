package view

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/ui/live"
)

// A Page is what the screen shows.
type Page int

// The pages.
const (
	Overview Page = iota
	Solvers
	Engines
	Details
)

// A Screen is what the user has chosen to see, and of what size. It is a plain value.
type Screen struct {
	Width, Height int
	Page          Page
	// Chosen is the chosen finding: its place among the latest, 0 for the newest. It stays with the finding when others come. Details can be of one
	// that is no longer among the latest, which has no place: -1.
	Chosen int
	// Details are lines of text about the chosen finding, Scroll how many of them are above the screen.
	Details []string
	Scroll  int
	// Attached: the campaign runs elsewhere, and cannot be paused or ended here. Silent is for how many seconds it has not been heard of, 0 when that
	// is not worth a word.
	Attached bool
	Silent   int
}

// An Action is what a key asks for besides another screen.
type Action int

// The actions.
const (
	Nothing Action = iota
	// End ends the campaign, or only the view where it is attached.
	End
	// Pause pauses the campaign, or lets it go on.
	Pause
	// Show needs the details of the chosen finding.
	Show
	// Suspend gives the terminal back to the shell.
	Suspend
)

// Key returns the screen after a key, with latest findings to choose from, and what else the key asks for.
func (s Screen) Key(key string, latest int) (Screen, Action) {
	switch key {
	case "ctrl+c", "q":
		return s, End
	case "ctrl+z":
		return s, Suspend
	case "p":
		if !s.Attached {
			return s, Pause
		}
	case "s":
		return s.turn(Solvers), Nothing
	case "e":
		return s.turn(Engines), Nothing
	case "esc", "o", "backspace", "left":
		s.Page, s.Chosen = Overview, max(s.Chosen, 0)
	case "enter", "right":
		if s.Page != Details && latest > 0 {
			s.Page, s.Scroll = Details, 0
			return s, Show
		}
	case "up", "k", "down", "j", "pgup", "pgdown", "home", "end", "space":
		return s.move(key, latest), Nothing
	}
	return s, Nothing
}

// Follow keeps the chosen finding chosen when others have come in front of it. The newest one stays the newest, unless its details are shown.
func (s Screen) Follow(before, after *live.State) Screen {
	if s.Chosen == 0 && s.Page != Details || s.Chosen < 0 || s.Chosen >= len(before.Latest) {
		return s
	}
	was := before.Latest[s.Chosen]
	if i := slices.Index(after.Latest, was); i >= 0 || s.Page == Details {
		s.Chosen = i
	}
	return s
}

// lines are the details as they fit into the width.
func (s Screen) lines() []string {
	var out []string
	for _, l := range s.Details {
		out = append(out, broken(visible.Line(strings.ReplaceAll(l, "\t", "    ")), max(s.Width, 1))...)
	}
	return out
}

// turn shows a page, or the overview when it is shown already.
func (s Screen) turn(p Page) Screen {
	if s.Page == p {
		p = Overview
	}
	s.Page, s.Scroll, s.Chosen = p, 0, max(s.Chosen, 0)
	return s
}

// move moves within the page.
func (s Screen) move(key string, latest int) Screen {
	at, most := &s.Chosen, latest-1
	if s.Page == Details {
		at, most = &s.Scroll, len(s.lines())-(s.Height-3)
	} else if s.Page != Overview {
		return s
	}
	page := max(1, s.Height/2)
	switch key {
	case "up", "k":
		*at--
	case "down", "j":
		*at++
	case "pgup":
		*at -= page
	case "pgdown", "space":
		*at += page
	case "home":
		*at = 0
	case "end":
		*at = most
	}
	*at = max(0, min(*at, most))
	return s
}
