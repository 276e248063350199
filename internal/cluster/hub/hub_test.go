package hub

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/cluster/bus"
	"github.com/assay-smt/assay/internal/cluster/wire"
)

const (
	campaignID = "0123456789abcdef"
	one        = "00000000000000a1"
)

// newHub is a hub of a small campaign that does not run, with its server.
func newHub(t *testing.T) *Hub {
	t.Helper()
	s, err := bus.StartServer(bus.ServerConfig{Listen: "127.0.0.1:0", Store: t.TempDir(), Quota: 64 << 20, Campaign: campaignID})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	conn, err := bus.Dial(bus.Config{Server: s})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	h, err := New(Config{
		Job: wire.Job{Campaign: campaignID, Solvers: []wire.Solver{{Name: "z3"}}}, Seeds: []campaign.SeedSource{campaign.TextSeed("a", "(check-sat)\n")}, Conn: conn, URL: s.URL(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// Results become whole from their own parts, in any order, also when parts come twice; what never becomes whole is forgotten.
func TestAssembly(t *testing.T) {
	a, now := newAssembly(), time.Unix(0, 0)
	whole := bytes.Repeat([]byte("x"), 2*wire.PartSize+5)
	parts := wire.Split(7, whole)
	for i, k := range []int{2, 2, 0, 1} {
		got, messages, err := a.add(parts[k], bus.Delivery{Worker: one}, now)
		if err != nil || (got != nil) != (i == 3) || i == 3 && (!bytes.Equal(got, whole) || len(messages) != 4) {
			t.Fatalf("part %d: %d bytes of %d messages, %v", k, len(got), len(messages), err)
		}
	}
	if len(a.all) != 0 || a.bytes != 0 {
		t.Errorf("%d bytes are left", a.bytes)
	}
	if _, _, err := a.add(parts[0], bus.Delivery{Worker: one}, now); err != nil {
		t.Fatal(err)
	}
	if left := a.stale(now.Add(patience / 2)); len(left) != 0 {
		t.Error("it is forgotten too early")
	}
	if left := a.stale(now.Add(2 * patience)); len(left) != 1 || a.bytes != 0 {
		t.Errorf("%d messages are given up, %d bytes are left", len(left), a.bytes)
	}
}

// The window follows the workers that are there; one that sends rubbish is shut out after a few times, and no longer counts. What is remembered is bounded.
func TestRegistry(t *testing.T) {
	r, now := newRegistry(nil), time.Unix(1000, 0)
	r.heard(one, &wire.Ask{Kind: wire.AskHello, Host: "here", Jobs: 40, Solvers: []wire.SolverBuild{{Name: "z3"}}}, now)
	if w := r.window(now); w < 80 || !r.knows(one) {
		t.Errorf("a window of %d for 40 jobs", w)
	}
	if w := r.window(now.Add(2 * hereFor)); w != leastWindow {
		t.Errorf("a window of %d without workers", w)
	}
	for i := range tolerated + 2 {
		if out := r.refused(one, now); out != (i == tolerated-1) {
			t.Errorf("after %d messages: %t", i+1, out)
		}
	}
	if _, here, out := r.list(now); !r.isOut(one) || here != 0 || out != 1 || r.window(now) != leastWindow {
		t.Errorf("%d are here, %d are out", here, out)
	}
	for i := range mostWorkers + 100 {
		id := fmt.Sprintf("%016x", i)
		r.heard(id, &wire.Ask{Kind: wire.AskBeat, Jobs: 1, OwnCPU: 2}, now.Add(time.Duration(i)*time.Millisecond))
	}
	if all, _, _ := r.list(now); len(all) > mostWorkers || r.cpu().own != 2*(mostWorkers+100) {
		t.Errorf("%d workers are remembered, with %g s", len(all), r.cpu().own)
	}
}

// A hub answers what workers ask, and nothing else.
func TestAnswers(t *testing.T) {
	h := newHub(t)
	ask := func(a wire.Ask) *wire.Answer {
		answer, err := wire.ParseAnswer(h.answer(one, a.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	if a := ask(wire.Ask{Kind: wire.AskBeat, Jobs: 1}); a.Error != wire.WhoAreYou {
		t.Errorf("an unknown worker: %q", a.Error)
	}
	if a := ask(wire.Ask{Kind: wire.AskHello, Jobs: 1, Solvers: []wire.SolverBuild{{Name: "z3"}}}); a.Error != "" || a.End {
		t.Errorf("hello: %+v", a)
	}
	job, err := wire.ParseJob(ask(wire.Ask{Kind: wire.AskJob}).Data)
	if err != nil || len(job.Seeds) != 1 {
		t.Fatalf("the job: %v", err)
	}
	if a := ask(wire.Ask{Kind: wire.AskSeed, Hash: job.Seeds[0].Hash}); string(a.Data) != "(check-sat)\n" || a.Size != 12 {
		t.Errorf("the seed: %+v", a)
	}
	if a := ask(wire.Ask{Kind: wire.AskSeed, Hash: "ffffffffffffffff"}); a.Error != wire.NoSuchSeed {
		t.Errorf("no seed: %+v", a)
	}
	if a := ask(wire.Ask{Kind: wire.AskJob, At: 1 << 40}); a.Error == "" {
		t.Error("a part beyond the end")
	}
	if a := ask(wire.Ask{Kind: wire.AskStatus}); a.Status == nil || a.Status.Workers != 1 || a.Status.URL != h.URL {
		t.Errorf("status: %+v", a.Status)
	}
	for range tolerated {
		h.answer(one, []byte("rubbish"))
	}
	if a := ask(wire.Ask{Kind: wire.AskJob}); !a.Out {
		t.Error("it is not shut out")
	}
}

// Prometheus gets what the status says, from this machine; others need the token.
func TestMetrics(t *testing.T) {
	h := newHub(t)
	get := func(token, path, host, bearer string) (int, string) {
		l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer h.ServeMetrics(l, token)()
		r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, "http://"+l.Addr().String()+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if host != "" {
			r.Host = host
		}
		if bearer != "" {
			r.Header.Set("Authorization", "Bearer "+bearer)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(text)
	}
	if code, text := get("", "/metrics", "", ""); code != 200 || !strings.Contains(text, "# TYPE assay_mutants_total counter\nassay_mutants_total 0\n") || strings.Contains(text, "%!") {
		t.Errorf("%d: %s", code, text)
	}
	if code, text := get("", "/healthz", "", ""); code != 200 || text != "ok\n" {
		t.Errorf("%d: %s", code, text)
	}
	for _, tt := range []struct {
		token, host, bearer string
		code                int
	}{
		{"", "hub.example.org", "", 403}, {"a-token-of-some-length", "", "", 401}, {"a-token-of-some-length", "", "b-token-of-some-length", 401},
		{"a-token-of-some-length", "hub.example.org", "a-token-of-some-length", 200},
	} {
		if code, _ := get(tt.token, "/metrics", tt.host, tt.bearer); code != tt.code {
			t.Errorf("token %q, host %q, bearer %q: %d", tt.token, tt.host, tt.bearer, code)
		}
	}
}
