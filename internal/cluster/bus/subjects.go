package bus

import (
	"fmt"
	"strings"
)

// subjects names what a campaign has.
type subjects struct{ campaign string }

const (
	// discover is where every hub answers with its campaign.
	discover = "assay.discover"
	// takers is the consumer that all workers share.
	takers = "workers"
	keeper = "hub"
)

func (s subjects) slots() string   { return "ASSAY_" + s.campaign + "_SLOTS" }
func (s subjects) results() string { return "ASSAY_" + s.campaign + "_RESULTS" }

func (s subjects) slot(number string) string { return "assay." + s.campaign + ".slot." + number }

func (s subjects) done(worker string, slot uint64, part int) string {
	return fmt.Sprintf("assay.%s.done.%s.%d.%d", s.campaign, worker, slot, part)
}

func (s subjects) allDone() string          { return "assay." + s.campaign + ".done.>" }
func (s subjects) ask(worker string) string { return "assay." + s.campaign + ".ask." + worker }
func (s subjects) all() string              { return "assay." + s.campaign + ".all" }

// sender is the worker in the subject of a message, "" for none.
func sender(subject string) string {
	words := strings.Split(subject, ".")
	if len(words) < 4 {
		return ""
	}
	return words[3]
}

// inbox is where answers to a worker go.
func inbox(worker string) string { return "_INBOX_" + worker }
