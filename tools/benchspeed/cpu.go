package main

import (
	"time"

	"github.com/assay-smt/assay/internal/base/cputime"
)

// A moment is a reading of all clocks.
type moment struct {
	at       time.Time
	own      time.Duration // CPU time of this process
	children time.Duration // and of all processes below it that have ended
}

func now() moment {
	return moment{at: time.Now(), own: cputime.Own(), children: cputime.Children()}
}

// Cost is what something cost.
type Cost struct {
	Wall time.Duration
	// Own is the CPU time of Assay itself, Solvers that of processes that it started and that have ended.
	Own, Solvers time.Duration
}

// CPU is all CPU time.
func (c Cost) CPU() time.Duration { return c.Own + c.Solvers }

func (m moment) since() Cost {
	n := now()
	return Cost{Wall: n.at.Sub(m.at), Own: n.own - m.own, Solvers: n.children - m.children}
}
