package term

// stopEvery is how many steps a Printer takes between two looks at Done.
const stopEvery = 1 << 12

// Stopped reports whether Done was closed before all was written since the last Reset. What was written then is of no use.
func (p *Printer) Stopped() bool { return p.stopped }

// halted counts a step, and reports whether there is to be none any more.
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
