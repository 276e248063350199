package work

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/cluster/bus"
	"github.com/assay-smt/assay/internal/cluster/wire"
)

// mostKept bounds the bytes of seeds that are kept in memory.
const mostKept = 64 << 20

// An asker asks a hub, as often as it takes. Safe for concurrent use.
type asker struct {
	conn *bus.Conn

	mu    sync.Mutex
	kept  map[string]string // texts of seeds by hash
	order []string          // their hashes, the oldest first
	bytes int
}

func newAsker(conn *bus.Conn) *asker { return &asker{conn: conn, kept: make(map[string]string)} }

// A ShutOutError says that the hub wants nothing of this worker.
type ShutOutError struct{ Why string }

func (e *ShutOutError) Error() string { return "the hub refuses this worker: " + e.Why }

// askTime bounds the wait for one answer.
const askTime = 5 * time.Second

// once asks once. Errors are *ShutOutError, *wire.RubbishError and those of the connection.
func (a *asker) once(ctx context.Context, q wire.Ask) (*wire.Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	data, err := a.conn.Ask(ctx, q.Bytes())
	if err != nil {
		return nil, err
	}
	answer, err := wire.ParseAnswer(data)
	if err == nil && answer.Out {
		err = &ShutOutError{answer.Error}
	}
	return answer, err
}

// ask asks until there is an answer, or ctx ends. Errors are *ShutOutError and what ctx ended with.
func (a *asker) ask(ctx context.Context, q wire.Ask) (*wire.Answer, error) {
	for attempt := 1; ; attempt++ {
		answer, err := a.once(ctx, q)
		var out *ShutOutError
		switch {
		case err == nil, errors.As(err, &out):
			return answer, err
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case !a.conn.IsThere() && bus.Refused(a.conn.LastError()):
			return nil, a.conn.LastError()
		}
		if !sleep(ctx, bus.BackOff(attempt)) {
			return nil, context.Cause(ctx)
		}
	}
}

// sleep is false when ctx ends first.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// mostWhole bounds the bytes of what is asked for in parts.
const mostWhole = 256 << 20

// whole asks for something in parts.
func (a *asker) whole(ctx context.Context, q wire.Ask) ([]byte, error) {
	var data []byte
	for {
		q.At = int64(len(data))
		answer, err := a.ask(ctx, q)
		switch {
		case err != nil:
			return nil, err
		case answer.Error != "":
			return nil, errors.New(answer.Error)
		case answer.Size > mostWhole:
			return nil, fmt.Errorf("the hub has %d bytes of it, which is too much", answer.Size)
		}
		data = append(data, answer.Data...)
		if int64(len(data)) >= answer.Size {
			return data, nil
		}
		if len(answer.Data) == 0 {
			return nil, errors.New("the hub does not send all of it")
		}
	}
}

// seeds are the seeds of a job, whose texts are asked for when they are needed. fail is told when the hub does not give one.
func (a *asker) seeds(ctx context.Context, j *wire.Job, fail func(error)) []campaign.SeedSource {
	var out []campaign.SeedSource
	for _, s := range j.Seeds {
		out = append(out, campaign.RemoteSeed(s.Name, s.Hash, s.Logic, s.Size, func() (string, error) {
			text, err := a.text(ctx, &s)
			if err != nil {
				fail(&campaign.SeedUnreachableError{Seed: s.Name, Err: err})
			}
			return text, err
		}))
	}
	return out
}

// text returns a seed's text.
func (a *asker) text(ctx context.Context, s *wire.Seed) (string, error) {
	a.mu.Lock()
	text, ok := a.kept[s.Hash]
	a.mu.Unlock()
	if ok {
		return text, nil
	}
	const tries = 3 // without TLS, bytes may be spoilt on their way
	for range tries {
		data, err := a.whole(ctx, wire.Ask{Kind: wire.AskSeed, Hash: s.Hash})
		if err != nil {
			return "", err
		}
		if len(data) == s.Size && seeds.HashOf(string(data)) == s.Hash {
			a.keep(s.Hash, string(data))
			return string(data), nil
		}
	}
	return "", errors.New("the hub gives another text than its hash says")
}

// keep keeps a text, and forgets the oldest ones to make room.
func (a *asker) keep(hash, text string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, there := a.kept[hash]; there || len(text) > mostKept/8 {
		return
	}
	a.kept[hash] = text
	a.order = append(a.order, hash)
	for a.bytes += len(text); a.bytes > mostKept; a.order = a.order[1:] {
		a.bytes -= len(a.kept[a.order[0]])
		delete(a.kept, a.order[0])
	}
}
