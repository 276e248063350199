package work

import (
	"context"
	"errors"
	"time"

	"github.com/assay-smt/assay/internal/cluster/bus"
	"github.com/assay-smt/assay/internal/cluster/wire"
)

// Status asks a hub for its state. Campaign is the ID of its campaign, "" for the only one there is.
func Status(ctx context.Context, config bus.Config, campaign string) (*wire.Status, error) {
	conn, err := bus.Dial(config)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if campaign == "" {
		all, err := conn.Discover(ctx, time.Second)
		switch {
		case err != nil:
			return nil, err
		case len(all) != 1:
			return nil, errors.New("there is not exactly one campaign")
		}
		campaign = all[0]
	}
	conn.Join(campaign)
	answer, err := newAsker(conn).once(ctx, wire.Ask{Kind: wire.AskStatus})
	switch {
	case err != nil:
		return nil, err
	case answer.Error != "" || answer.Status == nil:
		return nil, errors.New(answer.Error)
	}
	return answer.Status, nil
}
