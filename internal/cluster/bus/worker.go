package bus

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/assay-smt/assay/internal/cluster/wire"
)

// Discover returns the campaigns whose hubs answer within a time.
func (c *Conn) Discover(ctx context.Context, within time.Duration) ([]string, error) {
	reply := c.nats.NewInbox()
	sub, err := c.nats.SubscribeSync(reply)
	if err != nil {
		return nil, err
	}
	defer func() { _ = sub.Unsubscribe() }()
	if err := c.nats.PublishRequest(discover, reply, nil); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	var all []string
	for {
		m, err := sub.NextMsgWithContext(ctx)
		if err != nil {
			return all, nil // whoever has not answered by now is not there
		}
		if id := string(m.Data); wire.IsID(id) && !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
}

// Join makes a campaign the one that the connection is about.
func (c *Conn) Join(campaign string) { c.names = subjects{campaign} }

// Ask asks the hub something.
func (c *Conn) Ask(ctx context.Context, message []byte) ([]byte, error) {
	m, err := c.nats.RequestWithContext(ctx, c.names.ask(c.config.ID), message)
	if err != nil {
		return nil, err
	}
	return m.Data, nil
}

// Hear hands what the hub tells all workers to a function.
func (c *Conn) Hear(take func([]byte)) error {
	_, err := c.nats.Subscribe(c.names.all(), func(m *nats.Msg) { take(m.Data) })
	return err
}

// A Taken is a lease that a worker has.
type Taken struct {
	Data []byte
	msg  jetstream.Msg
}

// Done gives the lease up since the results are delivered.
func (t *Taken) Done() error { return t.msg.Ack() }

// Return gives the lease up since somebody else is to fill the slot.
func (t *Taken) Return() error { return t.msg.Nak() }

// Keep says that work on the slot goes on.
func (t *Taken) Keep() error { return t.msg.InProgress() }

// ErrNoLease says that there was no slot to take in time.
var ErrNoLease = errors.New("there is no slot to take")

// A Taker takes leases. Safe for concurrent use.
type Taker struct{ consumer jetstream.Consumer }

// Taker returns what takes leases.
func (c *Conn) Taker(ctx context.Context) (*Taker, error) {
	consumer, err := c.js.Consumer(ctx, c.names.slots(), takers)
	return &Taker{consumer}, err
}

// Take takes a lease, and waits for one for some time. Errors are ErrNoLease and those of the connection.
func (t *Taker) Take(ctx context.Context, wait time.Duration) (*Taken, error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	batch, err := t.consumer.Fetch(1, jetstream.FetchContext(ctx))
	if err != nil {
		return nil, err
	}
	for m := range batch.Messages() {
		return &Taken{m.Data(), m}, nil
	}
	if err := batch.Error(); err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, nats.ErrTimeout) {
		return nil, err
	}
	return nil, ErrNoLease
}

// Deliver brings a part of results, and returns once it is kept. The same part may be brought several times. Full reports whether an error says that
// the hub has no room at the moment.
func (c *Conn) Deliver(ctx context.Context, p *wire.Part) error {
	id := fmt.Sprintf("%s-%s-%d", c.config.ID, p.Sum, p.Number)
	_, err := c.js.Publish(ctx, c.names.done(c.config.ID, p.Slot, p.Number), p.Bytes(), jetstream.WithMsgID(id))
	return err
}
