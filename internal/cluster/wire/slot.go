package wire

import (
	"encoding/json"
	"fmt"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/findings"
)

type leaseMessage struct {
	V int `json:"v"`
	campaign.Lease
}

// Lease returns a lease as a message.
func Lease(l campaign.Lease) ([]byte, error) { return json.Marshal(leaseMessage{Version, l}) }

// ParseLease is the inverse of Lease. Errors are *RubbishError.
func ParseLease(message []byte) (campaign.Lease, error) {
	var m leaseMessage
	if len(message) > MaxMessage {
		return m.Lease, rubbish("%d bytes", len(message))
	}
	if err := strict(message, &m); err != nil {
		return m.Lease, err
	}
	const most = 1 << 20
	if m.V != Version || m.Run < 0 || m.Mutants < 0 || m.Visit < 0 || m.Run > most || m.Mutants > most || m.Visit > most {
		return m.Lease, rubbish("a lease of version %d from mutant %d on", m.V, m.Run)
	}
	return m.Lease, nil
}

// results is the form of campaign.Results.
type results struct {
	V       int               `json:"v"`
	Slot    uint64            `json:"slot"`
	From    int               `json:"from,omitempty"`
	Made    *campaign.Made    `json:"made,omitempty"`
	Failure *campaign.Failure `json:"failure,omitempty"`
	Solved  []event.Solve     `json:"solved,omitempty"`
	Done    []mutant          `json:"done,omitempty"`
	Grown   []campaign.Growth `json:"grown,omitempty"`
	Memory  fuzzer.Memory     `json:"memory,omitzero"`
}

type mutant struct {
	Events []json.RawMessage `json:"events"`
	Hits   []hit             `json:"hits,omitempty"`
	// Observed is short: it has what is new to the worker.
	Observed []fuzzer.Observation `json:"observed,omitempty"`
}

// hit is a finding without the seed, which the hub has.
type hit struct {
	Finding findings.Finding  `json:"finding"`
	Bug     []byte            `json:"bug"`
	Others  map[string][]byte `json:"others,omitempty"`
}

// ErrTooLarge says that results are more than a hub unpacks.
var ErrTooLarge = fmt.Errorf("results of more than %d bytes", maxUnpacked)

// Results returns results, packed. One of the errors is ErrTooLarge.
func Results(r *campaign.Results) ([]byte, error) {
	out := results{V: Version, Slot: r.Slot, From: r.From, Made: r.Made, Failure: r.Failure, Solved: r.Solved, Grown: r.Grown, Memory: r.Memory}
	for _, d := range r.Done {
		m := mutant{Observed: d.Observed}
		for _, e := range d.Events {
			text, err := event.JSON(e)
			if err != nil {
				return nil, err
			}
			m.Events = append(m.Events, text)
		}
		for _, h := range d.Hits {
			m.Hits = append(m.Hits, hit{h.Finding, h.Bug, h.Others})
		}
		out.Done = append(out.Done, m)
	}
	data, err := json.Marshal(out)
	if err != nil {
		return nil, err
	}
	if len(data) > maxUnpacked {
		return nil, ErrTooLarge
	}
	return pack(data), nil
}

// ParseResults is the inverse of Results. Findings lack the seed. Errors are *RubbishError. What the results say is for campaign.Desk to check.
func ParseResults(packed []byte) (*campaign.Results, error) {
	data, err := unpack(packed)
	if err != nil {
		return nil, err
	}
	var in results
	if err := strict(data, &in); err != nil {
		return nil, err
	}
	if in.V != Version {
		return nil, rubbish("version %d", in.V)
	}
	r := &campaign.Results{Slot: in.Slot, From: in.From, Made: in.Made, Failure: in.Failure, Solved: in.Solved, Grown: in.Grown, Memory: in.Memory}
	for _, m := range in.Done {
		d := campaign.Done{Observed: m.Observed}
		for _, text := range m.Events {
			e, err := event.Parse(text)
			if err != nil {
				return nil, rubbish("%v", err)
			}
			d.Events = append(d.Events, e)
		}
		for _, h := range m.Hits {
			d.Hits = append(d.Hits, findings.Hit{Finding: h.Finding, Bug: h.Bug, Others: h.Others})
		}
		r.Done = append(r.Done, d)
	}
	return r, nil
}
