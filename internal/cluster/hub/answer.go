package hub

import (
	"time"

	"github.com/assay-smt/assay/internal/cluster/wire"
)

// answer answers the question of a worker.
func (h *Hub) answer(id string, message []byte) []byte {
	a := h.reply(id, message)
	return a.Bytes()
}

func (h *Hub) reply(id string, message []byte) *wire.Answer {
	ask, err := wire.ParseAsk(message)
	now := time.Now()
	switch {
	case h.workers.isOut(id):
		h.count(func(c *counts) { c.refused++ })
		return &wire.Answer{Out: true, Error: "this worker is shut out: it has sent what cannot be used"}
	case err != nil || !wire.IsID(id):
		h.count(func(c *counts) { c.refused++ })
		h.workers.refused(id, now)
		return &wire.Answer{Error: "the question cannot be read: hub and worker may have different versions of Assay"}
	}
	switch ask.Kind {
	case wire.AskStatus:
		s := h.Status()
		const most = 1000 // a message holds no more
		s.Each = s.Each[:min(len(s.Each), most)]
		return &wire.Answer{Status: &s}
	case wire.AskJob:
		return part(h.job, ask.At)
	case wire.AskSeed:
		return h.seed(ask)
	case wire.AskHello, wire.AskBeat:
	}
	h.mu.Lock()
	ended := h.ended
	h.mu.Unlock()
	known := ask.Kind == wire.AskHello || h.workers.knows(id)
	h.workers.heard(id, ask, now)
	if !known {
		return &wire.Answer{Error: wire.WhoAreYou, End: ended}
	}
	return &wire.Answer{End: ended}
}

// part is a part of something.
func part(whole []byte, at int64) *wire.Answer {
	if at > int64(len(whole)) {
		return &wire.Answer{Error: "it is not that long"}
	}
	return &wire.Answer{Size: int64(len(whole)), Data: whole[at:min(int64(len(whole)), at+wire.PartSize)]}
}

func (h *Hub) seed(ask *wire.Ask) *wire.Answer {
	source := h.workers.seeds[ask.Hash]
	if source == nil {
		return &wire.Answer{Error: wire.NoSuchSeed}
	}
	seed, err := source.Seed()
	if err != nil {
		return &wire.Answer{Error: "the seed cannot be read at the moment"}
	}
	return part([]byte(seed.Text), ask.At)
}
