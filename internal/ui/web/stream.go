package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Times of a stream.
const (
	every     = 2 * time.Second
	heartbeat = 15 * time.Second
)

// live sends the overview whenever it has changed, as server-sent events. A stream ends when the reader goes.
func (s *server) live(w http.ResponseWriter, r *http.Request, of *served) {
	select {
	case s.streams <- struct{}{}:
		defer func() { <-s.streams }()
	default:
		fail(w, http.StatusServiceUnavailable, "too many pages are watching")
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	tick := time.NewTicker(every)
	defer tick.Stop()
	var last []byte
	quiet := time.Duration(0)
	for {
		if now, err := s.look(of); err == nil {
			text, err := json.Marshal(now)
			if err == nil && !bytes.Equal(text, last) {
				last, quiet = text, 0
				if _, err = fmt.Fprintf(w, "data: %s\n\n", text); err != nil {
					return
				}
			}
		}
		if quiet += every; quiet >= heartbeat {
			quiet = 0
			if _, err := fmt.Fprint(w, ": still here\n\n"); err != nil {
				return
			}
		}
		if out.Flush() != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-tick.C:
		}
	}
}
