package hub

import (
	"time"

	"github.com/assay-smt/assay/internal/cluster/bus"
	"github.com/assay-smt/assay/internal/cluster/wire"
)

const (
	// mostPartial bounds the bytes of results that are not whole yet, and patience how long they may take to get whole.
	mostPartial = 64 << 20
	patience    = time.Minute
)

// An assembly puts results together that came in parts. Not safe for concurrent use.
type assembly struct {
	all   map[key]*partial
	bytes int
}

type key struct {
	worker string
	slot   uint64
	sum    string
}

type partial struct {
	parts    []wire.Part
	have     int
	bytes    int
	messages []bus.Delivery
	last     time.Time
}

func newAssembly() *assembly { return &assembly{all: make(map[key]*partial)} }

// add adds a part. It returns the whole, once it is one, with the messages that it came in.
func (a *assembly) add(p wire.Part, d bus.Delivery, now time.Time) (whole []byte, messages []bus.Delivery, err error) {
	if p.Of == 1 {
		whole, err = wire.Join([]wire.Part{p})
		return whole, []bus.Delivery{d}, err
	}
	k := key{d.Worker, p.Slot, p.Sum}
	one := a.all[k]
	if one == nil {
		if a.bytes > mostPartial { // it comes again when there is room
			_ = d.Later()
			return nil, nil, nil
		}
		one = &partial{parts: make([]wire.Part, p.Of)}
		a.all[k] = one
	}
	one.messages, one.last = append(one.messages, d), now
	if len(one.parts) == p.Of && one.parts[p.Number].Of == 0 {
		one.parts[p.Number] = p
		one.have++
		one.bytes += len(p.Data)
		a.bytes += len(p.Data)
	}
	if one.have < len(one.parts) {
		return nil, nil, nil
	}
	a.forget(k)
	whole, err = wire.Join(one.parts)
	return whole, one.messages, err
}

func (a *assembly) forget(k key) {
	a.bytes -= a.all[k].bytes
	delete(a.all, k)
}

// stale forgets what has not become whole in time, and returns its messages.
func (a *assembly) stale(now time.Time) []bus.Delivery {
	var out []bus.Delivery
	for k, one := range a.all {
		if now.Sub(one.last) > patience {
			out = append(out, one.messages...)
			a.forget(k)
		}
	}
	return out
}
