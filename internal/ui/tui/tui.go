// Package tui shows a running campaign on a terminal, and takes keys. What is shown is the work of package view; this package knows the terminal, and
// leaves it as it was.
package tui

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/assay-smt/assay/internal/ui/live"
	"github.com/assay-smt/assay/internal/ui/view"
)

// refresh is the time between two looks at the state.
const refresh = 500 * time.Millisecond

// A Terminal is where a campaign is shown, and what keys do with it. State and Details are called by goroutines of the view, one call at a time each.
type Terminal struct {
	// In and Out are a terminal. Environ is the environment, which says what it can do; NO_COLOR in it is respected.
	In      io.Reader
	Out     io.Writer
	Environ []string
	// State is the campaign as it is now, and for how many seconds it has not been heard of; nil when it has ended, which ends the view.
	State func() (st *live.State, silent int)
	// Details are the lines about a finding.
	Details func(live.Finding) []string
	// Pause pauses the campaign or lets it go on, and End ends it. Both are nil where the campaign runs elsewhere.
	Pause, End func()
}

// Run shows the campaign until ctx ends, the campaign has ended, or a key ends the view. The terminal is then as it was before.
func Run(ctx context.Context, t Terminal) error {
	st, silent := t.State()
	if st == nil {
		return nil
	}
	m := model{terminal: &t, state: st, screen: view.Screen{Attached: t.End == nil, Silent: silent}}
	p := tea.NewProgram(m, tea.WithInput(t.In), tea.WithOutput(t.Out), tea.WithEnvironment(t.Environ), tea.WithoutSignalHandler())
	stop := context.AfterFunc(ctx, p.Quit)
	defer stop()
	if _, err := p.Run(); err != nil && !errors.Is(err, tea.ErrInterrupted) {
		return err
	}
	return nil
}

// A model is what is on the terminal.
type model struct {
	terminal *Terminal
	state    *live.State
	screen   view.Screen
}

// now is the state at a moment; nil says that the campaign has ended.
type now struct {
	state  *live.State
	silent int
}

// detailed are the details of the finding that was chosen.
type detailed []string

func (m model) look() tea.Cmd {
	return tea.Tick(refresh, func(time.Time) tea.Msg {
		st, silent := m.terminal.State()
		return now{st, silent}
	})
}

// Init implements tea.Model.
func (m model) Init() tea.Cmd { return m.look() }

// Update implements tea.Model.
func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.screen.Width, m.screen.Height = msg.Width, msg.Height
	case now:
		if msg.state == nil {
			return m, tea.Quit
		}
		m.screen = m.screen.Follow(m.state, msg.state)
		m.state, m.screen.Silent = msg.state, msg.silent
		return m, m.look()
	case detailed:
		m.screen.Details = msg
	case tea.KeyPressMsg:
		return m.key(msg.String())
	}
	return m, nil
}

func (m model) key(key string) (tea.Model, tea.Cmd) {
	var action view.Action
	m.screen, action = m.screen.Key(key, len(m.state.Latest))
	switch action {
	case view.Nothing:
	case view.End:
		if m.terminal.End != nil {
			m.terminal.End()
		}
		return m, tea.Quit
	case view.Pause:
		m.terminal.Pause()
	case view.Show:
		m.screen.Details = nil
		f := m.state.Latest[min(m.screen.Chosen, len(m.state.Latest)-1)]
		return m, func() tea.Msg { return detailed(m.terminal.Details(f)) }
	case view.Suspend:
		return m, tea.Suspend
	}
	return m, nil
}

// codes turn a style on; the lines are for a terminal, and what it cannot do the program leaves out.
var codes = map[view.Style]string{
	view.Dim: "\x1b[2m", view.Bold: "\x1b[1m", view.Good: "\x1b[32m", view.Warn: "\x1b[33m", view.Bad: "\x1b[1;31m", view.Chosen: "\x1b[7m",
}

const off = "\x1b[m"

// View implements tea.Model.
func (m model) View() tea.View {
	var b strings.Builder
	for i, line := range view.Of(m.state, m.screen) {
		if i > 0 {
			b.WriteByte('\n')
		}
		for _, span := range line {
			if code := codes[span.Style]; code != "" {
				b.WriteString(code + span.Text + off)
			} else {
				b.WriteString(span.Text)
			}
		}
	}
	v := tea.NewView(b.String())
	v.AltScreen = true
	return v
}
