package bench

import (
	"syscall"
	"time"
)

// A moment is a reading of all clocks.
type moment struct {
	at       time.Time
	own      time.Duration // CPU time of this process
	children time.Duration // and of all processes below it that have ended
}

func now() moment {
	return moment{at: time.Now(), own: usage(syscall.RUSAGE_SELF), children: usage(syscall.RUSAGE_CHILDREN)}
}

// Cost is what something took.
type Cost struct {
	Wall time.Duration
	// Own is CPU time of Assay itself, Solvers that of processes which it started and which have ended.
	Own, Solvers time.Duration
}

// CPU is all CPU time.
func (c Cost) CPU() time.Duration { return c.Own + c.Solvers }

func (m moment) since() Cost {
	n := now()
	return Cost{Wall: n.at.Sub(m.at), Own: n.own - m.own, Solvers: n.children - m.children}
}

func usage(who int) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
