package work

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/setup"
	"github.com/assay-smt/assay/internal/cluster/bus"
	"github.com/assay-smt/assay/internal/cluster/wire"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/solver"
)

// A Config says for whom a worker works, and with what.
type Config struct {
	// Bus says how the hub is reached; its ID is the worker's.
	Bus bus.Config
	// Campaign is the ID of the campaign, "" for the only one there is.
	Campaign string
	// Jobs is how many slots are filled at the same time.
	Jobs    int
	Allowed Allowed
	// Host has this machine's folders. Out is a folder of this worker alone; its Jobs, Solvers, Seeds and Read are not used.
	Host setup.Host
	// Name and Assay are this machine's name and the version of this program.
	Name, Assay string
	// CPU reports the CPU time of this process and of its ended children.
	CPU func() (own, children time.Duration)
	// Drain is how long slots that were begun may take when the worker is to end; then they are given back.
	Drain time.Duration
	// Say tells the user something; it may be nil.
	Say func(string)
}

const (
	// beatEvery is how often a worker gives a sign of life.
	beatEvery = 10 * time.Second
	// takeWait is how long one request for a slot lasts.
	takeWait = 20 * time.Second
)

// A Report says what a worker did.
type Report struct {
	Slots, Mutants int64
	// Returned are slots that were given back.
	Returned int64
	// Ended: the campaign has ended.
	Ended bool
}

// Run works until the campaign ends, or ctx does: then slots that were begun are finished, as far as Drain allows. A hub that is gone, or not there
// yet, is waited for. Errors are *ShutOutError, *RefusedError, *MismatchError, those of setting up the campaign, *disk.OutputError,
// *solver.UnusableError, and those of a connection that the server refuses.
func Run(ctx context.Context, c Config) (Report, error) {
	if c.Say == nil {
		c.Say = func(string) {}
	}
	var was, over atomic.Bool
	c.Bus.Wait = true
	c.Bus.Changed = func(there bool) {
		switch {
		case there && !was.Swap(true):
			c.Say("connected to " + c.Bus.URL)
		case !there && was.Swap(false) && !over.Load():
			c.Say("the connection to " + c.Bus.URL + " is lost; trying again")
		}
	}
	conn, err := bus.Dial(c.Bus)
	if err != nil {
		return Report{}, err
	}
	defer conn.Close()
	w := &worker{Config: c, conn: conn, asker: newAsker(conn)}
	w.over = func() { over.Store(true) }
	err = w.run(ctx)
	if ctx.Err() != nil && (errors.Is(err, context.Cause(ctx)) || errors.Is(err, context.Canceled)) {
		err = nil
	}
	return Report{w.slots.Load(), w.mutants.Load(), w.returned.Load(), w.ended.Load()}, err
}

type worker struct {
	Config
	conn  *bus.Conn
	asker *asker
	job   *wire.Job
	lab   *campaign.Lab
	taker *bus.Taker
	// over is called when the campaign has ended.
	over func()
	// builds are the solvers with their versions.
	builds []wire.SolverBuild

	slots, mutants, returned, busy atomic.Int64
	// spoiltLeases counts those since the last good one.
	spoiltLeases atomic.Int64
	ended        atomic.Bool
}

func (w *worker) run(ctx context.Context) error {
	if err := w.meet(ctx); err != nil {
		return err
	}
	// What is begun may go on after ctx has ended.
	inner, fail := context.WithCancelCause(context.WithoutCancel(ctx))
	defer fail(nil)
	data, err := w.asker.whole(ctx, wire.Ask{Kind: wire.AskJob})
	if err != nil {
		return err
	}
	if w.job, err = wire.ParseJob(data); err != nil {
		return err
	}
	seeds := w.asker.seeds(inner, w.job, func(err error) { fail(err) })
	set, err := open(ctx, w.job, &w.Allowed, w.Host, seeds)
	if err != nil {
		return err
	}
	defer set.Close()
	for _, t := range set.Targets {
		w.builds = append(w.builds, wire.SolverBuild{Name: t.String(), Version: t.Version()})
	}
	if w.lab, err = set.Lab(w.Jobs); err != nil {
		return err
	}
	defer w.lab.Close()
	if _, err := w.asker.ask(ctx, w.hello()); err != nil {
		return err
	}
	if err := w.untilTaker(ctx); err != nil {
		return err
	}
	return w.work(ctx, inner, fail)
}

// meet waits for a hub, and finds out which campaign it has.
func (w *worker) meet(ctx context.Context) error {
	for attempt := 1; w.Campaign == ""; attempt++ {
		if err := w.conn.LastError(); !w.conn.IsThere() && bus.Refused(err) {
			return err
		}
		within := 200 * time.Millisecond * time.Duration(min(attempt, 10))
		all, err := w.conn.Discover(ctx, within)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err == nil && len(all) == 1:
			w.Campaign = all[0]
		case err == nil && len(all) > 1:
			return fmt.Errorf("there are %d campaigns on this bus (%s and others): say which one, as in --campaign %[2]s", len(all), all[0])
		default:
			if attempt == 5 {
				w.Say("no hub answers yet; waiting for one")
			}
			if !sleep(ctx, bus.BackOff(attempt)) {
				return context.Cause(ctx)
			}
		}
	}
	w.conn.Join(w.Campaign)
	return nil
}

func (w *worker) hello() wire.Ask {
	return wire.Ask{Kind: wire.AskHello, Host: w.Name, Jobs: w.Jobs, Assay: w.Assay, Solvers: w.builds}
}

// untilTaker waits until slots can be taken.
func (w *worker) untilTaker(ctx context.Context) error {
	for attempt := 1; ; attempt++ {
		within, cancel := context.WithTimeout(ctx, askTime)
		taker, err := w.conn.Taker(within)
		cancel()
		if err == nil {
			w.taker = taker
			return nil
		}
		if attempt == 5 {
			w.Say(fmt.Sprintf("no slots can be taken yet: %v; trying again", err))
		}
		if !sleep(ctx, bus.BackOff(attempt)) {
			return context.Cause(ctx)
		}
	}
}

// work fills slots at all places, until ctx ends, inner does, or the campaign ends.
func (w *worker) work(ctx, inner context.Context, fail context.CancelCauseFunc) error {
	taking, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	release := context.AfterFunc(inner, func() { stop(context.Cause(inner)) })
	defer release()
	end := func() {
		w.ended.Store(true)
		w.over()
		stop(errEnded)
	}
	if err := w.conn.Hear(func(message []byte) {
		if a, err := wire.ParseAnswer(message); err == nil && a.End {
			end()
		}
	}); err != nil {
		return err
	}
	var places sync.WaitGroup
	for place := range w.Jobs {
		places.Go(func() {
			if err := w.serve(taking, inner, place); err != nil {
				fail(err)
			}
		})
	}
	beating, still := context.WithCancel(inner)
	var beats sync.WaitGroup
	beats.Go(func() { w.beat(beating, end, fail) })
	done := make(chan struct{})
	go func() {
		places.Wait()
		close(done)
	}()
	<-taking.Done()
	drain := w.Drain
	if w.ended.Load() { // nobody wants the rest
		drain = 0
	}
	t := time.NewTimer(drain)
	defer t.Stop()
	select {
	case <-done:
	case <-inner.Done():
	case <-t.C:
		fail(errDrained)
	}
	<-done
	still()
	beats.Wait()
	w.goodbye(ctx)
	if cause := context.Cause(inner); cause != nil && !errors.Is(cause, errDrained) && !w.ended.Load() {
		return cause
	}
	return nil
}

var (
	errEnded   = errors.New("the campaign has ended")
	errDrained = errors.New("the time to finish is over")
)

// serve fills slots at a place until taking ends.
func (w *worker) serve(taking, inner context.Context, place int) error {
	for fails := 0; taking.Err() == nil; {
		t, err := w.taker.Take(taking, takeWait)
		switch {
		case err == nil:
			fails = 0
			if err := w.fill(inner, place, t); err != nil {
				return err
			}
		case errors.Is(err, bus.ErrNoLease):
			fails = 0
		default:
			fails++
			sleep(taking, bus.BackOff(fails))
		}
	}
	return nil
}

// fill fills a slot, and delivers what came of it.
func (w *worker) fill(ctx context.Context, place int, t *bus.Taken) error {
	w.busy.Add(1)
	defer w.busy.Add(-1)
	lease, err := wire.ParseLease(t.Data)
	if err != nil {
		return w.spoilt(ctx, t, err)
	}
	w.spoiltLeases.Store(0)
	stop := w.keep(ctx, t)
	defer stop()
	r, err := w.lab.Fill(ctx, place, lease)
	if err != nil {
		w.returned.Add(1)
		_ = t.Return() // otherwise it goes to another worker when its time is over
		if ctx.Err() != nil {
			return nil
		}
		var unusable *solver.UnusableError
		if errors.As(err, &unusable) {
			return fmt.Errorf("slot %d: %w", lease.Slot, err)
		}
		return err
	}
	parts, err := w.parts(r)
	if err != nil {
		return err
	}
	for i := range parts {
		if !w.deliver(ctx, &parts[i]) {
			w.returned.Add(1)
			_ = t.Return()
			return nil
		}
	}
	w.lab.Kept(r)
	w.slots.Add(1)
	w.mutants.Add(int64(len(r.Done)))
	_ = t.Done() // otherwise somebody fills it again, and the hub knows it
	return nil
}

// mostSpoilt is how many leases in a row may be unreadable: what was spoilt on its way comes again, and a hub that sends nothing else is left.
const mostSpoilt = 8

// spoilt gives back a lease that cannot be read. It is an error after mostSpoilt of them in a row.
func (w *worker) spoilt(ctx context.Context, t *bus.Taken, err error) error {
	w.returned.Add(1)
	_ = t.Return()
	n := w.spoiltLeases.Add(1)
	if n >= mostSpoilt {
		return fmt.Errorf("%d slots in a row cannot be read: %w", n, err)
	}
	sleep(ctx, bus.BackOff(int(n)))
	return nil
}

// parts packs results. Findings that are too large for a message are left out, the files beside the formula first.
func (w *worker) parts(r *campaign.Results) ([]wire.Part, error) {
	for try := 0; ; try++ {
		data, err := wire.Results(r)
		switch {
		case errors.Is(err, wire.ErrTooLarge):
		case err != nil:
			return nil, err
		default:
			if parts := wire.Split(r.Slot, data); parts != nil {
				return parts, nil
			}
		}
		switch try {
		case 0:
			w.Say(fmt.Sprintf("slot %d: findings are sent without what other solvers read, since they are too large", r.Slot))
			each(r, func(d *campaign.Done) {
				var kept []findings.Hit
				for _, h := range d.Hits {
					h.Others = nil
					for i := range h.Finding.Runs {
						h.Finding.Runs[i].File = "bug.smt2"
					}
					if h.Finding.Base == nil && h.Finding.Session == nil {
						kept = append(kept, h)
					} else {
						d.LeaveOut(&h, errTooLarge)
					}
				}
				d.Hits = kept
			})
		case 1:
			w.Say(fmt.Sprintf("slot %d: findings are left out, since they are too large", r.Slot))
			each(r, func(d *campaign.Done) {
				for i := range d.Hits {
					d.LeaveOut(&d.Hits[i], errTooLarge)
				}
				d.Hits = nil
			})
		default:
			return nil, fmt.Errorf("slot %d: its results are too large, without findings as well", r.Slot)
		}
	}
}

var errTooLarge = errors.New("the results of its slot are too large")

func each(r *campaign.Results, change func(*campaign.Done)) {
	for i := range r.Done {
		change(&r.Done[i])
	}
}

// deliver delivers a part, and waits while the hub has no room. It is false when ctx ends first.
func (w *worker) deliver(ctx context.Context, p *wire.Part) bool {
	for attempt := 1; ; attempt++ {
		within, cancel := context.WithTimeout(ctx, askTime)
		err := w.conn.Deliver(within, p)
		cancel()
		switch {
		case err == nil:
			return true
		case attempt == 10:
			w.Say(fmt.Sprintf("results cannot be delivered: %v; trying again", err))
		}
		if !sleep(ctx, bus.BackOff(attempt)) {
			return false
		}
	}
}

// keep says now and then that a slot is being worked on, until the function that it returns is called.
func (w *worker) keep(ctx context.Context, t *bus.Taken) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var gone sync.WaitGroup
	gone.Go(func() {
		for sleep(ctx, time.Duration(w.job.Lease*float64(time.Second))/3) {
			_ = t.Keep() // otherwise another worker fills it as well
		}
	})
	return func() { cancel(); gone.Wait() }
}

// beat gives signs of life.
func (w *worker) beat(ctx context.Context, end func(), fail context.CancelCauseFunc) {
	for sleep(ctx, beatEvery) {
		answer, err := w.asker.once(ctx, w.sign(w.Jobs))
		var out *ShutOutError
		switch {
		case errors.As(err, &out):
			fail(err)
			return
		case err != nil: // the next one may reach it
		case answer.End:
			end()
			return
		case answer.Error == wire.WhoAreYou:
			_, _ = w.asker.once(ctx, w.hello()) // otherwise the next beat is answered in the same way
		}
	}
}

// sign is a sign of life.
func (w *worker) sign(jobs int) wire.Ask {
	a := wire.Ask{Kind: wire.AskBeat, Jobs: jobs, Busy: int(w.busy.Load())}
	if w.CPU != nil {
		own, children := w.CPU()
		a.OwnCPU, a.SolversCPU = own.Seconds(), children.Seconds()
	}
	return a
}

// goodbye tells the hub that the worker is gone.
func (w *worker) goodbye(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 500*time.Millisecond)
	defer cancel()
	_, _ = w.asker.once(ctx, w.sign(0)) // otherwise it notices later
	_ = w.conn.Flush(ctx)
}
