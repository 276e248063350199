package cli_test

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats-server/v2/server"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/cluster/bus"
	"github.com/assay-smt/assay/internal/cluster/work"
)

// freePort returns a port of this machine that nobody has.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port //nolint:forcetypeassert // it is one
}

// A natsCluster is three servers that keep each stream three times.
type natsCluster struct {
	options []*server.Options
	servers []*server.Server
}

func newNATSCluster(t *testing.T) *natsCluster {
	t.Helper()
	c := &natsCluster{servers: make([]*server.Server, 3)}
	var routes []*url.URL
	for i := range 3 {
		o := &server.Options{
			ServerName: fmt.Sprintf("s%d", i), Host: "127.0.0.1", Port: freePort(t), NoLog: true, NoSigs: true, JetStream: true, StoreDir: filepath.Join(t.TempDir(), "store"),
			Cluster: server.ClusterOpts{Name: "three", Host: "127.0.0.1", Port: freePort(t)},
		}
		routes = append(routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", o.Cluster.Port)})
		c.options = append(c.options, o)
	}
	for i := range 3 {
		c.options[i].Routes = routes
		c.start(t, i)
	}
	t.Cleanup(func() {
		for i := range 3 {
			c.stop(i)
		}
	})
	for deadline := time.Now().Add(slow); ; time.Sleep(50 * time.Millisecond) {
		for _, s := range c.servers {
			if s.JetStreamIsLeader() && s.JetStreamIsCurrent() && len(s.JetStreamClusterPeers()) == 3 {
				return c
			}
		}
		if time.Now().After(deadline) {
			t.Fatal("the servers do not become a cluster")
		}
	}
}

func (c *natsCluster) start(t *testing.T, i int) {
	t.Helper()
	s, err := server.NewServer(c.options[i].Clone())
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	if !s.ReadyForConnections(time.Minute) {
		t.Fatalf("server %d does not start", i)
	}
	c.servers[i] = s
}

func (c *natsCluster) stop(i int) {
	c.servers[i].Shutdown()
	c.servers[i].WaitForShutdown()
}

func (c *natsCluster) url() string {
	var all []string
	for _, o := range c.options {
		all = append(all, fmt.Sprintf("nats://127.0.0.1:%d", o.Port))
	}
	return strings.Join(all, ",")
}

// On a team's own cluster, one server after the other may go away and come back: the campaign is the same.
func TestHubOnCluster(t *testing.T) {
	p := newPlant(t, 6)
	flags := []string{"--solver", p.solver, "--engine", "typefuzz,opfuzz", "--mutants", "600", "--seed", "5", "-q", "--set", "campaign.chain=6"}
	one := p.start(t, append(append([]string{"fuzz", "--out", "one"}, flags...), "seeds")...)
	if code := one.wait(t, slow); code != 10 {
		t.Fatalf("exit code %d:\n%s", code, one.said)
	}
	c := newNATSCluster(t)
	hub := p.start(t, append(append([]string{"hub", "--out", "many", "--nats", c.url(), "--lease", "2s", "--triage=false"}, flags...), "seeds")...)
	for deadline := time.Now().Add(slow); !isFile(p.path("many", campaign.HubFile)); time.Sleep(10 * time.Millisecond) {
		if hub.over() || time.Now().After(deadline) {
			t.Fatalf("the hub has ended:\n%s", hub.said)
		}
	}
	workers := []*proc{p.start(t, "work", "--hub", "many", "--jobs", "1"), p.start(t, "work", "--hub", "many", "--jobs", "1")}
	until := func(mutants int64) {
		for deadline := time.Now().Add(slow); ; time.Sleep(20 * time.Millisecond) {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			s, err := work.Status(ctx, bus.Config{URL: c.url(), ID: "00000000000000ee"}, "")
			cancel()
			if err == nil && s.Mutants >= mutants || hub.over() {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("it does not go on: %v; hub:\n%s\nworker:\n%s", err, hub.said, workers[0].said)
			}
		}
	}
	for i := range 3 {
		until(int64(100 + 150*i))
		c.stop(i)
		until(int64(150 + 150*i))
		c.start(t, i)
	}
	if code := hub.wait(t, slow); code != 10 {
		t.Fatalf("exit code %d:\n%s", code, hub.said)
	}
	if diff := cmp.Diff(p.told(t, "one"), p.told(t, "many")); diff != "" {
		t.Errorf("campaigns (-one process +hub):\n%s", diff)
	}
}

func isFile(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
