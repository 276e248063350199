package term

// stopEvery is how many steps a Printer takes between two checks of Done.
const stopEvery = 1 << 12

// Stopped reports whether, since the last Reset, Done was closed before everything was written. In that case, what was
// written is unusable.
func (p *Printer) Stopped() bool { return p.stopped }

// halted counts a step, and reports whether the printer has to stop.
func (p *Printer) halted() bool {
	if p.steps++; p.steps%stopEvery != 0 || p.stopped || p.Done == nil {
		return p.stopped
	}
	select {
	case <-p.Done:
		p.stopped = true
	default:
	}
	return p.stopped
}
