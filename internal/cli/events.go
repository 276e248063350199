package cli

import "github.com/assay-smt/assay/internal/campaign/event"

// jsonEvents is the sink behind fuzz --json: a line for each event.
type jsonEvents struct{ s *Streams }

// Take implements event.Sink. A line that cannot be written is remembered by the stream and ends in the exit code.
func (j jsonEvents) Take(e event.Event) {
	line, err := event.JSON(e)
	if err != nil {
		line, _ = event.JSON(event.Fault{Text: "an event cannot be written: " + err.Error()})
	}
	_, _ = j.s.Out.Write(append(line, '\n'))
}
