package bus

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/assay-smt/assay/internal/cluster/wire"
)

// A StreamConfig says how a campaign's streams are kept.
type StreamConfig struct {
	Campaign string
	// Lease is how long a worker may keep a slot without a sign of life.
	Lease time.Duration
	// Quota bounds the stream of results in bytes: beyond it, workers wait.
	Quota int64
}

const (
	// mostLeases is how many slots may be with workers at the same time.
	mostLeases = 1 << 16
	// mostUnread is how many messages with results the hub may have without having acknowledged them.
	mostUnread = 512
)

// Prepare makes the streams of a campaign, where they are not there, and their consumers.
func (c *Conn) Prepare(ctx context.Context, s StreamConfig) error {
	c.names = subjects{s.Campaign}
	replicas := 1
	if c.config.Server == nil && len(c.nats.Servers()) >= 3 {
		replicas = 3
	}
	for _, stream := range []jetstream.StreamConfig{
		{
			Name: c.names.slots(), Subjects: []string{c.names.slot("*")}, Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew,
			DiscardNewPerSubject: true, MaxMsgsPerSubject: 1, MaxMsgs: mostLeases, MaxBytes: s.Quota / 4, MaxMsgSize: wire.MaxMessage, Replicas: replicas,
		},
		{
			Name: c.names.results(), Subjects: []string{c.names.allDone()}, Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew,
			MaxBytes: s.Quota / 2, MaxMsgSize: wire.MaxMessage, Duplicates: 2 * time.Minute, Replicas: replicas,
		},
	} {
		if _, err := c.js.CreateOrUpdateStream(ctx, stream); err != nil {
			return fmt.Errorf("stream %s: %w", stream.Name, err)
		}
	}
	for stream, consumer := range map[string]jetstream.ConsumerConfig{
		c.names.slots():   {Durable: takers, AckPolicy: jetstream.AckExplicitPolicy, AckWait: s.Lease, MaxAckPending: mostLeases},
		c.names.results(): {Durable: keeper, AckPolicy: jetstream.AckExplicitPolicy, AckWait: time.Minute, MaxAckPending: mostUnread},
	} {
		if _, err := c.js.CreateOrUpdateConsumer(ctx, stream, consumer); err != nil {
			return fmt.Errorf("consumer %s: %w", consumer.Durable, err)
		}
	}
	return nil
}

// Offer hands a slot to the workers; new is false where it is with them already.
func (c *Conn) Offer(ctx context.Context, slot uint64, lease []byte) (isNew bool, err error) {
	_, err = c.js.Publish(ctx, c.names.slot(strconv.FormatUint(slot, 10)), lease)
	if err != nil && strings.Contains(err.Error(), "maximum messages per subject exceeded") {
		return false, nil
	}
	return err == nil, err
}

// Revoke takes a slot from whoever has it, so that it can be offered again.
func (c *Conn) Revoke(ctx context.Context, slot uint64) error {
	s, err := c.js.Stream(ctx, c.names.slots())
	if err != nil {
		return err
	}
	return s.Purge(ctx, jetstream.WithPurgeSubject(c.names.slot(strconv.FormatUint(slot, 10))))
}

// Unread is how many messages with results the hub has not acknowledged.
func (c *Conn) Unread(ctx context.Context) (uint64, error) {
	s, err := c.js.Stream(ctx, c.names.results())
	if err != nil {
		return 0, err
	}
	return s.CachedInfo().State.Msgs, nil
}

// A Delivery is a message with a part of results.
type Delivery struct {
	Worker string
	Data   []byte
	msg    jetstream.Msg
}

// Ack says that the hub has made what it says durable, or wants to hear no more of it.
func (d *Delivery) Ack() error { return d.msg.Ack() }

// Working says that the hub has not forgotten it.
func (d *Delivery) Working() error { return d.msg.InProgress() }

// Later has it delivered again after a while.
func (d *Delivery) Later() error { return d.msg.NakWithDelay(2 * time.Second) }

// Deliveries hands results to a function, one after the other, until stop is called. What the function does not take at once stays in the stream.
func (c *Conn) Deliveries(ctx context.Context, take func(Delivery)) (stop func(), err error) {
	consumer, err := c.js.Consumer(ctx, c.names.results(), keeper)
	if err != nil {
		return nil, err
	}
	all, err := consumer.Consume(func(m jetstream.Msg) {
		take(Delivery{Worker: sender(m.Subject()), Data: m.Data(), msg: m})
	}, jetstream.PullMaxMessages(mostUnread/4), jetstream.PullExpiry(5*time.Second))
	if err != nil {
		return nil, err
	}
	return all.Stop, nil
}

// Answer answers the questions of workers, one after the other, and those who look for a campaign. The functions must be quick.
func (c *Conn) Answer(answer func(worker string, ask []byte) []byte) error {
	_, err := c.nats.Subscribe(c.names.ask("*"), func(m *nats.Msg) {
		if m.Reply != "" {
			_ = m.Respond(answer(sender(m.Subject), m.Data)) // whoever asked asks again
		}
	})
	if err != nil {
		return err
	}
	_, err = c.nats.Subscribe(discover, func(m *nats.Msg) {
		if m.Reply != "" {
			_ = m.Respond([]byte(c.names.campaign))
		}
	})
	return err
}

// Tell tells all workers something.
func (c *Conn) Tell(message []byte) error { return c.nats.Publish(c.names.all(), message) }

// Remove deletes the streams of a campaign that has ended.
func (c *Conn) Remove(ctx context.Context) error {
	var all error
	for _, name := range []string{c.names.slots(), c.names.results()} {
		if err := c.js.DeleteStream(ctx, name); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
			all = errors.Join(all, err)
		}
	}
	return all
}
