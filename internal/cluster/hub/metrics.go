package hub

import (
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/cluster/bus"
)

// ServeMetrics serves /metrics, in the text format of Prometheus, and /healthz. With a token, every reader needs it, as a bearer's; without one, only
// requests to this machine's own names are answered. The function that it returns ends that.
func (h *Hub) ServeMetrics(l net.Listener, token string) (end func()) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		fmt.Fprint(w, h.metrics())
	})
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		if !h.Conn.IsThere() {
			http.Error(w, "the bus is not there", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ok")
	})
	s := &http.Server{Handler: guard(token, mux), ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = s.Serve(l) // it ends with Close
	}()
	return func() {
		_ = s.Close()
		<-done
	}
}

// guard lets requests through that may be answered.
func guard(token string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		given, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		switch {
		case token == "" && !bus.IsLoopback(strings.Trim(host, "[]")):
			http.Error(w, "only requests to localhost are answered", http.StatusForbidden)
		case token != "" && !(bearer && subtle.ConstantTimeCompare([]byte(given), []byte(token)) == 1):
			http.Error(w, "a token is needed", http.StatusUnauthorized)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// metrics are the hub's figures in the text format of Prometheus.
func (h *Hub) metrics() string {
	s := h.Status()
	own, solvers := h.WorkersCPU()
	var b strings.Builder
	for _, m := range []struct {
		name, kind, help string
		value            float64
	}{
		{"assay_mutants_total", "counter", "Mutants of the campaign.", float64(s.Mutants)},
		{"assay_findings", "gauge", "Findings of the campaign, each signature once.", float64(s.Findings)},
		{"assay_hub_workers", "gauge", "Workers that were heard of lately.", float64(s.Workers)},
		{"assay_hub_slots_total", "counter", "Slots that were done since the hub was started.", float64(s.Slots)},
		{"assay_hub_slots_out", "gauge", "Slots that are handed out.", float64(s.Out)},
		{"assay_hub_slots_window", "gauge", "How many slots may be handed out.", float64(s.Window)},
		{"assay_hub_repeated_total", "counter", "Results that the hub had already.", float64(s.Repeated)},
		{"assay_hub_refused_total", "counter", "Messages that could not be used.", float64(s.Refused)},
		{"assay_hub_given_up_total", "counter", "Slots that were given up since results of several workers were refused.", float64(s.GivenUp)},
		{"assay_hub_shut_out_workers", "gauge", "Workers that are shut out.", float64(s.ShutOut)},
		{"assay_hub_messages_total", "counter", "Messages with results.", float64(s.Messages)},
		{"assay_hub_message_bytes_total", "counter", "Bytes of messages with results.", float64(s.Bytes)},
		{"assay_workers_cpu_seconds_total", "counter", "CPU time of workers.", own.Seconds()},
		{"assay_solvers_cpu_seconds_total", "counter", "CPU time of the solvers of workers.", solvers.Seconds()},
		{"assay_hub_seconds", "gauge", "Time since the hub was started.", s.Seconds},
	} {
		fmt.Fprintf(&b, "# HELP %[1]s %[2]s\n# TYPE %[1]s %[3]s\n%[1]s %[4]g\n", m.name, m.help, m.kind, m.value)
	}
	return b.String()
}
